import { DomainError } from '../errors.ts';
import { LONGEST_REQUEST } from '../request.ts';
import type { Filter, FindOptions, Store } from '../store/port.ts';
import { fill } from './fill.ts';
import { LONGEST_TRANSACTION } from './prune.ts';
import { ALL_ENTRIES, type Besides, CHANGES, type Change, type Entry, unitOf } from './record.ts';

/** Changes in the order of their revisions. */
export interface ChangePage {
  changes: Change[];
  /** The same as they are stored, with what caches need to know besides. */
  entries: Entry[];
  /** Where to go on. Also when there are no changes: units that wrote nothing were passed. */
  last: number;
}

/** Reads the log. */
export interface ChangeReader {
  /** Where a reader begins: whatever is not told from here on can be read in the store already. */
  last(): Promise<number>;
  /** Whether something was written since. One look at an index. */
  changedSince(revision: number): Promise<boolean>;
  /**
   * What was changed after this revision, which `last` or an earlier page gave; so many changes at the most. A number
   * that was given to a unit and is neither written nor filled is waited for: then the page ends before it.
   * `'unknown'` when the log does not reach back so far: begin again with `last`, and take nothing for known.
   */
  after(revision: number, limit?: number): Promise<ChangePage | 'unknown'>;
  /**
   * What a unit of writing sees changed since a revision that `last` gave before it, as part of that unit: gaps are not
   * waited for, since whoever fills one commits after all that the unit reads. `'unknown'` as of `after`, and of more than
   * a thousand changes.
   */
  committedSince(revision: number): Promise<Change[] | 'unknown'>;
}

/** Gaps that one read fills at the most. */
const FILLED_AT_ONCE = 100;
const PAGE = 1000;

export function createReader(store: Store, clock: () => number): ChangeReader {
  /** On MongoDB in a unit: no read preference of a URI sends it to a member that lags behind. */
  const find = (filter: Filter, options: FindOptions): Promise<Entry[]> => {
    const look = () => store.find<Entry>(CHANGES.name, filter, { index: '_id_', ...options });
    return store.kind === 'mongodb' ? store.atomically(look) : look();
  };

  /** Reads entries that stand one behind the other, up to the first gap that is to be waited for. */
  async function upToGap(read: () => Promise<Entry[]>): Promise<Entry[]> {
    const found = await read();
    const overdue = missingIn(found.slice(0, found.findLastIndex(({ at }) => at <= clock() - LONGEST_REQUEST) + 1));
    if (!overdue.length) return closed(found);
    await fillAll(overdue);
    return closed(await read());
  }

  async function fillAll(numbers: readonly number[]): Promise<void> {
    try {
      for (const number of numbers) await fill(store, number, clock());
    } catch (error) {
      // A transaction that nobody will end stands in the way until the database ends it. The gap is waited for.
      if (!(error instanceof DomainError)) throw error;
    }
  }

  /** The newest entries, from one on that no open unit can have a number before. */
  async function newest(limit: number): Promise<Entry[]> {
    const found = (await find(ALL_ENTRIES, { sort: [['_id', -1]], limit })).reverse();
    const [oldest] = found;
    if (oldest && oldest.at <= clock() - LONGEST_TRANSACTION) return found;
    if (found.length === limit) return newest(limit * 4);
    if (oldest?._id === 0) return found;
    await fill(store, 0, clock());
    return newest(limit);
  }

  return {
    async last() {
      const entries = await upToGap(() => newest(PAGE));
      return entries.at(-1)!._id;
    },
    changedSince: async (revision) =>
      (await store.find(CHANGES.name, { _id: { $gt: revision } }, { limit: 1, only: [], index: '_id_' })).length > 0,
    async after(revision, limit = PAGE) {
      const entries = await upToGap(() => find({ _id: { $gte: revision } }, { sort: [['_id', 1]], limit: limit + 1 }));
      if (entries[0]?._id !== revision) return 'unknown';
      const found = entries.slice(1);
      return { changes: found.flatMap(changeOf), entries: found, last: entries.at(-1)!._id };
    },
    async committedSince(revision) {
      const asked = { sort: [['_id', 1]], limit: PAGE + 2, index: '_id_' } as const;
      const entries = await store.find<Entry>(CHANGES.name, { _id: { $gte: revision } }, asked);
      if (entries[0]?._id !== revision || entries.length > PAGE + 1) return 'unknown';
      return entries.slice(1).flatMap(changeOf);
    },
  };
}

function changeOf(entry: Entry): Change[] {
  if ('void' in entry) return [];
  const { _id: revision, touched: _, uncounted: __, toCount: ___, ...told } = entry;
  const { slugs: ____, lists: _____, ...change } = told as typeof told & Besides;
  return [{ revision, ...change } as Change];
}

/** The first numbers that are missing between these entries. */
function missingIn(entries: readonly Entry[]): number[] {
  const missing: number[] = [];
  let next = entries[0] ? unitOf(entries[0]._id) : 0;
  for (const { _id } of entries) {
    for (; next < unitOf(_id) && missing.length < FILLED_AT_ONCE; next += 1) missing.push(next);
    next = unitOf(_id) + 1;
  }
  return missing;
}

/** The entries before the first gap, and before the first unit that is not counted yet. */
function closed(entries: readonly Entry[]): Entry[] {
  const gap = entries.findIndex(
    ({ _id, uncounted }, index) => index > 0 && (uncounted || unitOf(_id) > unitOf(entries[index - 1]!._id) + 1),
  );
  return entries.slice(0, gap < 0 ? undefined : gap);
}
