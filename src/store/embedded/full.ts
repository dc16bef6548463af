import { DomainError } from '../../errors.ts';
import type { Log } from '../port.ts';
import { isSqliteError } from './sqlite.ts';

/** No room on the disk, or no more for this user (a quota); the memory that readers share is a file too. */
const FULL = /^SQLITE_(FULL|IOERR_(WRITE|SHMSIZE|SHMMAP))/;
/** Whether there was no room for what was to be written. */
export const isFull = (error: unknown): boolean => isSqliteError(error, FULL);

/** Whether the file is not what SQLite has written. */
export const isDamage = (error: unknown): boolean => isSqliteError(error, /^SQLITE_(CORRUPT|NOTADB|IOERR_CORRUPTFS)/);

/**
 * Knows whether there is room for what is written, and says once when there is none any more, and when there is again. Says
 * once that the file is damaged: it stays so.
 */
export interface Room {
  /** The error for callers of one that was thrown: UNAVAILABLE when there was no room or the file is damaged, else the same. */
  refused(error: unknown): unknown;
  /** Something was written. */
  found(): void;
  isFull(): boolean;
  isDamaged(): boolean;
}

/** One per store. One that only reads was opened without room, and is not told when there is again. */
export function createRoom(log: Log, onlyReads = false): Room {
  let full = onlyReads;
  let damaged = false;
  function refusedAsDamaged(reason: string): DomainError {
    if (!damaged)
      log.error(
        { reason },
        'the data file is damaged, and /ready says 503: npm run check-data says where; put back a backup',
      );
    damaged = true;
    return new DomainError('UNAVAILABLE', 'The stored data cannot be read at the moment.');
  }
  return {
    isFull: () => full,
    isDamaged: () => damaged,
    refused(error) {
      if (isDamage(error)) return refusedAsDamaged((error as Error).message);
      if (!isFull(error) && !(onlyReads && isSqliteError(error, /^SQLITE_READONLY/))) return error;
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
      if (onlyReads) return;
      if (full) log.info({}, 'the disk has room again; writes go on');
      full = false;
    },
  };
}
