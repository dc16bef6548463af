import { isDeepStrictEqual } from 'node:util';
import type { EventLists } from '../changes/record.ts';
import { ALL_EVENTS, countsOf, listName, recordName, slugsOf } from '../changes/touched.ts';
import type { Condition, Filter } from '../store/port.ts';
import { type EventRecord, IN_EVENTS, type Naming } from './event/record.ts';
import { monthOf, type Span } from './event-days.ts';

/** All that a filter asks for. Alternatives are one condition, of the name `$or`. */
export const conditionsOf = (filter: Filter): [string, Condition][] =>
  Object.entries(filter).flatMap(([key, condition]) =>
    key === '$and' ? (condition as Filter[]).flatMap(conditionsOf) : [[key, condition as Condition]],
  );

/** The span with the bounds of a condition besides; undefined when that asks for anything else. */
export function narrowed({ from, before }: Span, condition: Condition): Span | undefined {
  const { $gte, $gt, $lt, $lte, ...more } = Object(condition) as Record<string, number | undefined>;
  if (Object.keys(more).length > 0) return undefined;
  const froms = [from, $gte, $gt === undefined ? undefined : $gt + 1].filter((at) => at !== undefined);
  const befores = [before, $lt, $lte === undefined ? undefined : $lte + 1].filter((at) => at !== undefined);
  return {
    from: froms.length > 0 ? Math.max(...froms) : undefined,
    before: befores.length > 0 ? Math.min(...befores) : undefined,
  };
}

/** What lists of events are found and ordered by, as a rule: a change of anything else leaves them alone. */
const LISTED_BY = [
  ...['status', 'trashed', 'hideFromListings', 'startsAt', 'endsAt', 'publishedAt', 'featured', 'author', 'parent'],
  ...Object.keys(IN_EVENTS),
] as const;

/** What is kept about other records, and changes without a change that is told. */
const COUNTED = ['count', 'countWithDescendants', 'publicEvents', 'lastPublicStart', 'version'];

/** What is named one by one: records, months. Of more, all are meant. */
export const MOST_RECORDS = 1000;
const MOST_NAMES = 200;

const isAmong = (fields: ReadonlySet<string>, some: readonly string[]): boolean =>
  [...fields].every((field) => field === '_id' || some.includes(field));

/** The fields that a filter looks at. */
function fieldsOf(filter: Filter): string[] {
  return conditionsOf(filter).flatMap(([key, condition]) =>
    key === '$or' ? (condition as unknown as Filter[]).flatMap(fieldsOf) : [key],
  );
}

/** The values that a condition allows, where they are named. */
const valuesOf = (condition: Condition): readonly unknown[] | undefined =>
  typeof condition === 'object' ? condition.$in : [condition];

/**
 * What it rests on which records of a kind a filter finds, and in which order: not what they are like besides. The records
 * that are found are named by whoever has them.
 */
export function restsOnOf(kind: string, filter: Filter, others: readonly string[] = []): string[] {
  const asked = conditionsOf(filter);
  const [[only, alternatives] = []] = asked;
  if (asked.length === 1 && only === '$or')
    return (alternatives as unknown as Filter[]).flatMap((each) => restsOnOf(kind, each, others));
  for (const [key, condition] of asked) {
    const ids = key === '_id' ? valuesOf(condition) : undefined;
    if (ids && ids.length <= MOST_RECORDS) return ids.map((id) => recordName(kind, id));
  }
  const fields = new Set([...fieldsOf(filter), ...others]);
  if (isAmong(fields, ['slugs'])) return [slugsOf(kind)];
  if (kind === 'event' && isAmong(fields, LISTED_BY)) return listsAsked(asked);
  return [COUNTED.some((field) => fields.has(field)) ? countsOf(kind) : kind];
}

/** The narrowest lists of events in which all that is asked for lies. */
function listsAsked(asked: readonly [string, Condition][]): string[] {
  let entries = [ALL_EVENTS];
  let span: Span | undefined = {};
  for (const [key, condition] of asked) {
    const ids = Object.hasOwn(IN_EVENTS, key) ? valuesOf(condition) : undefined;
    if (ids && ids.length < MOST_NAMES) entries = ids.map((id) => `${key}/${id}`);
    // What asks for more than a span asks for less than all of it.
    if (key === 'startsAt') span = narrowed(span, condition) ?? span;
  }
  const months = monthsIn(span);
  return months && months.length * entries.length <= MOST_NAMES
    ? entries.flatMap((entry) => months.map((month) => listName(entry, month)))
    : entries.map((entry) => listName(entry));
}

/** The months of a span, where it has two ends. */
function monthsIn({ from, before }: Span): string[] | undefined {
  if (from === undefined || before === undefined) return undefined;
  const months: string[] = [];
  const first = new Date(from);
  for (let at = from, add = 1; at < before && months.length <= MOST_NAMES; add += 1) {
    months.push(monthOf(at));
    at = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + add);
  }
  return months;
}

const isIds = (list: unknown): list is number[] => Array.isArray(list) && list.every(Number.isSafeInteger);

/** In which lists of events a change may be seen. Somebody may have changed the event into nonsense: then in all. */
export function listsTouched(
  before: EventRecord | undefined,
  after: EventRecord | undefined,
): EventLists | 'all' | undefined {
  const both = [before, after].filter((event) => event !== undefined);
  if (both.length === 2 && LISTED_BY.every((field) => isSame(field, both as [EventRecord, EventRecord])))
    return undefined;
  const of = new Set<string>();
  for (const event of both)
    for (const list of Object.keys(IN_EVENTS) as (keyof Naming)[]) {
      if (!isIds(event[list])) return 'all';
      for (const id of event[list]) of.add(`${list}/${id}`);
    }
  if (!both.every(({ startsAt }) => Number.isInteger(startsAt) && !Number.isNaN(new Date(startsAt).getTime())))
    return 'all';
  return { of: [...of], months: [...new Set(both.map(({ startsAt }) => monthOf(startsAt)))] };
}

const isSame = (field: string, [one, other]: [EventRecord, EventRecord]): boolean =>
  isDeepStrictEqual(one[field as keyof EventRecord], other[field as keyof EventRecord]);
