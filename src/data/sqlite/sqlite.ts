import { channel } from 'node:diagnostics_channel';
import Database from 'libsql';
import DatabaseOffLoop from 'libsql/promise';
import { LRUCache } from 'lru-cache';

/** A value bound to a `?`. */
export type Bound = string | number | Uint8Array | null;
/** A column's value; a boolean is a blob of one byte. */
export type Cell = string | number | null | Uint8Array;

/** One connection to a database file. It is all that the program uses of the driver, so the driver can be replaced. */
export interface Connection {
  /** Runs a script. */
  exec(sql: string): void;
  /** Runs one statement and returns its rows. */
  rows(sql: string, values?: readonly Bound[]): Cell[][];
  /** Runs one statement that returns no rows. */
  run(sql: string, values?: readonly Bound[]): void;
  /** Whether a transaction is open. */
  inTransaction(): boolean;
  close(): void;
}

/** An error of SQLite with its code's name, such as `SQLITE_BUSY`. */
interface SqliteError extends Error {
  code: string;
}

export const isSqliteError = (error: unknown, code: RegExp): error is SqliteError =>
  error instanceof Error && code.test(String((error as { code?: unknown }).code));

/** Prepared statements kept per connection. */
const KEPT_STATEMENTS = 300;

/** A statement that ran, as published to tests and benches. */
export interface Ran {
  connection: Connection | OffLoop;
  sql: string;
  values: readonly Bound[];
  /**
   * The CPU time of this process for it, in milliseconds: on a busy machine, other processes run meanwhile. In a thread, all the
   * time until its first row.
   */
  ms: number;
}

/** The diagnostics channel to which each statement is published when it has ended, if anyone subscribes. */
export const STATEMENTS = 'calendar.statements';

const ran = channel(STATEMENTS);

/** Publishes a statement that ran in a thread. */
export function publishRan(statement: Ran): void {
  if (ran.hasSubscribers) ran.publish(statement);
}

/** Opens the file, and creates it if it is missing. */
export function connect(file: string): Connection {
  const database = new Database(file);
  const statements = new LRUCache<string, Database.Statement>({ max: KEPT_STATEMENTS });

  const statement = (sql: string) => {
    const kept = statements.get(sql);
    if (kept) return kept;
    const made = database.prepare(sql);
    if (made.reader) made.raw();
    statements.set(sql, made);
    return made;
  };

  const cpuMs = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };

  const traced = <T>(sql: string, values: readonly Bound[], run: () => T) => {
    if (!ran.hasSubscribers) return run();
    const began = cpuMs();
    try {
      return run();
    } finally {
      ran.publish({ connection, sql, values, ms: cpuMs() - began } satisfies Ran);
    }
  };

  const connection: Connection = {
    exec: (sql) => traced(sql, [], () => void database.exec(sql)),
    rows: (sql, values = []) => traced(sql, values, () => statement(sql).all(checked(values)) as Cell[][]),
    run: (sql, values = []) => traced(sql, values, () => void statement(sql).run(checked(values))),
    // On a closed database, the driver would end the process.
    inTransaction: () => database.open && database.inTransaction,
    close() {
      if (database.open) database.close();
    },
  };
  return connection;
}

/** How many long reads run at once, each in a thread on a connection of its own. */
export const LONG_AT_ONCE = 2;

/**
 * The driver's own threads: one for each long read, and one for the write-ahead log, so that no commit waits behind searches. Files
 * and password hashes have Node's. The driver reads it when its first thread starts.
 */
process.env.TOKIO_WORKER_THREADS = String(LONG_AT_ONCE + 1);

/** A connection whose scripts and statements run in threads of the driver. Each must end before the next begins. */
export interface OffLoop {
  exec(script: string): Promise<void>;
  /** Reads all rows in a thread. Taking them is quick. */
  rows(sql: string, values: readonly Bound[]): Promise<Iterable<Cell[]>>;
  /** Ends the statement that `rows` runs with SQLITE_INTERRUPT, unless the thread has not begun it yet. */
  interrupt(): void;
  close(): void;
}

/** Opens an existing file. The driver does that at the first statement. */
export function connectOffLoop(file: string): OffLoop {
  const database = new DatabaseOffLoop(file, {});
  const statements = new LRUCache<string, StatementOffLoop>({ max: KEPT_STATEMENTS });

  async function statement(sql: string) {
    const kept = statements.get(sql);
    if (kept) return kept;
    // The thread runs only until the first row. By then, all of them must be there.
    const made: StatementOffLoop = await database.prepare(`WITH r AS MATERIALIZED (${sql}) SELECT * FROM r`);
    statements.set(sql, made.raw());
    return made;
  }

  return {
    exec: (script) => database.exec(script),
    // Its `get` and `run` would hold the event loop.
    rows: async (sql, values) => (await statement(sql)).iterate(checked(values)),
    interrupt: () => database.interrupt(),
    close: () => database.close(),
  };
}

/** What the driver does not declare. */
interface StatementOffLoop {
  raw(): StatementOffLoop;
  iterate(values: readonly Bound[]): Promise<Iterable<Cell[]>>;
}

/** Rejects texts with a NUL, where the driver would cut them off. */
function checked(values: readonly Bound[]) {
  if (values.some((value) => typeof value === 'string' && value.includes('\0')))
    throw new Error('text with a NUL can be neither kept nor looked for');
  return values;
}
