import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import { pinoPretty } from '../domain/packages.ts';
import { currentTrace } from '../domain/request.ts';

/**
 * Structured lines, with their time as ISO 8601. Lines written for a request carry its id as `request` and, once known, the
 * client's `address`, the `user`, and the GraphQL `operation`.
 */
export type Log = Pick<Logger, 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'>;

export interface LogOptions {
  /** The writing worker's number, added to its lines. */
  worker?: number | undefined;
  /** Whether lines contain client addresses. Default true. */
  addresses?: boolean;
}

/**
 * A log of this level and above on standard output; `silent` writes nothing. On a terminal lines are human-readable and come at once.
 * Elsewhere they are JSON objects, written together: see `together`.
 */
export const createLog = (level: string, options?: LogOptions): Logger =>
  logTo(process.stdout.isTTY ? terminal() : together(), level, options);

/** Milliseconds that a line below a warning may wait. A killed process loses the lines of this long. */
const LONGEST_WAIT = 100;

/** Bytes of lines that wait at most. */
const MOST_WAITING = 8_192;

/**
 * Standard output that writes lines together, because a write per request is several percent of the CPU of a list. Warnings, errors and
 * the end of the process write at once what waits.
 */
function together(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, minLength: MOST_WAITING });
  let timer: NodeJS.Timeout | undefined;
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    output.flushSync();
  }
  process.on('exit', flush);
  return {
    // With this member pino sets `lastLevel` before it writes.
    [Symbol.for('pino.metadata')]: true,
    write(this: { lastLevel?: number }, line: string) {
      output.write(line);
      if ((this.lastLevel ?? 0) >= pino.levels.values.warn!) flush();
      else timer ??= setTimeout(flush, LONGEST_WAIT).unref();
    },
  } as DestinationStream;
}

/** Like `createLog`, for any stream. */
export const logTo = (
  stream: DestinationStream,
  level: string,
  { worker, addresses = true }: LogOptions = {},
): Logger =>
  pino(
    {
      level,
      base: worker === undefined ? null : { worker },
      ...(addresses ? {} : { redact: { paths: ['address'], remove: true } }),
      timestamp: stdTimeFunctions.isoTime,
      mixin: () => ({ ...currentTrace() }),
    },
    stream,
  );

/** Turns each JSON line into a human-readable one. */
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
