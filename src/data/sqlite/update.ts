import type { Stored, Update } from '../port.ts';
import { pathInJson } from './expressions.ts';
import { replace, topOf } from './keep.ts';
import { modified } from './modify.ts';
import { fromRow } from './rows.ts';
import { documentColumns, documentSql, numbersSql, type Table } from './schema.ts';
import type { Bound, Cell, Connection } from './sqlite.ts';

/** The stored document with an id; undefined if there is none. */
function documentWith(writer: Connection, table: Table, id: Stored['_id']): Stored | undefined {
  const [row] = writer.rows(documentSql(table), [id]);
  return row && fromRow(row, table);
}

/** Applies an update to a document, writes it, and returns it. @throws DuplicateKey */
export function rewritten(writer: Connection, table: Table, before: Stored, update: Update): Stored {
  const document = modified(before, update);
  const differs = new Set(Object.values(update).flatMap((changes) => Object.keys(changes).map(topOf)));
  if (differs.size) replace(writer, table, { document, differs });
  return document;
}

/**
 * Applies an update of numbers only in one statement, without reading the documents. Returns a row for each updated document: its
 * id, then the `returning` columns. Returns none if the update does more.
 */
function numbersUpdated(
  writer: Connection,
  table: Table,
  { ids, update, returning }: { ids: readonly Stored['_id'][]; update: Update; returning: readonly string[] },
): Cell[][] {
  const { $inc = {}, $set = {}, ...others } = update;
  if (Object.keys(others).length > 0) return [];
  const isApart = ([field]: [string, unknown]): boolean => table.numbers.includes(field);
  const set = Object.entries($set);
  if (!set.every((each) => isApart(each) && typeof each[1] === 'number')) return [];
  const sums = Object.entries($inc);
  const added = sums.filter(isApart);
  const paths = sums.filter((each) => !isApart(each));
  if (sums.length + set.length === 0 || !paths.every(([path]) => isInBodyAlone(table, path))) return [];
  const bound: Bound[] = [
    ...[...added, ...set].map(([, number]) => String(number)),
    ...paths.flatMap(([path, number]) => [pathInJson(path), String(number)]),
    JSON.stringify(ids),
  ];
  const columns = { added: added.map(([field]) => field), set: set.map(([field]) => field), paths: paths.length };
  return writer.rows(numbersSql(table, { ...columns, returning }), bound);
}

/**
 * Updates one document and returns the result; undefined if it does not exist. `stored` is the document, if it has already been
 * read.
 * @throws DuplicateKey
 */
export function updated(
  writer: Connection,
  table: Table,
  { id, update, stored }: { id: Stored['_id']; update: Update; stored?: Stored | undefined },
): Stored | undefined {
  const [row] = numbersUpdated(writer, table, { ids: [id], update, returning: documentColumns(table) });
  if (row) return fromRow(row.slice(1), table);
  const before = stored ?? documentWith(writer, table, id);
  return before && rewritten(writer, table, before, update);
}

/** Whether a path's value is stored in the body only, and nothing else is derived from it. */
function isInBodyAlone({ columns, lists, searched, packed }: Table, path: string): boolean {
  const top = topOf(path);
  const others = [...columns, ...lists.map(({ list }) => list), searched?.field, packed];
  return others.every((other) => other === undefined || topOf(other) !== top);
}
