import { isDeepStrictEqual } from 'node:util';
import { countLeftWithin } from './resources/counting.ts';
import { EVENTS, type Naming, PUBLISHED } from './resources/event/record.ts';
import { type DayCounts, type DayScope, EVENT_DAYS, monthOf } from './resources/event-days.ts';
import {
  type Above,
  type CountedEvent,
  createDifferences,
  type Differences,
  isInTime,
} from './resources/event-differences.ts';
import { byList, EVENT_LINKS } from './resources/event-links.ts';
import { byStart } from './resources/events-by-start.ts';
import { CATEGORIES, type TermRecord } from './resources/term/record.ts';
import type { Filter, Store, Stored } from './store/port.ts';

/** The numbers about events on a record. */
export type Kept = Record<string, number | undefined>;

/** What is kept on the records that a list in an event names. */
export const KEPT_FIELDS: Readonly<Record<keyof Naming, readonly string[]>> = {
  categories: ['count', 'countWithDescendants'],
  tags: ['count', 'countWithDescendants'],
  ...byList(() => ['publicEvents', 'lastPublicStart']),
};

type Report = (what: string, done: number, total: number) => void;

interface Counting {
  store: Store;
  above: Above;
  /** What is to be kept on records, by `list/id`. */
  kept: Map<string, Kept>;
  /** The documents of days that have been counted. */
  days: Set<string>;
  /** So many more events are counted. */
  count(events: number): void;
}

/** How many are read at once, and written in one unit. */
const BATCH = 1000;

const NAMES_NOTHING: Naming = { categories: [], tags: [], ...byList(() => []) };
const READ = ['status', 'hideFromListings', 'startsAt', ...Object.keys(NAMES_NOTHING)];

/**
 * Counts everything anew that is kept about events and sets it right: each event is read once, and a batch of documents is
 * written at a time. For calendars in which no event is written meanwhile; `recountAll` in `recount.ts` does it while others write.
 */
export async function countAnew(store: Store, report: Report): Promise<void> {
  // What units of a process have left that was killed would be counted once more.
  await store.atomically(() => countLeftWithin(store));
  const total = await store.count(EVENTS.name, { trashed: false });
  let done = 0;
  const count = (events: number): void => {
    done += events;
    report('events counted', done, total);
  };
  const counting = { store, above: await aboveAll(store), kept: new Map(), days: new Set<string>(), count };
  await countListed(counting);
  await countHidden(counting);
  for (const [list, fields] of Object.entries(KEPT_FIELDS)) await writeRecords(counting, list, fields);
  for await (const ids of idsOf(store, EVENT_DAYS.name))
    for (const id of (ids as string[]).filter((id) => !counting.days.has(id))) await store.delete(EVENT_DAYS.name, id);
}

async function aboveAll(store: Store): Promise<Above> {
  const above = new Map<number, readonly number[]>();
  for await (const ids of idsOf(store, CATEGORIES.name))
    for (const { _id, ancestors } of await store.byIds<TermRecord>(CATEGORIES.name, ids as number[]))
      above.set(_id, ancestors);
  return above;
}

/** By their start, and the days of a month are written behind its last event: no more than those are held at once. */
async function countListed(counting: Counting): Promise<void> {
  const { store, above, kept, count } = counting;
  let month: string | undefined;
  let differences = createDifferences(store.kind);
  const listed = { trashed: false, hideFromListings: false };
  for await (const batch of byStart<CountedEvent>(store, listed, { only: READ, index: 'not_in_trash' })) {
    for (const event of batch.map(whole)) {
      if (event.status === 'publish') countLinked(kept, event);
      if (isInTime(event) && month !== monthOf(event.startsAt)) {
        await keep(counting, differences);
        differences = createDifferences(store.kind);
        month = monthOf(event.startsAt);
      }
      differences.count(event, above, 1);
    }
    count(batch.length);
  }
  await keep(counting, differences);
}

/** Terms count what is hidden from lists too. */
async function countHidden(counting: Counting): Promise<void> {
  const { store, above, count } = counting;
  const differences = createDifferences(store.kind);
  const hidden = { ...PUBLISHED, hideFromListings: true };
  for await (const batch of byStart<CountedEvent>(store, hidden, { only: READ, index: 'in_state' })) {
    for (const event of batch.map(whole)) differences.count(event, above, 1);
    count(batch.length);
  }
  await keep(counting, differences);
}

/** Somebody may have taken a list from an event. */
const whole = (event: CountedEvent): CountedEvent => ({ ...NAMES_NOTHING, ...event });

function countLinked(kept: Map<string, Kept>, event: CountedEvent): void {
  for (const { inEvents } of EVENT_LINKS)
    for (const id of new Set(event[inEvents])) {
      const { publicEvents = 0, lastPublicStart } = kept.get(`${inEvents}/${id}`) ?? {};
      const last = event.startsAt ?? lastPublicStart;
      kept.set(`${inEvents}/${id}`, { publicEvents: publicEvents + 1, lastPublicStart: last });
    }
}

/** Adds what was counted on terms to the rest, and writes the days. */
async function keep({ store, kept, days }: Counting, differences: Differences): Promise<void> {
  for (const list of ['categories', 'tags'] as const)
    for (const [id, more] of differences.terms(list)) {
      const { count = 0, countWithDescendants = 0 } = kept.get(`${list}/${id}`) ?? {};
      kept.set(`${list}/${id}`, {
        count: count + (more.count ?? 0),
        countWithDescendants: countWithDescendants + (more.countWithDescendants ?? 0),
      });
    }
  const counted = [...differences.days()].map(([id, numbers]) => dayCounts(id, numbers));
  for (let from = 0; from < counted.length; from += BATCH) {
    const some = counted.slice(from, from + BATCH);
    const ids = some.map(({ _id }) => _id);
    for (const id of ids) days.add(id);
    await store.atomically(async () => {
      const stored = new Map((await store.byIds<DayCounts>(EVENT_DAYS.name, ids)).map((each) => [each._id, each]));
      const wrong = some.filter((is) => !isDeepStrictEqual(stored.get(is._id), is));
      if (wrong.length) await store.put(EVENT_DAYS.name, wrong);
    });
  }
}

function dayCounts(_id: string, numbers: Readonly<Record<string, number>>): DayCounts {
  const days: DayCounts & Record<DayScope, Record<string, number>> = { _id, public: {}, alive: {} };
  for (const [path, number] of Object.entries(numbers)) {
    const [scope, day] = path.split('.') as [DayScope, string];
    days[scope][day] = number;
  }
  return days;
}

async function writeRecords({ store, kept }: Counting, list: string, fields: readonly string[]): Promise<void> {
  const none = Object.fromEntries(fields.map((field) => [field, field === 'lastPublicStart' ? undefined : 0]));
  for await (const ids of idsOf(store, list))
    await store.atomically(async () => {
      const wrong: Stored[] = [];
      for (const record of await store.byIds<Stored & { version: number }>(list, ids)) {
        const { _id, version, ...rest } = record;
        const is = { ...rest, ...none, ...kept.get(`${list}/${_id}`) };
        if (!isDeepStrictEqual(defined(rest), defined(is)))
          wrong.push({ _id, ...defined({ ...is, version: version + 1 }) });
      }
      if (wrong.length) await store.put(list, wrong);
    });
}

const defined = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** All ids of a collection, in their order. */
export async function* idsOf(store: Store, collection: string): AsyncGenerator<(number | string)[]> {
  for (let rest: Filter = {}; ; ) {
    const batch = await store.find(collection, rest, { sort: [['_id', 1]], limit: BATCH, only: [], index: '_id_' });
    if (batch.length === 0) return;
    yield batch.map(({ _id }) => _id);
    rest = { _id: { $gt: batch.at(-1)!._id } };
  }
}
