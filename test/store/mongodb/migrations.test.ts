import { MongoClient } from 'mongodb';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { collectionsOf, openDatabase, openMigrated } from '../../../src/database.ts';
import { MIGRATIONS } from '../../../src/migrations/all.ts';
import { openStore } from '../../../src/store/open.ts';
import type { Store } from '../../../src/store/port.ts';
import { migrateOn, recorded, runMigrate, type Unversioned, unversioned } from '../../migrations/support.ts';
import { quiet } from '../quiet.ts';

const NAMES = MIGRATIONS.map(({ name }) => name);

let data: Unversioned;
let place: { mongodbUri: string; dataDir: string };

beforeEach(async () => {
  data = await unversioned(onTestFinished);
  place = { mongodbUri: data.uri!, dataDir: ':memory:' };
});

/** A store of its own on the same database, as another process has it. */
async function another(): Promise<Store> {
  const store = await openStore(place, collectionsOf(place), quiet);
  onTestFinished(() => store.close());
  return store;
}

test('of several processes that start at once one migrates, and all go on', async () => {
  const stores = [data.store, await another(), await another()];
  const { migrations, ran } = recorded(2, 3);
  const told = await Promise.all(stores.map((store) => migrateOn(store, migrations)));
  expect(told.map((names) => names.length).sort()).toEqual([0, 0, 2]);
  expect(ran).toEqual([2, 3]);
});

test('several processes that start at once on a new database all go on', async () => {
  await data.store.delete('images', 1);
  const stores = [data.store, await another(), await another()];
  const { migrations, ran } = recorded(2, 3);
  expect(await Promise.all(stores.map((store) => migrateOn(store, migrations)))).toEqual([[], [], []]);
  expect({ ran, version: await data.version() }).toEqual({ ran: [], version: 3 });
});

test('of several databases opened at once on data of the version before one says what ran', async () => {
  await data.store.put('events', [{ _id: 5, status: 'trash' } as { _id: number }]);
  const opened = await Promise.all([1, 2, 3].map(() => openMigrated(place, quiet)));
  for (const { store } of opened) await store.close();
  expect(opened.flatMap(({ migrated }) => migrated)).toEqual(NAMES);
  expect(await data.store.byIds('events', [5])).toMatchObject([{ trashed: true }]);
});

test('a process that was killed while it migrated is waited for, and then replaced', async () => {
  const lease = { _id: 'migration', holder: 'killed', until: Date.now() + 4000 };
  await data.store.put('settings', [lease]);
  const said: string[] = [];
  const say = (_fields: object, text: string) => void said.push(text);
  const store = await openDatabase(place, { info: say, warn: say, error: say });
  await store.close();
  expect(said.indexOf('another process prepares the data; waiting for it')).toBeGreaterThanOrEqual(0);
  expect(said.at(-1)).toBe(`migrating the stored data: ${NAMES.at(-1)}`);
});

test('in a refused database nothing is made', async () => {
  const client = new MongoClient(data.uri!);
  onTestFinished(() => client.close());
  await client.db().dropDatabase();
  await client.db().collection<{ _id: string; version: number }>('settings').insertOne({ _id: 'schema', version: 99 });
  await expect(openDatabase(place, quiet)).rejects.toThrow(/version 99.* knows \d+ /);
  expect((await client.db().collections()).map(({ collectionName }) => collectionName)).toEqual(['settings']);
});

test('npm run migrate says what ran, and then that nothing is to do', async () => {
  const env = { MONGODB_URI: data.uri! };
  expect(await runMigrate(env)).toMatchObject({ code: 0, out: NAMES.map((name) => `Migrated: ${name}.\n`).join('') });
  expect(await runMigrate(env)).toEqual({ code: 0, out: 'The data is in the newest form already.\n', error: '' });
});

test('npm run migrate refuses data of a newer version with one line that names both', async () => {
  await data.setVersion(99);
  const { code, out, error } = await runMigrate({ MONGODB_URI: data.uri! });
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(error).toMatch(/^the stored data has version 99, this program knows \d+ at the most: [^\n]+\n$/);
});
