import { type Log, storeRefused } from '../port.ts';
import { named } from './expressions.ts';
import { COUNTERS_SQL, columnsOf, fillSql, ngramsSql, OWN_COLUMNS, type Table, tableSql } from './schema.ts';
import { ngramsOf } from './search.ts';
import { type Connection, isSqliteError } from './sqlite.ts';

/**
 * Creates missing tables, columns and indexes, fills them from the documents, and drops those that no collection declares. Logs
 * what it creates for existing documents. Call it within a transaction.
 */
export function ensureSchema(writer: Connection, tables: ReadonlyMap<string, Table>, log: Log): void {
  const rows = writer.rows('SELECT name, type, sql FROM sqlite_master WHERE sql IS NOT NULL');
  const found = new Map(rows.map(([name, type, sql]) => [String(name), { type: String(type), sql: String(sql) }]));
  const made = [...tables].filter(([name]) => !found.has(name)).map(([, table]) => newTable(table));
  writer.exec([COUNTERS_SQL, ...made].join(';\n'));
  for (const [name, table] of tables) if (found.has(name)) bringUp(writer, { name, table, found, log });
}

const newTable = (table: Table) => [tableSql(table), ...[...table.parts.values()].map(({ sql }) => sql)].join(';\n');

interface TableUpdate {
  name: string;
  table: Table;
  found: ReadonlyMap<string, { type: string; sql: string }>;
  log: Log;
}

function bringUp(writer: Connection, { name, table, found, log }: TableUpdate) {
  const { parts } = table;
  const isOther = (part: string) => !part.startsWith(`${name}.`) || part.startsWith(`${name}.searched_`);
  const own = [...found].filter(([part]) => !isOther(part));
  const differs = (part: string) => found.get(part)?.sql !== parts.get(part)?.sql;
  // Nothing about a table can be altered while a trigger of it names a table that is not there.
  const isRemade = own.some(([part, { type }]) => type === 'table' && differs(part));
  const isStale = ([part, { type }]: [string, { type: string }]) => differs(part) || (isRemade && type === 'trigger');
  const old = own.filter(isStale);
  const missing = [...parts].filter(isStale);
  const columns = writer.rows(`PRAGMA table_info(${table.name})`).map(([, column]) => String(column));
  const added = columnsOf(table).filter((column) => !columns.includes(column));
  const kept: readonly string[] = OWN_COLUMNS;
  const dropped = columns.filter((column) => !kept.includes(column) && !table.columns.has(column));
  if (old.length + missing.length + added.length + dropped.length === 0) return;
  const indexes = missing.flatMap(([part, { type }]) => (type === 'trigger' ? [] : [part.slice(name.length + 1)]));
  log.info({ collection: name, indexes }, 'making indexes');
  for (const type of ['trigger', 'index', 'table'])
    for (const [part, is] of old) if (is.type === type) writer.exec(`DROP ${type} ${named(part)}`);
  for (const column of added) writer.exec(`ALTER TABLE ${table.name} ADD COLUMN ${named(column)}`);
  if (added.length) writer.exec(fillSql(table, added));
  for (const column of dropped) writer.exec(`ALTER TABLE ${table.name} DROP COLUMN ${named(column)}`);
  for (const [part, { sql, fill }] of missing)
    try {
      writer.exec(fill ? `${sql}; ${fill}` : sql);
    } catch (error) {
      if (!isSqliteError(error, /^SQLITE_CONSTRAINT/)) throw error;
      throw storeRefused(`documents of ${name} hold the same key of the unique index ${part.slice(name.length + 1)}`);
    }
  if (missing.some(([, { type }]) => type === 'search')) fillSearch(writer, table);
}

function fillSearch(writer: Connection, table: Table) {
  const searched = table.searched!;
  const sql = `SELECT n, body FROM ${searched.texts} WHERE n>? ORDER BY n LIMIT 1000`;
  for (let last = 0; ; ) {
    const rows = writer.rows(sql, [last]) as [number, string][];
    for (const [n, texts] of rows) writer.run(ngramsSql(searched), [n, ngramsOf(JSON.parse(texts), searched)]);
    if (rows.length === 0) return;
    last = rows.at(-1)![0];
  }
}
