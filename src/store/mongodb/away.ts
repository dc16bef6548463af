import { MongoError, MongoNetworkError, MongoServerError, MongoServerSelectionError } from 'mongodb';
import { DomainError } from '../../errors.ts';
import type { Log } from '../port.ts';
import { withoutCredentials } from './connect.ts';

/** What servers answer that cannot work now, and may later. Source: MongoDB's list of error codes. */
const NOT_NOW = new Set([
  6, // HostUnreachable
  7, // HostNotFound
  24, // LockTimeout
  50, // MaxTimeMSExpired
  64, // WriteConcernTimeout
  89, // NetworkTimeout
  91, // ShutdownInProgress
  112, // WriteConflict
  189, // PrimarySteppedDown
  251, // NoSuchTransaction
  262, // ExceededTimeLimit
  9001, // SocketException
  10107, // NotWritablePrimary
  11600, // InterruptedAtShutdown
  11602, // InterruptedDueToReplStateChange
  13435, // NotPrimaryNoSecondaryOk
  13436, // NotPrimaryOrSecondary
  14031, // OutOfDiskSpace
]);

/** What servers answer to a user who may read only. */
const NOT_ALLOWED = 13;

/** The names of the driver's errors about connections that it does not derive from one class. */
const CONNECTION = /^Mongo(WaitQueueTimeout|PoolCleared|PoolClosed|TopologyClosed|NotConnected|ServerClosed)Error$/;

const isAway = (error: MongoError): boolean =>
  error instanceof MongoNetworkError || error instanceof MongoServerSelectionError || CONNECTION.test(error.name);

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

  const spelled = (error: unknown): unknown => {
    if (!(error instanceof MongoError)) return error;
    const reason = withoutCredentials(error.message, uri);
    if (isAway(error)) {
      if (!away) log.warn({ reason }, 'MongoDB cannot be reached; requests are answered with 503 until it can');
      away = true;
    } else if (error.code === NOT_ALLOWED) log.error({ reason }, 'MongoDB does not allow its user what we need');
    else if (isNotNow(error))
      log.warn({ reason, code: error.code }, 'MongoDB could not do what was asked, or not in time');
    else return error;
    return new DomainError('UNAVAILABLE', 'The data cannot be reached at the moment. Please try again soon.');
  };

  return {
    async guarded(work) {
      try {
        const value = await work();
        if (away) log.info({}, 'MongoDB answers again');
        away = false;
        return value;
      } catch (error) {
        throw spelled(error);
      }
    },
  };
};
