import { isDeepStrictEqual } from 'node:util';
import type { ChangeReader } from '../changes/read.ts';
import type { ChangeWriter } from '../changes/units.ts';
import type { Store } from '../store/port.ts';
import {
  type CategoryMove,
  type CategoryMoves,
  createCategoryMoves,
  NAMES_NOTHING,
  type PreparedMove,
} from './category-moves.ts';
import { addToRecords, countEvents, countLeft, countLeftWithin, type Lost, type Recounted } from './counting.ts';
import type { EventRecord, Naming } from './event/record.ts';
import { addToDays } from './event-days.ts';
import { type CountedEvent, countedAs, isInTime } from './event-differences.ts';
import { byList } from './event-links.ts';
import { storedOf } from './shared/mended.ts';
import type { Repository } from './shared/repository.ts';
import { CATEGORIES, type TermRecord } from './term/record.ts';

/**
 * The numbers that are kept about events: on the terms and on what events link to, so that lists filter and order by them
 * without looking at events, and by day, for totals. They change by the difference that a write makes, whatever number of
 * events there are: on the embedded store within its unit. On MongoDB, where units run beside each other, it is left with the
 * unit's entry in the log of changes and counted right behind it, for all units that wait for that together: so no two
 * writers of events write the same record. How they are counted anew is in `src/recount.ts`.
 */
export interface EventCounts {
  /** After an event was written, as part of its unit. */
  recount(before: EventRecord | undefined, after: EventRecord): Promise<void>;
  /**
   * When a unit is committed that left something to be counted: ends when that is counted. Never throws: while the store
   * cannot be written, what is left is counted by the next unit, in it, so that no more than one comes besides for each that
   * runs; and every second by any server.
   */
  counted(): Promise<void>;
  /** Before a category stands elsewhere or is gone: what that changes, worked out outside of the unit. */
  prepareMove: CategoryMoves['prepare'];
  /**
   * Does the work that puts a category elsewhere or removes it, and counts what follows, as part of a unit.
   * @throws Outdated when what was prepared does not hold any more
   */
  aroundMove(move: CategoryMove, prepared: PreparedMove | undefined, work: () => Promise<void>): Promise<void>;
}

export function createEventCounts(
  store: Store,
  { events, categories }: { events: Repository<EventRecord>; categories: Repository<TermRecord> },
  changes: ChangeReader & Pick<ChangeWriter, 'leaveToCount'>,
  lost: Lost,
): EventCounts {
  const moves = createCategoryMoves({ store, changes, events, categories });
  /** The counting that runs, and the next one, for all who have left something since it began. */
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  let isBehind = false;

  async function countAll(): Promise<void> {
    next = undefined;
    try {
      await countLeft(store, lost);
      isBehind = false;
    } catch {
      // What was written is written. Whoever comes next counts it, or is told that the store is away.
      isBehind = true;
    }
  }

  return {
    async recount(written, after) {
      const before = written && countable(written);
      const isSame = isDeepStrictEqual(countedAs(before), countedAs(after));
      if (isSame && (store.kind === 'embedded' || !namesMore(before, after))) return;
      const recounted: Recounted = { ...(before && { before: countedOf(before) }), after: countedOf(after) };
      if (store.kind === 'embedded') return void (await countEvents(store, [recounted]));
      if (isBehind) await countLeftWithin(store);
      changes.leaveToCount(recounted);
    },

    counted() {
      next ??= last.then(() => {
        last = countAll();
        return last;
      });
      return next;
    },

    prepareMove: moves.prepare,
    async aroundMove(move, prepared, work) {
      await countLeftWithin(store);
      const differences = await moves.differences(move, prepared);
      await work();
      // Only what stands above counts otherwise, and it is held: two moves may count the same event.
      const held = new Map([...move.from, ...move.to].map((id) => [id, {}] as const));
      await addToRecords(store, CATEGORIES.name, new Map([...held, ...differences.terms('categories')]));
      await addToDays(store, differences.days());
    },
  };
}

/** Whether an event names a term that it did not name. Such a one may go at the same time, also where the event counts nowhere. */
const namesMore = (before: CountedEvent | undefined, after: CountedEvent): boolean =>
  (['categories', 'tags'] as const).some((list) => after[list].some((id) => !before?.[list].includes(id)));

/** What is looked at to count an event. */
const countedOf = ({
  _id,
  status,
  hideFromListings,
  startsAt,
  categories,
  tags,
  ...event
}: CountedEvent): CountedEvent =>
  ({
    ...{ _id, status, hideFromListings, categories, tags, ...byList(({ inEvents }) => event[inEvents]) },
    // Of one that was damaged nobody knows.
    ...(isInTime({ startsAt }) ? { startsAt } : {}),
  }) as CountedEvent;

/** An event as it was counted, whatever somebody has made of it. */
function countable(event: EventRecord): EventRecord {
  const stored = storedOf(event);
  if (stored === event) return event;
  const ids = (list: unknown): number[] => (Array.isArray(list) ? list.filter(Number.isSafeInteger) : []);
  const lists = Object.keys(NAMES_NOTHING).map((list) => [list, ids(stored[list as keyof Naming])]);
  return {
    ...stored,
    ...Object.fromEntries(lists),
    startsAt: isInTime(stored) ? stored.startsAt : Number.NaN,
    hideFromListings: stored.hideFromListings !== false,
  };
}
