import { DomainError } from '../../errors.ts';
import type { Log } from '../port.ts';
import { isSqliteError } from './sqlite.ts';

/** No room on the disk, or no more for this user (a quota); the memory that readers share is a file too. */
const FULL = /^SQLITE_(FULL|IOERR_(WRITE|SHMSIZE|SHMMAP))/;
/** Whether there was no room for what was to be written. */
export const isFull = (error: unknown): boolean => isSqliteError(error, FULL);

/** Knows whether there is room for what is written, and says once when there is none any more, and when there is again. */
export interface Room {
  /** The error for callers of one that was thrown: UNAVAILABLE when there was no room, else the same. */
  refused(error: unknown): unknown;
  /** Something was written. */
  found(): void;
}

/** One per store. */
export function createRoom(log: Log): Room {
  let full = false;
  return {
    refused(error) {
      if (!isFull(error)) return error;
      if (!full)
        log.error(
          { reason: (error as Error).message },
          'the disk is full; writes are answered with 503 until there is room',
        );
      full = true;
      return new DomainError(
        'UNAVAILABLE',
        'There is no room to store anything at the moment. Please try again later.',
      );
    },
    found() {
      if (full) log.info({}, 'the disk has room again; writes go on');
      full = false;
    },
  };
}
