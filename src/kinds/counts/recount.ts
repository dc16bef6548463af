import { isDeepStrictEqual } from 'node:util';
import type { Filter, Store } from '../../data/port.ts';
import { EVENTS, type EventRecord, IN_EVENTS, LISTED, type Naming, PUBLISHED } from '../event/record.ts';
import { EVENT_LINKS } from '../event-links.ts';
import { CATEGORIES } from '../term/record.ts';
import { idsOf, KEPT_FIELDS, type Kept } from './count-anew.ts';
import { countLeftWithin } from './counting.ts';
import {
  type DayCounts,
  type DayEntry,
  type DayScope,
  dayCell,
  daysOf,
  EVENT_DAYS,
  firstPart,
  type Span,
  spanOf,
} from './event-days.ts';
import { isInTime } from './event-differences.ts';
import { byStart } from './events-by-start.ts';
import { isBeingSwept } from './sweeps.ts';

/** How to count the numbers again. */
export interface Recounting {
  /** Whether to correct wrong numbers. */
  mend: boolean;
  /** Reports progress. */
  report(what: string, done: number, total: number): void;
  /** Gets a line about every record and every document of days that is wrong. */
  found(line: string): void;
}

/** The numbers kept on the records that a list of an event names. */
interface Kind {
  /** The list of an event that names the records. Their collection has the same name. */
  list: keyof Naming;
  /** Counts the numbers of a record. */
  count(store: Store, id: number): Promise<Kept>;
  /** The fields that hold the numbers. */
  fields: readonly string[];
}

const term = (list: 'categories' | 'tags'): Kind => ({
  list,
  fields: KEPT_FIELDS[list],
  async count(store, id) {
    const index = IN_EVENTS[list];
    return {
      count: await store.count(EVENTS.name, { ...PUBLISHED, [list]: id }, { index }),
      countWithDescendants: await store.count(
        EVENTS.name,
        { ...PUBLISHED, ...(await naming(store, list, id)) },
        { index },
      ),
    };
  },
});

const linked = (list: keyof Naming): Kind => ({
  list,
  fields: KEPT_FIELDS[list],
  async count(store, id) {
    const index = IN_EVENTS[list];
    const named = { ...LISTED, [list]: id };
    const how = { sort: [['startsAt', -1]], limit: 1, only: ['startsAt'], index } as const;
    const [last] = await store.find<EventRecord>(EVENTS.name, named, how);
    return { publicEvents: await store.count(EVENTS.name, named, { index }), lastPublicStart: last?.startsAt };
  },
});

const KINDS: readonly Kind[] = [
  term('categories'),
  term('tags'),
  ...EVENT_LINKS.map(({ inEvents }) => linked(inEvents)),
];

/**
 * Counts again all numbers that are kept about events: those on terms and on records that events link to, and those by day.
 * Returns how many records and documents of days were wrong. If something seems wrong, a unit of its own checks it again and
 * corrects it, so that others may write meanwhile.
 */
export async function recountAll(store: Store, recounting: Recounting): Promise<number> {
  let wrong = 0;
  for (const kind of KINDS) {
    const total = await store.count(kind.list, {});
    let done = 0;
    for await (const ids of idsOf(store, kind.list)) {
      for (const id of ids as number[]) {
        wrong += await recountRecord(store, kind, id, recounting);
        wrong += await recountDays(store, `${kind.list}/${id}`, recounting);
      }
      done += ids.length;
      recounting.report(kind.list, done, total);
    }
  }
  wrong += await recountDays(store, 'events', recounting);
  return wrong + (await recountOrphans(store, recounting));
}

/** Finds the events that name a record, or a category below it. */
async function naming(store: Store, list: keyof Naming, id: number): Promise<Filter> {
  if (list !== 'categories') return { [list]: id };
  const below = await store.find<{ _id: number }>(CATEGORIES.name, { ancestors: id }, { only: [] });
  return { [list]: { $in: [id, ...below.map(({ _id }) => _id)] } };
}

async function recountRecord(
  store: Store,
  { list, fields, count }: Kind,
  id: number,
  how: Recounting,
): Promise<number> {
  const look = async () => {
    const [record] = await store.byIds<{ _id: number } & Kept>(list, [id], { only: [...fields, 'version'] });
    if (!record) return undefined;
    const counted = await count(store, id);
    const wrong = fields.filter((field) => record[field] !== counted[field]);
    return wrong.length > 0 ? { record, counted, wrong } : undefined;
  };
  const right = async ({ record, counted, wrong }: NonNullable<Awaited<ReturnType<typeof look>>>): Promise<string> => {
    const none = wrong.filter((field) => counted[field] === undefined);
    const some = wrong.filter((field) => counted[field] !== undefined);
    if (how.mend)
      await store.update(list, id, {
        $set: Object.fromEntries(some.map((field) => [field, counted[field]])),
        $unset: Object.fromEntries(none.map((field) => [field, true as const])),
        // A damaged version cannot be raised, but no reader has cached such a record.
        ...(Number.isSafeInteger(record.version) ? { $inc: { version: 1 } } : {}),
      });
    return `${list} ${id}: ${wrong.map((field) => `${field} is ${said(record[field])}, not ${said(counted[field])}`).join('; ')}`;
  };
  const first = await look();
  if (!first) return 0;
  const line = await store.atomically(async () => {
    await countLeftWithin(store);
    const again = await look();
    return again && right(again);
  });
  if (line) how.found(line);
  return line ? 1 : 0;
}

const said = (number: number | undefined): string => String(number ?? 'missing');

async function recountDays(store: Store, entry: DayEntry, how: Recounting): Promise<number> {
  const look = async (span?: Span): Promise<WrongMonth[]> => {
    const counted = await countDays(store, entry, span);
    const kept = await keptDays(store, entry, span);
    return [...new Set([...counted.keys(), ...kept.keys()])]
      .map((id) => ({ is: counted.get(id) ?? noDays(id), ...(kept.get(id) ?? { was: noDays(id), parts: [] }) }))
      .filter(({ was, is }) => !isDeepStrictEqual(withoutZeros(was), withoutZeros(is)));
  };
  let certain = 0;
  for (const { is: month } of await look()) {
    const found = await store.atomically(async () => {
      await countLeftWithin(store);
      const wrong = (await look(spanOf(month._id, entry))).find(({ is }) => is._id === month._id);
      if (wrong && how.mend) {
        for (const part of wrong.parts) await store.delete(EVENT_DAYS.name, part);
        await store.put(EVENT_DAYS.name, [wrong.is]);
      }
      return wrong;
    });
    if (!found) continue;
    how.found(`${EVENT_DAYS.name} ${month._id}: the numbers of its days are wrong`);
    certain += 1;
  }
  return certain;
}

/** The kept and the true numbers of a month, and the documents that keep them. */
interface WrongMonth {
  was: DayCounts;
  is: DayCounts;
  parts: readonly string[];
}

/** The kept numbers, with all parts added up. */
async function keptDays(
  store: Store,
  entry: DayEntry,
  span: Span | undefined,
): Promise<Map<string, Pick<WrongMonth, 'was' | 'parts'>>> {
  const months = new Map<string, { was: Days; parts: string[] }>();
  for (const days of await store.find<DayCounts>(EVENT_DAYS.name, daysOf(entry, span), { index: '_id_' })) {
    const id = firstPart(days._id);
    const { was, parts } = months.get(id) ?? { was: noDays(id), parts: [] };
    months.set(id, { was, parts });
    parts.push(days._id);
    for (const scope of SCOPES)
      for (const [day, number] of Object.entries(days[scope] ?? {})) was[scope][day] = (was[scope][day] ?? 0) + number;
  }
  return months;
}

type Days = { _id: string } & Record<DayScope, Record<string, number>>;

const SCOPES = ['public', 'alive'] as const;

const noDays = (_id: string): Days => ({ _id, public: {}, alive: {} });

const withoutZeros = ({ _id, ...scopes }: DayCounts): object =>
  Object.fromEntries(
    SCOPES.map((scope) => [
      scope,
      Object.fromEntries(Object.entries(scopes[scope] ?? {}).filter(([, number]) => number !== 0)),
    ]),
  );

/** The true numbers by day, counted from the events, under the first document of each month. */
async function countDays(store: Store, entry: DayEntry, span: Span = {}): Promise<Map<string, DayCounts>> {
  const days = new Map<string, Days>();
  for await (const batch of aliveOf(store, entry, span))
    for (const event of batch) {
      const { document, day } = dayCell(entry, event, store.kind);
      const id = firstPart(document);
      const its = days.get(id) ?? noDays(id);
      days.set(id, its);
      its.alive[day] = (its.alive[day] ?? 0) + 1;
      if (event.status === 'publish') its.public[day] = (its.public[day] ?? 0) + 1;
    }
  return days;
}

type Alive = Pick<EventRecord, '_id' | 'startsAt' | 'status'>;

/** Yields the events of an entry that lists may show, in order of their start. */
async function* aliveOf(store: Store, entry: DayEntry, { from, before }: Span): AsyncGenerator<Alive[]> {
  const [list, id] = entry.split('/') as [keyof Naming, string?];
  const index = id === undefined ? 'not_in_trash' : IN_EVENTS[list];
  const named = id === undefined ? {} : await naming(store, list, Number(id));
  const which = { trashed: false, hideFromListings: false, ...named };
  const batches = byStart<Alive>(store, which, { span: { from, before }, only: ['startsAt', 'status'], index });
  for await (const batch of batches) yield batch.filter(isInTime);
}

/** Finds documents of days whose records no longer exist. Deletes them if `mend` is set. */
async function recountOrphans(store: Store, { mend, found }: Recounting): Promise<number> {
  let orphans = 0;
  for await (const ids of idsOf(store, EVENT_DAYS.name)) {
    for (const { list } of KINDS) {
      const its = (ids as string[]).filter((id) => id.startsWith(`${list}/`));
      const records = its.map((id) => Number(id.split('/')[1]));
      const there = new Set((await store.byIds(list, [...new Set(records)], { only: [] })).map(({ _id }) => _id));
      for (const id of its.filter((_, index) => !there.has(records[index]!))) {
        if (await isExpected(store, list, id)) continue;
        if (mend) await store.delete(EVENT_DAYS.name, id);
        found(`${EVENT_DAYS.name} ${id}: there is no such record`);
        orphans += 1;
      }
    }
  }
  return orphans;
}

/** Whether a document of days is fine after all: it is gone by now, its record exists, or a sweep will delete it. */
const isExpected = (store: Store, list: keyof Naming, id: string): Promise<boolean> =>
  store.atomically(async () => {
    if ((await store.byIds(EVENT_DAYS.name, [id], { only: [] })).length === 0) return true;
    const record = Number(id.split('/')[1]);
    return (await store.byIds(list, [record], { only: [] })).length > 0 || isBeingSwept(store, `${list}/${record}`);
  });
