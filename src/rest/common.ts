import { language, positiveInteger } from '../fields/kinds.ts';
import { table } from '../fields/table.ts';

/** What every list takes beside its filters (specification §8). */
export const pageFields = table({
  page: { kind: positiveInteger(), wire: 'page', default: 1, description: 'Which page of the list to return, from 1.' },
  perPage: {
    kind: positiveInteger(),
    wire: 'per_page',
    default: 10,
    description: 'How many records a page holds; 50 at the most.',
  },
});

/** What every operation takes (specification §4.0). */
export const commonFields = table({
  language: {
    kind: language(),
    wire: 'multilang_language',
    description: 'Language of the texts that are read or written.',
  },
});
