import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { DomainError } from '../../errors.ts';
import type { Log } from '../port.ts';
import { connectOffLoop } from './sqlite.ts';

/*
 * SQLite writes what is committed to a write-ahead log beside the file (`-wal`), and moves it to the file from time to time (a
 * checkpoint). Both wait for the disk. Here neither happens on the event loop.
 */

/** Bytes from which on the log is emptied: that takes some 20 ms, during which no unit runs. */
const EMPTIED_FROM = 8_000_000;
/** Bytes from which on no unit begins before it was emptied: readers of an old moment may keep it from that. */
const BOUND = 64_000_000;
/** Milliseconds that a unit waits for that, and between two tries. */
const [PATIENCE, PAUSE] = [10_000, 50];

/** The write-ahead log of the one process that empties it. */
export interface WriteAheadLog {
  /**
   * After a unit, and before the next one begins to commit: resolves when this one and all before it are on the disk. Those who
   * wait at the same time share one sync. One that wrote nothing may have seen what is on its way.
   */
  synced(hasWritten: boolean): Promise<void>;
  /** Where it is large, empties it. No unit may run meanwhile. @throws UNAVAILABLE when it is at its bound and readers keep it there */
  emptied(): Promise<void>;
  close(): Promise<void>;
}

/** The log of a file that a connection has opened and keeps open: until then it is the same file. */
export function createWal(file: string, log: Log): WriteAheadLog {
  // SQLite has no locks on this file, unlike on the others: it may be closed.
  const descriptor = fs.openSync(`${file}-wal`, 'r+');
  const connection = connectOffLoop(file);
  let running = Promise.resolve();
  let next: Promise<void> | undefined;
  let triedAt = 0;

  const size = (): number => fs.fstatSync(descriptor).size;

  async function sync(): Promise<void> {
    try {
      await promisify(fs.fdatasync)(descriptor);
    } catch (error) {
      // Nobody can tell what is on the disk now: the system forgets what it could not write.
      log.error({ reason: (error as Error).message }, 'what was written did not reach the disk; the process ends');
      process.exit(1);
    }
  }

  /** Gives whether nothing is left in it. */
  async function empty(): Promise<boolean> {
    await connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    if (size() > 0) return false;
    // The first write waits for the disk: this one does, so that no unit has to. If another program is quicker, it has waited.
    await connection.exec('PRAGMA user_version=0').catch(() => undefined);
    return true;
  }

  return {
    synced(hasWritten) {
      if (!hasWritten && !next) return running;
      next ??= running.then(() => {
        running = next!;
        next = undefined;
        return sync();
      });
      return next;
    },
    async emptied() {
      if (size() < Math.min(triedAt + EMPTIED_FROM, BOUND)) return;
      const end = performance.now() + PATIENCE;
      while (!(await empty())) {
        triedAt = size();
        if (triedAt < BOUND) return;
        if (performance.now() > end)
          throw new DomainError('UNAVAILABLE', 'Too much waits to be stored at the moment. Please try again soon.');
        await sleep(PAUSE);
      }
      triedAt = 0;
    },
    async close() {
      await (next ?? running);
      connection.close();
      fs.closeSync(descriptor);
    },
  };
}
