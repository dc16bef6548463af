import type { Stored, Update } from '../port.ts';
import { pathInJson } from './expressions.ts';
import { replace, topOf } from './keep.ts';
import { modified } from './modify.ts';
import { fromRow } from './rows.ts';
import { documentSql, numbersSql, type Table } from './schema.ts';
import type { Bound, Cell, Connection } from './sqlite.ts';

/** The document with an id, as it is; undefined when there is none. */
export function documentWith(writer: Connection, table: Table, id: Stored['_id']): Stored | undefined {
  const [row] = writer.rows(documentSql(table), [id]);
  return row && fromRow(row, table);
}

/** Writes a document as an update leaves it, and gives it. @throws DuplicateKey */
export function rewritten(writer: Connection, table: Table, before: Stored, update: Update): Stored {
  const document = modified(before, update);
  const differs = new Set(Object.values(update).flatMap((changes) => Object.keys(changes).map(topOf)));
  if (differs.size) replace(writer, table, { document, differs });
  return document;
}

/**
 * Makes an update of nothing but numbers in one statement, without reading the documents. Gives the rows of those that are
 * done, each with its id, and with `whole` the document as it is then: none where there is more to do.
 */
export function numbersUpdated(
  writer: Connection,
  table: Table,
  { ids, update, whole }: { ids: readonly Stored['_id'][]; update: Update; whole: boolean },
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
  return writer.rows(numbersSql(table, { ...columns, whole }), bound);
}

/** Whether what a path leads to stands in the body, and nothing else follows from it. */
function isInBodyAlone({ columns, lists, searched, packed }: Table, path: string): boolean {
  const top = topOf(path);
  const others = [...columns, ...lists.map(({ list }) => list), searched?.field, packed];
  return others.every((other) => other === undefined || topOf(other) !== top);
}
