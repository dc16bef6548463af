import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import { pinoPretty } from './packages.ts';
import { currentTrace } from './request.ts';

/**
 * Structured lines, with their time as ISO 8601. Those written for a request carry its id as `request`, and once it is known
 * where it comes from (`address`), who asks (`user`) and which operation of GraphQL it is (`operation`).
 */
export type Log = Pick<Logger, 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'>;

export interface LogOptions {
  /** The number of the worker that writes: its lines say which it is. */
  worker?: number | undefined;
  /** Whether lines say from which address a request came. Default true. */
  addresses?: boolean;
}

/**
 * A log of this level and above on standard output; `silent` writes nothing. Lines are for people where that is a
 * terminal, else each is a JSON object.
 */
export const createLog = (level: string, options?: LogOptions): Logger =>
  logTo(process.stdout.isTTY ? terminal() : pino.destination(1), level, options);

/** The same to any stream. */
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
