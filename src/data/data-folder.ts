import {
  chmodSync,
  existsSync,
  mkdirSync,
  opendirSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The folder of pictures in the data folder. */
export const PICTURES_FOLDER = 'pictures';

/** The modes of the data folder and its files, which hold drafts and password hashes. */
export const PRIVATE_FOLDER = 0o700;
export const PRIVATE_FILE = 0o600;

/** The probe has content because a full disk still accepts empty files. */
const PROBE = Buffer.alloc(64_000, '.');

/** Why files cannot be written to a folder, in one line. */
export interface FolderProblem {
  line: string;
  /** Set if what is there can be read: its disk has no room, or is read-only. */
  disk?: 'full' | 'read-only';
}

/**
 * Creates the data folder if it is missing, for this user only, and writes and removes a test file. Returns the problem, or
 * undefined.
 */
export function folderProblem(dir: string): FolderProblem | undefined {
  const probe = join(dir, `probe.${process.pid}`);
  try {
    make(resolve(dir));
    tryOut(probe);
    return undefined;
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    const disk = DISKS[code];
    const todo = disk ? roomOn(dir) : 'Set DATA_DIR to a folder that can hold files';
    return {
      line: `the data folder ${dir} cannot be used: ${REASONS[code] ?? 'no file can be made there'} (${code}). ${todo}`,
      disk,
    };
  }
}

/** Explains, in one line, what to do about an older version's users file in the folder; undefined if there is none. */
export function usersFileProblem(dir: string): string | undefined {
  const file = join(dir, 'users.json');
  if (!existsSync(file)) return undefined;
  return `${file} is not read any more, users are in the database: add each anew with npm run user -- add NAME --role ROLE, then remove the file`;
}

function tryOut(file: string) {
  try {
    writeFileSync(file, PROBE, { mode: PRIVATE_FILE });
  } finally {
    if (existsSync(file)) rmSync(file);
  }
}

const OURS = /^(?:calendar\.sqlite(?:\.\d+\.part)?(?:-\w+)?|lock(?:\.\w+)?|probe\.\d+)$/;

/** The permission bits of everyone but the owner. */
const OTHERS = 0o077;

/**
 * Denies other users access to the files in the data folder, and to the folder if it contains nothing else: other files may be
 * for others, too. Does nothing if the file system does not allow it. Returns, in one line, what others can still access, or
 * undefined.
 */
export function keepPrivate(dir: string): string | undefined {
  const entries = readdirSync(dir, { withFileTypes: true });
  const ours = entries.filter((entry) => entry.isFile() && OURS.test(entry.name));
  for (const { name } of ours) restrict(join(dir, name), PRIVATE_FILE);
  const others = entries.filter((entry) => !ours.includes(entry) && entry.name !== PICTURES_FOLDER);
  if (others.length === 0) restrict(dir, PRIVATE_FOLDER);
  const open = [...ours.map(({ name }) => join(dir, name)), dir].filter(isOpen);
  if (open.length === 0) return undefined;
  return `other users of this machine may look into ${open.join(', ')}: chmod go= ${open.join(' ')}`;
}

/** Whether anyone but the owner may use it. Windows has no such permissions. */
const isOpen = (path: string) =>
  process.platform !== 'win32' && ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS) !== 0;

function restrict(path: string, mode: number) {
  try {
    chmodSync(path, mode);
  } catch {
    // The file belongs to another user, is already gone, or is on a file system without such permissions.
  }
}

// `recursive` would make Node loop forever on a file system that cannot create folders.
function make(dir: string) {
  if (existsSync(dir)) return;
  make(dirname(dir));
  try {
    mkdirSync(dir, { mode: PRIVATE_FOLDER });
  } catch (error) {
    // Another process may have just created it.
    if (!existsSync(dir)) throw error;
  }
}

const DISKS: Readonly<Record<string, FolderProblem['disk']>> = { ENOSPC: 'full', EDQUOT: 'full', EROFS: 'read-only' };

const REASONS: Record<string, string> = {
  EEXIST: 'a file is in its place',
  ENOTDIR: 'a file is in its place, or in its path',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
};

/** The most files of a folder whose sizes are added up. */
const MOST_FILES = 10_000;

/** Bytes: a disk that has so many free is not full. */
const SOME = 1_000_000;

/** Says which disk a folder is on, why nothing can be written there, what takes room, and what to do. */
export function roomOn(dir: string): string {
  const { bsize, blocks, bavail } = statfsSync(dir);
  const disk = `the disk at ${mountOf(resolve(dir))}, of which ${megabytes(bsize * bavail)} of ${megabytes(bsize * blocks)} are free`;
  if (bsize * bavail > SOME) return `It is on ${disk}: make it writable, or raise your quota`;
  const sizes = readdirSync(dir)
    .map((name) => ({ name, bytes: sizeOf(join(dir, name)) }))
    .sort((one, other) => other.bytes - one.bytes)
    .map(({ name, bytes }) => `${name} ${megabytes(bytes)}`);
  return `It is on ${disk}. In it: ${sizes.slice(0, 4).join(', ')}. Make room there; npm run pictures -- prune removes pictures that no record has`;
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

/** The bytes of a file, or of the files in a folder. */
function sizeOf(path: string) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return found?.size ?? 0;
  const folder = opendirSync(path);
  let bytes = 0;
  for (let left = MOST_FILES; left > 0; left -= 1) {
    const entry = folder.readSync();
    if (!entry) break;
    bytes += statSync(join(path, entry.name), { throwIfNoEntry: false })?.size ?? 0;
  }
  folder.closeSync();
  return bytes;
}

/** The folder where the file system of a path is mounted. */
const mountOf = (path: string): string =>
  path === dirname(path) || statSync(dirname(path)).dev !== statSync(path).dev ? path : mountOf(dirname(path));
