import { DomainError, noRoom } from '../../domain/errors.ts';
import type { Log } from '../port.ts';
import { isSqliteError } from './sqlite.ts';

/** The disk is full, or the user's quota is; the memory that readers share is a file too. */
const FULL = /^SQLITE_(FULL|IOERR_(WRITE|SHMSIZE|SHMMAP))/;
/** Whether a write failed because there was no room. */
export const isFull = (error: unknown): boolean => isSqliteError(error, FULL);

/** Whether the file is damaged. */
export const isDamage = (error: unknown): boolean => isSqliteError(error, /^SQLITE_(CORRUPT|NOTADB|IOERR_CORRUPTFS)/);

/**
 * Tracks whether the disk has room, and logs once when it is full and once when it has room again. Logs damage to the file once,
 * because that lasts.
 */
export interface Room {
  /**
   * The error to report for one that was thrown: UNAVAILABLE if there was no room or the file is damaged, else the error itself.
   */
  refused(error: unknown): unknown;
  /** Call it after each write that worked. */
  found(): void;
  isFull(): boolean;
  isDamaged(): boolean;
}

/** One per store. A store that only reads never learns that there is room again; it is opened anew. */
export function createRoom(log: Log, { onlyReads = false, full = false }): Room {
  full ||= onlyReads;
  let damaged = false;
  function refusedAsDamaged(reason: string) {
    if (!damaged)
      log.error(
        { reason },
        'the data file is damaged, and /ready says 503: npm run check-data says where; put back a backup',
      );
    damaged = true;
    return new DomainError('UNAVAILABLE', 'The data cannot be reached at the moment. Please try again soon.');
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
      return noRoom();
    },
    found() {
      if (onlyReads) return;
      if (full) log.info({}, 'the disk has room again; writes go on');
      full = false;
    },
  };
}
