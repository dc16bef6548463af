import { CHANGES, type Entry, MOST_NAMES } from '../changes/record.ts';
import { recordName } from '../changes/touched.ts';
import { DomainError } from '../errors.ts';
import type { Store, Stored } from '../store/port.ts';
import { EVENTS, type EventRecord, IN_EVENTS, LISTED, type Naming } from './event/record.ts';
import { addToDays } from './event-days.ts';
import { type Above, type CountedEvent, createDifferences } from './event-differences.ts';
import { EVENT_LINKS, type LinkList } from './event-links.ts';
import { isBeingSwept, leaveToSweep } from './sweeps.ts';
import { CATEGORIES, TAGS, type TermRecord } from './term/record.ts';

/** An event as it was counted before a write, if it was, and as it is to be counted after it. */
export interface Recounted {
  before?: CountedEvent;
  after: CountedEvent;
}

/** Told of an entry of the log of changes whose unit cannot be counted, since a number has been changed into nonsense. */
export type Lost = (entry: { collection: string; id: unknown; fields: string[] }) => void;

/** What the log says of it. */
export const UNCOUNTED = 'a number about events is damaged: what was written cannot be counted; see npm run check-data';

/** Units that are counted in one unit: some hundred milliseconds of a database. */
const AT_ONCE = 200;

/** Two units that write the same records do so in the same order: none waits for the other while it is waited for. */
export const ascending = (ids: Iterable<number>): number[] => [...new Set(ids)].sort((a, b) => a - b);

/** Adds to numbers that records keep about events, by rising ids. That raises their versions and is no change of them. */
export const addToRecords = (
  store: Store,
  collection: string,
  additions: ReadonlyMap<number, Readonly<Record<string, number>>>,
): Promise<void> =>
  store.add(
    collection,
    new Map(ascending(additions.keys()).map((id) => [id, { ...additions.get(id), version: 1 }] as const)),
  );

/** The ids above each category of these events that is there. */
export async function aboveThoseOf(store: Store, events: readonly Pick<Naming, 'categories'>[]): Promise<Above> {
  const ids = [...new Set(events.flatMap((event) => event.categories))];
  if (!ids.length) return new Map();
  const asked = { only: ['ancestors'], index: '_id_' };
  const found = await store.find<TermRecord>(CATEGORIES.name, { _id: { $in: ids } }, asked);
  // Somebody may have made nonsense of it.
  return new Map(found.map(({ _id, ancestors }) => [_id, Array.isArray(ancestors) ? ancestors : []]));
}

async function tagsThere(store: Store, events: readonly Pick<Naming, 'tags'>[]): Promise<Set<number>> {
  const ids = [...new Set(events.flatMap((event) => event.tags))];
  const found = ids.length ? await store.find(TAGS.name, { _id: { $in: ids } }, { only: [], index: '_id_' }) : [];
  return new Set(found.map(({ _id }) => _id as number));
}

/**
 * Counts events otherwise than before, as part of a unit, by the places of the categories as they are now. Where units run
 * beside each other, the terms that the events name are written whether their numbers differ or not: of this unit and one that
 * moves or removes such a term at the same time, one fails and runs again. Gives the names of what was written
 * (`category/5`).
 */
export async function countEvents(store: Store, events: readonly Recounted[]): Promise<string[]> {
  const all = events.flatMap(({ before, after }) => (before ? [before, after] : [after]));
  const above = await aboveThoseOf(store, all);
  const tags = await tagsThere(store, all);
  // Events may still carry what is gone; it counts nowhere.
  const living = (event: CountedEvent): CountedEvent => ({
    ...event,
    categories: event.categories.filter((id) => above.has(id)),
    tags: event.tags.filter((id) => tags.has(id)),
  });
  const differences = createDifferences(store.kind);
  for (const { before, after } of events) {
    if (before) differences.count(living(before), above, -1);
    differences.count(living(after), above, 1);
  }
  const written: string[] = [];
  for (const [kind, list] of [
    ['category', 'categories'],
    ['tag', 'tags'],
  ] as const) {
    const held = store.kind === 'mongodb' ? all.flatMap((event) => living(event)[list]) : [];
    const additions = new Map([...held.map((id) => [id, {}] as const), ...differences.terms(list)]);
    await addToRecords(store, list, additions);
    for (const id of additions.keys()) written.push(recordName(kind, id));
  }
  for (const { inEvents, name } of EVENT_LINKS)
    for (const id of await countLinked(store, inEvents, events)) written.push(recordName(name, id));
  for (const { after } of events) await sweepGone(store, after, living(after));
  await addToDays(store, differences.days());
  return written;
}

/**
 * What events link to keeps how many of them everybody sees in lists, and when the last of these starts. That is looked up only
 * where the event that was the last may be it no longer. Gives the ids of what was written.
 */
async function countLinked(store: Store, list: LinkList, events: readonly Recounted[]): Promise<number[]> {
  const named = ascending(events.flatMap(({ before, after }) => [...(before?.[list] ?? []), ...after[list]]));
  const starts = new Map(
    named.map((id) => [
      id,
      events
        .map(({ before, after }) => ({ was: publicStart(before, list, id), is: publicStart(after, list, id) }))
        .filter(({ was, is }) => was !== is),
    ]),
  );
  const ids = named.filter((id) => starts.get(id)!.length > 0);
  if (!ids.length) return [];
  const more = new Map<number, Record<string, number>>();
  for (const { _id, lastPublicStart: last } of await store.byIds<Linked>(list, ids, { only: ['lastPublicStart'] })) {
    const moved = starts.get(_id)!;
    const by = moved.reduce((sum, { was, is }) => sum + Number(is !== undefined) - Number(was !== undefined), 0);
    const numbers: Record<string, number> = by === 0 ? {} : { publicEvents: by };
    const now = mayHaveGone(last, moved) ? await lastStart(store, list, _id) : lastOf(last, moved);
    if (now === last) more.set(_id, numbers);
    else
      await store.update(list, _id, {
        $inc: { ...numbers, version: 1 },
        ...(now === undefined ? { $unset: { lastPublicStart: true } } : { $set: { lastPublicStart: now } }),
      });
  }
  if (more.size) await addToRecords(store, list, more);
  return ids;
}

type Linked = Stored & { _id: number; lastPublicStart?: unknown };

/** Events that start otherwise than before, or are seen no more, or newly. */
type Moved = readonly { was: number | undefined; is: number | undefined }[];

/** Whether the one that was the last may be it no longer, or nobody knows. */
const mayHaveGone = (last: unknown, moved: Moved): boolean =>
  (last !== undefined && !Number.isInteger(last)) ||
  moved.some(
    ({ was, is }) =>
      Number.isNaN(was) || Number.isNaN(is) || (was !== undefined && (last === undefined || was >= Number(last))),
  );

const lastOf = (last: unknown, moved: Moved): number | undefined => {
  const known = [last as number | undefined, ...moved.map(({ is }) => is)].filter((at) => at !== undefined);
  return known.length ? Math.max(...known) : undefined;
};

/** When an event starts that everybody sees in the lists of what it links to. Of one that was damaged nobody knows: not a number. */
const publicStart = (event: CountedEvent | undefined, list: LinkList, id: number): number | undefined =>
  event?.status === 'publish' && !event.hideFromListings && event[list].includes(id)
    ? (event.startsAt ?? Number.NaN)
    : undefined;

/** One look at an index, however many events there are. */
async function lastStart(store: Store, list: LinkList, id: number): Promise<number | undefined> {
  const how = { sort: [['startsAt', -1]], limit: 1, only: ['startsAt'], index: IN_EVENTS[list] } as const;
  const [last] = await store.find<EventRecord>(EVENTS.name, { ...LISTED, [list]: id }, how);
  return last?.startsAt;
}

/** What an event names although it went at the same time is swept, by whoever sweeps next. */
async function sweepGone(store: Store, named: CountedEvent, living: CountedEvent): Promise<void> {
  for (const list of ['categories', 'tags'] as const)
    for (const id of named[list].filter((each) => !living[list].includes(each)))
      if (!(await isBeingSwept(store, `${list}/${id}`))) await leaveToSweep(store, list, id);
}

type Left = Pick<Entry, '_id' | 'touched'> & { toCount: readonly Recounted[] };

const findLeft = (store: Store, limit: number): Promise<Left[]> =>
  store.find<Left>(
    CHANGES.name,
    { uncounted: true },
    { sort: [['_id', 1]], limit, only: ['toCount', 'touched'], index: 'uncounted' },
  );

/**
 * Says that these are counted, and gives how many were not yet. First of all in a unit: of two that count the same, one fails
 * before it has done anything.
 */
const countedNow = (store: Store, left: readonly Stored[]): Promise<number> =>
  store.updateMany(
    CHANGES.name,
    { _id: { $in: left.map(({ _id }) => _id) }, uncounted: true },
    { $unset: { uncounted: true, toCount: true } },
  );

/** Counts some of what units have left, as part of a unit. Gives whether there may be more. */
async function countSome(store: Store): Promise<boolean> {
  const left = await findLeft(store, AT_ONCE);
  if (!left.length) return false;
  await countedNow(store, left);
  await countUnits(store, left);
  return left.length === AT_ONCE;
}

/** Counts what units have left, as part of a unit. Whoever keeps what he read is told what that has written by the first of them. */
async function countUnits(store: Store, left: readonly Left[]): Promise<void> {
  const events = left.flatMap(({ toCount }) => toCount);
  const written = await countEvents(store, events);
  const { _id, touched = [] } = left[0]!;
  if (touched === 'all') return;
  const names = [...new Set([...touched, ...written])];
  await store.update(CHANGES.name, _id, { $set: { touched: names.length > MOST_NAMES ? 'all' : names } });
}

/**
 * Counts all that units have left to be counted and that the unit of the caller sees: what it reads and writes of numbers
 * and of places of categories then is as if each unit had counted by itself. Nothing where units count by themselves.
 */
export async function countLeftWithin(store: Store): Promise<void> {
  if (store.kind === 'embedded') return;
  while (await countSome(store));
}

/**
 * Counts all that units have left to be counted, in units of its own. What cannot be counted is told and left out: `check-data`
 * finds numbers that are wrong then. @throws DomainError UNAVAILABLE when the store cannot be written
 */
export async function countLeft(store: Store, lost: Lost): Promise<void> {
  if (store.kind === 'embedded') return;
  try {
    while (await store.atomically(() => countSome(store)));
  } catch (error) {
    if (error instanceof DomainError) throw error;
    for (const left of await findLeft(store, AT_ONCE)) await countAlone(store, left, lost);
  }
}

async function countAlone(store: Store, left: Left, lost: Lost): Promise<void> {
  const asFar = (count: () => Promise<void>): Promise<void> =>
    store.atomically(async () => {
      if ((await countedNow(store, [left])) > 0) await count();
    });
  try {
    await asFar(() => countUnits(store, [left]));
  } catch (error) {
    if (error instanceof DomainError) throw error;
    await asFar(async () => {});
    lost({ collection: CHANGES.name, id: left._id, fields: ['toCount'] });
  }
}
