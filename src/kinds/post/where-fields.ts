import { boolean } from '../../domain/fields/kinds.ts';
import { statuses } from '../../domain/fields/lists.ts';
import { searchField } from '../../domain/fields/search.ts';
import { type PatchOf, table } from '../../domain/fields/table.ts';
import { idsWhere, linkedBy, postWhere, slugIn } from '../../domain/fields/where.ts';

/** The filters of connections of a linked kind. Absent ones filter nothing. */
export const linkedWhere = (kind: string) =>
  table({
    ...idsWhere(kind),
    slugIn,
    search: searchField(
      'Only records with every word and "phrase" of this text in the name, the description or another text.',
    ),
    linkedBy,
    hasEvents: {
      kind: boolean(),
      wire: 'has_events',
      description: 'Only records with events; false: only records without any.',
    },
    hasUpcomingEvents: {
      kind: boolean(),
      wire: 'has_upcoming_events',
      description: 'Only records with events that have yet to start; false has no effect.',
    },
    ...postWhere,
    status: {
      kind: statuses(),
      wire: 'status',
      description: 'Only records with one of these statuses. Without the right to edit, only publish.',
    },
  });

export type LinkedWhere = PatchOf<ReturnType<typeof linkedWhere>>;

/** The orders of connections of a linked kind. Ties are ordered by id, which is the order of creation. */
export const LINKED_ORDERS = {
  name: 'By name, in the language of the request.',
  published: 'By the date of publication.',
  modified: 'By last change.',
  created: 'In order of creation.',
} as const;

export type LinkedOrder = keyof typeof LINKED_ORDERS;
