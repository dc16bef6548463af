import { randomUUID } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderProblem, PRIVATE_FILE } from '../data-folder.ts';
import { ROLES } from '../rules/access.ts';
import { ifPresent, withFileLock } from './file-lock.ts';
import { NOBODY, type UserList, usersInList } from './user-list.ts';
import { type User, type Users, usersUnreadable } from './users.ts';

/**
 * Users in `DATA_DIR/users.json`, which several processes may read and change at once. Whether the file has changed is
 * looked at no more often than every `lookEvery` milliseconds; then it is read again. It is replaced as a whole, so it is
 * never seen half written.
 * @throws Error (from every call) when the file is there and cannot be read as a list of users, or when its folder cannot
 * hold files; from calls that only read it is UsersUnreadable, the same one for as long as the same is wrong.
 */
export function fileUsers({ dataDir, lookEvery = 0, clock = () => performance.now() }: FileUsersOptions): Users {
  const path = join(dataDir, 'users.json');
  let known: Snapshot | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;

  async function read(): Promise<UserList> {
    const now = clock();
    if (!known || now - lookedAt >= lookEvery) {
      const version = versionAt(path);
      if (known?.version !== version) known = lookAt(version);
      lookedAt = now;
    }
    if (known.list instanceof Error) throw known.list;
    return known.list;
  }

  function lookAt(version: string): Snapshot {
    try {
      return readList(path);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const found = usersUnreadable((code && folderProblem(dataDir)?.line) ?? message);
      const before = known?.list;
      // What is no list stays none until the file changes; what the system refused may work the next time.
      return {
        version: code ? undefined : version,
        list: before instanceof Error && before.message === found.message ? before : found,
      };
    }
  }

  async function change(change: (list: UserList) => UserList): Promise<UserList> {
    const problem = folderProblem(dataDir);
    if (problem) throw new Error(problem.line);
    return withFileLock(`${path}.lock`, (stillHeld) => {
      const list = change(readList(path).list);
      replaceFile(path, `${JSON.stringify(list, null, 2)}\n`, stillHeld);
      lookedAt = Number.NEGATIVE_INFINITY;
      return list;
    });
  }

  return usersInList({ read, change });
}

interface FileUsersOptions {
  dataDir: string;
  lookEvery?: number;
  /** Milliseconds. */
  clock?: () => number;
}

interface Snapshot {
  /** Differs whenever the file does. Undefined: look again. */
  version: string | undefined;
  /** The error when it is no list. */
  list: UserList | Error;
}

interface Version {
  ino: bigint;
  size: bigint;
  mtimeNs: bigint;
  ctimeNs: bigint;
}

const versionOf = ({ ino, size, mtimeNs, ctimeNs }: Version): string => [ino, size, mtimeNs, ctimeNs].join();

const MISSING = 'ENOENT';

function versionAt(path: string): string {
  try {
    return versionOf(statSync(path, { bigint: true }));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
}

function readList(path: string): Snapshot & { list: UserList } {
  const file = ifPresent(() => openSync(path, 'r'));
  if (file === undefined) return { version: MISSING, list: NOBODY };
  try {
    // Of the open file, not of the path: the text below is of this version even when the file is replaced now.
    const version = versionOf(fstatSync(file, { bigint: true }));
    return { version, list: parseList(readFileSync(file, 'utf8'), path) };
  } finally {
    closeSync(file);
  }
}

/** Readers see the old text or the new one. Nothing is replaced when `stillAllowed` says no at the last moment. */
function replaceFile(path: string, text: string, stillAllowed: () => boolean): void {
  // A name of its own: a process that comes back from a long pause must not write into another's file.
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    writeFileSync(temporary, text, { mode: PRIVATE_FILE, flush: true });
    if (!stillAllowed()) throw new Error('Another process changed the users at the same time: try again');
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function parseList(text: string, path: string): UserList {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    throw new Error(`${path} is not JSON: mend it or put back a copy`);
  }
  if (!isUserList(list)) throw new Error(`${path} is not a list of users: mend it or put back a copy`);
  return list;
}

const isUserList = (value: unknown): value is UserList => {
  const list = value as Partial<UserList> | null;
  return Number.isInteger(list?.nextId) && Array.isArray(list?.users) && list.users.every(isUser);
};

const isUser = (value: unknown): value is User => {
  const user = value as Partial<User> | null;
  return (
    Number.isInteger(user?.id) &&
    typeof user?.name === 'string' &&
    user.role !== undefined &&
    ROLES.includes(user.role) &&
    Array.isArray(user.secrets) &&
    user.secrets.every((secret) => typeof secret?.hash === 'string')
  );
};
