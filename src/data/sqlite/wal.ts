import fs from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { tooBusy } from '../../domain/errors.ts';
import type { Log } from '../port.ts';
import { UPTIME } from '../time.ts';
import { syncFolder } from '../whole-file.ts';
import { connectOffLoop } from './sqlite.ts';

/*
 * SQLite writes commits to a write-ahead log beside the file (`-wal`) and moves them to the file from time to time (a
 * checkpoint). Both wait for the disk. Here neither happens on the event loop.
 */

/** The size in bytes from which the log is emptied. That takes some 20 ms, during which no unit runs. */
const EMPTIED_FROM = 8_000_000;
/** The size in bytes from which no unit starts until the log is emptied, which readers of an old state can prevent. */
const BOUND = 64_000_000;
/** Milliseconds that a unit waits for that, and between two tries. */
const [PATIENCE, PAUSE] = [10_000, 50];

// Tests replace the function of `fs`, so look it up at each call.
const fdatasync = promisify((descriptor: number, done: fs.NoParamCallback) => fs.fdatasync(descriptor, done));

/** The write-ahead log, in the one process that empties it. */
export interface WriteAheadLog {
  /**
   * Call it after a unit, before the next one starts to commit. Resolves when this unit and all before it are on the disk.
   * Concurrent callers share one sync. A unit that wrote nothing waits too, because it may have seen commits that are not synced
   * yet.
   */
  synced(hasWritten: boolean): Promise<void>;
  /**
   * Empties the log if it is large. No unit may run meanwhile.
   * @throws UNAVAILABLE when the log is at its bound and readers keep it there
   */
  emptied(): Promise<void>;
  close(): Promise<void>;
}

/** The log of a file that a connection keeps open. Until that is closed, it stays the same file. */
export function createWal(file: string, log: Log, { clock, pause } = UPTIME): WriteAheadLog {
  // SQLite holds no locks on this file, unlike the others, so closing it is safe.
  const descriptor = fs.openSync(`${file}-wal`, 'r+');
  // It may be new, and so may its name.
  syncFolder(dirname(file));
  const connection = connectOffLoop(file);
  let running = Promise.resolve();
  let next: Promise<void> | undefined;
  let triedAt = 0;

  const size = () => fs.fstatSync(descriptor).size;

  async function sync() {
    try {
      await fdatasync(descriptor);
    } catch (error) {
      // Now the disk's content is unknown: the system forgets what it could not write.
      log.error({ reason: (error as Error).message }, 'what was written did not reach the disk; the process ends');
      process.exit(1);
    }
  }

  /** Returns whether the log is empty. */
  async function empty() {
    await connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    if (size() > 0) return false;
    // The first write after that waits for the disk. Do it here so that no unit has to wait. If another program is faster, it has
    // already waited.
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
      const end = clock() + PATIENCE;
      while (!(await empty())) {
        triedAt = size();
        if (triedAt < BOUND) return;
        if (clock() > end) throw tooBusy();
        await pause(PAUSE);
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
