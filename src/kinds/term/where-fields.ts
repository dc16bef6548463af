import { boolean } from '../../domain/fields/kinds.ts';
import { recordIds, termIds } from '../../domain/fields/node-ids.ts';
import { searchField } from '../../domain/fields/search.ts';
import { type PatchOf, table } from '../../domain/fields/table.ts';
import { text } from '../../domain/fields/text-kinds.ts';
import { linkedBy } from '../../domain/fields/where.ts';

/** The filters of lists of tags. Omitted ones filter nothing. */
const termWhere = (kind: 'category' | 'tag') =>
  table({
    in: {
      kind: termIds(kind),
      wire: 'in',
      description: 'Only these terms. Give the `id`, `databaseId`, slug or name of each.',
    },
    notIn: { kind: termIds(kind), wire: 'not_in', description: 'None of these terms, named in the same way.' },
    slug: { kind: text(), wire: 'slug', description: 'Only the term with this slug, in any language.' },
    linkedBy,
    search: searchField('Only terms with every word and "phrase" of this text in the name or the slug.'),
    hasEvents: {
      kind: boolean(),
      wire: 'has_events',
      description: 'Only terms with events, their own or those of terms below them; false: only terms without any.',
    },
    hasUpcomingEvents: {
      kind: boolean(),
      wire: 'has_upcoming_events',
      description:
        'Only terms with events that have yet to start, their own or those of terms below them; false has no effect.',
    },
  });

export const tagWhere = termWhere('tag');

/** The filters of lists of categories. */
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

/** The orders of lists of terms. Ties go by id, which is the order of creation. */
export const TERM_ORDERS = {
  name: 'By name, in the language of the request.',
  slug: 'By slug.',
  count: 'By number of public events.',
  created: 'In order of creation.',
  description: 'By description, in the language of the request. Only pages have this order.',
  parent: 'By the `databaseId` of the parent. Only pages have this order.',
  listed: 'In the order of `in`; without it, in order of creation. Only pages have this order.',
} as const;

export type TermOrder = keyof typeof TERM_ORDERS;

/** Orders by values that a term may lack, or that depend on the request. Connections refuse them. */
export const ONLY_OF_PAGES: readonly TermOrder[] = ['description', 'parent', 'listed'];
