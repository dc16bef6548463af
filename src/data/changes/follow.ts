import { LONGEST_REQUEST } from '../../domain/request.ts';
import type { Filter, FindOptions } from '../port.ts';
import { type Entry, firstRevision, MOST_CHANGES, unitOf } from './record.ts';

/** What a look at the log has found. */
export interface Look {
  /** Whether following began here, or began again: anything may have changed. */
  isFirst: boolean;
  /** The entries that no look has found before, in order. Those behind a gap are among them. */
  entries: readonly Entry[];
  /** The revision before the first gap: readers of the log get as far. */
  whole: number;
  /**
   * Above that of all looks before, if there are entries. Its integer part is `whole`; behind a gap, each look with entries adds
   * a tiny fraction.
   */
  revision: number;
  /** Whether the look found everything that was written before it. */
  isAll: boolean;
  /** Whether there is a gap. */
  hasGap: boolean;
}

interface FollowerDeps {
  find(filter: Filter, options: FindOptions): Promise<Entry[]>;
  /** The revision where following begins: the log has no gap before it. */
  last(): Promise<number>;
  /** Fills gaps, in the background. */
  fillLater(units: readonly number[]): void;
  /** Fills overdue gaps between these entries, in the background. */
  fillOverdue(entries: readonly Entry[]): void;
  clock(): number;
}

/** Entries per statement, and statements per look. What is beyond them is left to the next look. */
const [PAGE, PAGES] = [1000, 10];

/** The most missing units that are remembered. Behind more of them nothing is read until some have come. */
const MOST_MISSING = 1000;

/** A unit that others have overtaken. */
interface Missing {
  since: number;
  /** The last revision of the unit before it, unless that one is missing, too. */
  before?: number;
}

const IN_ORDER: FindOptions['sort'] = [['_id', 1]];

/**
 * Follows the log past its gaps: units that are committed out of order. Each look reads what is new at the end, and asks for the
 * missing units by their ids.
 */
export function createFollower({ find, last, fillLater, fillOverdue, clock }: FollowerDeps): () => Promise<Look> {
  /** In order of their numbers. */
  const missing = new Map<number, Missing>();
  /** The last entry that was read. */
  let seen: number | undefined;
  /** The number above those of all units that were seen or are missing. */
  let next = 0;
  let isFirst = true;
  /** What nobody has got yet: a look that fails leaves it to the next one. */
  let found: Entry[] = [];
  let revision = Number.NEGATIVE_INFINITY;

  async function begin() {
    seen = undefined;
    isFirst = true;
    seen = await last();
    next = unitOf(seen) + 1;
    missing.clear();
    found = [];
  }

  /** Most units have one entry, so two ids show whether there are more. */
  async function readMissing() {
    if (missing.size === 0) return;
    const ids = [...missing.keys()].flatMap((unit) => [firstRevision(unit), firstRevision(unit) + 1]);
    const come = await find({ _id: { $in: ids } }, { sort: IN_ORDER, limit: ids.length });
    for (const [at, entry] of come.entries()) {
      const { _id: first } = entry;
      const unit = unitOf(first);
      if (first !== firstRevision(unit)) continue;
      const range = { _id: { $gte: first, $lt: firstRevision(unit + 1) } };
      const hasMore = come[at + 1]?._id === first + 1;
      const entries = hasMore ? await find(range, { sort: IN_ORDER, limit: MOST_CHANGES }) : [entry];
      missing.delete(unit);
      const following = missing.get(unit + 1);
      if (following) following.before = entries.at(-1)!._id;
      // Those after the last entry that was read come with the next page.
      found.push(...entries.filter(({ _id }) => _id <= seen!));
    }
    const overdue = clock() - LONGEST_REQUEST;
    fillLater([...missing].flatMap(([unit, { since }]) => (since <= overdue ? [unit] : [])));
  }

  /** Takes entries, up to a gap that is too long. Returns whether that was all. */
  function take(entries: readonly Entry[]) {
    for (const entry of entries) {
      const { _id, at } = entry;
      const unit = unitOf(_id);
      // A read in several steps may miss the first entry of a unit that is committed meanwhile.
      const gap = unit + (_id === firstRevision(unit) ? 0 : 1) - next;
      if (gap > 0 && missing.size + gap > MOST_MISSING) return false;
      const before = missing.has(unitOf(seen!)) ? undefined : seen;
      for (let number = next; number < next + gap; number += 1)
        missing.set(number, {
          since: Math.min(at, clock()),
          ...(number === next && before !== undefined && { before }),
        });
      next = Math.max(next + gap, unit + 1);
      seen = _id;
      if (!missing.has(unit)) found.push(entry);
    }
    return true;
  }

  /** Reads what is new at the end. Returns whether that was all, or `'unknown'` if the log does not reach back that far. */
  async function readOn() {
    for (let pages = 0; pages < PAGES; pages += 1) {
      const page = await find({ _id: { $gte: seen! } }, { sort: IN_ORDER, limit: PAGE + 1 });
      if (page[0]?._id !== seen) return 'unknown';
      if (!take(page.slice(1))) {
        fillOverdue(page);
        return false;
      }
      if (page.length <= PAGE) return true;
    }
    return false;
  }

  return async () => {
    if (seen === undefined) await begin();
    let isAll = await readOn();
    if (isAll === 'unknown') {
      await begin();
      isAll = await readOn();
    }
    // After the end: then what a found unit builds on is found with it.
    await readMissing();
    const [first] = missing.values();
    const whole = first ? first.before! : seen!;
    const isNew = isFirst || found.length > 0;
    revision = Math.max(whole, isNew ? revision + (whole + 1) * Number.EPSILON : revision);
    const entries = found.sort((one, other) => one._id - other._id);
    const look = { isFirst, entries, whole, revision, isAll: isAll === true, hasGap: missing.size > 0 };
    isFirst = false;
    found = [];
    return look;
  };
}
