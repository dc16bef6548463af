import { CHANGES, type Entry, MOST_NAMES } from '../../data/changes/record.ts';
import { countsOf, recordName } from '../../data/changes/touched.ts';
import type { Store, Stored } from '../../data/port.ts';
import { DomainError } from '../../domain/errors.ts';
import { EVENTS, type EventRecord, IN_EVENTS, LISTED, type Naming } from '../event/record.ts';
import { EVENT_LINKS, type LinkList } from '../event-links.ts';
import { CATEGORIES, TAGS, type TermRecord } from '../term/record.ts';
import { addToDays } from './event-days.ts';
import { type Above, type CountedEvent, createDifferences } from './event-differences.ts';
import { isBeingSwept, leaveToSweep } from './sweeps.ts';

/** An event as it was counted before a write, if it was, and as it must be counted after it. */
export interface Recounted {
  before?: CountedEvent;
  after: CountedEvent;
}

/** Gets each entry of the change log whose unit cannot be counted, because a number is damaged. */
export type Lost = (entry: { collection: string; id: unknown; fields: string[] }) => void;

/** What the server's log says about it. */
export const UNCOUNTED = 'a number about events is damaged: what was written cannot be counted; see npm run check-data';

/** How many units one unit counts, which takes a database some hundred milliseconds. */
const AT_ONCE = 200;

/**
 * Sorts ids, without duplicates. Units that write the same records then do so in the same order, so no two of them wait for each
 * other.
 */
export const ascending = (ids: Iterable<number>): number[] => [...new Set(ids)].sort((a, b) => a - b);

/**
 * Adds to the numbers that terms keep about events, in ascending order of ids. Terms show these numbers, so this raises their
 * versions, but it does not count as a change of the terms.
 */
export const addToTerms = (
  store: Store,
  collection: string,
  additions: ReadonlyMap<number, Readonly<Record<string, number>>>,
): Promise<void> =>
  store.add(
    collection,
    new Map(ascending(additions.keys()).map((id) => [id, { ...additions.get(id), version: 1 }] as const)),
  );

/** The ids above each existing category of these events. */
export async function aboveThoseOf(store: Store, events: readonly Pick<Naming, 'categories'>[]): Promise<Above> {
  const ids = [...new Set(events.flatMap((event) => event.categories))];
  if (!ids.length) return new Map();
  const options = { only: ['ancestors'], index: '_id_' };
  const found = await store.find<TermRecord>(CATEGORIES.name, { _id: { $in: ids } }, options);
  // The field may be damaged.
  return new Map(found.map(({ _id, ancestors }) => [_id, Array.isArray(ancestors) ? ancestors : []]));
}

async function tagsThere(store: Store, events: readonly Pick<Naming, 'tags'>[]): Promise<Set<number>> {
  const ids = [...new Set(events.flatMap((event) => event.tags))];
  const found = ids.length ? await store.find(TAGS.name, { _id: { $in: ids } }, { only: [], index: '_id_' }) : [];
  return new Set(found.map(({ _id }) => _id as number));
}

/**
 * Updates the numbers for events that have changed, as part of a unit, with the categories at their current places. Where units
 * run concurrently, it writes the terms that the events name even if their numbers stay the same. If another unit moves or
 * removes such a term at the same time, one of the two fails and runs again. Returns the names of what it wrote (`category/5`).
 */
export async function countEvents(store: Store, events: readonly Recounted[]): Promise<string[]> {
  const all = events.flatMap(({ before, after }) => (before ? [before, after] : [after]));
  const above = await aboveThoseOf(store, all);
  const tags = await tagsThere(store, all);
  // Events may still carry deleted terms, which count nowhere.
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
    await addToTerms(store, list, additions);
    for (const id of additions.keys()) written.push(recordName(kind, id));
  }
  for (const { inEvents, name } of EVENT_LINKS)
    if (await countLinked(store, inEvents, events)) written.push(countsOf(name));
  for (const { after } of events) await sweepGone(store, after, living(after));
  await addToDays(store, differences.days());
  return written;
}

/**
 * Updates the records that events link to. Each keeps how many of its events everybody sees in lists, and when the last of these
 * starts. Nobody is shown these numbers, so they raise no version: a write to an event does not get in the way of somebody who
 * edits its venue. Returns whether there was anything to count.
 */
async function countLinked(store: Store, list: LinkList, events: readonly Recounted[]): Promise<boolean> {
  const named = ascending(events.flatMap(({ before, after }) => [...(before?.[list] ?? []), ...after[list]]));
  const starts = new Map(
    named.flatMap((id) => {
      const moved = events
        .map(({ before, after }) => ({ was: publicStart(before, list, id), is: publicStart(after, list, id) }))
        .filter(({ was, is }) => was !== is);
      return moved.length ? [[id, moved] as const] : [];
    }),
  );
  const gone = await lastGone(store, list, starts);
  const additions = new Map<number, Record<string, number | { atLeast: number }>>();
  for (const [id, moved] of starts) {
    const by = moved.reduce((sum, { was, is }) => sum + Number(is !== undefined) - Number(was !== undefined), 0);
    const counted: Record<string, number> = by === 0 ? {} : { publicEvents: by };
    const last = Math.max(...moved.map(({ is }) => is ?? Number.NEGATIVE_INFINITY));
    if (gone.has(id)) {
      const now = await lastStart(store, list, id);
      const set =
        now === undefined ? { $unset: { lastPublicStart: true } as const } : { $set: { lastPublicStart: now } };
      await store.update(list, id, { $inc: counted, ...set });
    } else additions.set(id, Number.isFinite(last) ? { ...counted, lastPublicStart: { atLeast: last } } : counted);
  }
  await store.add(list, additions);
  return starts.size > 0;
}

/** The records whose last event may no longer be the last. */
async function lastGone(store: Store, list: LinkList, starts: ReadonlyMap<number, Moved>): Promise<Set<number>> {
  const left = [...starts].filter(([, moved]) => moved.some(({ was, is }) => was !== undefined || Number.isNaN(is)));
  if (!left.length) return new Set();
  const ids = left.map(([id]) => id);
  const stored = await store.byIds<Linked>(list, ids, { only: ['lastPublicStart'] });
  return new Set(
    stored.flatMap(({ _id, lastPublicStart }) => (mayHaveGone(lastPublicStart, starts.get(_id)!) ? [_id] : [])),
  );
}

type Linked = Stored & { _id: number; lastPublicStart?: unknown };

/** The starts of changed events, before and after; undefined where not everybody sees the event. */
type Moved = readonly { was: number | undefined; is: number | undefined }[];

/** Whether the last event may no longer be the last, or this cannot be known. */
const mayHaveGone = (last: unknown, moved: Moved): boolean =>
  (last !== undefined && !Number.isInteger(last)) ||
  moved.some(
    ({ was, is }) =>
      Number.isNaN(was) || Number.isNaN(is) || (was !== undefined && (last === undefined || was >= Number(last))),
  );

/** When an event starts, if everybody sees it in the lists of this record; otherwise undefined. NaN if its start is damaged. */
const publicStart = (event: CountedEvent | undefined, list: LinkList, id: number): number | undefined =>
  event?.status === 'publish' && !event.hideFromListings && event[list].includes(id)
    ? (event.startsAt ?? Number.NaN)
    : undefined;

/** When the last public event starts. Takes one look at an index, however many events there are. */
async function lastStart(store: Store, list: LinkList, id: number): Promise<number | undefined> {
  const how = { sort: [['startsAt', -1]], limit: 1, only: ['startsAt'], index: IN_EVENTS[list] } as const;
  const [last] = await store.find<EventRecord>(EVENTS.name, { ...LISTED, [list]: id }, how);
  return last?.startsAt;
}

/** If a term was deleted while an event began to name it, leaves the term to the next sweep. */
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
 * Marks these entries as counted, and returns how many were not yet. A unit does this first: if two units count the same entries,
 * one fails before it has done anything.
 */
const countedNow = (store: Store, left: readonly Stored[]): Promise<number> =>
  store.updateMany(
    CHANGES.name,
    { _id: { $in: left.map(({ _id }) => _id) }, uncounted: true },
    { $unset: { uncounted: true, toCount: true } },
  );

/** Counts some of what units have left to count, as part of a unit. Returns whether there may be more. */
async function countSome(store: Store): Promise<boolean> {
  const left = await findLeft(store, AT_ONCE);
  if (!left.length) return false;
  await countedNow(store, left);
  await countUnits(store, left);
  return left.length === AT_ONCE;
}

/**
 * Counts what these units have left to count, as part of a unit. It adds the names of what it writes to the first unit's entry,
 * so that caches learn of it.
 */
async function countUnits(store: Store, left: readonly Left[]): Promise<void> {
  const events = left.flatMap(({ toCount }) => toCount);
  const written = await countEvents(store, events);
  const { _id, touched = [] } = left[0]!;
  if (touched === 'all') return;
  const names = [...new Set([...touched, ...written])];
  await store.update(CHANGES.name, _id, { $set: { touched: names.length > MOST_NAMES ? 'all' : names } });
}

/**
 * Counts everything that units have left to count and that the caller's unit sees. The caller then reads and writes numbers and
 * places of categories as if each unit had counted by itself. Does nothing on a store where units do count by themselves.
 */
export async function countLeftWithin(store: Store): Promise<void> {
  if (store.kind === 'embedded') return;
  while (await countSome(store));
}

/**
 * Counts everything that units have left to count, in units of its own. It reports what it cannot count and leaves it out:
 * `check-data` then finds the wrong numbers. @throws DomainError UNAVAILABLE when the store cannot be written
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
