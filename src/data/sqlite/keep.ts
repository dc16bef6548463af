import { duplicateKey, type Stored } from '../port.ts';
import type { Writer } from './ngrams.ts';
import { toRow } from './rows.ts';
import { columnsOf, replaceSql, type Table, textsSql } from './schema.ts';
import { isSqliteError } from './sqlite.ts';

/** Inserts a document; `orReplace` replaces one with the same id. @throws DuplicateKey */
export function keep(
  writer: Writer,
  table: Table,
  { document, orReplace }: { document: Stored; orReplace: boolean },
): void {
  const { body, packed, numbers, texts } = toRow(document, table);
  const bound = [body, packed, ...(table.numbers.length ? [numbers] : [])];
  keyRefused(table, () => {
    const [[n]] = writer.rows(table.statements[orReplace ? 'replace' : 'insert'], bound) as [[number]];
    keepTexts(writer, table, { n, texts, document });
  });
}

/**
 * Replaces a stored document that differs in some top-level fields. Writes only the indexes, texts and compressed parts that
 * contain one of these.
 * @throws DuplicateKey
 */
export function replace(
  writer: Writer,
  table: Table,
  { document, differs }: { document: Stored; differs: ReadonlySet<string> },
): void {
  const { body, packed, numbers, texts } = toRow(document, table, differs);
  const columns = columnsOf(table).filter((column) => differs.has(topOf(column)));
  const { searched } = table;
  keyRefused(table, () => {
    const [[n]] = writer.rows(replaceSql(table, columns, differs.has(table.packed ?? '')), [
      body,
      packed,
      numbers,
      document._id,
    ]) as [[number]];
    if (searched && differs.has(searched.field)) keepTexts(writer, table, { n, texts, document });
  });
}

/** The top-level field of a path. */
export const topOf = (path: string): string => path.split('.', 1)[0]!;

/** Writes the searchable texts and their n-grams. */
function keepTexts(
  writer: Writer,
  { searched }: Table,
  { n, texts, document }: { n: number; texts: string; document: Stored },
) {
  // N-grams cost more than everything else, and clients often send texts unchanged.
  if (searched && writer.rows(textsSql(searched), [n, texts]).length) writer.ngrams.add(searched, n, document);
}

/** Turns a violated unique index into `DuplicateKey`. SQLite names only the index's columns. */
function keyRefused({ name, unique, lists }: Table, work: () => void) {
  try {
    work();
  } catch (error) {
    if (!isSqliteError(error, /^SQLITE_CONSTRAINT/)) throw error;
    const [, columns = ''] = /^UNIQUE constraint failed: (.*)$/.exec(error.message) ?? [];
    const list = lists.find(({ table }) => columns === `${unquoted(table)}.value`);
    throw duplicateKey(list?.name ?? unique.get(columns) ?? (columns === `${unquoted(name)}._id` ? '_id' : columns));
  }
}

const unquoted = (name: string) => name.slice(1, -1);
