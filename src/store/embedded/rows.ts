import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Stored } from '../port.ts';
import { modified } from './modify.ts';
import type { Table } from './schema.ts';
import type { Bound, Cell } from './sqlite.ts';

/** Of the levels of zlib the one that takes half the time of the usual one. */
const LEVEL = 3;

/** A document as it is kept: its body as JSON, what is compressed of it, and the field that is searched, as JSON of its own. */
export interface Row {
  body: string;
  packed: Bound;
  /** An object without the field where there is none. */
  texts: string;
}

type Fields = Record<string, unknown>;

/** A document in its parts. */
export function toRow(document: Stored, { packed, searched }: Table): Row {
  const body = { ...document } as unknown as Fields;
  const taken = (field: string | undefined): unknown => {
    if (field === undefined) return undefined;
    const { [field]: value } = body;
    delete body[field];
    return value;
  };
  const large = taken(packed);
  const texts = taken(searched?.field);
  return {
    body: JSON.stringify(body),
    packed: large === undefined ? null : deflateRawSync(JSON.stringify(large), { level: LEVEL }),
    texts: JSON.stringify(searched ? { [searched.field]: texts } : {}),
  };
}

/** The document of a row of body, packed field and texts, but for some fields. */
export function fromRow([body, packed, texts]: Cell[], table: Table, without: readonly string[] = []): Stored {
  const document = { ...JSON.parse(body as string), ...JSON.parse((texts as string | null) ?? '{}') };
  if (packed instanceof Uint8Array && !without.includes(table.packed!))
    document[table.packed!] = JSON.parse(inflateRawSync(packed).toString());
  return modified(document, { $unset: Object.fromEntries(without.map((field) => [field, true])) });
}
