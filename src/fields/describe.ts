import type { Use } from './examine.ts';
import type { Surroundings } from './kind.ts';
import type { Field, FieldTable } from './table.ts';

/** An argument as self-description lists it; its type is a part of JSON Schema. */
export interface Argument {
  description: string;
  required: boolean;
  default?: string | number | boolean | null;
  type?: string | readonly string[];
  items?: object;
  format?: string;
  enum?: readonly string[];
}

/** The arguments of a table by their names on the wire. Defaults that move with the clock need to know the moment. */
export const describe = (table: FieldTable, use: Use, surroundings?: Surroundings): Record<string, Argument> =>
  Object.fromEntries(Object.values(table).map((field) => [field.wire, describeOne(field, use, surroundings)]));

function describeOne(
  { kind, description, required, default: standard }: Field,
  use: Use,
  surroundings: Surroundings | undefined,
): Argument {
  const shown = typeof standard === 'function' ? surroundings && standard(surroundings) : standard;
  return {
    ...kind.schema,
    description,
    ...(shown === undefined ? {} : { default: shown }),
    required: use === 'create' && required === true,
  };
}
