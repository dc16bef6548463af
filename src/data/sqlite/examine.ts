import { setImmediate as nextTurn } from 'node:timers/promises';
import { retryWhenBusy } from './busy.ts';
import { named } from './expressions.ts';
import { isDamage } from './full.ts';
import { fromRow } from './rows.ts';
import { documentColumns, type Table } from './schema.ts';
import type { Cell, Connection } from './sqlite.ts';

/** Rows read at once, and the most faults that SQLite reports for one table. */
const [ROWS, FAULTS] = [500, 100];

interface Examining {
  connection: Connection;
  tables: ReadonlyMap<string, Table>;
  report(what: string, done: number, total: number): void;
  found(line: string): void;
}

/** Has SQLite check each table and its indexes, then reads every document. Reports one line per fault. */
export async function examine({ connection, tables, report, found }: Examining): Promise<void> {
  const all = connection.rows("SELECT name FROM sqlite_master WHERE type='table' AND rootpage>0 ORDER BY name");
  for (const [at, [name]] of all.entries()) {
    for (const fault of await faultsOf(connection, String(name))) found(`${name}: ${fault}`);
    report('file', at + 1, all.length);
    await nextTurn();
  }
  for (const [name, table] of tables) await readAll({ connection, name, table, report, found });
}

/** What SQLite finds wrong with a table. */
async function faultsOf(connection: Connection, table: string) {
  const sql = `PRAGMA integrity_check('${table.replaceAll("'", "''")}')`;
  const said = await damageAsText(() => retryWhenBusy(() => connection.rows(sql)));
  const lines = typeof said === 'string' ? [said] : said.map(([line]) => String(line));
  // One fault may have several lines.
  return lines
    .flatMap((line) => line.split('\n'))
    .filter((line) => line !== 'ok' && line !== '')
    .slice(0, FAULTS);
}

interface Reading extends Omit<Examining, 'tables'> {
  name: string;
  table: Table;
}

async function readAll({ connection, name, table, report, found }: Reading) {
  const where = 'WHERE _n>? ORDER BY _n';
  const rowOf = `SELECT ${[named('_id'), ...documentColumns(table)]} FROM ${table.name} WHERE _n=?`;
  const counted = await damageAsText(() => connection.rows(`SELECT count(*) FROM ${table.name}`));
  const total = typeof counted === 'string' ? 0 : Number(counted[0]![0]);
  let done = 0;
  for (let last = 0; ; ) {
    const next = await damageAsText(() =>
      retryWhenBusy(() => connection.rows(`SELECT _n FROM ${table.name} ${where} LIMIT ${ROWS}`, [last])),
    );
    if (typeof next === 'string') return found(`${name}: what follows row ${last} cannot be read (${next})`);
    if (next.length === 0) return;
    for (const [n] of next) {
      const fault = await faultOf(() => connection.rows(rowOf, [n as number])[0], table);
      if (fault) found(`${name} ${fault}`);
    }
    last = Number(next.at(-1)![0]);
    done += next.length;
    report(name, done, Math.max(done, total));
    await nextTurn();
  }
}

/** Why a row is not a valid document, after its id if that can be read. */
async function faultOf(read: () => Cell[] | undefined, table: Table) {
  const row = await damageAsText(read);
  if (typeof row === 'string') return `cannot be read (${row})`;
  // It has just been deleted.
  if (!row) return undefined;
  const [id, ...cells] = row;
  try {
    const { _id } = fromRow(cells, table);
    return _id === id ? undefined : `${id}: its document says ${_id}`;
  } catch (error) {
    return `${id}: cannot be read (${(error as Error).message})`;
  }
}

/** Returns the result of the work, or SQLite's message if it meets damage. */
async function damageAsText<T>(work: () => T | Promise<T>) {
  try {
    return await work();
  } catch (error) {
    if (isDamage(error)) return (error as Error).message;
    throw error;
  }
}
