import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { refuseNewer } from '../../src/migrations/migrate.ts';
import { isStoreRefused } from '../../src/store/port.ts';
import { recorded, type Unversioned, unversioned } from './support.ts';

let data: Unversioned;

beforeEach(async () => {
  data = await unversioned(onTestFinished);
});

const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing was refused',
    (error: Error) => (isStoreRefused(error) ? error.message : `unexpected: ${error.stack}`),
  );

test('data that names no version has version 1', async () => {
  const { migrations, ran } = recorded(1, 2);
  await data.migrate(migrations);
  expect(ran).toEqual([2]);
});

test('every migration that is missing runs in order, and is told', async () => {
  await data.setVersion(3);
  const { migrations, ran } = recorded(2, 3, 4, 5, 6);
  expect(await data.migrate(migrations)).toEqual(['to 4', 'to 5', 'to 6']);
  expect(ran).toEqual([4, 5, 6]);
  expect(await data.version()).toBe(6);
  expect(data.said).toEqual(['4', '5', '6'].map((version) => `migrating the stored data: to ${version}`));
});

test('a migration runs once', async () => {
  const { migrations, ran } = recorded(2, 3);
  await data.migrate(migrations);
  expect(await data.migrate(migrations)).toEqual([]);
  expect(ran).toEqual([2, 3]);
});

test('a new store has the newest form without a migration', async () => {
  await data.store.delete('images', 1);
  const { migrations, ran } = recorded(2, 3);
  expect(await data.migrate(migrations)).toEqual([]);
  expect({ ran, version: await data.version() }).toEqual({ ran: [], version: 3 });
});

test('a store that was new gets the migrations of later versions', async () => {
  await data.store.delete('images', 1);
  await data.migrate(recorded(2, 3).migrations);
  await data.store.insert('images', { _id: 1 });
  const { migrations, ran } = recorded(2, 3, 4);
  await data.migrate(migrations);
  expect(ran).toEqual([4]);
});

test('data of a newer version is refused with one line that names both, and stays as it is', async () => {
  await data.setVersion(9);
  const { migrations, ran } = recorded(2, 3);
  const line = 'the stored data has version 9, this program knows 3 at the most: run a newer version of the program';
  expect(await refusal(refuseNewer(data.store, migrations))).toBe(line);
  expect(await refusal(data.migrate(migrations))).toBe(line);
  expect({ ran, version: await data.version() }).toEqual({ ran: [], version: 9 });
});

test('data of this version and of those before is not newer', async () => {
  const { migrations } = recorded(2, 3);
  await refuseNewer(data.store, migrations);
  await data.setVersion(3);
  await refuseNewer(data.store, migrations);
  expect(await data.version()).toBe(3);
});

test.each(['3', 2.5, 0, null])('%j is no version: it is refused with one line', async (version) => {
  await data.setVersion(version);
  const { migrations, ran } = recorded(2, 3);
  const line = `the version of the stored data, ${JSON.stringify(version)}, is none: mend schema in settings`;
  expect(await refusal(refuseNewer(data.store, migrations))).toBe(line);
  expect(await refusal(data.migrate(migrations))).toBe(line);
  expect(ran).toEqual([]);
});

test('of several servers that start at once one migrates, and all go on', async () => {
  const { migrations, ran } = recorded(2, 3);
  const told = await Promise.all([1, 2, 3].map(() => data.migrate(migrations)));
  expect(told.map((names) => names.length).sort()).toEqual([0, 0, 2]);
  expect(ran).toEqual([2, 3]);
  expect(await data.version()).toBe(3);
});

test('several servers that start at once on a new store all go on', async () => {
  await data.store.delete('images', 1);
  const { migrations, ran } = recorded(2, 3);
  expect(await Promise.all([1, 2, 3].map(() => data.migrate(migrations)))).toEqual([[], [], []]);
  expect({ ran, version: await data.version() }).toEqual({ ran: [], version: 3 });
});

test('of two programs that start at once on a new store the older one is refused, or migrated', async () => {
  await data.store.delete('images', 1);
  const [older, newer] = [recorded(2), recorded(2, 3)];
  const ended = await Promise.allSettled([data.migrate(older.migrations), data.migrate(newer.migrations)]);
  expect(ended[1]).toMatchObject({ status: 'fulfilled' });
  expect(await data.version()).toBe(3);
  await expect(data.migrate(older.migrations)).rejects.toThrow('the stored data has version 3');
});

test('a migration that fails half way leaves the version, and runs again', async () => {
  const { migrations, ran } = recorded(2, 3, 4);
  const broken = migrations.with(1, {
    ...migrations[1]!,
    async run(store) {
      await store.update('images', 1, { $set: { half: true } });
      throw new Error('the plug was pulled');
    },
  });
  await expect(data.migrate(broken)).rejects.toThrow('the plug was pulled');
  expect({ ran, version: await data.version() }).toEqual({ ran: [2], version: 2 });
  expect(await data.migrate(migrations)).toEqual(['to 3', 'to 4']);
  expect(ran).toEqual([2, 3, 4]);
  expect(data.said).not.toContain('another process prepares the data; waiting for it');
});

test('how far a migration is reaches whoever asked', async () => {
  const told: unknown[] = [];
  const reporting = recorded(2).migrations.map((migration) => ({
    ...migration,
    run: async (_store: unknown, report: (what: string, done: number, total: number) => void) => {
      report('images', 1, 2);
      report('images', 2, 2);
    },
  }));
  await data.migrate(reporting, { report: (...how) => told.push(how) });
  expect(told).toEqual([
    ['images', 1, 2],
    ['images', 2, 2],
  ]);
});
