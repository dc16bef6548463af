import { isDeepStrictEqual } from 'node:util';
import type { Store, Update } from '../store/port.ts';
import { type EventRecord, IN_EVENTS, LISTED, type Naming } from './event/record.ts';
import { addToDays, forgetDays } from './event-days.ts';
import {
  type Above,
  type CountedEvent,
  countedAs,
  createDifferences,
  type Differences,
  isInTime,
} from './event-differences.ts';
import { type ByList, byList, EVENT_LINKS, type LinkList } from './event-links.ts';
import type { LinkedRecord } from './post/record.ts';
import { storedOf } from './shared/mended.ts';
import type { Repository } from './shared/repository.ts';
import type { TermKind, TermRecord } from './term/record.ts';

/**
 * The numbers that are kept about events: on the terms and on what events link to, so that lists filter and order by them
 * without looking at events, and by day, for totals. Within the unit of every write they change by the difference that it
 * makes, whatever number of events there are. How they are counted anew is in `src/recount.ts`.
 */
export interface EventCounts {
  /** After an event was written. */
  recount(before: EventRecord | undefined, after: EventRecord): Promise<void>;
  /** Does the work that puts a term elsewhere in the tree, or with no `after` removes it, and counts what follows. */
  aroundMove(
    kind: TermKind,
    term: { before: TermRecord; after?: TermRecord },
    work: () => Promise<void>,
  ): Promise<void>;
}

export interface CountedRepositories extends ByList<Repository<LinkedRecord>> {
  events: Repository<EventRecord>;
  categories: Repository<TermRecord>;
  tags: Repository<TermRecord>;
}

/** Two units that write the same records do so in the same order: none waits for the other while it is waited for. */
const ascending = (ids: Iterable<number>): number[] => [...new Set(ids)].sort((a, b) => a - b);

/** What is read of an event whose categories are moved: nothing else of it counts otherwise. */
const IN_TREE = ['status', 'hideFromListings', 'startsAt', 'categories'] as const;
const NAMES_NOTHING: Naming = { categories: [], tags: [], ...byList(() => []) };

export function createEventCounts(
  store: Store,
  { events, categories, tags, ...linked }: CountedRepositories,
): EventCounts {
  async function aboveThoseOf(counted: readonly CountedEvent[]): Promise<Above> {
    const named = await categories.byIds(ascending(counted.flatMap((event) => event.categories)));
    return new Map(named.map(({ _id, ancestors }) => [_id, ancestors]));
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
    else if (was !== undefined && was === last) await linked[list].update(id, { $inc, ...(await lastStart(list, id)) });
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
      const both = before ? [before, after] : [after];
      const named = (list: keyof Naming) => ascending(both.flatMap((event) => event[list]));
      const above = await aboveThoseOf(both);
      const differences = createDifferences(store.kind);
      if (before) differences.count(before, above, -1);
      differences.count(after, above, 1);
      await writeTerms(differences, named('categories'));
      for (const { inEvents } of EVENT_LINKS)
        for (const id of named(inEvents)) {
          const [was, is] = [publicStart(before, inEvents, id), publicStart(after, inEvents, id)];
          if (was !== is) await writeLinked(inEvents, id, { was, is } as { was?: number; is?: number });
        }
      await addToDays(store, differences.days());
    },

    async aroundMove({ inEvents }, { before, after }, work) {
      // Only what stands above counts otherwise afterwards, and it is held: two moves may count the same event.
      const above = ascending([...before.ancestors, ...(after?.ancestors ?? [])]);
      const carrying = above.length === 0 ? [] : await carriedBy(before);
      const was = await aboveThoseOf(carrying);
      await work();
      const is = await aboveThoseOf(carrying);
      const differences = createDifferences(store.kind);
      for (const event of carrying) {
        const left = after ? event.categories : event.categories.filter((id) => id !== before._id);
        differences.count(event, was, -1);
        differences.count({ ...event, categories: left }, is, 1);
      }
      if (!after) differences.leave(`${inEvents}/${before._id}`);
      await writeTerms(differences, above);
      if (!after) await forgetDays(store, `${inEvents}/${before._id}`);
      await addToDays(store, differences.days());
    },
  };

  /** The events that carry a category or one below it. */
  async function carriedBy({ _id }: TermRecord): Promise<CountedEvent[]> {
    const below = await categories.find({ ancestors: _id }, { only: [] });
    const ids = [_id, ...below.map((term) => term._id)];
    const found = await events.find({ categories: { $in: ids } }, { only: IN_TREE, index: IN_EVENTS.categories });
    return found.map((event) => ({ ...NAMES_NOTHING, ...event }));
  }
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
