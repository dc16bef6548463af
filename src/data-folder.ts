import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The modes of the data folder and its files: they hold drafts, and the hashes of passwords. */
export const PRIVATE_FOLDER = 0o700;
export const PRIVATE_FILE = 0o600;

/** A full disk still takes empty files. */
const PROBE = Buffer.alloc(64_000, '.');

/** What is in the way of files in a folder, in one line, and whether nothing but room is missing. */
interface FolderProblem {
  line: string;
  noRoom: boolean;
}

/**
 * Makes the data folder, for this user only, when it is missing, and writes a file there and removes it. Gives what is
 * in the way; undefined when nothing is.
 */
export function folderProblem(dir: string): FolderProblem | undefined {
  const probe = join(dir, `probe.${process.pid}`);
  try {
    make(resolve(dir));
    tryOut(probe);
    return undefined;
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    return { line: problemOf(dir, code), noRoom: NO_ROOM.has(code) };
  }
}

function tryOut(file: string): void {
  try {
    writeFileSync(file, PROBE, { mode: PRIVATE_FILE });
  } finally {
    if (existsSync(file)) rmSync(file);
  }
}

const OURS = /^(?:users\.json\b.*|calendar\.sqlite(?:-wal|-shm)?|journal|lock(?:\.takeover)?|probe\.\d+|.+\.db~?)$/;

/** The rights of everybody but the owner. */
const OTHERS = 0o077;

/**
 * Keeps other users from the files in the data folder, and from the folder when nothing but these lie there: one that holds
 * other things may be meant for others too. Where the file system does not let us, all stays as it is.
 * What stays open to others, in one line; undefined when nothing does.
 */
export function keepPrivate(dir: string): string | undefined {
  const entries = readdirSync(dir, { withFileTypes: true });
  const ours = entries.filter((entry) => entry.isFile() && OURS.test(entry.name));
  for (const { name } of ours) restrict(join(dir, name), PRIVATE_FILE);
  if (ours.length === entries.length) restrict(dir, PRIVATE_FOLDER);
  const open = [...ours.map(({ name }) => join(dir, name)), dir].filter(isOpen);
  if (open.length === 0) return undefined;
  return `other users of this machine may look into ${open.join(', ')}: chmod go= ${open.join(' ')}`;
}

/** Whether others than the owner may use it. Windows has no such rights. */
const isOpen = (path: string): boolean =>
  process.platform !== 'win32' && ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS) !== 0;

function restrict(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch {
    // It belongs to another user, is gone by now, or lies on a file system without such rights.
  }
}

// Not with `recursive`: Node tries for ever where a file system has no folders to make.
function make(dir: string): void {
  if (existsSync(dir)) return;
  make(dirname(dir));
  try {
    mkdirSync(dir, { mode: PRIVATE_FOLDER });
  } catch (error) {
    // Another process may have made it just now.
    if (!existsSync(dir)) throw error;
  }
}

const NO_ROOM: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

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
const problemOf = (dir: string, code: string): string =>
  `the data folder ${dir} cannot be used: ${REASONS[code] ?? 'no file can be made there'} (${code}). Set DATA_DIR to a folder that can hold files`;
