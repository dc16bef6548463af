import type { Condition, Filter } from '../port.ts';
import { ABSENT, elementOf, FALSE, isWithin, jsonPath, scalarOf, spread, TRUE } from './expressions.ts';
import { literal, type Table } from './schema.ts';
import type { Bound } from './sqlite.ts';

/** One thing that is asked of one field. */
export interface Term {
  field: string;
  operator: string;
  value: unknown;
}

/** Where the parts of a document are read in a statement, as SQL. */
export interface Source {
  table: Table;
  /** Whether lists are looked at in each document, and not in their indexes. */
  byRow: boolean;
  /** The column of a declared field; undefined when only the body has it. */
  column(field: string): string | undefined;
  /** The same for what is given out: it is looked up only for the rows of the page, not for those that are passed over. */
  shown(field: string): string | undefined;
  /** The name of the row that has the whole document. */
  document(): string;
}

/** The filter as conditions that must all be met: what is asked of single fields, and the rest. */
export function partsOf(filter: Filter): { terms: Term[]; others: Filter[][] } {
  const { $and = [], $or, ...fields } = filter;
  const terms = Object.entries(fields).flatMap(([field, condition]) => termsOf(field, condition as Condition));
  const below = $and.map(partsOf);
  return {
    terms: [...terms, ...below.flatMap((part) => part.terms)],
    others: [...($or ? [$or] : []), ...below.flatMap((part) => part.others)],
  };
}

const termsOf = (field: string, condition: Condition): Term[] =>
  typeof condition === 'object'
    ? Object.entries(condition).map(([operator, value]) => ({ field, operator, value }))
    : [{ field, operator: '$eq', value: condition }];

/**
 * What a filter asks, as SQL that means what it means to MongoDB, with its values added to `values` in the order of the
 * text. Values of different types never match: a range of numbers finds no text.
 */
export function where(filter: Filter, source: Source, values: Bound[]): string {
  return whereAll(partsOf(filter), source, values);
}

/** The same of a filter in parts. */
export function whereAll({ terms, others }: ReturnType<typeof partsOf>, source: Source, values: Bound[]): string {
  const all = [
    ...terms.map((term) => whereTerm(term, source, values)),
    ...others.map((either) => `(${either.map((filter) => where(filter, source, values)).join(' OR ')})`),
  ];
  return all.length ? all.join(' AND ') : '1';
}

const NEGATED: Record<string, string> = { $ne: '$eq', $nin: '$in', $lacks: '$contains' };

function whereTerm({ field, operator, value }: Term, source: Source, values: Bound[]): string {
  const negated = NEGATED[operator];
  if (negated) return `(${whereTerm({ field, operator: negated, value }, source, values)}) IS NOT TRUE`;
  const { table, column } = source;
  if (operator === '$exists') return exists(field, value === true, source);
  const own = column(field);
  if (own !== undefined) {
    if (operator === '$eq' && table.only.get(field) === value) return `${own}=${literal(value)}`;
    return compare(own, operator, value, values);
  }
  const list = source.byRow ? undefined : table.lists.find((index) => index.list === field);
  if (list)
    return `${column('_id')} IN (SELECT _id FROM ${list.table} WHERE ${compare('value', operator, value, values)})`;
  if (operator === '$contains' && isSearched(table, field))
    return searchedFor(field, value as string, { source, values });
  const { from, last } = spread(jsonWith(source, field), field);
  return `EXISTS (SELECT 1 FROM ${from} WHERE ${compare(elementOf(last), operator, value, values)})`;
}

const isSearched = ({ searched }: Table, field: string): boolean =>
  searched !== undefined && isWithin(field, searched.field);

/** The JSON in which a field of a document stands. */
export const jsonWith = ({ table, document }: Source, field: string): string =>
  isSearched(table, field)
    ? `(SELECT body FROM ${table.searched!.texts} WHERE n=${document()}._n)`
    : `${document()}._body`;

/** The text as JSON writes it is looked for first: most texts are passed without being parsed. */
function searchedFor(field: string, text: string, { source, values }: { source: Source; values: Bound[] }): string {
  values.push(JSON.stringify(text).slice(1, -1));
  const found = compare(`json_extract(s.body,${jsonPath(field)})`, '$contains', text, values);
  return `EXISTS (SELECT 1 FROM ${source.table.searched!.texts} s WHERE s.n=${source.document()}._n AND instr(s.body,?) AND ${found})`;
}

function exists(field: string, wanted: boolean, source: Source): string {
  const own = source.column(field);
  if (own?.startsWith('i.')) return `${own}${wanted ? '>' : '='}${ABSENT}`;
  if (own !== undefined) return `${own} IS ${wanted ? 'NOT ' : ''}NULL`;
  const body = jsonWith(source, field);
  const keys = field.split('.');
  const last = jsonPath(keys.pop()!);
  if (keys.length === 0) return `json_type(${body},${last}) IS ${wanted ? 'NOT ' : ''}NULL`;
  const above = spread(body, keys.join('.'));
  const there = `SELECT 1 FROM ${above.from} WHERE ${above.last}.type='object' AND json_type(${above.last}.value,${last}) IS NOT NULL`;
  return `${wanted ? '' : 'NOT '}EXISTS (${there})`;
}

const RANGES: Record<string, string> = { $gt: '>', $gte: '>=', $lt: '<', $lte: '<=' };

/**
 * One value against what is asked. `+` keeps a condition from being the one that an index is searched with. Text with a
 * NUL, where bound text ends, is bound as JSON.
 */
function compare(value: string, operator: string, asked: unknown, values: Bound[]): string {
  const bound = (text: Bound): string => {
    const withNul = typeof text === 'string' && text.includes('\0');
    values.push(withNul ? JSON.stringify([text]) : text);
    return withNul ? "json_extract(?,'$[0]')" : '?';
  };
  switch (operator) {
    case '$eq':
      return `${value}=${typeof asked === 'boolean' ? literal(asked) : bound(asked as Bound)}`;
    case '$in':
      return within(value, asked as readonly unknown[], bound);
    case '$contains':
      return `(typeof(${value})='text' AND instr(${value},${bound(asked as string)}))`;
    case '$prefix': {
      const end = afterPrefix(asked as string);
      const from = `${value}>=${bound(asked as string)}`;
      return `(${from} AND ${end === undefined ? `+${value}<x''` : `${value}<${bound(end)}`})`;
    }
  }
  const sign = RANGES[operator];
  if (sign === undefined) throw new Error(`there is no condition ${operator}`);
  const rising = sign.startsWith('>');
  const bracket = typeof asked === 'number' ? (rising ? "<''" : `>${ABSENT}`) : rising ? "<x''" : ">=''";
  return `(${value}${sign}${bound(asked as Bound)} AND +${value}${bracket})`;
}

/** One of some values. Many are bound as one: a statement takes 32,766 at the most. */
function within(value: string, asked: readonly unknown[], bound: (text: Bound) => string): string {
  const plain = [...new Set(asked.filter((each) => typeof each !== 'boolean'))];
  const either = [
    ...(asked.includes(true) ? [`${value}=${TRUE}`] : []),
    ...(asked.includes(false) ? [`${value}=${FALSE}`] : []),
    ...(plain.length === 1 ? [`${value}=${bound(plain[0] as Bound)}`] : []),
    ...(plain.length > 1 ? [`${value} IN (SELECT value FROM json_each(${bound(JSON.stringify(plain))}))`] : []),
  ];
  return either.length === 0 ? '0' : either.length === 1 ? either[0]! : `(${either.join(' OR ')})`;
}

/** The first text behind all that begin with this one, in the order of code points; undefined when there is none. */
function afterPrefix(prefix: string): string | undefined {
  const points = [...prefix].map((letter) => letter.codePointAt(0)!);
  while (points.length && points.at(-1) === 0x10ffff) points.pop();
  if (points.length === 0) return undefined;
  const last = points.pop()!;
  return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1);
}

/** What a field is ordered by, and read as when it is no column. */
export const valueIn = (source: Source, field: string): string =>
  source.column(field) ?? scalarOf(jsonWith(source, field), field);
