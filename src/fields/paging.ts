import { positiveInteger } from './kinds.ts';
import { type PatchOf, table } from './table.ts';

/** More than this many items a page is answered with this many (as in the reference). */
export const MOST_PER_PAGE = 50;

const PER_PAGE = 10;

/** What every list takes beside its filters (specification §8). */
export const pageFields = table({
  page: { kind: positiveInteger(), wire: 'page', default: 1, description: 'Which page of the list to return, from 1.' },
  perPage: {
    kind: positiveInteger(MOST_PER_PAGE),
    wire: 'per_page',
    default: PER_PAGE,
    description: `How many records a page holds; ${MOST_PER_PAGE} at the most.`,
  },
});

/** Which page of a list is asked for, as it was sent. */
export type PageInput = PatchOf<typeof pageFields>;

/** How many records a page can hold at the most, by what was sent: also where that is refused later. */
export const recordsOnPage = ({ perPage }: Pick<PageInput, 'perPage'>): number =>
  Math.min(perPage ?? PER_PAGE, MOST_PER_PAGE);
