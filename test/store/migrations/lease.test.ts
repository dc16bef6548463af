import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { endAbandoned } from '../../../src/data/migrations/migrate.ts';
import { readSetting, SETTINGS } from '../../../src/data/migrations/settings.ts';
import type { Stored } from '../../../src/data/port.ts';
import { type OldData, oldData, recorded } from './support.ts';

const WAITING = 'another process prepares the data; waiting for it';
const HOUR = 3_600_000;
/** For what takes an instant, but on a busy machine. */
const PATIENCE = { timeout: 20_000 };

interface Lease extends Stored {
  holder?: string;
  until?: unknown;
}

let data: OldData;

beforeEach(async () => {
  data = await oldData(onTestFinished);
});

/** Makes somebody else the holder, until a moment this far from now. */
const hold = (milliseconds: number) =>
  data.store.put<Lease>(SETTINGS.name, [{ _id: 'migration', holder: 'another', until: Date.now() + milliseconds }]);
const lease = () => readSetting<Lease>(data.store, 'migration');
const waiting = () => vi.waitUntil(() => data.said.includes(WAITING), PATIENCE);

test('a holder that died long ago is not waited for', async () => {
  await hold(-HOUR);
  const { migrations } = recorded(2);
  expect(await data.migrate(migrations)).toEqual(['to 2']);
  expect(data.said).not.toContain(WAITING);
});

test('a lease changed by hand into nonsense is not waited for', async () => {
  await data.store.put<Lease>(SETTINGS.name, [{ _id: 'migration', until: 'tomorrow' }]);
  expect(await data.migrate(recorded(2).migrations)).toEqual(['to 2']);
});

test('a holder that died just now is waited for, and then replaced', async () => {
  await hold(2000);
  const until = (await lease())?.until;
  const { migrations, ran } = recorded(2);
  const migrating = data.migrate(migrations);
  await waiting();
  expect(ran).toEqual([]);
  expect(await migrating).toEqual(['to 2']);
  expect(Date.now()).toBeGreaterThan(until as number);
});

test('a holder that lives is waited for until it is done, once said', async () => {
  await hold(HOUR);
  const { migrations, ran } = recorded(2, 3);
  const migrating = data.migrate(migrations);
  await waiting();
  await data.setVersion(2);
  expect(ran).toEqual([]);
  await hold(-1);
  expect(await migrating).toEqual(['to 3']);
  expect(data.said.filter((line) => line === WAITING)).toHaveLength(1);
});

test('a program that waited for a newer one is refused', async () => {
  await hold(HOUR);
  const migrating = data.migrate(recorded(2).migrations);
  const refused = expect(migrating).rejects.toThrow('the stored data has version 3, this program needs version 1 to 2');
  await waiting();
  await data.setVersion(3);
  await hold(-1);
  await refused;
  expect(await data.version()).toBe(3);
});

test('the lease is kept as long as the work takes, and given back at its end', async () => {
  const untils = new Set<unknown>();
  const seen = async () => untils.add((await lease())?.until);
  const long = recorded(2).migrations.map((migration) => ({
    ...migration,
    run: async () => {
      await vi.waitUntil(async () => (await seen()).size >= 3, PATIENCE);
    },
  }));
  const migrating = data.migrate(long, { lasts: 3000 });
  await vi.waitUntil(() => untils.size > 0, PATIENCE);
  const { migrations, ran } = recorded(2);
  expect(await data.migrate(migrations)).toEqual([]);
  expect(await migrating).toEqual(['to 2']);
  expect(ran).toEqual([]);
  expect((await lease())?.until).toBe(0);
});

test('the lease is given back when the work fails', async () => {
  const failing = recorded(2).migrations.map((migration) => ({
    ...migration,
    run: () => Promise.reject(new Error('the plug was pulled')),
  }));
  await expect(data.migrate(failing)).rejects.toThrow('the plug was pulled');
  expect((await lease())?.until).toBe(0);
});

const LOST = 'another process has taken over preparing the data: start again';

test('who has lost the lease does not say that its migration is done, and leaves the new holder its lease', async () => {
  const robbed = recorded(2).migrations.map((migration) => ({ ...migration, run: () => hold(HOUR) }));
  await expect(data.migrate(robbed)).rejects.toThrow(LOST);
  expect(await data.version()).toBe(1);
  expect(await lease()).toMatchObject({ holder: 'another' });
  expect((await lease())?.until).toBeGreaterThan(Date.now());
});

test('who has lost the lease stops in the middle of a migration', async () => {
  let stopped = false;
  const robbed = recorded(2).migrations.map((migration) => ({
    ...migration,
    run: async (_store: unknown, report: (what: string, done: number, total: number) => void) => {
      await hold(HOUR);
      await vi.waitFor(() => expect(() => report('images', 1, 2)).toThrow(LOST), PATIENCE);
      stopped = true;
    },
  }));
  await expect(data.migrate(robbed, { lasts: 200 })).rejects.toThrow(LOST);
  expect(stopped).toBe(true);
});

test('who has lost the lease has lost it, also when the new holder is done', async () => {
  const robbed = recorded(2).migrations.map((migration) => ({ ...migration, run: () => hold(-1) }));
  await expect(data.migrate(robbed)).rejects.toThrow(LOST);
  expect(await data.version()).toBe(1);
});

test('where nobody else can be, the lease of a process that died is ended', async () => {
  await hold(HOUR);
  await endAbandoned(data.store);
  expect(await data.migrate(recorded(2).migrations)).toEqual(['to 2']);
  expect(data.said).not.toContain(WAITING);
});
