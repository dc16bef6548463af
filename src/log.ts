import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import { pinoPretty } from './packages.ts';
import { currentTrace } from './request.ts';

/** Structured lines, with their time as ISO 8601. Those written for a request carry its id as `request`, and who asks as `user`. */
export type Log = Pick<Logger, 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'>;

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
      mixin: () => ({ ...currentTrace() }),
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
