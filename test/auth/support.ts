import { createHook } from 'node:async_hooks';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type ChosenSecret, hashChosen } from '../../src/auth/secrets.ts';

/** A new directory that is gone after the test. */
export function temporaryDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), 'users-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A chosen password as it is kept, at next to no cost: for tests of something else. */
export const hashCheaply = (password: string): Promise<ChosenSecret> => hashChosen(password, { N: 2, r: 1, p: 1 });

/** How often scrypt ran while `work` did, as Node itself counts. */
export async function countScrypt(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const hook = createHook({
    init(_id, type) {
      count += Number(type === 'SCRYPTREQUEST');
    },
  }).enable();
  try {
    await work();
  } finally {
    hook.disable();
  }
  return count;
}

/** A clock that stands still until it is moved. Milliseconds. */
export function frozenClock(): { now: () => number; pass(milliseconds: number): void } {
  let now = Date.UTC(2026, 0, 15);
  return {
    now: () => now,
    pass(milliseconds) {
      now += milliseconds;
    },
  };
}

/** The header of HTTP Basic. */
export const basic = (name: string, secret: string): string =>
  `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;
