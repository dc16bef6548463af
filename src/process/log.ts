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
  worker?: number;
  /** Whether lines contain client addresses. Default true. */
  addresses?: boolean;
}

/**
 * A log of this level and above on standard output; `silent` writes nothing. Lines are human-readable on a terminal, and JSON
 * objects otherwise.
 */
export const createLog = (level: string, options?: LogOptions): Logger =>
  logTo(process.stdout.isTTY ? terminal() : pino.destination(1), level, options);

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
