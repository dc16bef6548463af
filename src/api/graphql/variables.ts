import { invalid } from '../../domain/fields/examine.ts';
import { LIMITS, tooMany } from '../../domain/fields/limits.ts';

/** The maximum depth of variables that any field accepts: `input.venues[0].create.name` is four. */
const DEEPEST = 8;

/**
 * Checks variables before coercion: no field accepts a longer list than this limit.
 * @throws INVALID_FIELD naming the field with such a list
 */
export function refuseLongLists(value: unknown, field = 'variables', depth = 0): void {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return;
  const long = Array.isArray(value) && tooMany(LIMITS.list, value.length);
  if (long) throw invalid([{ field, ...long.fault }]);
  for (const [name, inner] of Object.entries(value))
    refuseLongLists(inner, Array.isArray(value) ? field : name, depth + 1);
}
