import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { fileUsers } from '../../src/auth/file-users.ts';
import { memoryUsers } from '../../src/auth/memory-users.ts';
import { hashGenerated } from '../../src/auth/secrets.ts';
import { storeUsers, USERS } from '../../src/auth/store-users.ts';
import type { User } from '../../src/auth/users.ts';
import { openStore } from '../../src/store/open.ts';
import { hashCheaply } from '../auth/support.ts';
import { quiet } from '../store/quiet.ts';

const folder = mkdtempSync(join(tmpdir(), 'users-'));
afterAll(() => rmSync(folder, { recursive: true }));
const newFolder = () => mkdtempSync(join(folder, 'data-'));

async function inStore() {
  const store = await openStore({ dataDir: ':memory:' }, [USERS], quiet);
  onTestFinished(() => store.close());
  return storeUsers(store);
}

const secret = hashGenerated('abcd');
const ana: User = { id: 7, name: 'Ana', role: 'editor', secrets: [secret, await hashCheaply('long enough')] };
const bora: User = { id: 3, name: 'bora', role: 'author', secrets: [] };

describe.each([
  ['in memory', async () => memoryUsers()],
  ['in a file', async () => fileUsers({ dataDir: newFolder() })],
  ['in a store', inStore],
])('users %s', (_where, build) => {
  test('that are put are there as they were given', async () => {
    const users = await build();
    await users.put([ana, bora]);
    expect(await users.list()).toEqual([bora, ana]);
    expect(await users.byName('aNA')).toEqual(ana);
    expect(await users.bySecretHash(secret.hash)).toEqual(ana);
  });

  test('that are put take the place of those with their ids, and nobody else\u2019s', async () => {
    const users = await build();
    await users.put([ana, bora]);
    await users.put([{ ...ana, name: 'anna', role: 'subscriber' }]);
    expect(await users.list()).toEqual([bora, { ...ana, name: 'anna', role: 'subscriber' }]);
    expect(await users.byName('ana')).toBeUndefined();
  });

  test('that are put with the name of another one are refused, and nothing is changed', async () => {
    const users = await build();
    await users.put([ana, bora]);
    await expect(users.put([{ ...bora, id: 8, name: 'ANA' }])).rejects.toThrow(/^There is already a user ana$/i);
    expect(await users.list()).toEqual([bora, ana]);
  });

  test('added after others were put have ids above theirs', async () => {
    const users = await build();
    await users.put([ana, bora]);
    expect(await users.lastId()).toBe(7);
    expect(await users.add({ name: 'carla', role: 'editor', secret })).toMatchObject({ id: 8 });
  });

  test('have a last id from 0, which is raised and never lowered', async () => {
    const users = await build();
    expect(await users.lastId()).toBe(0);
    expect(await users.lastId(5)).toBe(5);
    expect(await users.lastId(2)).toBe(5);
    expect(await users.add({ name: 'ana', role: 'editor', secret })).toMatchObject({ id: 6 });
    expect(await users.lastId()).toBe(6);
  });
});

test('asking for the last id and putting nobody makes no file', async () => {
  const dataDir = newFolder();
  const users = fileUsers({ dataDir });
  await users.lastId();
  await users.put([]);
  expect(readdirSync(dataDir)).toEqual([]);
});
