import { invalid } from '../fields/examine.ts';
import { LIMITS, tooMany } from '../fields/limits.ts';

/**
 * Looks at variables before they are made values of: no field takes a list that is longer than these.
 * @throws INVALID_FIELD naming the field that has one
 */
export function refuseLongLists(value: unknown, field = 'variables'): void {
  if (typeof value !== 'object' || value === null) return;
  const long = Array.isArray(value) && tooMany(LIMITS.list, value.length);
  if (long) throw invalid([{ field, ...long.fault }]);
  for (const [name, inner] of Object.entries(value)) refuseLongLists(inner, Array.isArray(value) ? field : name);
}
