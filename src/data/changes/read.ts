import { DomainError } from '../../domain/errors.ts';
import { LONGEST_REQUEST } from '../../domain/request.ts';
import type { Filter, FindOptions, Store } from '../port.ts';
import { fill } from './fill.ts';
import { LONGEST_TRANSACTION } from './prune.ts';
import { ALL_ENTRIES, type Besides, CHANGES, type Change, type Entry, unitOf } from './record.ts';

/** A place in the log. The time it was written distinguishes it from the same number in another log. */
export interface Position {
  revision: number;
  /** Milliseconds since the epoch, by the clock of its writer. */
  at: number;
}

/** Changes in the order of their revisions. */
export interface ChangePage {
  /** The entry where the page begins, which has already been reported. */
  from: Entry;
  changes: Change[];
  /** The changes as stored, with additional facts for caches. */
  entries: Entry[];
  /** Where to continue. It can advance without changes, past units that wrote nothing. */
  last: number;
  /** Whether more entries follow, beyond the limit or beyond a number that is still awaited. */
  hasMore: boolean;
}

/** Reads the log. */
export interface ChangeReader {
  /** Where a new reader begins: the store already contains all earlier changes. */
  last(): Promise<number>;
  /** Like `last`, as a position. */
  position(): Promise<Position>;
  /**
   * The changes after this revision, which `last` or an earlier page returned; at most `limit`. If a number was given to a unit
   * but is neither written nor filled, it is awaited: the page ends before it. Returns `'unknown'` if the log does not reach back
   * that far. Then start again with `last` and discard everything read so far.
   */
  after(revision: number, limit?: number): Promise<ChangePage | 'unknown'>;
  /** Why `after` does not find a revision: its entry was deleted, or it comes from another log. */
  whyUnknown(revision: number): Promise<'expired' | 'other_log'>;
}

/** The most gaps that one read fills. */
const FILLED_AT_ONCE = 100;
const PAGE = 1000;

export function createReader(store: Store, clock: () => number): ChangeReader {
  /** On MongoDB, reads in a unit, so that no read preference in the URI sends it to a lagging member. */
  const find = (filter: Filter, options: FindOptions): Promise<Entry[]> => {
    const look = () => store.find<Entry>(CHANGES.name, filter, { index: '_id_', ...options });
    return store.kind === 'mongodb' ? store.atomically(look) : look();
  };

  /** Reads consecutive entries, up to the first gap that must be awaited. */
  async function upToGap(read: () => Promise<Entry[]>): Promise<{ entries: Entry[]; isCut: boolean }> {
    let found = await read();
    const overdue = missingIn(found.slice(0, found.findLastIndex(({ at }) => at <= clock() - LONGEST_REQUEST) + 1));
    if (overdue.length) {
      await fillAll(overdue);
      found = await read();
    }
    const entries = closed(found);
    return { entries, isCut: entries.length < found.length };
  }

  async function fillAll(numbers: readonly number[]): Promise<void> {
    try {
      for (const number of numbers) await fill(store, number, clock());
    } catch (error) {
      // An abandoned transaction blocks the number until the database ends it. The gap is awaited.
      if (!(error instanceof DomainError)) throw error;
    }
  }

  /** The newest entries, starting at one before which no open unit can have a number. */
  async function newest(limit: number): Promise<Entry[]> {
    const found = (await find(ALL_ENTRIES, { sort: [['_id', -1]], limit })).reverse();
    // Each is at least as old as those after it, also where it was written by a clock that was fast.
    if (found.some(({ at }) => at <= clock() - LONGEST_TRANSACTION)) return found;
    if (found.length === limit) return newest(limit * 4);
    if (found[0]?._id === 0) return found;
    await fill(store, 0, clock());
    return newest(limit);
  }

  async function position(): Promise<Position> {
    const { entries } = await upToGap(() => newest(PAGE));
    const { _id: revision, at } = entries.at(-1)!;
    return { revision, at };
  }

  return {
    position,
    last: async () => (await position()).revision,
    async after(revision, limit = PAGE) {
      const read = () => find({ _id: { $gte: revision } }, { sort: [['_id', 1]], limit: limit + 2 });
      const { entries, isCut } = await upToGap(read);
      const [from] = entries;
      if (from?._id !== revision) return 'unknown';
      const found = entries.slice(1, limit + 1);
      const last = found.at(-1)?._id ?? revision;
      const hasMore = isCut || entries.length > limit + 1;
      return { from, changes: found.flatMap(changeOf), entries: found, last, hasMore };
    },
    async whyUnknown(revision) {
      const [oldest] = await find(ALL_ENTRIES, { sort: [['_id', 1]], limit: 1, only: [] });
      return oldest && oldest._id > revision ? 'expired' : 'other_log';
    },
  };
}

function changeOf(entry: Entry): Change[] {
  if ('void' in entry) return [];
  const { _id: revision, touched: _, ...told } = entry;
  const { slugs: __, lists: ___, ...change } = told as typeof told & Besides;
  return [{ revision, ...change } as Change];
}

/** The first missing numbers between these entries. */
function missingIn(entries: readonly Entry[]): number[] {
  const missing: number[] = [];
  let next = entries[0] ? unitOf(entries[0]._id) : 0;
  for (const { _id } of entries) {
    for (; next < unitOf(_id) && missing.length < FILLED_AT_ONCE; next += 1) missing.push(next);
    next = unitOf(_id) + 1;
  }
  return missing;
}

/** The entries before the first gap. */
function closed(entries: readonly Entry[]): Entry[] {
  const gap = entries.findIndex(({ _id }, index) => index > 0 && unitOf(_id) > unitOf(entries[index - 1]!._id) + 1);
  return entries.slice(0, gap < 0 ? undefined : gap);
}
