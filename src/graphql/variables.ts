import { invalid } from '../fields/examine.ts';
import { LIMITS, tooMany } from '../fields/limits.ts';

/** Levels of variables below which no field takes anything: `input.venues[0].create.name` is four. */
const DEEPEST = 8;

/**
 * Looks at variables before they are made values of: no field takes a list that is longer than these.
 * @throws INVALID_FIELD naming the field that has one
 */
export function refuseLongLists(value: unknown, field = 'variables', depth = 0): void {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return;
  const long = Array.isArray(value) && tooMany(LIMITS.list, value.length);
  if (long) throw invalid([{ field, ...long.fault }]);
  for (const [name, inner] of Object.entries(value))
    refuseLongLists(inner, Array.isArray(value) ? field : name, depth + 1);
}
