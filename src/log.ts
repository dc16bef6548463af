import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import { pinoPretty } from './packages.ts';

/** Structured lines, with their time as ISO 8601. Those written during a request carry its id as `request`, and who asks as `user`. */
export type Log = Pick<Logger, 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'>;

/** What every line of a request says. */
export interface Trace {
  readonly request: string;
  /** The id of who asks, once that is known, if it is somebody. */
  user?: number;
}

const traces = new AsyncLocalStorage<Trace>();

/**
 * A log of this level and above on standard output; `silent` writes nothing. Lines are for people where that is a
 * terminal, else each is a JSON object. Those of a worker say which it is.
 */
export const createLog = (level: string, worker?: number): Logger =>
  logTo(process.stdout.isTTY ? terminal() : pino.destination(1), level, worker);

/** The same to any stream. */
export const logTo = (stream: DestinationStream, level: string, worker?: number): Logger =>
  pino(
    {
      level,
      base: worker === undefined ? null : { worker },
      timestamp: stdTimeFunctions.isoTime,
      mixin: () => ({ ...traces.getStore() }),
    },
    stream,
  );

/** Makes one line for people of each line of JSON. */
export const terminal = (destination: NodeJS.WritableStream = process.stdout): DestinationStream => {
  const pretty = pinoPretty();
  return pretty({
    destination,
    sync: true,
    singleLine: true,
    translateTime: false,
    colorize: destination === process.stdout && pretty.isColorSupported,
  });
};

/** What a request may be called by whoever sends it; nothing that could pass for other lines or fields of a log. */
const REQUEST_ID = /^[\w.:-]{1,100}$/;

/** The beginning of a request: its id is the one that it brings, if that is a plain one, else a new one. */
export const openTrace = (sent: string | undefined): Trace => ({
  request: sent !== undefined && REQUEST_ID.test(sent) ? sent : randomUUID(),
});

/** Runs a request, whose lines say what its trace says. */
export const traced = <T>(trace: Trace, run: () => T): T => traces.run(trace, run);

/** From now on the lines of the request that runs say who asks. */
export function noteUser(user: number): void {
  const trace = traces.getStore();
  if (trace) trace.user = user;
}
