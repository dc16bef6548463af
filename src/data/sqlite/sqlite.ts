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
export interface SqliteError extends Error {
  code: string;
}

export const isSqliteError = (error: unknown, code: RegExp): error is SqliteError =>
  error instanceof Error && code.test(String((error as { code?: unknown }).code));

/** Prepared statements kept per connection. */
const KEPT_STATEMENTS = 300;

/** A statement that ran, as published to tests and benches. */
export interface Ran {
  connection: Connection;
  sql: string;
  values: readonly Bound[];
  /** The CPU time of this process for it, in milliseconds: on a busy machine, other processes run meanwhile. */
  ms: number;
}

/** The diagnostics channel to which each statement is published when it has ended, if anyone subscribes. */
export const STATEMENTS = 'calendar.statements';

const ran = channel(STATEMENTS);

/** Opens the file, and creates it if it is missing. */
export function connect(file: string): Connection {
  const database = new Database(file);
  const statements = new LRUCache<string, Database.Statement>({ max: KEPT_STATEMENTS });

  const statement = (sql: string): Database.Statement => {
    const kept = statements.get(sql);
    if (kept) return kept;
    const made = database.prepare(sql);
    if (made.reader) made.raw();
    statements.set(sql, made);
    return made;
  };

  const cpuMs = (): number => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };

  const told = <T>(sql: string, values: readonly Bound[], run: () => T): T => {
    if (!ran.hasSubscribers) return run();
    const began = cpuMs();
    try {
      return run();
    } finally {
      ran.publish({ connection, sql, values, ms: cpuMs() - began } satisfies Ran);
    }
  };

  const connection: Connection = {
    exec: (sql) => told(sql, [], () => void database.exec(sql)),
    rows: (sql, values = []) => told(sql, values, () => statement(sql).all(checked(values)) as Cell[][]),
    run: (sql, values = []) => told(sql, values, () => void statement(sql).run(checked(values))),
    // On a closed database, the driver would end the process.
    inTransaction: () => database.open && database.inTransaction,
    close() {
      if (database.open) database.close();
    },
  };
  return connection;
}

/** A connection whose scripts run in a thread of the driver, for work that waits for the disk. */
export interface OffLoop {
  exec(script: string): Promise<void>;
  close(): void;
}

/** Opens an existing file. */
export function connectOffLoop(file: string): OffLoop {
  const database = new DatabaseOffLoop(file, {});
  return {
    exec: (script) => database.exec(script),
    close: () => database.close(),
  };
}

/** Rejects texts with a NUL, where the driver would cut them off. */
function checked(values: readonly Bound[]): readonly Bound[] {
  if (values.some((value) => typeof value === 'string' && value.includes('\0')))
    throw new Error('text with a NUL can be neither kept nor looked for');
  return values;
}
