import type { Filter, FindOptions, Scalar, TallyOptions } from '../port.ts';
import { elementOf, jsonPath, named, spread } from './expressions.ts';
import type { ListIndex } from './list-index.ts';
import { documentColumns, type Table } from './schema.ts';
import type { Search } from './search.ts';
import type { Bound } from './sqlite.ts';
import { jsonWith, NGRAMS, type Parts, partsOf, type Source, type Term, valueIn, whereAll } from './where.ts';

/** A statement and its bound values. */
export interface Query {
  sql: string;
  values: Bound[];
}

/** Up to this many values of a list are looked up one by one, in page order. With more, all matches are sorted. */
const FEW_VALUES = 50;

/** A query on the documents of a table. */
export interface Question {
  table: Table;
  filter: Filter;
  reading: Reading;
}

/** The rows that a statement reads. */
interface Rows {
  source: Source;
  /** Reads columns that were made of `source`: which tables are needed depends on them. `more` follows each part. */
  select(columns: string | readonly string[], more?: { from?: string; where?: string; end?: string }): string;
}

const selecting =
  (from: () => string, where: string): Rows['select'] =>
  (columns, more = {}) =>
    `SELECT ${columns} FROM ${from()}${more.from ?? ''} WHERE ${where}${more.where ?? ''}${more.end ?? ''}`;

/** What to read of the matching documents. */
export interface Reading extends FindOptions {
  /** How to search by n-grams. If few documents have them, those are looked up; else the index tells which of its rows are those. */
  search?: Search & { areFew: boolean };
}

/**
 * The matching documents, whole or in part. The columns are `_id` and the fields of `only`, or else those that `fromRow` takes.
 * Of many whole documents, only the ids are sorted.
 */
export function findQuery({ table, filter, reading }: Question, isLong = false): Query {
  const { only, without = [], sort = [], skip = 0, limit } = reading;
  const values: Bound[] = [];
  const needs = only ?? (isLong ? [] : ['body']);
  const { source, select } = rowsOf(table, filter, { ...reading, needs }, values);
  const end = orderBy(sort, source) + pageOf(limit, skip);
  const parts = (fields: readonly string[]): string[] =>
    ['_id', ...fields].map((field) => source.shown(field) ?? `${jsonWith(source, field)}->${jsonPath(field)}`);
  const whole = (of: string) => documentColumns(table, { of, without });
  if (only) return { sql: select(parts(only), { end }), values };
  if (!isLong) return { sql: select(whole(source.document()), { end }), values };
  const sql = `WITH k(id) AS MATERIALIZED (${select(parts([]), { end })}) SELECT ${whole('d')} FROM k CROSS JOIN ${table.name} d ON d._id=k.id`;
  return { sql, values };
}

/** Counts the documents that have these n-grams, up to `most`. */
export function ngramsQuery({ searched }: Table, ngrams: string, most: number): Query {
  const { table } = searched!;
  const sql = `SELECT count(*) FROM (SELECT 1 FROM ${table} WHERE ${table} MATCH ? LIMIT ${most})`;
  return { sql, values: [ngrams] };
}

/** Counts the matching documents. */
export function countQuery({ table, filter, reading }: Question): Query {
  const values: Bound[] = [];
  const { select } = rowsOf(table, filter, { ...reading, needs: [] }, values);
  return { sql: select('count(*)'), values };
}

/** The distinct values of a field among the matching documents. */
export function distinctQuery({ table, filter, reading }: Question, field: string): Query {
  const values: Bound[] = [];
  const { source, select } = rowsOf(table, filter, { ...reading, needs: ['body'] }, values);
  const own = source.column(field);
  if (own) return { sql: select(`DISTINCT ${own}`, { where: ` AND ${own} IS NOT NULL` }), values };
  const { from, last } = spread(jsonWith(source, field), field);
  const more = { from: `, ${from}`, where: ` AND ${last}.atom IS NOT NULL` };
  return { sql: select(`DISTINCT ${elementOf(last)}`, more), values };
}

/**
 * Counts the documents with each value of a list, with the highest value of a field and their ids as JSON, if asked for. All is
 * read from the index of the list.
 */
export function tallyQuery(
  table: Table,
  field: string,
  { filter, values: wanted, highest, ids, index }: TallyOptions<Scalar> & { filter: Filter },
): Query {
  const list = table.lists.find(({ name }) => name === index)!;
  const values: Bound[] = [];
  const looked = { term: { field, operator: '$in', value: wanted }, remaining: partsOf(filter) };
  const { source, select } = oneOfList(table, list, looked, values);
  const more = [highest ? `max(${valueIn(source, highest)})` : 'NULL', ids ? 'json_group_array(i._id)' : 'NULL'];
  return { sql: select(['i.value', 'count(*)', ...more], { end: ' GROUP BY i.value' }), values };
}

const orderBy = (sort: NonNullable<FindOptions['sort']>, source: Source) =>
  sort.length
    ? ` ORDER BY ${sort.map(([field, direction]) => `${valueIn(source, field)}${direction < 0 ? ' DESC' : ''}`)}`
    : '';

const pageOf = (limit: number | undefined, skip: number) =>
  limit === undefined && skip === 0 ? '' : ` LIMIT ${limit ?? -1} OFFSET ${skip}`;

interface Needing extends Reading {
  /** The fields that are read, besides the sort fields. */
  needs: readonly string[];
}

/** The named list index, and the values to look up in it. If several terms apply, the one with the fewest values. */
export function inList({ lists }: Table, { terms }: Parts, { index }: Reading) {
  const list = lists.find(({ name }) => name === index);
  if (!list) return undefined;
  const found = terms
    .filter(({ field, operator }) => field === list.list && /^\$(eq|in)$/.test(operator))
    .map((term) => ({
      list,
      term,
      wanted: [...new Set(term.operator === '$in' ? (term.value as unknown[]) : [term.value])],
    }));
  return found.toSorted((a, b) => a.wanted.length - b.wanted.length)[0];
}

/** Whether the values are few enough to look each up in page order. */
const isPageOfFew = ({ fields }: ListIndex, wanted: readonly unknown[], { sort = [], limit }: Reading) =>
  limit !== undefined &&
  sort.every(([field]) => fields.includes(field)) &&
  wanted.length > 0 &&
  wanted.length <= FEW_VALUES;

/** Whether the matches of several elements must be merged and deduplicated before anything is counted or sorted. */
export function isPutTogether(table: Table, filter: Filter, reading: Reading): boolean {
  const found = inList(table, partsOf(filter), reading);
  return found !== undefined && found.wanted.length > 1 && !isPageOfFew(found.list, found.wanted, reading);
}

function rowsOf(table: Table, filter: Filter, reading: Needing, values: Bound[]): Rows {
  const { search } = reading;
  const all = partsOf(filter);
  const isMet = ({ field, operator, value }: Term) =>
    search!.met.some((met) => met.field === field && met.operator === operator && met.value === value);
  const left = search ? all.terms.filter((term) => !isMet(term)) : all.terms;
  if (search?.areFew) {
    const source = ofTable(table);
    const searched = table.searched!.table;
    values.push(search.query);
    const where = `${searched} MATCH ? AND ${whereAll({ ...all, terms: left }, source, values)}`;
    const from = `${searched} CROSS JOIN ${table.name} t ON t._n=${searched}.rowid`;
    return { source, select: selecting(() => from, where) };
  }
  const parts = search ? { ...all, terms: [{ field: '', operator: NGRAMS, value: search.query }, ...left] } : all;
  const found = inList(table, parts, reading);
  if (found) {
    const { list, term, wanted } = found;
    const remaining = { ...parts, terms: parts.terms.filter((each) => each !== term) };
    if (wanted.length === 1) return oneOfList(table, list, { term, remaining }, values);
    return severalOfList(table, list, { wanted, remaining, reading }, values);
  }
  const source = ofTable(table);
  const index = table.plain.get(reading.index ?? '');
  const from = `${table.name} t${index ? ` INDEXED BY ${index}` : ''}`;
  return { source, select: selecting(() => from, whereAll(parts, source, values)) };
}

function ofTable(table: Table): Source {
  const column = (field: string) => (table.columns.has(field) ? `t.${named(field)}` : undefined);
  return { table, column, shown: column, document: () => 't' };
}

/** A list index, joined with the documents only if something is read that it does not hold. */
function ofList(table: Table, list: ListIndex): { source: Source; joined(from: string): string } {
  let joins = false;
  const beside = (sql: string) => {
    joins = true;
    return sql;
  };
  return {
    source: {
      table,
      column(field) {
        if (list.fields.includes(field)) return `i.${named(field)}`;
        return table.columns.has(field) ? beside(`t.${named(field)}`) : undefined;
      },
      shown(field) {
        if (list.fields.includes(field)) return `i.${named(field)}`;
        return table.columns.has(field)
          ? `(SELECT t.${named(field)} FROM ${table.name} t WHERE t._id=i._id)`
          : undefined;
      },
      document: () => beside('t'),
    },
    joined: (from) => (joins ? `${from} CROSS JOIN ${table.name} t ON t._id=i._id` : from),
  };
}

function oneOfList(
  table: Table,
  list: ListIndex,
  { term, remaining }: { term: Term; remaining: Parts },
  values: Bound[],
): Rows {
  const { source, joined } = ofList(table, list);
  const which = whereAll({ terms: [{ ...term, field: VALUE }], others: [] }, atValue(source), values);
  const where = `${which} AND ${whereAll(remaining, source, values)}`;
  return { source, select: selecting(() => joined(`${list.table} i`), where) };
}

/** Documents with any of several elements, without duplicates. */
function severalOfList(
  table: Table,
  list: ListIndex,
  { wanted, remaining, reading }: { wanted: readonly unknown[]; remaining: Parts; reading: Needing },
  values: Bound[],
): Rows {
  const { sort = [], skip = 0, limit, needs } = reading;
  const kept = new Set(
    ['_id', ...sort.map(([field]) => field), ...needs].filter((field) => list.fields.includes(field)),
  );
  const some = (term: Omit<Term, 'field'>, page: boolean) => {
    const { source, select } = oneOfList(table, list, { term: { ...term, field: VALUE }, remaining }, values);
    const columns = [...kept].map((field) => `i.${named(field)}`);
    if (!page) return select(`DISTINCT ${columns}`);
    return `SELECT * FROM (${select(columns, { end: orderBy(sort, source) + pageOf(skip + limit!, 0) })})`;
  };
  const rows = isPageOfFew(list, wanted, reading)
    ? wanted.map((value) => some({ operator: '$eq', value }, true)).join(' UNION ')
    : some({ operator: '$in', value: wanted }, false);
  const { source, joined } = ofList(table, { ...list, fields: [...kept] });
  return { source, select: selecting(() => joined(`(${rows}) i`), '1') };
}

/** Stands for an element of the indexed list. */
const VALUE = '';

const atValue = (source: Source): Source => ({
  ...source,
  column: (field) => (field === VALUE ? 'i.value' : source.column(field)),
});
