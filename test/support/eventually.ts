import { vi } from 'vitest';

/*
 * No result of a test depends on how long something takes: what waits or measures in src/ gets a clock from the test
 * (`own-time.ts`, `clock` of `app.ts`, `vi.useFakeTimers` for `performance` and `setTimeout` of one process), or the test waits
 * here until something is so. `LATE=3000 npx vitest run …` makes all timers 3 s late, also those of programs that tests start;
 * `NOW=2028-02-29T12:00:00Z` lets apps whose test sets no moment live then.
 *
 * What is not ours keeps its own time, and a test that meets it can fail on a machine that stands still for as long:
 * - The MongoDB driver: serverSelectionTimeoutMS, connectTimeoutMS, socketTimeoutMS, waitQueueTimeoutMS, heartbeats
 *   (`store/mongodb/`: away, in-flight, start-and-stop, slow, open). MongoDB: maxTimeMS, the minute of a transaction that a killed
 *   server leaves (followers, outage).
 * - Node: requestTimeout and headersTimeout of its HTTP server, `timeout` of requests, AbortSignal.timeout (`http/outgoing.ts`;
 *   webhooks/attempts, import/hostile-sites), keep-alive; fdatasync and the checkpoint of SQLite.
 * - rate-limiter-flexible: its minute begins by Date.now (http/limits and work-limit fake it; store/mongodb/two-servers cannot).
 * - prom-client: 5 s for the metrics of all workers (process/workers).
 *
 * A program that runs by itself has its own limits: 10 s for a request, and for a lock or a database that does not answer. Only
 * a test whose subject is such a limit meets it (process/http/give-up, send and send-stream).
 */

/** Calls `seen` until it stops throwing, which takes a while on a busy machine. */
export const eventually = <T>(seen: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(seen, { timeout: 300_000, interval: 20 });
