import { boolean, choice, id, positiveInteger, slug, termName, text } from '../../domain/fields/kinds.ts';
import { LIMITS } from '../../domain/fields/limits.ts';
import { termRefs } from '../../domain/fields/lists.ts';
import { recordId } from '../../domain/fields/node-ids.ts';
import { searchField } from '../../domain/fields/search.ts';
import { table } from '../../domain/fields/table.ts';
import { sanitizePhrase } from '../../domain/html.ts';

/** The fields that categories and tags share (specification §2.4, §2.5). */
export const termFields = table({
  name: {
    kind: termName(),
    wire: 'name',
    required: true,
    whenBlank: 'BLANK_TERM_NAME',
    stored: 'text',
    shown: 'plain',
    description: 'Name of the term.',
  },
  description: {
    kind: text({ limit: LIMITS.html }),
    wire: 'description',
    clearable: true,
    stored: 'text',
    shown: 'line',
    clean: sanitizePhrase,
    description: 'Description, as plain text.',
  },
  slug: {
    kind: slug(),
    wire: 'slug',
    clearable: true,
    description: 'The readable part of its URL. If omitted, it is made from the name.',
    onUpdate:
      'The readable part of its URL. If omitted, it stays; null or an empty text makes a new one from the name.',
  },
});

/** The orders of lists of terms. */
const TERM_ORDERS = {
  name: 'By name.',
  id: 'By id.',
  term_id: 'Same as by id.',
  slug: 'By slug.',
  count: 'By number of events.',
  description: 'By description.',
  parent: 'By the id of the parent.',
  include: 'In the order of `include`.',
  none: 'Kept for clients that send it: by id.',
  term_group: 'Kept for clients that send it: by name.',
  include_slugs: 'Kept for clients that send it: by name.',
} as const;

export type TermOrder = keyof typeof TERM_ORDERS;

const event = { kind: positiveInteger(), wire: 'event', description: 'Only terms of this event.' } as const;

/** The filters and orders of lists of terms (specification §4.5, §4.6). */
export const termFilters = table({
  search: searchField('Only terms with every word and "phrase" of this text in the name or the slug.'),
  exclude: { kind: termRefs(), wire: 'exclude', description: 'Leave out the terms with these ids.' },
  include: { kind: termRefs(), wire: 'include', description: 'Only the terms with these ids, slugs or names.' },
  order: {
    kind: choice(
      {
        name: 'SortDirection',
        words: ['asc', 'desc'],
        description: 'The direction in which a list is ordered.',
        meanings: { asc: 'Ascending.', desc: 'Descending.' },
      },
      'desc',
    ),
    wire: 'order',
    default: 'asc',
    silent: true,
    description: 'Ascending (asc, the default) or descending (desc).',
  },
  orderby: {
    kind: choice(
      {
        name: 'TermOrder',
        words: Object.keys(TERM_ORDERS) as TermOrder[],
        description: 'An order of terms.',
        meanings: TERM_ORDERS,
      },
      'name',
    ),
    wire: 'orderby',
    default: 'name',
    silent: true,
    description: 'What to order by. Default: name.',
  },
  hideEmpty: {
    kind: boolean(),
    wire: 'hide_empty',
    default: '1',
    description: 'Leave out terms without events, neither their own nor those of terms below them. Default: true.',
  },
  post: { ...event, wire: 'post' },
  event,
  slug: { kind: text(), wire: 'slug', description: 'Only the term with this slug.' },
});

/** The parent of a category. */
export const parentField = table({
  parent: {
    kind: recordId('category', id({ orZero: true })),
    wire: 'parent',
    clearable: true,
    description: 'Id of the parent category; 0 for none.',
  },
});
