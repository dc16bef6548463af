import { isObject } from '../domain/values.ts';
import type { Condition, Filter, Update } from './port.ts';

const copy = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((element) => (element === undefined ? null : copy(element)));
  return isObject(value) ? copyFields(value) : value;
};

/** Loops over keys: every write copies whole records, and lists of entries would take ten times as long. */
function copyFields(fields: object) {
  const copied: Record<string, unknown> = {};
  for (const key of Object.keys(fields)) {
    const value = (fields as Record<string, unknown>)[key];
    if (value !== undefined) copied[key] = copy(value);
  }
  return copied;
}

/** A copy as JSON makes it: undefined fields are left out, undefined elements become null. */
export const cleanDocument = <T extends object>(document: T): T => copyFields(document) as T;

/** A copy without undefined values or operators that change nothing; `{}` means nothing to do. */
export const cleanUpdate = (update: Update): Update =>
  Object.fromEntries(
    Object.entries(copyFields(update)).filter(([, fields]) => Object.keys(fields as object).length > 0),
  );

const cleanCondition = (condition: Condition): Condition | undefined => {
  if (!isObject(condition)) return condition;
  const operators = Object.entries(condition).flatMap(([operator, value]) => {
    if (value === undefined) return [];
    return [[operator, Array.isArray(value) ? value.filter((element) => element !== undefined) : value]];
  });
  return operators.length > 0 ? Object.fromEntries(operators) : undefined;
};

/** A copy without undefined conditions. An empty `$and` matches everything; an empty `$or` matches nothing. */
export const cleanFilter = (filter: Filter): Filter => {
  const { $and = [], $or, ...fields } = filter;
  const clean: Filter = {};
  for (const [field, condition] of Object.entries(fields)) {
    if (condition === undefined) continue;
    const kept = cleanCondition(condition as Condition);
    if (kept !== undefined) clean[field] = kept;
  }
  const every = $and.map(cleanFilter);
  if ($or !== undefined) every.push($or.length > 0 ? { $or: $or.map(cleanFilter) } : { _id: { $in: [] } });
  return every.length > 0 ? { ...clean, $and: every } : clean;
};
