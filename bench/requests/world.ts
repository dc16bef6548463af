import type { Versioned } from '../../src/cache/records.ts';
import { createChanges } from '../../src/data/changes/changes.ts';
import type { Store } from '../../src/data/port.ts';
import { toWall } from '../../src/domain/time.ts';
import { EVENTS, LISTED, type Naming } from '../../src/kinds/event/record.ts';
import { ORGANIZERS } from '../../src/kinds/organizer/record.ts';
import { CATEGORIES, TAGS } from '../../src/kinds/term/record.ts';
import { VENUES } from '../../src/kinds/venue/record.ts';
import { busiest } from '../shared/busiest.ts';

const DAY = 86_400_000;
const SECOND = 1000;

/** Events on a page. */
const PER_PAGE = 10;

/** Warm records belong to events that start within this many days. */
const WARM_DAYS = 31;

/** Days that a list covers, like a page of a calendar. */
const LIST_DAYS = 31;

/** How many of the last events get new titles. No measured list shows them. */
const MOST_RENAMED = 200;

interface Listed {
  _id: number;
  startsAt: number;
}

interface Slugged {
  _id: number;
  slug: Record<string, string>;
}

/** Ten consecutive events, and the start of the first. Groups do not overlap. */
interface Ten {
  ids: number[];
  at: number;
}

/** What to request from a seeded calendar. */
export interface World {
  /** The bounds of a new list of warm records. Each number gives another list. */
  warmWindow(n: number): Window;
  /** Lists that together contain every warm record. */
  warmWindows: readonly Window[];
  /** An event whose records are warm. */
  warmEvent(n: number): number;
  /** How many lists of cold records can be read before `makeCold` is needed again. */
  coldLists: number;
  /** The bounds of a new list of cold records. */
  coldWindow(n: number): Window;
  /** The first event of that list. */
  coldEvent(n: number): number;
  /** An event that starts later than all listed ones. */
  distantEvent(n: number): number;
  /** Ids of public records that events may link to, those with most events first. */
  venues: readonly number[];
  organizers: readonly number[];
  categories: readonly number[];
  /** Slugs of the categories and tags with most events. */
  categorySlugs: readonly string[];
  tagSlugs: readonly string[];
  /**
   * Writes the events of these lists and, if `linked`, everything that events link to. Only their versions change. It also
   * tells the change log, so that no cache has the new versions.
   */
  makeCold(lists: readonly number[], linked: boolean): Promise<void>;
}

export interface Window {
  start: string;
  end: string;
}

const windowFrom = (at: number, end: number): Window => ({ start: wall(at), end: wall(end) });

const wall = (at: number): string => toWall(at, 'UTC');

/** Examines a calendar that was seeded around a moment. */
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
  // The seconds are visited in scattered order, each once before any repeats.
  const seconds = WARM_DAYS * 86_400;
  const changes = createChanges(store, Date.now);
  const note = changes.changeLogger<Versioned>('event', () => ({ before: 'all', after: 'all' }));
  const most = async (list: keyof Naming): Promise<Slugged[]> => (await busiest<Slugged>(store, list)).slice(0, 60);
  const [venues, organizers] = [await most('venues'), await most('organizers')];
  const [categories, tags] = [await most('categories'), await most('tags')];
  const idOf = ({ _id }: Slugged): number => _id;
  const slugOf = ({ slug }: Slugged): string => Object.values(slug)[0]!;
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
      for (const n of new Set(lists.map((each) => each % tens.length)))
        await changes.unit({ now: Date.now(), atomically: store.atomically }, async () => {
          const { ids } = tens[n]!;
          await store.updateMany(EVENTS.name, { _id: { $in: ids } }, { $inc: { version: 1 } });
          for (const record of await store.byIds<Versioned>(EVENTS.name, ids, { only: ['version'] }))
            note(record, record);
        });
      if (!linked) return;
      for (const { name } of [VENUES, ORGANIZERS, CATEGORIES, TAGS])
        await store.updateMany(name, {}, { $inc: { version: 1 } });
      await changes.tellAll();
    },
  };
}

/** Groups events by ten. It skips events that start with the last of a group, because a list by start would show both. */
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
