import type { Store } from '../port.ts';
import { ALL_ENTRIES, CHANGES, type Entry, MOST_CHANGES, unitOf } from './record.ts';

/** Milliseconds. After a week away, reading everything is faster than reading a week of changes. */
export const KEPT_FOR = 7 * 86_400_000;
/** Units. Some 400 MB on disk: an hour of 500 units a second, or a week of three a second. */
export const KEPT_UNITS = 2_000_000;
/** The oldest entries are checked once per this many units. */
export const PRUNE_EVERY = 100;
/** Entries deleted at once: a few milliseconds on the embedded store. */
const AT_ONCE = 1000;
/** The most deletions per run: enough to delete all that can be written between two runs. */
const AT_MOST = (PRUNE_EVERY * MOST_CHANGES) / AT_ONCE;
/** Milliseconds after which no transaction can still be open (`transactionLifetimeLimitSeconds` of MongoDB). */
export const LONGEST_TRANSACTION = 60_000;

/** Deletes the oldest entries, in ranges of revisions, if they are too old or too many units behind the newest. */
export async function prune(store: Store, newest: number, now: number): Promise<void> {
  const isOver = ({ _id, at }: Entry) => at < now - KEPT_FOR || unitOf(_id) <= newest - KEPT_UNITS;
  // The log's first entry must be so old that no unit with a lower number can still be open.
  const mayBegin = (entry: Entry | undefined) => entry !== undefined && entry.at <= now - LONGEST_TRANSACTION;
  for (let times = 0; times < AT_MOST; times += 1) {
    const [first] = await oldest(store, 1);
    if (!first || !isOver(first)) return;
    const found = await oldest(store, AT_ONCE + 1);
    const kept = found.findIndex((entry, index) => !isOver(entry) || !mayBegin(found[index + 1]));
    // Never delete an entry after one that stays: the gap would look like a unit that is still to come.
    if (kept <= 0) return;
    await store.deleteRange(CHANGES.name, found[0]!._id, found[kept]!._id);
    if (kept < AT_ONCE) return;
  }
}

/** Reads the first entries from the index of revisions. */
const oldest = (store: Store, limit: number) =>
  store.find<Entry>(CHANGES.name, ALL_ENTRIES, { sort: [['_id', 1]], limit, only: ['at'], index: '_id_' });
