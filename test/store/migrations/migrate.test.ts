import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CHANGES } from '../../../src/data/changes/record.ts';
import { refuseOtherVersions } from '../../../src/data/migrations/migrate.ts';
import { isStoreRefused } from '../../../src/data/port.ts';
import { SETTINGS } from '../../../src/data/settings.ts';
import { knownBy, type OldData, oldData, recorded } from './support.ts';

let data: OldData;

beforeAll(async () => {
  data = await oldData();
});
beforeEach(() => data.begin());
afterAll(() => data.close());

const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing was refused',
    (error: Error) => (isStoreRefused(error) ? error.message : `unexpected: ${error.stack}`),
  );

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
  await data.empty();
  const { migrations, ran } = recorded(2, 3);
  expect(await data.migrate(migrations)).toEqual([]);
  expect({ ran, version: await data.version() }).toEqual({ ran: [], version: 3 });
});

test('a store that was new gets the migrations of later versions', async () => {
  await data.empty();
  await data.migrate(recorded(2, 3).migrations);
  await data.store.insert('images', { _id: 1 });
  const { migrations, ran } = recorded(2, 3, 4);
  await data.migrate(migrations);
  expect(ran).toEqual([4]);
});

test.each([
  ['newer', 9, 'version 9'],
  ['older', 3, 'version 3'],
  ['no', undefined, 'no version'],
  ['a text for a', '5', 'version "5"'],
  ['a broken', 5.5, 'version 5.5'],
  ['an empty', null, 'version null'],
])('data of %s version is refused with one line, and stays as it is', async (_, version, which) => {
  await data.setVersion(version);
  const { migrations, ran } = recorded(5, 6);
  const known = knownBy(migrations, 4);
  const line = `the stored data has ${which}, this program needs version 4 to 6: run the version of the program that wrote it, restore a backup of version 4 to 6, or set DATA_DIR or MONGODB_URI to another calendar`;
  const before = await data.store.find(SETTINGS.name, {});
  expect(await refusal(refuseOtherVersions(data.store, known))).toBe(line);
  expect(await refusal(data.migrate(migrations, known))).toBe(line);
  expect({ ran, settings: await data.store.find(SETTINGS.name, {}) }).toEqual({ ran: [], settings: before });
});

test('a program without migrations names the one version that it needs', async () => {
  expect(await refusal(refuseOtherVersions(data.store, knownBy([], 8)))).toMatch(
    /^the stored data has version 1, this program needs version 8: [^\n]+$/,
  );
});

test.each([4, 5, 6])('data of version %d is not refused by a program that knows 4 to 6', async (version) => {
  await data.setVersion(version);
  await refuseOtherVersions(data.store, knownBy(recorded(5, 6).migrations, 4));
  expect(await data.version()).toBe(version);
});

test('a store that is new is not refused, and gets no version by that', async () => {
  await data.empty();
  await refuseOtherVersions(data.store, knownBy(recorded(2).migrations));
  expect(await data.version()).toBeUndefined();
});

test('of several servers that start at once one migrates, and all go on', async () => {
  const { migrations, ran } = recorded(2, 3);
  const told = await Promise.all([1, 2, 3].map(() => data.migrate(migrations)));
  expect(told.map((names) => names.length).sort()).toEqual([0, 0, 2]);
  expect(ran).toEqual([2, 3]);
  expect(await data.version()).toBe(3);
});

test('several servers that start at once on a new store all go on', async () => {
  await data.empty();
  const { migrations, ran } = recorded(2, 3);
  expect(await Promise.all([1, 2, 3].map(() => data.migrate(migrations)))).toEqual([[], [], []]);
  expect({ ran, version: await data.version() }).toEqual({ ran: [], version: 3 });
});

test('of two programs that start at once on a new store the older one is refused, or migrated', async () => {
  await data.empty();
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

test('the log of changes tells after each migration that anything may be another', async () => {
  const entries = () => data.store.find(CHANGES.name, { _id: { $gte: 0 } });
  const before = await entries();
  await data.migrate(recorded(2, 3).migrations);
  expect((await entries()).slice(before.length)).toMatchObject([{ kind: 'all' }, { kind: 'all' }]);
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
