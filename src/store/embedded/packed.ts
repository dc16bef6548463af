import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Stored } from '../port.ts';
import type { Table } from './schema.ts';
import type { Bound, Cell } from './sqlite.ts';

/** Of the levels of zlib the one that takes half the time of the usual one. */
const LEVEL = 3;

/** A document as its row has it: the body as JSON, and what is packed of it. */
export function packed(document: Stored, field: Table['packed']): [body: string, packed: Bound] {
  const { [field ?? '']: value, ...rest } = document as unknown as Record<string, unknown>;
  if (field === undefined || value === undefined) return [JSON.stringify(document), null];
  return [JSON.stringify(rest), deflateRawSync(JSON.stringify(value), { level: LEVEL })];
}

/** The document of a row. */
export function unpacked([body, bytes]: Cell[], field: Table['packed']): Stored {
  const document = JSON.parse(body as string);
  return bytes instanceof Uint8Array
    ? { ...document, [field!]: JSON.parse(inflateRawSync(bytes).toString()) }
    : document;
}
