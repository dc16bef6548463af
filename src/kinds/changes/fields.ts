import { positiveInteger } from '../../domain/fields/kinds.ts';
import { words } from '../../domain/fields/lists.ts';
import { MOST_PER_PAGE } from '../../domain/fields/paging.ts';
import { type PatchOf, table } from '../../domain/fields/table.ts';
import { text } from '../../domain/fields/text-kinds.ts';
import { CHANGE_KINDS } from '../kinds.ts';

/** Selects the changes that a caller wants. */
export const followFields = table({
  after: {
    kind: text(),
    wire: 'after',
    description:
      'Only changes after this cursor, which the same user got in an earlier response. If omitted, you get only the current cursor.',
  },
  kinds: {
    kind: words({
      name: 'ChangeKind',
      words: CHANGE_KINDS.map(({ name }) => name),
      description: 'A kind of record whose changes you can follow.',
      meanings: Object.fromEntries(CHANGE_KINDS.map(({ name, plural }) => [name, `Changes of ${plural}.`])),
    }),
    wire: 'kinds',
    description: 'Only changes of these kinds of records. Default: all.',
  },
});

export type FollowInput = PatchOf<typeof followFields>;

/** The parameters of REST for a page of changes. */
export const changeParameters = table({
  ...followFields,
  first: {
    kind: positiveInteger(MOST_PER_PAGE),
    wire: 'per_page',
    default: MOST_PER_PAGE,
    description: `Changes per page; at most ${MOST_PER_PAGE}.`,
  },
});

export interface ChangesInput extends FollowInput {
  first?: number | null;
}

/** How many changes a page holds: the default, and the most that clients may request. */
export const [DEFAULT_CHANGES, MOST_CHANGES] = [100, 1000];

/** The most changes that a page can have for this input, even if the input is refused later. */
export const changesOnPage = ({ first }: ChangesInput): number =>
  Math.max(0, Math.min(first ?? DEFAULT_CHANGES, MOST_CHANGES));
