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
import { PRIVATE_FILE } from '../../data-folder.ts';
import { storeRefused } from '../port.ts';

/** The locks this process holds: its own pid in a file may also be left by an earlier container. */
const held = new Set<string>();

/** How long, in milliseconds, a lock without a pid or a takeover can take before it is thought abandoned. */
const UNFINISHED = 10_000;

/**
 * Takes `DIR/lock` (it holds our pid) and returns what gives it back. A lock whose process is dead is taken over. One that
 * was removed meanwhile, and is another server's now, is left to that server.
 * @throws StoreRefused when another process, or another store of this one, has the folder
 */
export const takeLock = (dir: string): (() => void) => {
  const path = join(realpathSync(dir), 'lock');
  if (held.has(path)) throw storeRefused(`the data folder ${dir} is already open in this process`);
  const file = create(path) ?? takeOver(dir, path);
  held.add(path);
  return () => {
    if (!held.delete(path)) return;
    // While it is open no other file has its number.
    if (isSame(fstatSync(file), path)) rmSync(path, { force: true });
    closeSync(file);
  };
};

const isSame = ({ dev, ino }: Stats, path: string): boolean => {
  const there = statSync(path, { throwIfNoEntry: false });
  return there?.ino === ino && there.dev === dev;
};

/** The new file, open, with our pid in it; undefined when there is one already. */
const create = (path: string): number | undefined => {
  let file: number | undefined;
  try {
    file = openSync(path, 'wx', PRIVATE_FILE);
    writeSync(file, `${process.pid}\n`);
    return file;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
    // A full disk still takes the name of a file.
    if (file !== undefined) {
      closeSync(file);
      rmSync(path, { force: true });
    }
    throw error;
  }
};

// Whoever removes a stale lock might remove the fresh one of a faster process: so only one at a time may look and take.
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

/** The file of a process that died, open, with our pid in it. */
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
