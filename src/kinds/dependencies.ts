import { isDeepStrictEqual } from 'node:util';
import type { CountedEvent, EventLists } from '../data/changes/record.ts';
import { ALL_EVENTS, countsOf, listName, recordName, slugsOf } from '../data/changes/touched.ts';
import type { Condition, Filter } from '../data/port.ts';
import { monthOf, type Span, sharedSpan } from './counts/spans.ts';
import { type EventRecord, IN_EVENTS, type Naming } from './event/record.ts';

/** All conditions of a filter. Alternatives are one condition, named `$or`. */
export const conditionsOf = (filter: Filter): [string, Condition][] =>
  Object.entries(filter).flatMap(([key, condition]) =>
    key === '$and' ? (condition as Filter[]).flatMap(conditionsOf) : [[key, condition as Condition]],
  );

/** Narrows the span by the bounds of a condition. Undefined if the condition has more than bounds. */
export function narrowed(span: Span, condition: Condition): Span | undefined {
  const { $gte, $gt, $lt, $lte, ...more } = Object(condition) as Record<string, number | undefined>;
  if (Object.keys(more).length > 0) return undefined;
  const after = { from: $gt === undefined ? undefined : $gt + 1, before: $lte === undefined ? undefined : $lte + 1 };
  return sharedSpan(sharedSpan(span, { from: $gte, before: $lt }), after);
}

/** The fields that lists of events usually filter and order by. Other changes do not affect these lists. */
const LISTED_BY = [
  'status',
  'trashed',
  'hideFromListings',
  'startsAt',
  'endsAt',
  'publishedAt',
  'featured',
  'author',
  'parent',
  'series',
  'allDay',
  'startDate',
  'endDate',
  ...Object.keys(IN_EVENTS),
] as const;

/** How many records or months are named one by one. Beyond that, the name covers all of them. */
export const MOST_RECORDS = 1000;
const MOST_NAMES = 200;

const isAmong = (fields: ReadonlySet<string>, some: readonly string[]) =>
  [...fields].every((field) => field === '_id' || some.includes(field));

/** The filters of which one must match, as the value of `$or`. */
const alternativesOf = (condition: Condition): Filter[] => (Array.isArray(condition) ? condition : []);

/** The fields that a filter looks at. */
function fieldsOf(filter: Filter): string[] {
  return conditionsOf(filter).flatMap(([key, condition]) =>
    key === '$or' ? alternativesOf(condition).flatMap(fieldsOf) : [key],
  );
}

/** The values that a condition allows, if it lists them. */
const valuesOf = (condition: Condition): readonly unknown[] | undefined =>
  typeof condition === 'object' ? condition.$in : [condition];

/**
 * What a query depends on: which records of a kind a filter finds, and in which order. It does not cover their contents;
 * the caller names the records found.
 */
export function dependenciesOf(kind: string, filter: Filter, others: readonly string[] = []): string[] {
  const conditions = conditionsOf(filter);
  const [[only, alternatives] = []] = conditions;
  if (conditions.length === 1 && only === '$or')
    return alternativesOf(alternatives!).flatMap((each) => dependenciesOf(kind, each, others));
  for (const [key, condition] of conditions) {
    const ids = key === '_id' ? valuesOf(condition) : undefined;
    if (ids && ids.length <= MOST_RECORDS) return ids.map((id) => recordName(kind, id));
  }
  const fields = new Set([...fieldsOf(filter), ...others]);
  if (isAmong(fields, ['slugs'])) return [slugsOf(kind)];
  if (kind === 'event' && isAmong(fields, LISTED_BY)) return eventListsOf(conditions);
  return [fields.has('version') ? countsOf(kind) : kind];
}

/** The narrowest lists of events that cover all conditions. */
function eventListsOf(conditions: readonly [string, Condition][]) {
  let entries = [ALL_EVENTS];
  let span: Span | undefined = {};
  for (const [key, condition] of conditions) {
    const ids = Object.hasOwn(IN_EVENTS, key) ? valuesOf(condition) : undefined;
    if (ids && ids.length < MOST_NAMES) entries = ids.map((id) => `${key}/${id}`);
    // A condition with more than bounds finds less than the whole span.
    if (key === 'startsAt') span = narrowed(span, condition) ?? span;
  }
  const months = monthsIn(span);
  return months && months.length * entries.length <= MOST_NAMES
    ? entries.flatMap((entry) => months.map((month) => listName(entry, month)))
    : entries.map((entry) => listName(entry));
}

/** The months of a span. Undefined if it is open-ended. */
function monthsIn({ from, before }: Span) {
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

/** The lists of events that a change may affect. All of them, if the stored event is damaged. */
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
  if (!both.every(isCountable)) return 'all';
  const [left, joined] = [countedAs(before), countedAs(after)];
  return {
    of: [...of],
    months: [...new Set(both.map(({ startsAt }) => monthOf(startsAt)))],
    counted: { ...(left && { left }), ...(joined && { joined }) },
  };
}

const isCountable = ({ startsAt, trashed, hideFromListings }: EventRecord) =>
  Number.isInteger(startsAt) &&
  !Number.isNaN(new Date(startsAt).getTime()) &&
  [trashed, hideFromListings].every((flag) => typeof flag === 'boolean');

function countedAs(event: EventRecord | undefined): CountedEvent | undefined {
  if (!event || event.trashed) return undefined;
  const lists = (Object.keys(IN_EVENTS) as (keyof Naming)[]).filter((list) => event[list].length > 0);
  return {
    at: event.startsAt,
    ...(event.status === 'publish' && { published: true }),
    ...(event.hideFromListings && { hidden: true }),
    in: Object.fromEntries(lists.map((list) => [list, event[list]])),
  };
}

const isSame = (field: string, [one, other]: [EventRecord, EventRecord]) =>
  isDeepStrictEqual(one[field as keyof EventRecord], other[field as keyof EventRecord]);
