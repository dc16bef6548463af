import { isDeepStrictEqual } from 'node:util';
import type { ChangeReader } from '../../data/changes/read.ts';
import type { ChangeWriter } from '../../data/changes/units.ts';
import type { Store } from '../../data/port.ts';
import type { EventRecord, Naming } from '../event/record.ts';
import { byList } from '../event-links.ts';
import { storedOf } from '../shared/mended.ts';
import type { Repository } from '../shared/repository.ts';
import { CATEGORIES, type TermRecord } from '../term/record.ts';
import {
  type CategoryMove,
  type CategoryMoves,
  createCategoryMoves,
  NAMES_NOTHING,
  type PreparedMove,
} from './category-moves.ts';
import { addToTerms, countEvents, countLeft, countLeftWithin, type Lost, type Recounted } from './counting.ts';
import { addToDays } from './event-days.ts';
import { type CountedEvent, countedAs, isInTime } from './event-differences.ts';

/**
 * Keeps numbers about events. Some are on the terms and on the records that events link to, so that lists filter and order by
 * them without reading events. Others are kept by day, for totals. Each write changes the numbers by its difference, however many
 * events there are. On the embedded store this happens within the unit of the write. On MongoDB, units run concurrently, so a
 * unit leaves its difference with its entry in the change log. It is counted right after the unit, together with those of all
 * other waiting units, so that no two writers of events write the same record. `src/kinds/counts/recount.ts` counts everything
 * again.
 */
export interface EventCounts {
  /** Call it after writing an event, as part of its unit. */
  recount(before: EventRecord | undefined, after: EventRecord): Promise<void>;
  /**
   * Call it when a unit is committed that has left something to count. Resolves when that is counted. Never throws. If the store
   * cannot be written, the next unit counts what is left, within itself, so the backlog grows by at most one per running unit.
   * Any server also counts it every second.
   */
  counted(): Promise<void>;
  /** Works out, outside the unit, what changes when a category moves or is deleted. */
  prepareMove: CategoryMoves['prepare'];
  /**
   * Does the work that moves or deletes a category, and updates the numbers, as part of a unit.
   * @throws Outdated when the preparation is no longer valid
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
  /** The count that is running, and the next one, which serves everyone who has left something since the current one began. */
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  let isBehind = false;

  async function countAll(): Promise<void> {
    next = undefined;
    try {
      await countLeft(store, lost);
      isBehind = false;
    } catch {
      // The write itself has succeeded. The next unit counts it, or reports that the store is unavailable.
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
      // Only the numbers of categories above change. All of these are written, even without a difference: two moves may count the
      // same event.
      const held = new Map([...move.from, ...move.to].map((id) => [id, {}] as const));
      await addToTerms(store, CATEGORIES.name, new Map([...held, ...differences.terms('categories')]));
      await addToDays(store, differences.days());
    },
  };
}

/**
 * Whether an event names a term that it did not name before. Such a term may be deleted at the same time, even if the event
 * counts nowhere.
 */
const namesMore = (before: CountedEvent | undefined, after: CountedEvent): boolean =>
  (['categories', 'tags'] as const).some((list) => after[list].some((id) => !before?.[list].includes(id)));

/** The fields of an event that are needed to count it. */
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
    // The start of a damaged event is unknown.
    ...(isInTime({ startsAt }) ? { startsAt } : {}),
  }) as CountedEvent;

/** An event as it was counted, even if it is damaged. */
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
