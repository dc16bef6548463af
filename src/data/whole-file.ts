import { closeSync, existsSync, fsyncSync, linkSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { PRIVATE_FILE } from './data-folder.ts';

/**
 * Makes a file as a `.part`, and gives it its name once it is whole and on the disk. When this process is killed, or has no room,
 * there is no file of that name. Also removes the parts of killed processes.
 * @throws what `make` throws, and EEXIST if there is a file of that name by then
 */
export function makeWhole<T>(file: string, make: (part: string) => T): T {
  removeParts(file);
  const part = `${file}.${process.pid}.part`;
  try {
    closeSync(openSync(part, 'wx', PRIVATE_FILE));
    const made = make(part);
    sync(part, 'r+');
    nameOnce(part, file);
    return made;
  } finally {
    // SQLite may have made others beside it.
    for (const end of ['', '-journal', '-wal', '-shm']) rmSync(`${part}${end}`, { force: true });
  }
}

/** Names the part, unless a file has that name: a rename would replace it. */
function nameOnce(part: string, file: string) {
  try {
    linkSync(part, file);
  } catch (error) {
    // Some file systems have no second names.
    if (existsSync(file)) throw Object.assign(error as Error, { code: 'EEXIST' });
    renameSync(part, file);
  }
  syncFolder(dirname(file));
}

/** Waits until the names in a folder are on the disk. */
export function syncFolder(dir: string): void {
  // Windows cannot do this.
  if (process.platform !== 'win32') sync(dir, 'r');
}

/** Waits until a file, or with `r` the names in a folder, are on the disk. */
export function sync(path: string, flags: 'r' | 'r+'): void {
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Removes the parts of a file that belong to no process any more. */
function removeParts(file: string) {
  const folder = dirname(file);
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const [, pid] = name.startsWith(`${basename(file)}.`) ? (/\.(\d+)\.part(?:-\w+)?$/.exec(name) ?? []) : [];
    if (pid && !isAlive(Number(pid))) rmSync(join(folder, name), { force: true });
  }
}

function isAlive(pid: number) {
  try {
    // A part of our own id was left by one that had it before.
    return pid !== process.pid && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
