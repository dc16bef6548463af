import { boolean } from '../../fields/kinds.ts';
import { recordIds } from '../../fields/node-ids.ts';
import { type PatchOf, table } from '../../fields/table.ts';
import { idsWhere } from '../../fields/where.ts';
import { termFilters } from './fields.ts';

/** What connections of tags are asked for. What is not asked filters nothing. */
const termWhere = (kind: 'category' | 'tag') =>
  table({
    ...idsWhere(kind),
    search: termFilters.search,
    hasEvents: {
      kind: boolean(),
      wire: 'has_events',
      description: 'Only terms that events carry, or a term below them; false for only those that none does.',
    },
  });

export const tagWhere = termWhere('tag');

/** What connections of categories are asked for. */
export const categoryWhere = table({
  ...termWhere('category'),
  parentIn: {
    kind: recordIds('category'),
    wire: 'parent_in',
    description: 'Only categories directly below one of these, by `id` or `databaseId`.',
  },
  isTop: {
    kind: boolean(),
    wire: 'is_top',
    description: 'Only categories at the top, or only those below another.',
  },
});

export type TermWhere = PatchOf<typeof categoryWhere>;

/** What connections of terms are ordered by; ties by id, which is the order of creation. */
export const TERM_CONNECTION_ORDERS = {
  name: 'By name, in the language of the request.',
  slug: 'By slug.',
  count: 'By how many public events carry it.',
  created: 'In the order in which they were created.',
} as const;

export type TermConnectionOrder = keyof typeof TERM_CONNECTION_ORDERS;
