import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from '../../../src/data/open.ts';
import type { KeptFile } from '../../../src/data/pictures/port.ts';
import type { Store } from '../../../src/data/port.ts';
import { lendDatabase } from '../../support/databases.ts';
import { quiet } from '../quiet.ts';

const dir = mkdtempSync(join(tmpdir(), 'brought-'));
const database = lendDatabase();
let [one, other]: Store[] = [];

beforeAll(async () => {
  const open = () => openStore({ mongodbUri: database.uri, dataDir: ':memory:' }, [], quiet);
  [one, other] = [await open(), await open()];
});
afterAll(async () => {
  await one!.close();
  await other!.close();
  await database.giveBack();
  rmSync(dir, { recursive: true });
});

async function listed(): Promise<KeptFile[]> {
  const all: KeptFile[] = [];
  for await (const file of one!.pictures.list()) all.push(file);
  return all;
}

test('what one server puts another has, and what both put at once is one file for whoever deletes it', async () => {
  const path = join(dir, 'file');
  writeFileSync(path, 'bytes');
  await one!.pictures.put('a.webp', path);
  expect((await other!.pictures.open('a.webp'))?.bytes).toBe(5);
  await Promise.all([one, other].map((store) => store!.pictures.put('b.webp', path)));
  await other!.pictures.delete('b.webp');
  expect(await one!.pictures.open('b.webp')).toBeUndefined();
  expect((await listed()).map(({ name }) => name)).toEqual(['a.webp']);
});

test('what a killed server left of a file is listed as unfinished, and can be deleted', async () => {
  const client = new MongoClient(database.uri);
  await one!.pictures.delete('a.webp');
  const path = join(dir, 'large');
  writeFileSync(path, Buffer.alloc(600_000, 'x'));
  await one!.pictures.put('c.webp', path);
  await client.db().collection('pictures.files').deleteMany({});
  await client.close();
  const [left, ...more] = await listed();
  expect(more).toEqual([]);
  expect(left).toMatchObject({ name: expect.stringMatching(/^[0-9a-f]{24}$/), bytes: 600_000, unfinished: true });
  expect(await one!.pictures.touch('c.webp')).toBe(false);
  expect(await one!.pictures.delete(left!.name)).toBe(true);
  expect(await listed()).toEqual([]);
});
