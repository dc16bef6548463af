import { duplicateKey, type Stored } from '../port.ts';
import { toRow } from './rows.ts';
import { insertSql, ngramsSql, type Table, textsSql } from './schema.ts';
import { ngramsOf } from './search.ts';
import { type Connection, isSqliteError } from './sqlite.ts';

/** Writes a document; with `orReplace` in the place of the one with its id. @throws DuplicateKey */
export function keep(
  writer: Connection,
  table: Table,
  { document, orReplace }: { document: Stored; orReplace: boolean },
): void {
  try {
    const { body, packed, texts } = toRow(document, table);
    const [[n]] = writer.rows(insertSql(table, orReplace), [body, packed]) as [[number]];
    const { searched } = table;
    // N-grams are dearer than all the rest, and most updates leave the texts as they are.
    if (searched && writer.rows(textsSql(searched), [n, texts]).length)
      writer.run(ngramsSql(searched), [n, ngramsOf(document, searched)]);
  } catch (error) {
    throw refusedKey(error, table) ?? error;
  }
}

/** The error for a key that another document holds. SQLite names the columns of the index. */
function refusedKey(error: unknown, { name, unique, lists }: Table): Error | undefined {
  if (!isSqliteError(error, /^SQLITE_CONSTRAINT/)) return undefined;
  const [, columns = ''] = /^UNIQUE constraint failed: (.*)$/.exec(error.message) ?? [];
  const list = lists.find(({ table }) => columns === `${unquoted(table)}.value`);
  return duplicateKey(list?.name ?? unique.get(columns) ?? (columns === `${unquoted(name)}._id` ? '_id' : columns));
}

const unquoted = (name: string): string => name.slice(1, -1);
