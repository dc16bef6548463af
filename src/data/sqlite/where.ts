import type { Condition, Filter } from '../port.ts';
import { ABSENT, elementOf, FALSE, isWithin, jsonPath, scalarOf, spread, TRUE } from './expressions.ts';
import { literal, type Table } from './schema.ts';
import type { Bound } from './sqlite.ts';

/** One condition on one field. */
export interface Term {
  field: string;
  operator: string;
  value: unknown;
}

/** Where a statement reads the parts of a document, as SQL. */
export interface Source {
  table: Table;
  /** The column of a declared field; undefined if only the body has it. */
  column(field: string): string | undefined;
  /** The column to return: looked up only for the rows of the page, not for skipped rows. */
  shown(field: string): string | undefined;
  /** The table alias of the row with the whole document. */
  document(): string;
}

/** Conditions that must all hold: terms on single fields, and groups of alternatives. */
export interface Parts {
  terms: Term[];
  others: Filter[][];
}

/** The filter as its parts. Each query asks for them several times. */
export function partsOf(filter: Filter): Parts {
  const parts: Parts = { terms: [], others: [] };
  addParts(filter, parts);
  return { ...parts, terms: parts.terms.filter((term) => !parts.terms.some((other) => isTighter(other, term))) };
}

/** Whether a bound makes another one needless. SQLite may search an index by the wider of two. */
const isTighter = (one: Term, other: Term) =>
  one.field === other.field &&
  one.operator === other.operator &&
  typeof one.value === 'number' &&
  typeof other.value === 'number' &&
  (/^\$lte?$/.test(one.operator) ? one.value < other.value : /^\$gte?$/.test(one.operator) && one.value > other.value);

function addParts(filter: Filter, { terms, others }: Parts) {
  for (const field of Object.keys(filter)) {
    if (field === '$and' || field === '$or') continue;
    const condition = filter[field] as Condition;
    if (typeof condition !== 'object') terms.push({ field, operator: '$eq', value: condition });
    else for (const [operator, value] of Object.entries(condition)) terms.push({ field, operator, value });
  }
  if (filter.$or) others.push(filter.$or);
  for (const each of filter.$and ?? []) addParts(each, { terms, others });
}

/**
 * Translates a filter into SQL with MongoDB's meaning. Adds its values to `values` in the order of the text. Values of different
 * types never match: a range of numbers finds no text.
 */
function where(filter: Filter, source: Source, values: Bound[]): string {
  return whereAll(partsOf(filter), source, values);
}

/** Whether a filter wants one of no values. */
export const matchesNothing = ({ $and = [], ...fields }: Filter): boolean =>
  Object.values(fields).some((condition) => Object(condition).$in?.length === 0) || $and.some(matchesNothing);

/** Like `where`, for a filter in parts. */
export function whereAll({ terms, others }: Parts, source: Source, values: Bound[]): string {
  const all = [
    ...terms.map((term) => whereTerm(term, source, values)),
    ...others.map((either) => `(${either.map((filter) => where(filter, source, values)).join(' OR ')})`),
  ];
  return all.length ? all.join(' AND ') : '1';
}

/** The operator of a term for the documents that an FTS5 query finds. */
export const NGRAMS = '$ngrams';

const NEGATED: Record<string, string> = { $ne: '$eq', $nin: '$in', $lacks: '$contains' };

function whereTerm({ field, operator, value }: Term, source: Source, values: Bound[]): string {
  const negated = NEGATED[operator];
  if (negated) return `(${whereTerm({ field, operator: negated, value }, source, values)}) IS NOT TRUE`;
  const { table, column } = source;
  if (operator === NGRAMS) {
    const { table: searched } = table.searched!;
    values.push(value as string);
    return `${source.document()}._n IN (SELECT rowid FROM ${searched} WHERE ${searched} MATCH ?)`;
  }
  if (operator === '$exists') return exists(field, value === true, source);
  const own = column(field);
  if (own !== undefined) {
    if (operator === '$eq' && table.only.get(field) === value) return `${own}=${literal(value)}`;
    return compare(own, operator, value, values);
  }
  const list = table.lists.find((index) => index.list === field);
  if (list)
    return `${column('_id')} IN (SELECT _id FROM ${list.table} WHERE ${compare('value', operator, value, values)})`;
  if (operator === '$contains' && isSearched(table, field))
    return searchedFor(field, value as string, { source, values });
  const { from, last } = spread(jsonWith(source, field), field);
  return `EXISTS (SELECT 1 FROM ${from} WHERE ${compare(elementOf(last), operator, value, values)})`;
}

const isSearched = ({ searched }: Table, field: string) => searched !== undefined && isWithin(field, searched.field);

/** The JSON that contains a field of a document. */
export const jsonWith = ({ table, document }: Source, field: string): string =>
  isSearched(table, field)
    ? `(SELECT body FROM ${table.searched!.texts} WHERE n=${document()}._n)`
    : `${document()}._body`;

/** Searches the raw JSON first, so that most texts need no parsing. */
function searchedFor(field: string, text: string, { source, values }: { source: Source; values: Bound[] }) {
  values.push(JSON.stringify(text).slice(1, -1));
  const found = compare(`json_extract(s.body,${jsonPath(field)})`, '$contains', text, values);
  return `EXISTS (SELECT 1 FROM ${source.table.searched!.texts} s WHERE s.n=${source.document()}._n AND instr(s.body,?) AND ${found})`;
}

function exists(field: string, wanted: boolean, source: Source) {
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
 * Compares one SQL value with an operand. `+` keeps SQLite from searching an index by that condition. Text with a NUL, where
 * bound text would end, is bound as JSON.
 */
function compare(value: string, operator: string, operand: unknown, values: Bound[]) {
  const bound = (text: Bound): string => {
    const withNul = typeof text === 'string' && text.includes('\0');
    values.push(withNul ? JSON.stringify([text]) : text);
    return withNul ? "json_extract(?,'$[0]')" : '?';
  };
  switch (operator) {
    case '$eq':
      return `${value}=${typeof operand === 'boolean' ? literal(operand) : bound(operand as Bound)}`;
    case '$in':
      return within(value, operand as readonly unknown[], bound);
    case '$contains':
      return `(typeof(${value})='text' AND instr(${value},${bound(operand as string)}))`;
    case '$prefix': {
      const end = afterPrefix(operand as string);
      const from = `${value}>=${bound(operand as string)}`;
      return `(${from} AND ${end === undefined ? `+${value}<x''` : `${value}<${bound(end)}`})`;
    }
  }
  const sign = RANGES[operator];
  if (sign === undefined) throw new Error(`there is no condition ${operator}`);
  const rising = sign.startsWith('>');
  const bracket = typeof operand === 'number' ? (rising ? "<''" : `>${ABSENT}`) : rising ? "<x''" : ">=''";
  return `(${value}${sign}${bound(operand as Bound)} AND +${value}${bracket})`;
}

/** One of several values. Many are bound as one: a statement takes at most 32,766. */
function within(value: string, choices: readonly unknown[], bound: (text: Bound) => string) {
  const plain = [...new Set(choices.filter((each) => typeof each !== 'boolean'))];
  const either = [
    ...(choices.includes(true) ? [`${value}=${TRUE}`] : []),
    ...(choices.includes(false) ? [`${value}=${FALSE}`] : []),
    ...(plain.length === 1 ? [`${value}=${bound(plain[0] as Bound)}`] : []),
    ...(plain.length > 1 ? [`${value} IN (SELECT value FROM json_each(${bound(JSON.stringify(plain))}))`] : []),
  ];
  return either.length === 0 ? '0' : either.length === 1 ? either[0]! : `(${either.join(' OR ')})`;
}

/** The first text after all that start with the prefix, by code points; undefined if there is none. */
function afterPrefix(prefix: string) {
  const points = [...prefix].map((letter) => letter.codePointAt(0)!);
  while (points.length && points.at(-1) === 0x10ffff) points.pop();
  if (points.length === 0) return undefined;
  const last = points.pop()!;
  return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1);
}

/** The SQL to sort by a field, or to read it if it has no column. */
export const valueIn = (source: Source, field: string): string =>
  source.column(field) ?? scalarOf(jsonWith(source, field), field);
