import { boolean } from '../../domain/fields/kinds.ts';
import { recordIds } from '../../domain/fields/node-ids.ts';
import { type PatchOf, table } from '../../domain/fields/table.ts';
import { idsWhere } from '../../domain/fields/where.ts';
import { termFilters } from './fields.ts';

/** The filters of connections of tags. Omitted ones filter nothing. */
const termWhere = (kind: 'category' | 'tag') =>
  table({
    ...idsWhere(kind),
    search: termFilters.search,
    hasEvents: {
      kind: boolean(),
      wire: 'has_events',
      description: 'Only terms with events, their own or those of terms below them; false: only terms without any.',
    },
  });

export const tagWhere = termWhere('tag');

/** The filters of connections of categories. */
export const categoryWhere = table({
  ...termWhere('category'),
  parentIn: {
    kind: recordIds('category'),
    wire: 'parent_in',
    description: 'Only direct subcategories of these, by `id` or `databaseId`.',
  },
  isTop: {
    kind: boolean(),
    wire: 'is_top',
    description: 'true: only top-level categories; false: only categories below another.',
  },
});

export type TermWhere = PatchOf<typeof categoryWhere>;

/** The orders of connections of terms. Ties go by id, which is the order of creation. */
export const TERM_CONNECTION_ORDERS = {
  name: 'By name, in the language of the request.',
  slug: 'By slug.',
  count: 'By number of public events.',
  created: 'In order of creation.',
} as const;

export type TermConnectionOrder = keyof typeof TERM_CONNECTION_ORDERS;
