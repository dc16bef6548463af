import type { Filter } from '../port.ts';
import type { Table } from './schema.ts';
import {
  countQuery,
  endQuery,
  inList,
  isPutTogether,
  keysQuery,
  type Query,
  type Question,
  type Reading,
  someQuery,
} from './select.ts';
import type { Cell } from './sqlite.ts';
import { type Parts, partsOf, type Term } from './where.ts';

/*
 * A query without a fitting index reads many documents, and one such statement would block the process until it ends. So the
 * query runs in slices: it reads the documents of one range of a numeric field, then those of the next.
 */

/** Milliseconds per slice, roughly. */
export const SLICE = 5;

/** Rows per slice: in the first, then at least and at most in the others. */
const [FIRST, FEWEST, MOST] = [256, 64, 4_096];

/** Runs a statement and returns its rows. */
export type Ask = (query: Query) => Cell[][];

/** Whether indexes answer the whole query, reading hardly more than the result. Then it is one statement. */
export function isAnsweredByIndex({ table, filter, reading }: Question): boolean {
  const parts = partsOf(filter);
  const { terms } = parts;
  if (table.keys.some((key) => isKeyFixed(key, terms))) return true;
  if (reading.ngrams !== undefined || isPutTogether(table, filter, reading)) return false;
  if (termsOfOtherLists(table, parts, reading).length > 0) return false;
  const fields = table.fields.get(reading.index ?? '') ?? [];
  const order = fields.filter((field) => !terms.some((term) => term.field === field && isEqual(term, 1)));
  return isOf(filter, new Set(fields)) && (reading.sort ?? []).every(([field], at) => field === order[at]);
}

/** Whether the filter fixes every field of a key: a key of several fields needs one value for each. */
const isKeyFixed = (key: readonly string[], terms: readonly Term[]): boolean =>
  key.every((field) => terms.some((term) => term.field === field && isEqual(term, key.length === 1 ? undefined : 1)));

/** Conditions on lists, other than the one that the index is searched for. */
function termsOfOtherLists(table: Table, parts: Parts, reading: Reading): Term[] {
  const searched = inList(table, parts, reading)?.term;
  return parts.terms.filter((term) => term !== searched && table.lists.some(({ list }) => list === term.field));
}

/** Whether a field must equal one of at most so many values. */
const isEqual = ({ operator, value }: Term, most = Number.POSITIVE_INFINITY): boolean =>
  operator === '$eq' || (operator === '$in' && (value as unknown[]).length <= most);

/** Whether a filter uses only these fields. */
function isOf(filter: Filter, fields: ReadonlySet<string>): boolean {
  const { terms, others } = partsOf(filter);
  return (
    terms.every(({ field }) => fields.has(field)) &&
    others.every((either) => either.every((each) => isOf(each, fields)))
  );
}

/** Counts the matching documents. Pauses after each slice. */
export function* countInSlices(question: Question, ask: Ask): Generator<void, number> {
  let count = 0;
  yield* inSlices(question, ask, ({ table, filter, reading }) => {
    count += Number(ask(countQuery(table, filter, reading))[0]![0]);
    return false;
  });
  return count;
}

/** The ids of the matching page, in order. Pauses after each slice, and ends when the page is full. */
export function* idsInSlices(question: Question, ask: Ask): Generator<void, Cell[]> {
  const { sort = [], skip = 0, limit } = question.reading;
  const most = limit === undefined ? Number.POSITIVE_INFINITY : skip + limit;
  let found: Cell[][] = [];
  yield* inSlices(question, ask, ({ table, filter, reading, inOrder }) => {
    const more = ask(keysQuery(table, filter, { ...reading, skip: 0, limit: limit && most }));
    found = inOrder ? [...found, ...more] : merged(found, more, sort).slice(0, most);
    return inOrder && found.length >= most;
  });
  return found.slice(skip, most).map(([id]) => id!);
}

/** A part of a query. `inOrder`: its results come after those of all earlier parts. */
interface Slice extends Question {
  inOrder: boolean;
}

/**
 * Works on the slices of a query one by one until `work` returns true for one; returns whether it did. If the documents have no
 * number to split by, the query is one slice. Documents with the same number are split by the next field.
 */
export function* inSlices(question: Question, ask: Ask, work: (slice: Slice) => boolean): Generator<void, boolean> {
  const { axis, among, rest } = cutOf(question);
  const endsOf = (part: Question) => [false, true].map((falls) => ask(endQuery(part, axis.field, falls))[0]?.[0]);
  const [lowest, highest] = endsOf(among);
  if (lowest === undefined) return false;
  if (!Number.isFinite(lowest) || !Number.isFinite(highest)) return work({ ...question, inOrder: true });
  /** The query for the documents in a range, if all have one value there. */
  const sameIn = (range: readonly [number, number]): Question | undefined => {
    const [least, most] = endsOf(within(among, axis, range));
    const value = least === most && axis.field !== undefined ? { [axis.field]: least } : undefined;
    return value && { ...rest, filter: { $and: [rest.filter, value] } as Filter };
  };
  let [low, high] = [lowest as number, (highest as number) + 1];
  let [width, rows] = [high - low, FIRST];
  while (low < high) {
    const wide = Math.max(1, Math.ceil(width));
    const range = axis.falls
      ? ([Math.max(low, high - wide), high] as const)
      : ([low, Math.min(low + wide, high)] as const);
    const some = Number(ask(someQuery(within(among, axis, range), rows))[0]![0]);
    const isDense = some >= rows;
    if (isDense && range[1] - range[0] > 1) width = (range[1] - range[0]) / 2;
    else {
      const same = isDense ? sameIn(range) : undefined;
      const began = performance.now();
      if (same) {
        if (yield* inSlices(same, ask, work)) return true;
      } else if (some > 0 && work({ ...within(rest, axis, range), inOrder: axis.inOrder })) return true;
      const spent = Math.max(0.1, performance.now() - began);
      if (axis.falls) [, high] = [low, range[0]];
      else low = range[1];
      if (some < rows / 2) width = 2 * wide;
      // A range with few rows says little about how long many take.
      if (!same && some >= rows / 2)
        rows = rounded(Math.min(MOST, Math.max(FEWEST, rows * Math.min(4, SLICE / spent))));
    }
    yield;
  }
  return false;
}

/** Rounds to a power of two, because each number needs a prepared statement of its own. */
const rounded = (rows: number): number => 2 ** Math.round(Math.log2(rows));

/** What the query is split along. */
interface Axis {
  /** A field sorted in an index; undefined for the row number, by which n-grams find documents. */
  field: string | undefined;
  /** Whether the highest range comes first. */
  falls: boolean;
  /** Whether the results come in the order of the ranges. */
  inOrder: boolean;
}

/**
 * How to split a query. `among`: the part that the index alone can answer, which shows how many rows a range has. `rest`: the
 * full query to run on each range.
 */
function cutOf({ table, filter, reading }: Question): { axis: Axis; among: Question; rest: Question } {
  const { sort = [], index, ngrams } = reading;
  const parts = partsOf(filter);
  const { terms } = parts;
  const isFixed = (field: string) => terms.some((term) => term.field === field && isEqual(term, 1));
  // A field with one fixed value does not affect the order.
  const [first, direction] = sort.find(([field]) => !isFixed(field)) ?? [undefined, 1];
  const ordered = (field: string) => ({
    field,
    falls: field === first && direction === -1,
    inOrder: first === undefined || field === first,
  });
  if (ngrams !== undefined) {
    const axis = { field: undefined, falls: false, inOrder: sort.length === 0 };
    return {
      axis,
      among: { table, filter: {}, reading: { ngrams } },
      rest: { table, filter, reading: { ...reading, byRow: true } },
    };
  }
  const fields = table.fields.get(index ?? '') ?? [];
  const cut = fields.find((field) => !terms.some((term) => term.field === field && isEqual(term)));
  // Without an index sorted by a number, documents are split by their ids.
  const [field, by] = cut !== undefined ? [cut, index!] : ['_id', '_id_'];
  const indexed = new Set(table.fields.get(by));
  // A list index is searched for one term; the matches of other list terms would be collected again for each range.
  const others = termsOfOtherLists(table, parts, reading);
  const easy = terms.filter((term) => indexed.has(term.field) && !others.includes(term));
  const among = { $and: easy.map(filterOf) };
  return {
    axis: ordered(field),
    among: { table, filter: among, reading: { index: by } },
    rest: { table, filter, reading: { ...reading, index: by, byRow: true } },
  };
}

/** The query, limited to one range. */
function within(
  { table, filter, reading }: Question,
  { field }: Axis,
  [from, before]: readonly [number, number],
): Question {
  if (field === undefined) return { table, filter, reading: { ...reading, rows: [from, before] } };
  const { terms, others } = partsOf(filter);
  // With two ranges on one field, SQLite may search the index by the wider one. All slices lie within the query's own range
  // anyway.
  const rest = terms.filter((term) => term.field !== field || !isRange(term));
  const all = [...rest.map(filterOf), ...others.map(($or) => ({ $or })), { [field]: { $gte: from, $lt: before } }];
  return { table, filter: { $and: all as Filter[] }, reading };
}

const isRange = ({ operator }: Term): boolean => /^\$[gl]te?$/.test(operator);

const filterOf = ({ field, operator, value }: Term): Filter => ({ [field]: { [operator]: value } }) as Filter;

/** Merges two sorted lists of rows. Each row is an id, then its sort values. */
function merged(a: Cell[][], b: Cell[][], sort: NonNullable<Reading['sort']>): Cell[][] {
  const all: Cell[][] = [];
  let [left, right] = [0, 0];
  while (left < a.length && right < b.length)
    all.push(comesBefore(b[right]!, a[left]!, sort) ? b[right++]! : a[left++]!);
  return [...all, ...a.slice(left), ...b.slice(right)];
}

function comesBefore(a: Cell[], b: Cell[], sort: NonNullable<Reading['sort']>): boolean {
  for (const [at, [, direction]] of sort.entries()) {
    const order = compared(a[at + 1]!, b[at + 1]!);
    if (order !== 0) return order * direction < 0;
  }
  return false;
}

/** Compares in SQLite's order: missing values, numbers, texts by code points, booleans. */
function compared(a: Cell, b: Cell): number {
  const [left, right] = [kindOf(a), kindOf(b)];
  if (left !== right) return left - right;
  if (typeof a === 'number') return a - (b as number);
  return a === null ? 0 : Buffer.compare(Buffer.from(a as string), Buffer.from(b as string));
}

const kindOf = (cell: Cell): number =>
  cell === null ? 0 : typeof cell === 'number' ? 1 : typeof cell === 'string' ? 2 : 3;
