import {
  closeSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { PRIVATE_FILE } from '../data-folder.ts';
import { storeRefused } from '../port.ts';

/** The locks this process holds. Its pid in a file proves nothing: an earlier container may have left it. */
const held = new Set<string>();

/** After this many milliseconds, a lock without a pid or an unfinished takeover counts as abandoned. */
const UNFINISHED = 10_000;

/**
 * Takes `DIR/lock`, which holds our pid, and returns a function that releases it. A dead process's lock is taken over. If the
 * lock was removed meanwhile and now belongs to another server, releasing leaves it alone.
 * @throws StoreRefused when another process, or another store of this one, has the folder
 */
export const takeLock = (dir: string): (() => void) => {
  const path = join(realpathSync(dir), 'lock');
  if (held.has(path)) throw storeRefused(`the data folder ${dir} is already open in this process`);
  const file = create(path) ?? takeOver(dir, path);
  held.add(path);
  return () => {
    if (!held.delete(path)) return;
    // While the file is open, no other file can have its inode number.
    if (isSame(fstatSync(file), path)) rmSync(path, { force: true });
    closeSync(file);
  };
};

const isSame = ({ dev, ino }: Stats, path: string): boolean => {
  const there = statSync(path, { throwIfNoEntry: false });
  return there?.ino === ino && there.dev === dev;
};

/** The new file, open, with our pid in it; undefined if one exists. */
const create = (path: string): number | undefined => {
  let file: number | undefined;
  try {
    file = openSync(path, 'wx', PRIVATE_FILE);
    writeSync(file, `${process.pid}\n`);
    return file;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
    // On a full disk, the file's name is still created.
    if (file !== undefined) {
      closeSync(file);
      rmSync(path, { force: true });
    }
    throw error;
  }
};

// Removing a stale lock could remove the fresh lock of a faster process, so only one process at a time may check and take it.
const takeOver = (dir: string, path: string): number => {
  const guard = `${path}.takeover`;
  const guarding = create(guard) ?? (isOld(guard) && remove(guard) ? create(guard) : undefined);
  if (guarding === undefined) throw storeRefused(`the data folder ${dir} is being taken by another process`);
  try {
    const holder = holderOf(path);
    const file = holder === 'released' ? create(path) : holder === 'stale' ? inherit(path) : undefined;
    if (file !== undefined) return file;
    throw storeRefused(
      holder === 'released'
        ? `the data folder ${dir} was taken by another process just now`
        : `the data folder ${dir} is in use by process ${holder} (stop that one first; when it is no server of ours, remove ${join(dir, 'lock')})`,
    );
  } finally {
    closeSync(guarding);
    remove(guard);
  }
};

/** A dead process's lock file, open, with our pid in it. */
const inherit = (path: string): number => {
  const file = openSync(path, 'r+');
  ftruncateSync(file);
  writeSync(file, `${process.pid}\n`);
  return file;
};

const holderOf = (path: string): string => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch {
    return 'released';
  }
  const pid = Number(text);
  // The pid is written an instant after the file is created.
  if (text === '') return isOld(path) ? 'stale' : 'that is starting';
  if (!Number.isInteger(pid) || pid < 1 || pid === process.pid) return 'stale';
  return isAlive(pid) ? text : 'stale';
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const isOld = (path: string): boolean => {
  const made = statSync(path, { throwIfNoEntry: false });
  return made === undefined || Date.now() - made.mtimeMs > UNFINISHED;
};

const remove = (path: string): true => {
  rmSync(path, { force: true });
  return true;
};
