import type { Store } from '../store/port.ts';
import { ALL_ENTRIES, CHANGES, type Entry, unitOf } from './record.ts';

/** Milliseconds. A reader that was away for a week reads everything sooner than it reads a week of changes. */
export const KEPT_FOR = 7 * 86_400_000;
/** Units. Some 20 MB on disk; a busy calendar fills it in days. */
export const KEPT_UNITS = 100_000;
/** Entries that go at once: five for each unit that is written between two times, and a unit of few milliseconds. */
const AT_ONCE = 100;
/** Milliseconds after which no transaction is open any more (`transactionLifetimeLimitSeconds` of MongoDB). */
export const LONGEST_TRANSACTION = 60_000;

/** Takes away the oldest entries that are too old, or too many units before the newest one, a few of them at a time. */
export async function prune(store: Store, newest: number, now: number): Promise<void> {
  const oldest = await store.find<Entry>(CHANGES.name, ALL_ENTRIES, {
    sort: [['_id', 1]],
    limit: AT_ONCE + 1,
    only: ['at'],
  });
  const isOver = ({ _id, at }: Entry) => at < now - KEPT_FOR || unitOf(_id) <= newest - KEPT_UNITS;
  // What the log begins with is so old that no unit with a lower number is open.
  const mayBegin = (entry: Entry | undefined) => entry !== undefined && entry.at <= now - LONGEST_TRANSACTION;
  const kept = oldest.findIndex((entry, index) => !isOver(entry) || !mayBegin(oldest[index + 1]));
  // Never one behind an entry that stays: it would look like a unit that is still to come.
  const over = oldest.slice(0, Math.max(0, kept));
  if (!over.length) return;
  await store.atomically(async () => {
    for (const { _id } of over) await store.delete(CHANGES.name, _id);
  });
}
