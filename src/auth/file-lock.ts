import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readFileSync, rmSync, statSync, unlinkSync, writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { PRIVATE_FILE } from '../data-folder.ts';

const WAIT_MS = 2_000;
const PAUSE_MS = 20;
/** Work under the lock takes milliseconds: a lock this old was left by a process that died. */
const STALE_MS = 10_000;

/**
 * Runs `work` while no other process holds the lock file at `path`, waiting up to 2 seconds for it.
 * `work` is synchronous, and must ask `stillHeld` right before it does what cannot be undone.
 * @throws Error with one line when the lock does not become free.
 */
export async function withFileLock<T>(path: string, work: (stillHeld: () => boolean) => T): Promise<T> {
  const token = randomUUID();
  const giveUpAt = Date.now() + WAIT_MS;
  while (!take(path, token)) {
    removeStale(path);
    if (Date.now() > giveUpAt) throw new Error(`Another process is changing the users (${path} exists): try again`);
    await pause(PAUSE_MS);
  }
  const stillHeld = () => ifPresent(() => readFileSync(path, 'utf8')) === token;
  try {
    return work(stillHeld);
  } finally {
    // It may be removed by hand just now: what was done is done all the same.
    if (stillHeld()) rmSync(path, { force: true });
  }
}

function take(path: string, token: string): boolean {
  try {
    const file = openSync(path, 'wx', PRIVATE_FILE);
    writeSync(file, token);
    closeSync(file);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

function removeStale(path: string): void {
  const found = ifPresent(() => statSync(path));
  if (found && Date.now() - found.mtimeMs > STALE_MS) ifPresent(() => unlinkSync(path));
}

/** What `look` finds, or undefined when the file is not there. */
export function ifPresent<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

const hasCode = (error: unknown, code: string): boolean => (error as NodeJS.ErrnoException).code === code;
