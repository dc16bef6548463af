import { boolean } from '../../fields/kinds.ts';
import { type PatchOf, table } from '../../fields/table.ts';
import { idsWhere, postWhere } from '../../fields/where.ts';
import { linkedFilters } from './fields.ts';

/** What connections of a kind that events link to are asked for. What is not asked filters nothing. */
export const linkedWhere = (kind: string) =>
  table({
    ...idsWhere(kind),
    search: linkedFilters.search,
    hasEvents: linkedFilters.hasEvents,
    hasUpcomingEvents: {
      kind: boolean(),
      wire: 'has_upcoming_events',
      description: 'Only what events that have yet to start are linked to; false filters nothing.',
    },
    ...postWhere,
    status: linkedFilters.status,
  });

export type LinkedWhere = PatchOf<ReturnType<typeof linkedWhere>>;

/** What connections of what events link to are ordered by; ties by id, which is the order of creation. */
export const LINKED_ORDERS = {
  name: 'By name, in the language of the request.',
  published: 'By the date of publication.',
  modified: 'By the last change.',
  created: 'In the order in which they were created.',
} as const;

export type LinkedOrder = keyof typeof LINKED_ORDERS;
