import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { type Logger, pino } from 'pino';

/** Structured lines on standard output. Lines written during a request carry its id. */
export type Log = Pick<Logger, 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'>;

const requestIds = new AsyncLocalStorage<string>();

/** A log of this level and above; `silent` writes nothing. */
export const createLog = (level: string): Log =>
  pino({ level, base: null, mixin: () => ({ ...(requestIds.getStore() ? { request: requestIds.getStore() } : {}) }) });

/** Runs a request under an id of its own. */
export const withRequestId = <T>(run: () => T): T => requestIds.run(randomUUID(), run);
