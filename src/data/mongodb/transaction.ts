import { setTimeout as sleep } from 'node:timers/promises';
import { type ClientSession, type MongoClient, MongoError, MongoServerSelectionError } from 'mongodb';
import { isDuplicateKey } from '../port.ts';
import type { Outcome, Units } from '../unit.ts';
import { createTransactionQueue } from './transaction-queue.ts';

const ATTEMPTS = 60;
const PATIENCE = 30_000;
/** Milliseconds to retry a commit when no server answers. */
const COMMIT_PATIENCE = 10_000;
/** The most concurrent transactions per process: more would mostly conflict. */
const AT_ONCE = 8;
const WRITE_CONFLICT = 112;

/**
 * Runs units in transactions. A unit that loses a conflict or a race for a unique key runs again as a whole: at most 60 times
 * within 30 s. After that, and on any other error, throws the unit's error. What is refused the same key twice would be refused
 * it for ever: the second time, it saw who has the key.
 */
export const createTransactions = (
  client: MongoClient,
  units: Units<ClientSession>,
  spell: (error: unknown) => unknown,
  maxCommitTimeMS: number,
): (<T>(work: () => Promise<T>) => Promise<T>) => {
  const queue = createTransactionQueue(AT_ONCE);

  return async <T>(work: () => Promise<T>) => {
    const session = client.startSession();
    const until = performance.now() + PATIENCE;
    let refused: string | undefined;
    try {
      for (let attempt = 1; ; attempt += 1) {
        const again = attempt > 1;
        const outcome = await queue.run(() => runOnce(session, units, work, spell, until, maxCommitTimeMS), again);
        if ('value' in outcome) {
          queue.widen();
          return outcome.value;
        }
        // All waiting work would time out on the server as well, one after the other.
        if (isUnreachable(outcome.cause)) queue.dismiss(outcome.cause);
        if (!isLost(outcome.cause)) throw outcome.error;
        const key = keyRefused(outcome.cause);
        if (key !== undefined && key === refused) throw outcome.error;
        refused = key;
        if (attempt >= ATTEMPTS || performance.now() >= until) throw asLostRace(outcome.error);
        // Lower concurrency loses fewer conflicts; the pause is for those with other processes.
        queue.narrow();
        await sleep(pauseAfter(attempt, outcome.cause));
      }
    } finally {
      await session.endSession();
    }
  };
};

const runOnce = async <T>(
  session: ClientSession,
  units: Units<ClientSession>,
  work: () => Promise<T>,
  spell: (error: unknown) => unknown,
  until: number,
  maxCommitTimeMS: number,
): Promise<Outcome<T>> => {
  session.startTransaction({ readConcern: { level: 'snapshot' }, readPreference: 'primary', maxCommitTimeMS });
  const outcome = await units.run(session, work);
  if (!('value' in outcome)) {
    // If aborting fails, the server aborts the transaction by itself.
    await session.abortTransaction().catch(() => undefined);
    return outcome;
  }
  try {
    await commit(session, until);
    return outcome;
  } catch (error) {
    const spelt = spell(error);
    return { error: spelt, cause: spelt };
  }
};

const commit = async (session: ClientSession, until: number) => {
  const unreachableUntil = performance.now() + COMMIT_PATIENCE;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await session.commitTransaction();
      return;
    } catch (error) {
      const unknown = error instanceof MongoError && error.hasErrorLabel('UnknownTransactionCommitResult');
      if (!unknown || attempt >= ATTEMPTS || performance.now() >= until) throw error;
      if (isUnreachable(error) && performance.now() >= unreachableUntil) throw error;
      await sleep(pauseAfter(attempt, error));
    }
  }
};

/** Whether no server was found within the server selection timeout. */
const isUnreachable = (error: unknown) => error instanceof MongoServerSelectionError;

const isLost = (error: unknown) => {
  if (isDuplicateKey(error)) return true;
  if (!(error instanceof MongoError) || isUnreachable(error)) return false;
  return error.hasErrorLabel('TransientTransactionError') || error.code === WRITE_CONFLICT;
};

/** The index and the key that was refused, if the server tells it. */
const keyRefused = (error: unknown) =>
  isDuplicateKey(error) && error.key !== undefined ? `${error.index} ${error.key}` : undefined;

const asLostRace = (error: unknown) => (isDuplicateKey(error) ? Object.assign(error, { isLostRace: true }) : error);

/** Milliseconds. The winner of a race for a key has already finished; the winner of a conflict perhaps not. */
const pauseAfter = (attempt: number, error: unknown) =>
  Math.random() * (isDuplicateKey(error) ? 20 : Math.min(500, 5 * 1.3 ** attempt));
