import { isDeepStrictEqual } from 'node:util';
import type { Filter, Store, Stored } from '../../data/port.ts';
import { EVENTS, type Naming, PUBLISHED } from '../event/record.ts';
import { byList, EVENT_LINKS } from '../event-links.ts';
import { CATEGORIES, type TermRecord } from '../term/record.ts';
import { type DayCounts, type DayScope, EVENT_DAYS, monthOf } from './event-days.ts';
import { type Above, type CountedEvent, createDifferences, type Differences, isInTime } from './event-differences.ts';
import { byStart } from './events-by-start.ts';

/** The numbers about events that a record keeps. */
export type Kept = Record<string, number | undefined>;

/** The numbers kept on the records that each list of an event names. */
export const KEPT_FIELDS: Readonly<Record<keyof Naming, readonly string[]>> = {
  categories: ['count', 'countWithDescendants'],
  tags: ['count', 'countWithDescendants'],
  ...byList(() => ['publicEvents', 'lastPublicStart']),
};

type Report = (what: string, done: number, total: number) => void;

interface Counting {
  store: Store;
  above: Above;
  /** The numbers to keep on records, by `list/id`. */
  kept: Map<string, Kept>;
  /** Reports that this many more events are counted. */
  count(events: number): void;
}

/** How many documents are read at once, and written in one unit. */
const BATCH = 1000;

const READ = ['status', 'hideFromListings', 'startsAt', ...Object.keys(KEPT_FIELDS)];

/**
 * Counts all numbers that are kept about the events of a new calendar. It reads each event once, and writes a batch of documents
 * at a time. It is safe to run again. Nobody may write meanwhile; `recountAll` in `recount.ts` counts while others write.
 */
export async function countAnew(store: Store, report: Report): Promise<void> {
  const total = await store.count(EVENTS.name, { trashed: false });
  let done = 0;
  const count = (events: number): void => {
    done += events;
    report('events counted', done, total);
  };
  const counting = { store, above: await aboveAll(store), kept: new Map(), count };
  await countListed(counting);
  await countHidden(counting);
  for (const [list, fields] of Object.entries(KEPT_FIELDS)) await writeRecords(counting, list, fields);
}

async function aboveAll(store: Store): Promise<Above> {
  const above = new Map<number, readonly number[]>();
  for await (const ids of idsOf(store, CATEGORIES.name))
    for (const { _id, ancestors } of await store.byIds<TermRecord>(CATEGORIES.name, ids as number[]))
      above.set(_id, ancestors);
  return above;
}

/** Reads events in order of their start, and writes the days of a month after its last event. So it holds one month at a time. */
async function countListed(counting: Counting): Promise<void> {
  const { store, above, kept, count } = counting;
  let month: string | undefined;
  let differences = createDifferences(store.kind);
  const listed = { trashed: false, hideFromListings: false };
  for await (const batch of byStart<CountedEvent>(store, listed, { only: READ, index: 'not_in_trash' })) {
    for (const event of batch) {
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

/** Counts public events that are hidden from lists, because terms count these, too. */
async function countHidden(counting: Counting): Promise<void> {
  const { store, above, count } = counting;
  const differences = createDifferences(store.kind);
  const hidden = { ...PUBLISHED, hideFromListings: true };
  for await (const batch of byStart<CountedEvent>(store, hidden, { only: READ, index: 'in_state' })) {
    for (const event of batch) differences.count(event, above, 1);
    count(batch.length);
  }
  await keep(counting, differences);
}

function countLinked(kept: Map<string, Kept>, event: CountedEvent): void {
  for (const { inEvents } of EVENT_LINKS)
    for (const id of new Set(event[inEvents])) {
      const { publicEvents = 0, lastPublicStart } = kept.get(`${inEvents}/${id}`) ?? {};
      const last = event.startsAt ?? lastPublicStart;
      kept.set(`${inEvents}/${id}`, { publicEvents: publicEvents + 1, lastPublicStart: last });
    }
}

/** Adds the counts for terms to those in `kept`, and writes the days. */
async function keep({ store, kept }: Counting, differences: Differences): Promise<void> {
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

/** Yields all ids of a collection, in order. */
export async function* idsOf(store: Store, collection: string): AsyncGenerator<(number | string)[]> {
  for (let rest: Filter = {}; ; ) {
    const batch = await store.find(collection, rest, { sort: [['_id', 1]], limit: BATCH, only: [], index: '_id_' });
    if (batch.length === 0) return;
    yield batch.map(({ _id }) => _id);
    rest = { _id: { $gt: batch.at(-1)!._id } };
  }
}
