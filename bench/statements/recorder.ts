import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { currentWork } from '../../src/event-loop.ts';
import { type Bound, type Cell, type Connection, type Ran, STATEMENTS } from '../../src/store/embedded/sqlite.ts';

/** A statement that an operation ran. */
export interface Statement {
  sql: string;
  values: readonly Bound[];
  ms: number;
  /** Whether it is a part of a question that is asked in slices, or stands in a unit, or by itself. */
  within: 'slices' | 'unit' | 'itself';
  /** The account that its work is charged to. */
  account: string;
}

/** The statements of the embedded stores of this process that run meanwhile. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const begun = new Map<Connection, Statement['within']>();
  function heard(message: unknown): void {
    const { connection, sql, values, ms } = message as Ran;
    if (sql === 'BEGIN') begun.set(connection, 'slices');
    else if (sql === 'BEGIN IMMEDIATE') begun.set(connection, 'unit');
    else if (sql === 'ROLLBACK') begun.delete(connection);
    statements.push({ sql, values, ms, within: begun.get(connection) ?? 'itself', account: currentWork().account });
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

/** A step of a plan: its number, below which other one, and what is done. */
interface Step {
  id: number;
  parent: number;
  detail: string;
}

/** Lists of values that are bound, and rows that a step before gives, are no tables. */
const NO_TABLE = /^SCAN (json_each|e\d+|CONSTANT ROW|\d+-ROW)\b|VIRTUAL TABLE INDEX \d+:./;

/** What is looked at as a whole, or sorted: the steps of the plan of a statement, on a connection to the same file. */
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
    // The index that it names does not fit: it was run without.
    if (!/^(no query solution|no such index)/.test((error as Error).message)) throw error;
    return file.rows(`EXPLAIN QUERY PLAN ${sql.replace(/ INDEXED BY "(?:[^"]|"")*"/g, '')}`, values);
  }
}
