import type { Store } from '../store/port.ts';
import { ALL_ENTRIES, CHANGES, type Entry, MOST_CHANGES, unitOf } from './record.ts';

/** Milliseconds. A reader that was away for a week reads everything sooner than it reads a week of changes. */
export const KEPT_FOR = 7 * 86_400_000;
/** Units. Some 400 MB on disk: what 500 units a second fill in an hour, and three a second in a week. */
export const KEPT_UNITS = 2_000_000;
/** Every so-many units the oldest entries are looked at. */
export const PRUNE_EVERY = 100;
/** Entries that go at once: some milliseconds of the embedded store. */
const AT_ONCE = 1000;
/** How often that is repeated: so that as many go as may be written between two times. */
const AT_MOST = (PRUNE_EVERY * MOST_CHANGES) / AT_ONCE;
/** Milliseconds after which no transaction is open any more (`transactionLifetimeLimitSeconds` of MongoDB). */
export const LONGEST_TRANSACTION = 60_000;

/** Takes away the oldest entries that are too old, or too many units before the newest one, in ranges of revisions. */
export async function prune(store: Store, newest: number, now: number): Promise<void> {
  const isOver = ({ _id, at }: Entry) => at < now - KEPT_FOR || unitOf(_id) <= newest - KEPT_UNITS;
  // What the log begins with is so old that no unit with a lower number is open.
  const mayBegin = (entry: Entry | undefined) => entry !== undefined && entry.at <= now - LONGEST_TRANSACTION;
  for (let times = 0; times < AT_MOST; times += 1) {
    const [first] = await oldest(store, 1);
    if (!first || !isOver(first)) return;
    const found = await oldest(store, AT_ONCE + 1);
    const kept = found.findIndex((entry, index) => !isOver(entry) || !mayBegin(found[index + 1]));
    // Never one behind an entry that stays: it would look like a unit that is still to come.
    if (kept <= 0) return;
    await store.deleteRange(CHANGES.name, found[0]!._id, found[kept]!._id);
    if (kept < AT_ONCE) return;
  }
}

/** One look at the index of revisions. */
const oldest = (store: Store, limit: number): Promise<Entry[]> =>
  store.find<Entry>(CHANGES.name, ALL_ENTRIES, { sort: [['_id', 1]], limit, only: ['at'], index: '_id_' });
