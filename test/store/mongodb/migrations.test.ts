import { MongoClient } from 'mongodb';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { VERSIONS } from '../../../src/data/migrations/all.ts';
import { release } from '../../../src/data/migrations/lease.ts';
import { openStore } from '../../../src/data/open.ts';
import type { Store } from '../../../src/data/port.ts';
import { collectionsOf, openDatabase, openMigrated } from '../../../src/kinds/database.ts';
import { runCommand } from '../../support/commands.ts';
import { eventually } from '../../support/eventually.ts';
import { migrateOn, type OldData, oldData, recorded } from '../migrations/support.ts';
import { quiet } from '../quiet.ts';

const NEWEST = VERSIONS.migrations.at(-1)?.version ?? VERSIONS.baseline;

/** One that follows the data of today. */
const next = () => {
  const { migrations, ran } = recorded(VERSIONS.baseline + 1);
  return { versions: { ...VERSIONS, migrations }, name: migrations[0]!.name, ran };
};

let data: OldData;
let place: { mongodbUri: string; dataDir: string };

beforeEach(async () => {
  data = await oldData();
  onTestFinished(data.close);
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
  await data.empty();
  const stores = [data.store, await another(), await another()];
  const { migrations, ran } = recorded(2, 3);
  expect(await Promise.all(stores.map((store) => migrateOn(store, migrations)))).toEqual([[], [], []]);
  expect({ ran, version: await data.version() }).toEqual({ ran: [], version: 3 });
});

test('of several databases opened at once on data of the version before one says what ran', async () => {
  await data.setVersion(VERSIONS.baseline);
  const { versions, name, ran } = next();
  const opened = await Promise.all([1, 2, 3].map(() => openMigrated(place, quiet, undefined, versions)));
  for (const { store } of opened) await store.close();
  expect(opened.flatMap(({ migrated }) => migrated)).toEqual([name]);
  expect(ran).toEqual([VERSIONS.baseline + 1]);
});

test('a process that was killed while it migrated is waited for, and then replaced', async () => {
  await data.setVersion(VERSIONS.baseline);
  const lease = { _id: 'migration', holder: 'killed', until: Number.MAX_SAFE_INTEGER };
  await data.store.put('settings', [lease]);
  const said: string[] = [];
  const say = (_fields: object, text: string) => void said.push(text);
  const { versions, name } = next();
  const opening = openMigrated(place, { info: say, warn: say, error: say }, undefined, versions);
  await eventually(() => expect(said).toContain('another process prepares the data; waiting for it'));
  expect(said).not.toContain(`migrating the stored data: ${name}`);
  // As time does, at its end.
  await release(data.store, 'migration');
  await (await opening).store.close();
  expect(said.at(-1)).toBe(`migrating the stored data: ${name}`);
});

test('in a refused database nothing is made', async () => {
  const client = new MongoClient(data.uri!);
  onTestFinished(() => client.close());
  await client.db().dropDatabase();
  await client.db().collection<{ _id: string; version: number }>('settings').insertOne({ _id: 'schema', version: 99 });
  await expect(openDatabase(place, quiet)).rejects.toThrow(/version 99.* needs version [^:]+: /);
  expect((await client.db().collections()).map(({ collectionName }) => collectionName)).toEqual(['settings']);
});

test('npm run migrate says that nothing is to do', async () => {
  await data.setVersion(NEWEST);
  const ended = await runCommand('migrate', [], { env: { MONGODB_URI: data.uri! } });
  expect(ended).toEqual({ code: 0, out: 'The data is in the newest form already.\n', error: '' });
});

test('npm run user ends on data of another version with one line, and adds nobody', async () => {
  const { code, out, error } = await runCommand('user', ['add', 'ana', '--role', 'editor', '--generate'], {
    env: { MONGODB_URI: data.uri! },
  });
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(error).toMatch(/^the stored data has version 1, this program needs version [^:]+: [^\n]+\n$/);
  expect(await data.store.count('users', {})).toBe(0);
});
