import { MongoError, MongoNetworkError, MongoServerError, MongoServerSelectionError } from 'mongodb';
import { DomainError } from '../../domain/errors.ts';
import type { Log } from '../port.ts';
import { withoutCredentials } from './connect.ts';

/** Error codes of servers that are shutting down or are no longer the primary. Source: MongoDB's list of error codes. */
const GOING = new Set([
  6, // HostUnreachable
  7, // HostNotFound
  89, // NetworkTimeout
  91, // ShutdownInProgress
  94, // NotYetInitialized
  189, // PrimarySteppedDown
  9001, // SocketException
  10107, // NotWritablePrimary
  11600, // InterruptedAtShutdown
  11602, // InterruptedDueToReplStateChange
  13435, // NotPrimaryNoSecondaryOk
  13436, // NotPrimaryOrSecondary
]);

/** Error codes of servers that cannot do this now, but perhaps later. */
const NOT_NOW = new Set([
  24, // LockTimeout
  43, // CursorNotFound: it was restarted in the middle of a list
  46, // LockBusy
  50, // MaxTimeMSExpired
  64, // WriteConcernTimeout
  112, // WriteConflict
  133, // FailedToSatisfyReadPreference
  134, // ReadConcernMajorityNotAvailableYet
  175, // QueryPlanKilled
  202, // NetworkInterfaceExceededTimeLimit
  225, // TransactionTooOld
  237, // CursorKilled
  251, // NoSuchTransaction
  262, // ExceededTimeLimit
  290, // TransactionExceededLifetimeLimitSeconds
  11601, // Interrupted
  14031, // OutOfDiskSpace
]);

/** The error code for a user who may only read. */
const NOT_ALLOWED = 13;

/** The names of the driver's connection errors, which share no base class. */
const CONNECTION = /^Mongo(WaitQueueTimeout|PoolCleared|PoolClosed|TopologyClosed|NotConnected|ServerClosed)Error$/;

const isAway = (error: MongoError) =>
  error instanceof MongoNetworkError ||
  error instanceof MongoServerSelectionError ||
  CONNECTION.test(error.name) ||
  GOING.has(Number(error.code));

const isNotNow = (error: MongoError) =>
  error.hasErrorLabel('TransientTransactionError') ||
  error.hasErrorLabel('RetryableWriteError') ||
  NOT_NOW.has(Number(error.code)) ||
  (error instanceof MongoServerError && NOT_NOW.has(Number(error.errorResponse?.writeConcernError?.code)));

/** Tracks whether the server answers, and logs once when it stops and once when it answers again. */
export interface Reach {
  /** Runs work; throws UNAVAILABLE if the server is unreachable, too slow or not writable. */
  guarded<T>(work: () => Promise<T>): Promise<T>;
}

/** One per store. */
export const createReach = (uri: string, log: Log): Reach => {
  let away = false;
  let turns = 0;

  /** Changes the state. Ignores work that began before the last change, as it says nothing about the present. */
  const turn = (to: boolean, began: number) => {
    if (away === to || began !== turns) return false;
    away = to;
    turns += 1;
    return true;
  };

  const toStoreError = (error: unknown, began: number) => {
    if (!(error instanceof MongoError)) return error;
    const reason = withoutCredentials(error.message, uri);
    if (isAway(error)) {
      if (turn(true, began))
        log.warn({ reason }, 'MongoDB cannot be reached; requests are answered with 503 until it can');
    } else if (error.code === NOT_ALLOWED) log.error({ reason }, 'MongoDB does not allow its user what we need');
    else if (isNotNow(error))
      log.warn({ reason, code: error.code }, 'MongoDB could not do what was asked, or not in time');
    else return error;
    return new DomainError('UNAVAILABLE', 'The data cannot be reached at the moment. Please try again soon.');
  };

  return {
    async guarded(work) {
      const began = turns;
      try {
        const value = await work();
        if (turn(false, began)) log.info({}, 'MongoDB answers again');
        return value;
      } catch (error) {
        throw toStoreError(error, began);
      }
    },
  };
};
