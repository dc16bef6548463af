import pLimit, { type LimitFunction } from 'p-limit';
import { DomainError } from '../../errors.ts';
import { currentWork, rest, type Work } from '../../event-loop.ts';
import { giveUpWhenLate, LONGEST_REQUEST } from '../../request.ts';
import { patiently } from './busy.ts';
import { type Ask, SLICE } from './slices.ts';
import type { Connection } from './sqlite.ts';

/** How many long questions are answered at a time. */
export const LONG_AT_ONCE = 4;

/** How many of them may be of one account. */
const OF_ACCOUNT = 2;

/** How many wait for that at the most. */
const MOST_WAITING = 500;

/** Work that stops after each slice. */
export type Sliced<T> = (ask: Ask) => Generator<void, T>;

/** Answers questions in slices, so that they do not hold up the process. */
export interface SlicedReads {
  /**
   * The answer to a question, as of one moment. One that needs more than a slice waits for its turn between two slices, and
   * behind others that are long. @throws UNAVAILABLE when too many wait, or when it takes too long; between two slices what
   * the request that asks was given up with
   */
  read<T>(work: Sliced<T>): Promise<T>;
  /** Gives up what runs, and lets go of the file. */
  close(): Promise<void>;
}

export function createSlicedReads({
  reader,
  connected,
  spare,
  askOf,
}: {
  /** Of which each use ends before another one begins. */
  reader: Connection;
  /** Makes another connection, when none is spare. */
  connected(): Connection;
  spare: Connection[];
  askOf(connection: Connection): Ask;
}): SlicedReads {
  const queue = pLimit(LONG_AT_ONCE);
  /** Of accounts whose questions run or wait. */
  const queues = new Map<string, LimitFunction>();
  let waiting = 0;
  let closing = false;

  const refused = (message: string): DomainError => new DomainError('UNAVAILABLE', message);

  async function inTurns<T>(connection: Connection, question: Sliced<T>, work: Work): Promise<T> {
    const end = performance.now() + LONGEST_REQUEST;
    const steps = question(askOf(connection));
    for (;;) {
      await rest(work);
      giveUpWhenLate(work.running);
      if (closing) throw refused('The server stops.');
      if (performance.now() > end) throw refused('A question to the data took too long and was given up.');
      const { done, value } = oneSlice(steps);
      if (done) return value;
    }
  }

  /** Two of an account run or wait among all; its others wait behind these. */
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
      const first = await patiently(() => asOfOneMoment(reader, () => oneSlice(question(askOf(reader)))));
      if (first.done) return first.value;
      if (waiting >= LONG_AT_ONCE + MOST_WAITING)
        throw refused('Too many long questions are being answered at this moment. Please try again soon.');
      return ofAccount(work.account, async () => {
        giveUpWhenLate(work.running);
        if (closing) throw refused('The server stops.');
        const connection = spare.pop() ?? connected();
        // Where it does not begin there is nothing to end: that error is the one to tell.
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
      // All that come before it have ended then.
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

/** Works for the time of a slice. */
function oneSlice<T>(steps: Generator<void, T>): { done: true; value: T } | { done: false; value?: undefined } {
  const until = performance.now() + SLICE;
  for (;;) {
    const { done, value } = steps.next();
    if (done) return { done, value };
    if (performance.now() >= until) return { done: false };
  }
}
