import type { Filter } from '../port.ts';
import type { Table } from './schema.ts';
import { searchOf } from './search.ts';
import { inList, isPutTogether, type Question, type Reading } from './select.ts';
import { type Parts, partsOf, type Term } from './where.ts';

/** From this many skipped documents on, even an index takes long. */
const DEEP = 10_000;

/** Whether indexes answer the whole query, reading hardly more than the result. All other queries may take long. */
export function isAnsweredByIndex({ table, filter, reading }: Question): boolean {
  const parts = partsOf(filter);
  const { terms } = parts;
  if (table.keys.some((key) => isKeyFixed(key, terms))) return true;
  if ((reading.skip ?? 0) >= DEEP || searchOf(filter, table) !== undefined) return false;
  if (isPutTogether(table, filter, reading) || hasTermOfOtherList(table, parts, reading)) return false;
  const fields = table.fields.get(reading.index ?? '') ?? [];
  const order = fields.filter((field) => !terms.some((term) => term.field === field && isEqual(term, 1)));
  return isOf(filter, new Set(fields)) && (reading.sort ?? []).every(([field], at) => field === order[at]);
}

/** Whether the filter fixes every field of a key: a key of several fields needs one value for each. */
const isKeyFixed = (key: readonly string[], terms: readonly Term[]) =>
  key.every((field) => terms.some((term) => term.field === field && isEqual(term, key.length === 1 ? undefined : 1)));

/** Whether there are conditions on lists, other than the one that the index is searched for. */
function hasTermOfOtherList(table: Table, parts: Parts, reading: Reading) {
  const searched = inList(table, parts, reading)?.term;
  return parts.terms.some((term) => term !== searched && table.lists.some(({ list }) => list === term.field));
}

/** Whether a field must equal one of at most so many values. */
const isEqual = ({ operator, value }: Term, most = Number.POSITIVE_INFINITY) =>
  operator === '$eq' || (operator === '$in' && (value as unknown[]).length <= most);

/** Whether a filter uses only these fields. */
function isOf(filter: Filter, fields: ReadonlySet<string>): boolean {
  const { terms, others } = partsOf(filter);
  return (
    terms.every(({ field }) => fields.has(field)) &&
    others.every((either) => either.every((each) => isOf(each, fields)))
  );
}
