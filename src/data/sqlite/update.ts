import type { Stored, Update } from '../port.ts';
import { replace, topOf } from './keep.ts';
import { modified } from './modify.ts';
import type { Writer } from './ngrams.ts';
import { fromRow } from './rows.ts';
import { documentSql, sumsSql, type Table } from './schema.ts';

/** The stored document with an id; undefined if there is none. */
function documentWith(writer: Writer, table: Table, id: Stored['_id']) {
  const [row] = writer.rows(documentSql(table), [id]);
  return row && fromRow(row, table);
}

/** Applies an update to a document, writes it, and returns it. @throws DuplicateKey */
export function rewritten(writer: Writer, table: Table, before: Stored, update: Update): Stored {
  const document = modified(before, update);
  const differs = new Set(Object.values(update).flatMap((changes) => Object.keys(changes).map(topOf)));
  if (differs.size) replace(writer, table, { document, differs });
  return document;
}

/**
 * Adds to numbers of a document that are columns in one statement, without reading the document. Returns the result; undefined
 * if the update does more, or if one of them is no number.
 */
function added(writer: Writer, table: Table, id: Stored['_id'], { $inc, ...others }: Update) {
  const fields = Object.keys($inc ?? {});
  const isMore = Object.keys(others).length > 0 || fields.some((field) => !table.numbers.includes(field));
  if (isMore || fields.length === 0) return undefined;
  const [row] = writer.rows(sumsSql(table, fields), [...Object.values($inc!).map(String), id]);
  return row && fromRow(row, table);
}

/**
 * Updates one document and returns the result; undefined if it does not exist. `stored` is the document, if it has already been
 * read.
 * @throws DuplicateKey
 */
export function updated(
  writer: Writer,
  table: Table,
  { id, update, stored }: { id: Stored['_id']; update: Update; stored?: Stored },
): Stored | undefined {
  const sum = added(writer, table, id, update);
  if (sum) return sum;
  const before = stored ?? documentWith(writer, table, id);
  return before && rewritten(writer, table, before, update);
}
