import type { Problem } from '../errors.ts';
import { isNone, type Kind } from './kind.ts';
import { excess } from './limits.ts';
import type { FieldTable } from './table.ts';

/** Gives what came in on the wire for one field; undefined when nothing came. */
export type Source = (wire: string, list: boolean) => unknown;

/** Turns what came in into the values of a table, and says why for everything that it cannot turn. Fills in no defaults. */
export function coerce(table: FieldTable, source: Source): { values: Record<string, unknown>; problems: Problem[] } {
  const values: Record<string, unknown> = {};
  const problems: Problem[] = [];
  // Not over entries: they would make a list for each of some fifty fields, and most were not sent.
  for (const key of Object.keys(table)) {
    const field = table[key]!;
    const wire = source(field.wire, field.kind.list ?? false);
    if (wire === undefined) continue;
    const reading = field.clearable && (isNone(wire) || wire === '') ? { value: null } : readWithin(field.kind, wire);
    if ('fault' in reading) problems.push({ field: key, ...reading.fault });
    else if (reading.value !== undefined) values[key] = reading.value;
  }
  return { values, problems };
}

/**
 * Reads a value within its limit. Texts and lists are measured as the calendar understands them, other values also as they came.
 */
function readWithin<V>(kind: Kind<V>, wire: unknown) {
  const long = kind.type === 'String' || kind.list ? undefined : excess(kind.limit, wire);
  if (long) return long;
  const reading = kind.read(wire);
  return 'fault' in reading ? reading : (excess(kind.limit, reading.value) ?? reading);
}

/** The members of a JSON object as a source. Inherited members such as `constructor` are not there. */
export const fromObject =
  (object: object): Source =>
  (wire) =>
    Object.hasOwn(object, wire) ? (object as Record<string, unknown>)[wire] : undefined;
