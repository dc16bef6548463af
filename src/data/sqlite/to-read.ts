import { rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FolderProblem } from '../data-folder.ts';
import { isFull } from './full.ts';
import { type Connection, connect, isSqliteError } from './sqlite.ts';

/**
 * Opens a data file to read it, also where its disk has no room or is read-only. Without room for the memory that connections share
 * (`-shm`), it has the file for itself until it is closed.
 * @throws the error of SQLite
 */
export function connectToRead(file: string, disk: FolderProblem['disk']): Connection {
  if (disk === 'read-only') return connect(withoutChanges(file));
  const shared = connect(file);
  try {
    // The first read makes that memory.
    shared.rows(FIRST_READ);
    return shared;
  } catch (error) {
    shared.close();
    if (!disk || !isWithoutRoom(error)) throw error;
    return connectAlone(file);
  }
}

/** Whether a full disk may be why: one without room for names, too. */
export const isWithoutRoom = (error: unknown): boolean => isFull(error) || isSqliteError(error, /^SQLITE_CANTOPEN/);

/** Locks the file exclusively. @throws the error of SQLite when another program uses it */
export function connectAlone(file: string): Connection {
  const connection = connect(file);
  try {
    connection.exec('PRAGMA locking_mode=EXCLUSIVE');
    connection.rows(FIRST_READ);
  } catch (error) {
    connection.close();
    throw error;
  }
  // Half of it was made, or a dead process left it. Without a write-ahead log it would look like data loss.
  rmSync(`${file}-shm`, { force: true });
  return connection;
}

/**
 * Lets others have a file that a connection has for itself. Its end alone does not: statements that are not garbage-collected yet
 * keep it. A file leaves this mode only without a write-ahead log; whoever opens it next makes one.
 * @throws the error of SQLite, and keeps the file
 */
export function letGo(connection: Connection): void {
  try {
    connection.exec(`PRAGMA query_only=OFF; PRAGMA journal_mode=DELETE; PRAGMA locking_mode=NORMAL; ${FIRST_READ}`);
  } catch (error) {
    connection.exec('PRAGMA query_only=ON');
    throw error;
  }
}

const FIRST_READ = 'SELECT count(*) FROM sqlite_master';

/** How to open a file that nobody can change. SQLite needs the memory that a killed process left to read the log that it left. */
export const withoutChanges = (file: string): string =>
  (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
    ? file
    : `${pathToFileURL(resolve(file)).href}?immutable=1`;
