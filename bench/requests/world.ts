import { createChanges } from '../../src/changes/changes.ts';
import { EVENTS, LISTED } from '../../src/resources/event/record.ts';
import { ORGANIZERS } from '../../src/resources/organizer/record.ts';
import { CATEGORIES, TAGS } from '../../src/resources/term/record.ts';
import { VENUES } from '../../src/resources/venue/record.ts';
import { toWall } from '../../src/rules/time.ts';
import type { Store } from '../../src/store/port.ts';

const DAY = 86_400_000;
const SECOND = 1000;

/** So many events are on a page. */
export const PER_PAGE = 10;

/** Records that are warm belong to events that start within so many days. */
const WARM_DAYS = 31;

/** A list holds the events of so many days, as a page of a calendar. */
const LIST_DAYS = 31;

/** So many of the last events have their titles changed: no list that is measured shows them. */
const MOST_RENAMED = 200;

interface Listed {
  _id: number;
  startsAt: number;
}

interface Known {
  _id: number;
  slug: Record<string, string>;
}

/** Ten events that follow each other, and when the first of them starts. No other ten have one of these. */
interface Ten {
  ids: number[];
  at: number;
}

/** What is asked for, of one seeded calendar. */
export interface World {
  /** The bounds of a list of warm records that was never asked before: each number is another list. */
  warmWindow(n: number): Window;
  /** Lists that together hold each warm record. */
  warmWindows: readonly Window[];
  /** An event whose records are warm. */
  warmEvent(n: number): number;
  /** How many lists of cold records there are between two times that records are made cold. */
  coldLists: number;
  /** The bounds of a list of cold records that was never asked before. */
  coldWindow(n: number): Window;
  /** The first event of that list. */
  coldEvent(n: number): number;
  /** An event that starts after all that lists show. */
  distantEvent(n: number): number;
  /** Ids of what events may name: some of each kind that everybody sees, those of most events first. */
  venues: readonly number[];
  organizers: readonly number[];
  categories: readonly number[];
  /** Slugs of the categories and tags of most events. */
  categorySlugs: readonly string[];
  tagSlugs: readonly string[];
  /**
   * Writes the events of these lists, and `linked` everything that events link to, changing nothing but their versions: so
   * nobody keeps them in the version that they have now.
   */
  makeCold(lists: readonly number[], linked: boolean): Promise<void>;
}

export interface Window {
  start: string;
  end: string;
}

const windowFrom = (at: number, end: number): Window => ({ start: wall(at), end: wall(end) });

const wall = (at: number): string => toWall(at, 'UTC');

/** Looks through a calendar that was seeded around a moment. */
export async function worldOf(store: Store, begin: number): Promise<World> {
  const events = await store.find<Listed>(
    EVENTS.name,
    { ...LISTED, startsAt: { $gte: begin } },
    {
      only: ['startsAt'],
      sort: [
        ['startsAt', 1],
        ['_id', 1],
      ],
    },
  );
  const warm = events.filter(({ startsAt }) => startsAt < begin + WARM_DAYS * DAY);
  const tens = tensOf(events.slice(warm.length + PER_PAGE));
  const distant = events.slice(-Math.min(MOST_RENAMED, Math.ceil(events.length / 10)));
  if (warm.length === 0 || tens.length === 0) throw new Error('There are too few events: say more with --events.');
  // Seconds that come once before they come again, in an order without order.
  const seconds = WARM_DAYS * 86_400;
  const changes = createChanges(store, Date.now);
  const busiest = (collection: string, by: string, filter = {}): Promise<Known[]> =>
    store.find<Known>(collection, filter, { sort: [[by, -1]], limit: 60, only: ['slug'] });
  const published = { status: 'publish', trashed: false };
  const venues = await busiest(VENUES.name, 'publicEvents', published);
  const organizers = await busiest(ORGANIZERS.name, 'publicEvents', published);
  const [categories, tags] = [await busiest(CATEGORIES.name, 'count'), await busiest(TAGS.name, 'count')];
  const idOf = ({ _id }: Known): number => _id;
  const slugOf = ({ slug }: Known): string => Object.values(slug)[0]!;
  return {
    warmWindow(n) {
      const at = begin + ((n * 7919) % seconds) * SECOND;
      return windowFrom(at, at + (LIST_DAYS + Math.floor(n / seconds)) * DAY);
    },
    warmWindows: tensOf(events.slice(0, warm.length + PER_PAGE)).map(({ at }) => windowFrom(at, at + LIST_DAYS * DAY)),
    warmEvent: (n) => warm[n % warm.length]!._id,
    coldLists: tens.length,
    coldWindow(n) {
      const { at } = tens[n % tens.length]!;
      return windowFrom(at, at + LIST_DAYS * DAY + n * SECOND);
    },
    coldEvent: (n) => tens[n % tens.length]!.ids[0]!,
    distantEvent: (n) => distant[n % distant.length]!._id,
    ...{ venues: venues.map(idOf), organizers: organizers.map(idOf), categories: categories.map(idOf) },
    ...{ categorySlugs: categories.map(slugOf), tagSlugs: tags.map(slugOf) },
    async makeCold(lists, linked) {
      const ids = lists.flatMap((n) => tens[n % tens.length]!.ids);
      await store.updateMany(EVENTS.name, { _id: { $in: ids } }, { $inc: { version: 1 } });
      for (const { name } of linked ? [VENUES, ORGANIZERS, CATEGORIES, TAGS] : [])
        await store.updateMany(name, {}, { $inc: { version: 1 } });
      await changes.tellAll();
    },
  };
}

/** Events that start at one moment with the last of another ten are left out: a list by its start shows them all. */
function tensOf(events: readonly Listed[]): Ten[] {
  const tens: Ten[] = [];
  let next = 0;
  for (const [place, { startsAt: at }] of events.entries()) {
    if (place < next || at === events[place - 1]?.startsAt) continue;
    tens.push({ at, ids: events.slice(place, place + PER_PAGE).map(({ _id }) => _id) });
    next = place + PER_PAGE;
  }
  return tens;
}
