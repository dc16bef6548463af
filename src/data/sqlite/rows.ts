import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { frozen } from '../frozen.ts';
import type { Stored } from '../port.ts';
import { modified } from './modify.ts';
import type { Table } from './schema.ts';
import type { Bound, Cell } from './sqlite.ts';

/** This zlib level takes half the time of the default. */
const LEVEL = 3;

/** Up to this many characters of JSON, compressing costs more than it saves. Most texts of a calendar are shorter. */
const SHORT = 1000;

/** A document as stored. */
export interface Row {
  /** As JSON, without the parts below. */
  body: string;
  /** The compressed field; plain JSON if it is short. */
  packed: Bound;
  /** The fields stored only in columns, as JSON. A field that holds no number stays in the body. */
  numbers: string;
  /** The searchable field, as JSON; an empty object if the document has none. */
  texts: string;
}

type Fields = Record<string, unknown>;

/** Splits a document into its parts. With `differs`, parts that contain none of these fields are left empty. */
export function toRow(document: Stored, { packed, searched, numbers }: Table, differs?: ReadonlySet<string>): Row {
  const fields = document as Stored & Fields;
  const isMade = (field: string | undefined) => !differs || differs.has(field!);
  const large = packed === undefined ? undefined : fields[packed];
  const isApart = (field: string) =>
    field === packed || field === searched?.field || (numbers.includes(field) && typeof fields[field] === 'number');
  return {
    body: JSON.stringify(fieldsOf(fields, (field) => !isApart(field))),
    packed: large === undefined || !isMade(packed) ? null : packedOf(JSON.stringify(large)),
    numbers: JSON.stringify(fieldsOf(fields, (field) => numbers.includes(field))),
    texts: JSON.stringify(searched && isMade(searched.field) ? { [searched.field]: fields[searched.field] } : {}),
  };
}

/** Copies some fields. Not with `delete`: after that, Node looks up each field of the object in a table, which is slower. */
function fieldsOf(document: Stored & Fields, isWanted: (field: string) => boolean) {
  const copied: Stored & Fields = { _id: document._id };
  for (const field of Object.keys(document)) if (isWanted(field)) copied[field] = document[field];
  return copied;
}

const packedOf = (json: string): Bound => (json.length > SHORT ? deflateRawSync(json, { level: LEVEL }) : json);

const unpacked = (packed: Cell) => (packed instanceof Uint8Array ? inflateRawSync(packed).toString() : String(packed));

/** Builds a document, without some fields, from a row of body, packed field, texts and numbers. */
export function fromRow(
  [body, packed, texts, ...numbers]: Cell[],
  table: Table,
  without: readonly string[] = [],
): Stored {
  const document: Stored & Fields = JSON.parse(body as string);
  if (texts !== null) Object.assign(document, JSON.parse(texts as string));
  for (const [at, field] of table.numbers.entries()) if (typeof numbers[at] === 'number') document[field] = numbers[at];
  if (packed !== null && !without.includes(table.packed!)) document[table.packed!] = JSON.parse(unpacked(packed!));
  if (without.length === 0) return document;
  const paths = without.filter((field) => field.includes('.'));
  const kept = fieldsOf(document, (field) => !without.includes(field));
  return paths.length > 0 ? modified(kept, { $unset: Object.fromEntries(paths.map((path) => [path, true])) }) : kept;
}

/** A column's value, as JSON; undefined if it is empty. */
export const cellValue = (cell: Cell): string | number | boolean | undefined => {
  if (cell === null || cell === Number.NEGATIVE_INFINITY) return undefined;
  return cell instanceof Uint8Array ? cell[0] === 1 : cell;
};

/** Builds part of a document from the columns of `_id` and these fields. */
export function partial(table: Table, only: readonly string[], [id, ...cells]: Cell[]): Stored {
  const document: Stored & Fields = { _id: id as Stored['_id'] };
  for (const [at, field] of only.entries()) {
    const cell = cells[at]!;
    const value = table.columns.has(field) ? cellValue(cell) : cell === null ? undefined : JSON.parse(cell as string);
    if (value === undefined) continue;
    const keys = field.split('.');
    const last = keys.pop()!;
    let parent: Fields = document;
    for (const key of keys) {
      parent[key] ??= {};
      parent = parent[key] as Record<string, unknown>;
    }
    parent[last] = value;
  }
  return frozen(document);
}
