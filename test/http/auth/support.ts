import { createHook } from 'node:async_hooks';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openStore } from '../../../src/data/open.ts';
import type { Store } from '../../../src/data/port.ts';
import { type ChosenSecret, hashChosen } from '../../../src/data/users/secrets.ts';
import { storeUsers, USERS } from '../../../src/data/users/store-users.ts';
import type { UserLookup, Users } from '../../../src/data/users/users.ts';
import type { Viewer } from '../../../src/domain/access.ts';
import { createAuthenticate } from '../../../src/http/auth/credentials.ts';
import { createLogInLimit } from '../../../src/http/auth/log-in-limit.ts';
import type { Sender } from '../../../src/http/auth/sender.ts';
import { quiet } from '../../store/quiet.ts';
import { lendDatabase } from '../../support/databases.ts';

/** A new directory that is gone after the test. */
export function temporaryDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), 'users-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A new store for users, which is closed after the test: the store of this run. */
export async function newStore(): Promise<Store> {
  const database = process.env.MONGODB_URI ? lendDatabase() : undefined;
  const store = await openStore({ mongodbUri: database?.uri, dataDir: ':memory:' }, [USERS], quiet);
  onTestFinished(async () => {
    await store.close();
    await database?.giveBack();
  });
  await store.prepare();
  return store;
}

/** New users in memory, whatever store the other tests run on, until the test has finished or, with `until`, for longer. */
export async function newUsers(until: (close: () => Promise<void>) => void = onTestFinished): Promise<Users> {
  const store = await openStore({ dataDir: ':memory:' }, [USERS], quiet);
  until(() => store.close());
  return storeUsers(store);
}

/** A chosen password as it is kept, at next to no cost: for tests of something else. */
export const hashCheaply = (password: string): Promise<ChosenSecret> => hashChosen(password, { N: 2, r: 1, p: 1 });

/** How often scrypt ran while `work` did, and how often at the same time, as Node itself counts. */
export async function watchScrypt(work: () => Promise<unknown>): Promise<{ count: number; atOnce: number }> {
  const running = new Set<number>();
  let [count, atOnce] = [0, 0];
  const hook = createHook({
    init(id, type) {
      if (type !== 'SCRYPTREQUEST') return;
      count += 1;
      running.add(id);
      atOnce = Math.max(atOnce, running.size);
    },
    before: (id) => void running.delete(id),
  }).enable();
  try {
    await work();
  } finally {
    hook.disable();
  }
  return { count, atOnce };
}

/** How often scrypt ran while `work` did. */
export const countScrypt = async (work: () => Promise<unknown>): Promise<number> => (await watchScrypt(work)).count;

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

/** A request with these headers, from a program on this machine unless something else is said. */
export const senderOf = (headers: Sender['headers'], more: Partial<Sender> = {}): Sender => ({
  headers,
  httpVersion: '1.1',
  client: { address: '127.0.0.1', network: '127.0.0.1' },
  ...more,
});

/** Who is meant by an `Authorization` header. As many may fail as come. */
export function authenticatorOf(users: UserLookup, clock = frozenClock().now) {
  const authenticate = createAuthenticate({ users, clock, countAttempt: createLogInLimit(0), failed() {} });
  return (authorization?: string): Promise<Viewer | undefined> => authenticate(senderOf({ authorization }));
}
