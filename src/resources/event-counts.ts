import { isDeepStrictEqual } from 'node:util';
import type { ChangeReader } from '../changes/read.ts';
import type { Store, Update } from '../store/port.ts';
import {
  type CategoryMove,
  type CategoryMoves,
  createCategoryMoves,
  NAMES_NOTHING,
  type PreparedMove,
} from './category-moves.ts';
import { type EventRecord, IN_EVENTS, LISTED, type Naming } from './event/record.ts';
import { addToDays } from './event-days.ts';
import { type Above, countedAs, createDifferences, type Differences, isInTime } from './event-differences.ts';
import { type ByList, EVENT_LINKS, type LinkList } from './event-links.ts';
import type { LinkedRecord } from './post/record.ts';
import { storedOf } from './shared/mended.ts';
import type { Repository } from './shared/repository.ts';
import type { TermRecord } from './term/record.ts';

/**
 * The numbers that are kept about events: on the terms and on what events link to, so that lists filter and order by them
 * without looking at events, and by day, for totals. Within the unit of every write they change by the difference that it
 * makes, whatever number of events there are. How they are counted anew is in `src/recount.ts`.
 */
export interface EventCounts {
  /** After an event was written. */
  recount(before: EventRecord | undefined, after: EventRecord): Promise<void>;
  /** Before a category stands elsewhere or is gone: what that changes, worked out outside of the unit. */
  prepareMove: CategoryMoves['prepare'];
  /**
   * Does the work that puts a category elsewhere or removes it, and counts what follows, as part of a unit.
   * @throws Outdated when what was prepared does not hold any more
   */
  aroundMove(move: CategoryMove, prepared: PreparedMove | undefined, work: () => Promise<void>): Promise<void>;
}

export interface CountedRepositories extends ByList<Repository<LinkedRecord>> {
  events: Repository<EventRecord>;
  categories: Repository<TermRecord>;
  tags: Repository<TermRecord>;
}

/** Two units that write the same records do so in the same order: none waits for the other while it is waited for. */
const ascending = (ids: Iterable<number>): number[] => [...new Set(ids)].sort((a, b) => a - b);

export function createEventCounts(
  store: Store,
  { events, categories, tags, ...linked }: CountedRepositories,
  changes: ChangeReader,
): EventCounts {
  const moves = createCategoryMoves({ store, changes, events, categories });

  /** Events may still carry what is gone; it counts nowhere. */
  async function withoutGone(counted: readonly EventRecord[], above: Above): Promise<EventRecord[]> {
    const named = ascending(counted.flatMap((event) => event.tags));
    const found = named.length ? await tags.find({ _id: { $in: named } }, { only: [], index: '_id_' }) : [];
    const there = new Set(found.map(({ _id }) => _id));
    return counted.map((event) => ({
      ...event,
      categories: event.categories.filter((id) => above.has(id)),
      tags: event.tags.filter((id) => there.has(id)),
    }));
  }

  /**
   * The categories that were looked at are held, whether their numbers differ or not: a unit that moves one of them at the
   * same time fails.
   */
  async function writeTerms(differences: Differences, held: readonly number[]): Promise<void> {
    const ofCategories = differences.terms('categories');
    await categories.add(new Map([...held.map((id) => [id, {}] as const), ...ofCategories]));
    await tags.add(differences.terms('tags'));
  }

  /** Written in any case, so that of two units that look for the last start one fails. */
  async function writeLinked(list: LinkList, id: number, { was, is }: { was?: number; is?: number }): Promise<void> {
    const [record] = await linked[list].byIds([id]);
    const last = record?.lastPublicStart;
    const $inc = { publicEvents: Number(is !== undefined) - Number(was !== undefined) };
    if (is !== undefined && (last === undefined || is >= last))
      await linked[list].update(id, { $inc, $set: { lastPublicStart: is } });
    // One that was damaged may have been the last.
    else if (was !== undefined && (was === last || Number.isNaN(was)))
      await linked[list].update(id, { $inc, ...(await lastStart(list, id)) });
    else await linked[list].update(id, { $inc });
  }

  async function lastStart(list: LinkList, id: number): Promise<Pick<Update, '$set' | '$unset'>> {
    const how = { sort: [['startsAt', -1]], limit: 1, only: ['startsAt'], index: IN_EVENTS[list] } as const;
    const [last] = await events.find({ ...LISTED, [list]: id }, how);
    return last ? { $set: { lastPublicStart: last.startsAt } } : { $unset: { lastPublicStart: true } };
  }

  return {
    async recount(written, after) {
      const before = written && countable(written);
      if (isDeepStrictEqual(countedAs(before), countedAs(after))) return;
      const carried = before ? [before, after] : [after];
      const above = await moves.aboveThoseOf(carried);
      const both = await withoutGone(carried, above);
      const named = (list: keyof Naming) => ascending(both.flatMap((event) => event[list]));
      const differences = createDifferences(store.kind);
      for (const event of both.slice(0, -1)) differences.count(event, above, -1);
      differences.count(both.at(-1)!, above, 1);
      await writeTerms(differences, named('categories'));
      for (const { inEvents } of EVENT_LINKS)
        for (const id of named(inEvents)) {
          const [was, is] = [publicStart(before, inEvents, id), publicStart(after, inEvents, id)];
          if (was !== is) await writeLinked(inEvents, id, { was, is } as { was?: number; is?: number });
        }
      await addToDays(store, differences.days());
    },

    prepareMove: moves.prepare,
    async aroundMove(move, prepared, work) {
      const differences = await moves.differences(move, prepared);
      await work();
      // Only what stands above counts otherwise, and it is held: two moves may count the same event.
      await writeTerms(differences, ascending([...move.from, ...move.to]));
      await addToDays(store, differences.days());
    },
  };
}

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

/** When an event starts that everybody sees in the lists of what it links to. */
const publicStart = (event: EventRecord | undefined, list: LinkList, id: number): number | undefined =>
  event?.status === 'publish' && !event.hideFromListings && event[list].includes(id) ? event.startsAt : undefined;
