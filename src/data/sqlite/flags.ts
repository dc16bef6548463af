import type { Condition, Filter, Index } from '../port.ts';
import { named } from './expressions.ts';

/*
 * A count that changes with every write would rewrite every index that contains it. So indexes hold a flag instead, in a column
 * of its own: 1 for a count above 0, and 0 for 0. A trigger updates the flag when it changes, which is rare.
 */

/** The name of a count's flag column. */
export const flagOf = (field: string): string => `${field}>0`;

/** The flag of a value: NULL if it is not a count. */
export const flagSql = (value: string): string =>
  `CASE WHEN ${value}=0 THEN 0 WHEN ${value}>0 AND ${value}<'' THEN 1 END`;

/** The index with flags instead of counts. */
export const withFlags = <I extends Index>(index: I, counts: readonly string[]): I => ({
  ...index,
  fields: index.fields.map(([field, direction]) => [counts.includes(field) ? flagOf(field) : field, direction]),
});

/** The trigger that updates a count's flag. */
export function flagTrigger(collection: string, field: string): { name: string; sql: string } {
  const [table, column, flag] = [collection, field, flagOf(field)].map(named);
  const name = `${collection}.${field}.UPDATE`;
  const now = flagSql(`new.${column}`);
  return {
    name,
    sql: `CREATE TRIGGER ${named(name)} AFTER UPDATE OF ${column} ON ${table} WHEN new.${flag} IS NOT ${now} BEGIN UPDATE ${table} SET ${flag}=${now} WHERE _n=new._n; END`,
  };
}

/** Rewrites a filter: conditions for "above 0" and "equals 0" on a count use its flag. */
export function byFlags(filter: Filter, counts: readonly string[]): Filter {
  if (counts.length === 0) return filter;
  const { $and, $or, ...fields } = filter;
  const all = Object.entries(fields).map(([field, condition]): [string, Condition] => {
    const flag = counts.includes(field) ? flagFor(condition as Condition) : undefined;
    return flag === undefined ? [field, condition as Condition] : [flagOf(field), flag];
  });
  const each = (filters: Filter[]): Filter[] => filters.map((every) => byFlags(every, counts));
  return { ...Object.fromEntries(all), ...($and && { $and: each($and) }), ...($or && { $or: each($or) }) };
}

/** The flag that a condition requires; undefined if it cannot be expressed as a flag. */
function flagFor(condition: Condition): 0 | 1 | undefined {
  if (condition === 0) return 0;
  if (typeof condition !== 'object' || Object.keys(condition).length !== 1) return undefined;
  return condition.$gt === 0 ? 1 : undefined;
}
