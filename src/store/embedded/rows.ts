import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Stored } from '../port.ts';
import { modified } from './modify.ts';
import type { Table } from './schema.ts';
import type { Bound, Cell } from './sqlite.ts';

/** Of the levels of zlib the one that takes half the time of the usual one. */
const LEVEL = 3;

/** A document as it is kept. */
export interface Row {
  /** As JSON, without the parts below. */
  body: string;
  /** The field that is compressed. */
  packed: Bound;
  /** The fields that lie in columns alone, as JSON. One that holds no number lies in the body. */
  numbers: string;
  /** The field that is searched, as JSON; an object without it where there is none. */
  texts: string;
}

type Fields = Record<string, unknown>;

/** A document in its parts; with `differs` those that hold none of these fields are not made. */
export function toRow(document: Stored, { packed, searched, numbers }: Table, differs?: ReadonlySet<string>): Row {
  const body = { ...document } as unknown as Fields;
  const taken = (field: string | undefined): unknown => {
    if (field === undefined) return undefined;
    const { [field]: value } = body;
    delete body[field];
    return value;
  };
  const isMade = (field: string | undefined): boolean => !differs || differs.has(field!);
  const large = taken(packed);
  const texts = taken(searched?.field);
  const apart: Fields = {};
  for (const field of numbers) {
    apart[field] = body[field];
    if (typeof body[field] === 'number') delete body[field];
  }
  return {
    body: JSON.stringify(body),
    packed: large === undefined || !isMade(packed) ? null : deflateRawSync(JSON.stringify(large), { level: LEVEL }),
    numbers: JSON.stringify(apart),
    texts: JSON.stringify(searched && isMade(searched.field) ? { [searched.field]: texts } : {}),
  };
}

/** The document of a row of body, packed field, texts and numbers, but for some fields. */
export function fromRow(
  [body, packed, texts, ...numbers]: Cell[],
  table: Table,
  without: readonly string[] = [],
): Stored {
  const document = { ...JSON.parse(body as string), ...JSON.parse((texts as string | null) ?? '{}') };
  for (const [at, field] of table.numbers.entries()) if (typeof numbers[at] === 'number') document[field] = numbers[at];
  if (packed instanceof Uint8Array && !without.includes(table.packed!))
    document[table.packed!] = JSON.parse(inflateRawSync(packed).toString());
  return modified(document, { $unset: Object.fromEntries(without.map((field) => [field, true])) });
}
