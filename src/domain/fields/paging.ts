import { positiveInteger } from './kinds.ts';
import { type PatchOf, table } from './table.ts';

/** The most records on a page. A request for more gets this many, as in the reference. */
export const MOST_PER_PAGE = 50;

const PER_PAGE = 10;

/** The most records on a page of the host, whose clients know pages of so many. */
export const LONGEST_PAGE = 100;

/** What every list takes besides its filters (specification §8). */
export const pageFields = table({
  page: { kind: positiveInteger(), wire: 'page', default: 1, description: 'The number of the page to return, from 1.' },
  perPage: {
    kind: positiveInteger(MOST_PER_PAGE),
    wire: 'per_page',
    default: PER_PAGE,
    description: `Records per page; at most ${MOST_PER_PAGE}.`,
  },
});

/** The same for lists of the host. */
export const hostPageFields = table({
  ...pageFields,
  perPage: {
    ...pageFields.perPage,
    kind: positiveInteger(LONGEST_PAGE),
    description: `Records per page; at most ${LONGEST_PAGE}.`,
  },
});

/** The requested page of a list, as the client sent it. */
export type PageInput = PatchOf<typeof pageFields>;

/** The most records that a page can hold for this request, even if it is refused later. */
export const recordsOnPage = ({ perPage }: Pick<PageInput, 'perPage'>): number =>
  Math.min(perPage ?? PER_PAGE, MOST_PER_PAGE);
