import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** A full disk still takes empty files. */
const PROBE = Buffer.alloc(64_000, '.');

/**
 * Makes the data folder when it is missing, and writes a file there and removes it. What is in the way, in one line;
 * undefined when nothing is.
 */
export function folderProblem(dir: string): string | undefined {
  const probe = join(dir, `probe.${process.pid}`);
  try {
    make(resolve(dir));
    tryOut(probe);
    return undefined;
  } catch (error) {
    return problemOf(dir, error as NodeJS.ErrnoException);
  }
}

function tryOut(file: string): void {
  try {
    writeFileSync(file, PROBE);
  } finally {
    if (existsSync(file)) rmSync(file);
  }
}

// Not with `recursive`: Node tries for ever where a file system has no folders to make.
function make(dir: string): void {
  if (existsSync(dir)) return;
  make(dirname(dir));
  try {
    mkdirSync(dir);
  } catch (error) {
    // Another process may have made it just now.
    if (!existsSync(dir)) throw error;
  }
}

const REASONS: Record<string, string> = {
  EEXIST: 'a file is in its place',
  ENOTDIR: 'a file is in its place, or in its path',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
};

/** One line about a folder that files cannot be written in, from the error of the system. */
const problemOf = (dir: string, { code = 'unknown' }: NodeJS.ErrnoException): string =>
  `the data folder ${dir} cannot be used: ${REASONS[code] ?? 'no file can be made there'} (${code}). Set DATA_DIR to a folder that can hold files`;
