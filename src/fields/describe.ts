import type { Use } from './examine.ts';
import type { Field, FieldTable } from './table.ts';

/** An argument as self-description lists it; its type is a part of JSON Schema. */
export interface Argument {
  description: string;
  required: boolean;
  default?: unknown;
  type?: string | readonly string[];
  items?: object;
  format?: string;
  enum?: readonly string[];
}

/** The arguments of a table by their names on the wire. */
export const describe = (table: FieldTable, use: Use): Record<string, Argument> =>
  Object.fromEntries(Object.values(table).map((field) => [field.wire, describeOne(field, use)]));

const describeOne = ({ kind, description, required, default: standard }: Field, use: Use): Argument => ({
  ...kind.schema,
  description,
  ...(standard === undefined ? {} : { default: standard }),
  required: use === 'create' && required === true,
});
