import { readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRIVATE_FILE } from '../../data-folder.ts';
import { storeRefused } from '../port.ts';

/** The locks this process holds: its own pid in a file may also be left by an earlier container. */
const held = new Set<string>();

/** How long, in milliseconds, a lock without a pid or a takeover can take before it is thought abandoned. */
const UNFINISHED = 10_000;

/**
 * Takes `DIR/lock` (it holds our pid) and returns what gives it back. A lock whose process is dead is taken over.
 * @throws StoreRefused when another process, or another store of this one, has the folder
 */
export const takeLock = (dir: string): (() => void) => {
  const path = join(realpathSync(dir), 'lock');
  if (held.has(path)) throw storeRefused(`the data folder ${dir} is already open in this process`);
  if (!create(path)) takeOver(dir, path);
  held.add(path);
  return () => {
    if (held.delete(path)) rmSync(path, { force: true });
  };
};

const create = (path: string): boolean => {
  try {
    writeFileSync(path, `${process.pid}\n`, { flag: 'wx', mode: PRIVATE_FILE });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    // A full disk still takes the name of a file.
    rmSync(path, { force: true });
    throw error;
  }
};

// Whoever removes a stale lock might remove the fresh one of a faster process: so only one at a time may look and take.
const takeOver = (dir: string, path: string): void => {
  const guard = `${path}.takeover`;
  if (!create(guard) && !(isOld(guard) && remove(guard) && create(guard)))
    throw storeRefused(`the data folder ${dir} is being taken by another process`);
  try {
    const holder = holderOf(path);
    if (holder === 'released') {
      if (!create(path)) throw storeRefused(`the data folder ${dir} was taken by another process just now`);
    } else if (holder === 'stale') writeFileSync(path, `${process.pid}\n`);
    else
      throw storeRefused(
        `the data folder ${dir} is in use by process ${holder} (stop that one first; when it is no server of ours, remove ${join(dir, 'lock')})`,
      );
  } finally {
    remove(guard);
  }
};

const holderOf = (path: string): string => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch {
    return 'released';
  }
  const pid = Number(text);
  // The file is created first and gets its pid an instant later.
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
