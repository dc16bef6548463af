import { MongoClient } from 'mongodb';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { VERSIONS } from '../../../src/data/migrations/all.ts';
import { openDatabase, openMigrated } from '../../../src/kinds/database.ts';
import { type OldData, oldData, recorded } from '../migrations/support.ts';
import { quiet } from '../quiet.ts';

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

test('of several databases opened at once on data of the version before one says what ran', async () => {
  await data.setVersion(VERSIONS.baseline);
  const { versions, name, ran } = next();
  const opened = await Promise.all([1, 2, 3].map(() => openMigrated(place, quiet, undefined, versions)));
  for (const { store } of opened) await store.close();
  expect(opened.flatMap(({ migrated }) => migrated)).toEqual([name]);
  expect(ran).toEqual([VERSIONS.baseline + 1]);
});

test('in a refused database nothing is made', async () => {
  const client = new MongoClient(data.uri!);
  onTestFinished(() => client.close());
  await client.db().dropDatabase();
  await client.db().collection<{ _id: string; version: number }>('settings').insertOne({ _id: 'schema', version: 99 });
  await expect(openDatabase(place, quiet)).rejects.toThrow(/version 99.* needs version [^:]+: /);
  expect((await client.db().collections()).map(({ collectionName }) => collectionName)).toEqual(['settings']);
});
