import { currentWork, goOn } from '../../domain/event-loop.ts';
import type { Time } from '../time.ts';
import { retryWhenBusy } from './busy.ts';
import type { Room } from './full.ts';
import type { Ids } from './ids.ts';
import type { Writer } from './ngrams.ts';
import type { WriteAheadLog } from './wal.ts';

interface Parts {
  writer: Writer;
  ids: Ids;
  room: Room;
  wal?: WriteAheadLog;
  onlyReads: boolean;
  time?: Time;
}

/** The transactions of the one connection that writes, one after the other. */
export function createTransactions({ writer, ids, room, wal, onlyReads, time }: Parts) {
  let turn: Promise<unknown> = Promise.resolve();
  /** Whether the open transaction has written anything. */
  let hasWritten = false;

  /** Runs a unit after all earlier ones, as the caller's work. */
  const inTurn = <T>(unit: () => Promise<T>) => {
    const work = currentWork();
    const done = turn.then(async () => {
      await goOn(work);
      return unit();
    });
    turn = done.catch(() => undefined);
    return done;
  };

  // No savepoint: SQLite would walk through all changes since then after each statement.
  const begin = () => retryWhenBusy(() => writer.exec(onlyReads ? 'BEGIN' : 'BEGIN IMMEDIATE'), time);

  const commit = () => {
    writer.ngrams.write();
    writer.exec('COMMIT');
    ids.settle();
    if (hasWritten) room.found();
  };

  /** Rolls back everything except the ids that were handed out. */
  const undo = () => {
    writer.ngrams.forget();
    const rollBack = () => writer.inTransaction() && writer.exec('ROLLBACK');
    try {
      rollBack();
      if (!ids.areGiven()) return;
      writer.exec('BEGIN IMMEDIATE');
      ids.keep();
      writer.exec('COMMIT');
    } catch {
      // This process still remembers the ids.
    } finally {
      ids.settle();
      rollBack();
    }
  };

  /**
   * Runs a unit in a transaction of its own, which it must not end. The next one starts after the commit; the caller continues
   * once the commit is on the disk.
   */
  const transaction = async <T>(unit: () => Promise<T>) => {
    const work = currentWork();
    const { value, wrote } = await inTurn(async () => {
      try {
        await wal?.emptied();
        // Emptying waits for the disk, and others go on meanwhile.
        await goOn(work);
        await begin();
        hasWritten = false;
        const value = await unit();
        commit();
        return { value, wrote: hasWritten };
      } catch (error) {
        undo();
        throw room.refused(error);
      }
    });
    if (wal) {
      await wal.synced(wrote);
      await goOn(work);
    }
    return value;
  };

  return {
    inTurn,
    transaction,
    markWritten() {
      hasWritten = true;
    },
  };
}
