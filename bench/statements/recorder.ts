import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type Bound, type Cell, type Connection, type Ran, STATEMENTS } from '../../src/data/sqlite/sqlite.ts';
import { currentWork } from '../../src/domain/event-loop.ts';

/** A statement that an operation ran. */
export interface Statement {
  sql: string;
  values: readonly Bound[];
  ms: number;
  /** Whether it ran in a thread, is part of a unit, or stands alone. */
  within: 'thread' | 'unit' | 'itself';
  /** The account that is charged for it. */
  account: string;
}

/** The statements that embedded stores in this process run during some work. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const begun = new Set<Ran['connection']>();
  function heard(message: unknown): void {
    const { connection, sql, values, ms } = message as Ran;
    if (sql === 'BEGIN IMMEDIATE') begun.add(connection);
    else if (sql === 'ROLLBACK') begun.delete(connection);
    const within = 'interrupt' in connection ? 'thread' : begun.has(connection) ? 'unit' : 'itself';
    statements.push({ sql, values, ms, within, account: currentWork().account });
    if (sql === 'COMMIT') begun.delete(connection);
  }
  subscribe(STATEMENTS, heard);
  try {
    await work();
  } finally {
    unsubscribe(STATEMENTS, heard);
  }
  return statements;
}

/** A step of a query plan: its id, its parent, and what it does. */
interface Step {
  id: number;
  parent: number;
  detail: string;
}

/** Bound lists of values, and rows from an earlier step, are not tables. */
const NO_TABLE = /^SCAN (json_each|e\d+|CONSTANT ROW|\d+-ROW)\b|VIRTUAL TABLE INDEX \d+:./;

/** The steps of a statement's plan that scan a whole table or sort. `file` is a connection to the same file. */
export function wholeSteps(file: Connection, { sql, values }: Pick<Statement, 'sql' | 'values'>): string[] {
  if (!/^(SELECT|INSERT|UPDATE|DELETE|WITH)\b/.test(sql)) return [];
  const steps = planOf(file, sql, values).map(
    ([id, parent, , detail]): Step => ({ id: Number(id), parent: Number(parent), detail: String(detail) }),
  );
  const inner = new Set(
    steps.flatMap(({ detail }) => /^(?:CO-ROUTINE|MATERIALIZE) (.+)$/.exec(detail)?.slice(1) ?? []),
  );
  return steps
    .map(({ detail }) => detail)
    .filter(
      (detail) =>
        detail.startsWith('USE TEMP B-TREE') ||
        (detail.startsWith('SCAN ') && !NO_TABLE.test(detail) && !inner.has(detail.slice('SCAN '.length))),
    );
}

function planOf(file: Connection, sql: string, values: readonly Bound[]): Cell[][] {
  try {
    return file.rows(`EXPLAIN QUERY PLAN ${sql}`, values);
  } catch (error) {
    // The named index does not fit, so the store ran the statement without it.
    if (!/^(no query solution|no such index)/.test((error as Error).message)) throw error;
    return file.rows(`EXPLAIN QUERY PLAN ${sql.replace(/ INDEXED BY "(?:[^"]|"")*"/g, '')}`, values);
  }
}
