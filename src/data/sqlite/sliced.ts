import pLimit, { type LimitFunction } from 'p-limit';
import { DomainError, tooBusy, tookTooLong } from '../../domain/errors.ts';
import { currentWork, rest, type Work } from '../../domain/event-loop.ts';
import { giveUpWhenLate, LONGEST_REQUEST } from '../../domain/request.ts';
import { retryWhenBusy } from './busy.ts';
import { type Ask, SLICE } from './slices.ts';
import type { Connection } from './sqlite.ts';

/** How many long queries run at once. */
export const LONG_AT_ONCE = 4;

/** How many of them one account may run. */
const OF_ACCOUNT = 2;

/** The most long queries that may wait. */
const MOST_WAITING = 500;

/** Work that pauses after each slice. */
export type Sliced<T> = (ask: Ask) => Generator<void, T>;

/** Runs queries in slices, so that they do not block the process. */
export interface SlicedReads {
  /**
   * The result of a query, as of one moment. A query that needs more than a slice waits for its turn between slices, and behind
   * other long ones.
   * @throws UNAVAILABLE when too many wait or it takes too long; between two slices, the error that ended its request
   */
  read<T>(work: Sliced<T>): Promise<T>;
  /** Stops running queries and closes the file. */
  close(): Promise<void>;
}

export function createSlicedReads({
  reader,
  connected,
  spare,
  askOf,
}: {
  /** Each use of it must end before the next begins. */
  reader: Connection;
  /** Opens another connection when none is spare. */
  connected(): Connection;
  spare: Connection[];
  askOf(connection: Connection): Ask;
}): SlicedReads {
  const queue = pLimit(LONG_AT_ONCE);
  /** One queue per account with running or waiting queries. */
  const queues = new Map<string, LimitFunction>();
  let waiting = 0;
  let closing = false;

  const stopped = (): DomainError => new DomainError('UNAVAILABLE', 'The server stops.');

  async function inTurns<T>(connection: Connection, question: Sliced<T>, work: Work): Promise<T> {
    const end = performance.now() + LONGEST_REQUEST;
    const steps = question(askOf(connection));
    for (;;) {
      await rest(work);
      giveUpWhenLate(work.running);
      if (closing) throw stopped();
      if (performance.now() > end) throw tookTooLong(LONGEST_REQUEST);
      const { done, value } = oneSlice(steps);
      if (done) return value;
    }
  }

  /** An account has at most two queries in the common queue; its others wait behind them. */
  async function ofAccount<T>(account: string, work: () => Promise<T>): Promise<T> {
    const own = queues.get(account) ?? pLimit(OF_ACCOUNT);
    queues.set(account, own);
    waiting += 1;
    try {
      return await own(() => queue(work));
    } finally {
      waiting -= 1;
      if (own.activeCount + own.pendingCount === 0) queues.delete(account);
    }
  }

  return {
    async read(question) {
      const work = currentWork();
      const first = await retryWhenBusy(() => asOfOneMoment(reader, () => oneSlice(question(askOf(reader)))));
      if (first.done) return first.value;
      if (waiting >= LONG_AT_ONCE + MOST_WAITING) throw tooBusy();
      return ofAccount(work.account, async () => {
        giveUpWhenLate(work.running);
        if (closing) throw stopped();
        const connection = spare.pop() ?? connected();
        // If BEGIN fails, there is nothing to end, and that is the error to report.
        connection.exec('BEGIN');
        try {
          return await inTurns(connection, question, work);
        } finally {
          connection.exec('COMMIT');
          spare.push(connection);
        }
      });
    },
    async close() {
      closing = true;
      // When these run, all earlier queries have ended.
      await Promise.all(Array.from({ length: LONG_AT_ONCE }, () => queue(async () => {})));
      for (const connection of spare.splice(0)) connection.close();
    },
  };
}

function asOfOneMoment<T>(connection: Connection, work: () => T): T {
  connection.exec('BEGIN');
  try {
    return work();
  } finally {
    connection.exec('COMMIT');
  }
}

/** Works for the duration of one slice. */
function oneSlice<T>(steps: Generator<void, T>): { done: true; value: T } | { done: false; value?: undefined } {
  const until = performance.now() + SLICE;
  for (;;) {
    const { done, value } = steps.next();
    if (done) return { done, value };
    if (performance.now() >= until) return { done: false };
  }
}
