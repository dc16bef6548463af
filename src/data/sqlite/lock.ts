import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRIVATE_FILE } from '../data-folder.ts';
import { storeRefused } from '../port.ts';
import { connect, isSqliteError } from './sqlite.ts';

/**
 * The empty file that a server locks as long as it runs. The lock is the operating system's, so it ends with the process, and a
 * copy of the folder has none. The file is never removed: two servers could each lock one of that name. Nothing but SQLite may
 * open it in the process that holds it: POSIX ends the lock when any descriptor of the file is closed.
 */
const LOCKED = 'lock.sqlite';

/**
 * The name of an empty file says who holds the lock: a full disk has room for names. Only messages read it. The other two names are
 * of versions that locked by a file with a process id.
 */
const HOLDER = /^lock(?:\.(?:(\d+)|takeover))?$/;

/** Milliseconds to wait for others that try to lock at the same moment: one of them gets it. */
const AT_ONCE = 500;

/**
 * Locks the folder for this process, and returns a function that releases it.
 * @throws StoreRefused when another process, or another store of this one, has the folder
 */
export function takeLock(dir: string): () => void {
  const lock = connect(join(dir, LOCKED));
  try {
    // Without a journal it needs no room.
    lock.exec(`PRAGMA journal_mode=OFF; PRAGMA busy_timeout=${AT_ONCE}; BEGIN EXCLUSIVE`);
  } catch (error) {
    lock.close();
    if (!isSqliteError(error, /^SQLITE_BUSY/)) throw error;
    throw storeRefused(`the data folder ${dir} is in use by ${holderOf(dir)}: stop that one first`);
  }
  for (const name of holdersIn(dir)) rmSync(join(dir, name), { force: true });
  const holder = join(dir, `lock.${process.pid}`);
  tell(holder);
  return () => {
    rmSync(holder, { force: true });
    lock.close();
  };
}

/** Which process holds the lock of a folder, for a message. */
export function holderOf(dir: string): string {
  const pid = holdersIn(dir).flatMap((name) => HOLDER.exec(name)![1] ?? [])[0];
  return pid ? `process ${pid}` : 'another process';
}

const holdersIn = (dir: string) => readdirSync(dir).filter((name) => HOLDER.test(name));

function tell(holder: string) {
  try {
    writeFileSync(holder, '', { mode: PRIVATE_FILE });
  } catch {
    // Messages of others do without it.
  }
}
