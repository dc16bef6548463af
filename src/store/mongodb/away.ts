import { MongoError, MongoNetworkError, MongoServerError, MongoServerSelectionError } from 'mongodb';
import { DomainError } from '../../errors.ts';
import type { Log } from '../port.ts';
import { withoutCredentials } from './connect.ts';

/** What servers answer that are going, or are not the primary any more. Source: MongoDB's list of error codes. */
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

/** What servers answer that cannot do this now, and may later. */
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

/** What servers answer to a user who may read only. */
const NOT_ALLOWED = 13;

/** The names of the driver's errors about connections that it does not derive from one class. */
const CONNECTION = /^Mongo(WaitQueueTimeout|PoolCleared|PoolClosed|TopologyClosed|NotConnected|ServerClosed)Error$/;

const isAway = (error: MongoError): boolean =>
  error instanceof MongoNetworkError ||
  error instanceof MongoServerSelectionError ||
  CONNECTION.test(error.name) ||
  GOING.has(Number(error.code));

const isNotNow = (error: MongoError): boolean =>
  error.hasErrorLabel('TransientTransactionError') ||
  error.hasErrorLabel('RetryableWriteError') ||
  NOT_NOW.has(Number(error.code)) ||
  (error instanceof MongoServerError && NOT_NOW.has(Number(error.errorResponse?.writeConcernError?.code)));

/** Knows whether the server answers, and says once when it does no more, and when it does again. */
export interface Reach {
  /** Runs work; what failed because the server is away, too slow or not writable is thrown as UNAVAILABLE. */
  guarded<T>(work: () => Promise<T>): Promise<T>;
}

/** One per store. */
export const createReach = (uri: string, log: Log): Reach => {
  let away = false;
  let turns = 0;

  /** Work that began before the last turn says nothing about what is now. */
  const turn = (to: boolean, began: number): boolean => {
    if (away === to || began !== turns) return false;
    away = to;
    turns += 1;
    return true;
  };

  const toStoreError = (error: unknown, began: number): unknown => {
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
