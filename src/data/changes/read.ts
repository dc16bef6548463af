import { LONGEST_REQUEST } from '../../domain/request.ts';
import type { Filter, FindOptions, Store } from '../port.ts';
import { afterwards, fill } from './fill.ts';
import { createFollower, type Look } from './follow.ts';
import { LONGEST_TRANSACTION } from './prune.ts';
import { ALL_ENTRIES, type Besides, CHANGES, type Change, type Entry, firstRevision, unitOf } from './record.ts';

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
   * but is neither written nor filled, it is awaited: the page ends before it, and once the gap is overdue, it is filled in the
   * background. Returns `'unknown'` if the log does not reach back that far. Then start again with `last` and discard everything
   * read so far.
   */
  after(revision: number, limit?: number): Promise<ChangePage | 'unknown'>;
  /** What no look of this process has found before. One look at a time. */
  look(): Promise<Look>;
  /** Why `after` does not find a revision: its entry was deleted, or it comes from another log. */
  whyUnknown(revision: number): Promise<'expired' | 'other_log'>;
}

/** The most gaps that are filled at once. */
const FILLED_AT_ONCE = 100;
const PAGE = 1000;

export function createReader(store: Store, clock: () => number): ChangeReader {
  /** No read preference in the URI sends it to a lagging member. It is no snapshot: it may see part of a unit. */
  const find = (filter: Filter, options: FindOptions) =>
    store.find<Entry>(CHANGES.name, filter, { index: '_id_', upToDate: true, ...options });

  let isFilling = false;

  /** An abandoned transaction blocks its number until the database ends it. The gap is awaited. */
  function fillLater(units: readonly number[]) {
    if (isFilling || units.length === 0) return;
    isFilling = true;
    void afterwards(() => fill(store, units.slice(0, FILLED_AT_ONCE), clock)).then(() => {
      isFilling = false;
    });
  }

  const fillOverdue = (found: readonly Entry[]) =>
    fillLater(missingIn(found.slice(0, found.findLastIndex(({ at }) => at <= clock() - LONGEST_REQUEST) + 1)));

  /** Reads consecutive entries, up to the first gap. */
  function upToGap(found: readonly Entry[]) {
    fillOverdue(found);
    const entries = closed(found);
    return { entries, isCut: entries.length < found.length };
  }

  /** The newest entries, starting at one before which no open unit can have a number. */
  async function newest(limit: number) {
    const found = (await find(ALL_ENTRIES, { sort: [['_id', -1]], limit })).reverse();
    // Each is at least as old as those after it, also where it was written by a clock that was fast.
    if (found.some(({ at }) => at <= clock() - LONGEST_TRANSACTION)) return found;
    if (found.length === limit) return newest(limit * 4);
    if (found[0]?._id === 0) return found;
    await fill(store, [0], clock);
    return newest(limit);
  }

  async function position(): Promise<Position> {
    const { entries } = upToGap(await newest(PAGE));
    const { _id: revision, at } = entries.at(-1)!;
    return { revision, at };
  }

  const last = async () => (await position()).revision;

  return {
    position,
    last,
    look: createFollower({ find, last, fillLater, fillOverdue, clock }),
    async after(revision, limit = PAGE) {
      const read = await find({ _id: { $gte: revision } }, { sort: [['_id', 1]], limit: limit + 2 });
      const { entries, isCut } = upToGap(read);
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

function changeOf(entry: Entry) {
  if ('void' in entry) return [];
  const { _id: revision, touched: _, ...whole } = entry;
  const { slugs: __, lists: ___, ...change } = whole as typeof whole & Besides;
  return [{ revision, ...change } as Change];
}

/** The first missing numbers between these entries. */
function missingIn(entries: readonly Entry[]) {
  const missing: number[] = [];
  let next = entries[0] ? unitOf(entries[0]._id) : 0;
  for (const { _id } of entries) {
    for (; next < unitOf(_id) && missing.length < FILLED_AT_ONCE; next += 1) missing.push(next);
    next = unitOf(_id) + 1;
  }
  return missing;
}

/** The entries before the first gap. A read in several steps may miss the first entry of a unit that is committed meanwhile. */
function closed(entries: readonly Entry[]) {
  const gap = entries.findIndex(({ _id }, index) => {
    const before = unitOf(entries[Math.max(0, index - 1)]!._id);
    return unitOf(_id) !== before && _id !== firstRevision(before + 1);
  });
  return entries.slice(0, gap < 0 ? undefined : gap);
}
