import { boolean, choice, id, positiveInteger, slug, termName, text } from '../../fields/kinds.ts';
import { LIMITS } from '../../fields/limits.ts';
import { termRefs } from '../../fields/lists.ts';
import { recordId } from '../../fields/node-ids.ts';
import { searchField } from '../../fields/search.ts';
import { table } from '../../fields/table.ts';
import { sanitizePhrase } from '../../rules/html.ts';

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
    description: 'The readable part of its address. Without it, made from the name.',
    onUpdate:
      'The readable part of its address. Without it, it stays as it is; null or an empty text makes it anew from the name.',
  },
});

/** What lists of terms can be ordered by. */
const TERM_ORDERS = {
  name: 'By name.',
  id: 'By number.',
  term_id: 'The same as by number.',
  slug: 'By slug.',
  count: 'By how many events carry it.',
  description: 'By description.',
  parent: 'By the number of the parent.',
  include: 'In the order of `include`.',
  none: 'Kept for clients that send it: by number.',
  term_group: 'Kept for clients that send it: by name.',
  include_slugs: 'Kept for clients that send it: by name.',
} as const;

export type TermOrder = keyof typeof TERM_ORDERS;

const event = { kind: positiveInteger(), wire: 'event', description: 'Only terms of this event.' } as const;

/** What lists of terms are filtered and ordered by (specification §4.5, §4.6). */
export const termFilters = table({
  search: searchField('Every word of this text, or "phrase" in it, occurs in the name or the slug.'),
  exclude: { kind: termRefs(), wire: 'exclude', description: 'Not the terms with these ids.' },
  include: { kind: termRefs(), wire: 'include', description: 'Only the terms with these ids, slugs or names.' },
  order: {
    kind: choice(
      {
        name: 'SortDirection',
        words: ['asc', 'desc'],
        description: 'Which way a list is ordered.',
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
        description: 'What terms are ordered by.',
        meanings: TERM_ORDERS,
      },
      'name',
    ),
    wire: 'orderby',
    default: 'name',
    silent: true,
    description: 'What to order by; by name without it.',
  },
  hideEmpty: {
    kind: boolean(),
    wire: 'hide_empty',
    default: '1',
    description: 'Leave out terms that no event carries, nor a term below them; true without it.',
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
