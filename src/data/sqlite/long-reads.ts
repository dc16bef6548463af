import { DomainError, tooBusy, tookTooLong } from '../../domain/errors.ts';
import { charge, currentWork, goOn, pause, type Work } from '../../domain/event-loop.ts';
import { giveUpWhenLate, LONGEST_REQUEST } from '../../domain/request.ts';
import type { Ask } from './asking.ts';
import { type Cell, isSqliteError, LONG_AT_ONCE, type OffLoop, publishRan } from './sqlite.ts';

/** The most long queries that may wait. */
const MOST_WAITING = 500;

/** Milliseconds between two looks at whether a query must end. One that has just been asked for cannot be interrupted yet. */
const LOOK = 50;

/** Rows taken from a thread in one go: that happens on the event loop. */
const AT_ONCE = 500;

/** Runs queries that may take long in threads, so that they do not block the event loop. */
export interface LongReads {
  /**
   * Runs such queries one after the other, which `work` asks for. Next comes the account that has used the threads least since queries wait; each has
   * one thread at a time.
   * @throws UNAVAILABLE when too many wait or it takes too long; within a moment, the error that ended its request
   */
  read<T>(work: (ask: Ask) => Promise<T>): Promise<T>;
  /** Ends running queries and closes the connections. */
  close(): Promise<void>;
}

/** `connected` opens a connection when none is spare. */
export function createLongReads(connected: () => Promise<OffLoop>, spare: OffLoop[]): LongReads {
  const waiting: { account: string; begin(): void }[] = [];
  /** The accounts whose queries run. */
  const running = new Set<string>();
  /** Milliseconds that accounts have used since queries wait. */
  const used = new Map<string, number>();
  /** The use of the account that began last: new ones are counted from there. */
  let reached = 0;
  let closed: (() => void) | undefined;

  const usedBy = (account: string): number => Math.max(used.get(account) ?? reached, 0);

  function beginNext(): void {
    while (running.size < LONG_AT_ONCE) {
      const among = waiting.filter(({ account }) => !running.has(account));
      if (among.length === 0) break;
      const first = among.reduce((least, each) => (usedBy(each.account) < usedBy(least.account) ? each : least));
      waiting.splice(waiting.indexOf(first), 1);
      running.add(first.account);
      reached = usedBy(first.account);
      used.set(first.account, reached);
      first.begin();
    }
    if (running.size > 0) return;
    used.clear();
    reached = 0;
    closed?.();
  }

  /** @throws the reason why the query of this work must end, if there is one */
  function endIfDue({ running: request }: Work, end: number): void {
    giveUpWhenLate(request);
    if (closed) throw new DomainError('UNAVAILABLE', 'The server stops.');
    if (performance.now() > end) throw tookTooLong(LONGEST_REQUEST);
  }

  async function run<T>(caller: Work, work: (ask: Ask) => Promise<T>): Promise<T> {
    const end = performance.now() + LONGEST_REQUEST;
    endIfDue(caller, end);
    const connection = spare.pop() ?? (await connected());
    let reason: unknown;
    const looking = setInterval(() => {
      try {
        endIfDue(caller, end);
      } catch (error) {
        reason = error;
        connection.interrupt();
      }
    }, LOOK);
    try {
      return await work(async ({ sql, values }) => {
        endIfDue(caller, end);
        const began = performance.now();
        const read = await connection.rows(sql, values).finally(async () => {
          const ms = performance.now() - began;
          used.set(caller.account, usedBy(caller.account) + ms);
          charge(caller, ms);
          await goOn(caller);
          publishRan({ connection, sql, values, ms });
        });
        const rows: Cell[][] = [];
        for (const row of read) if (rows.push(row) % AT_ONCE === 0) await pause(caller);
        return rows;
      });
    } catch (error) {
      throw reason !== undefined && isSqliteError(error, /^SQLITE_INTERRUPT/) ? reason : error;
    } finally {
      clearInterval(looking);
      spare.push(connection);
    }
  }

  return {
    async read(work) {
      const caller = currentWork();
      const { account } = caller;
      if (waiting.length >= MOST_WAITING) throw tooBusy();
      await new Promise<void>((begin) => {
        waiting.push({ account, begin });
        beginNext();
      });
      try {
        return await run(caller, work);
      } finally {
        running.delete(account);
        beginNext();
      }
    },
    async close() {
      await new Promise<void>((end) => {
        closed = end;
        beginNext();
      });
      for (const connection of spare.splice(0)) connection.close();
    },
  };
}
