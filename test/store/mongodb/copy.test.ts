import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { storeUsers } from '../../../src/data/users/store-users.ts';
import { openDatabase, type Place } from '../../../src/kinds/database.ts';
import { copiedOf, filledFolder, numbersOf, runCopy, signedIn } from '../../process/copy/support.ts';
import { buildApp } from '../../support/app.ts';
import type { Ended } from '../../support/commands.ts';
import { newDatabase } from '../../support/databases.ts';
import { quiet } from '../quiet.ts';

let folder: string;
let data: string;
/** A copy of the folder, and what the program said of it. */
const copied = newDatabase();
let said: Ended;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'copy-'));
  data = join(folder, 'data');
  await filledFolder(data);
  said = await runCopy('--from', data, '--to', copied);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What lies there, read as the server does. */
async function inPlace(place: Place) {
  const store = await openDatabase(place, quiet);
  const all = await copiedOf({ store, users: storeUsers(store) });
  await store.close();
  return all;
}

const inFolder = (dataDir: string) => inPlace({ dataDir });
const inDatabase = (mongodbUri: string) => inPlace({ mongodbUri, dataDir: ':memory:' });

test('a folder is copied to MongoDB, from there to another database, and back to a folder', async () => {
  const [other, back] = [newDatabase(), join(folder, 'back')];
  const source = await inFolder(data);
  expect(said).toMatchObject({ code: 0, out: `Copied: ${numbersOf(source)}.\n` });
  expect(await runCopy('--from', copied, '--to', other)).toMatchObject({ code: 0, out: said.out });
  expect(await runCopy('--from', other, '--to', back)).toMatchObject({ code: 0, out: said.out });
  expect(await inDatabase(copied)).toEqual(source);
  expect(await inDatabase(other)).toEqual(source);
  expect(await inFolder(back)).toEqual(source);
});

test('a second copy to MongoDB changes nothing and says so', async () => {
  const before = await inDatabase(copied);
  const { code, out } = await runCopy('--from', data, '--to', copied);
  expect({ code, out }).toEqual({
    code: 0,
    out: `Everything was copied before, and is the same: ${numbersOf(before)}.\n`,
  });
  expect(await inDatabase(copied)).toEqual(before);
});

test('a user of the folder signs in to a server on the copy', async () => {
  const dataDir = join(folder, 'other');
  const served = await buildApp({ env: { MONGODB_URI: '', DATA_DIR: dataDir } });
  await served.close();
  const to = newDatabase();
  await runCopy('--from', dataDir, '--to', to);
  const app = await buildApp({ env: { MONGODB_URI: to }, users: [] });
  onTestFinished(app.close);
  const tag = (headers: Record<string, string>) => app.rest('POST', '/tags', { json: { name: 'New' }, headers });
  expect((await tag({})).status).toBe(401);
  expect((await tag(signedIn(served.credentials('subscriber')))).status).toBe(403);
  expect((await tag(signedIn(served.credentials('editor')))).status).toBe(201);
});

test('a database without a calendar is refused as a source, and nothing is made there', async () => {
  const from = newDatabase();
  const to = join(folder, 'none');
  const { code, out, error } = await runCopy('--from', from, '--to', to);
  expect({ code, out, error }).toEqual({ code: 1, out: '', error: '--from: there is no calendar\n' });
  const client = new MongoClient(from);
  onTestFinished(() => client.close());
  expect(await client.db().collections()).toEqual([]);
});

test('one database under two URIs is refused', async () => {
  const { code, out, error } = await runCopy('--from', copied, '--to', `${copied}&appName=other`);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(error).toBe('the source and the target are the same calendar\n');
});

test('a copy in use is refused with the number of documents that differ', async () => {
  const uri = newDatabase();
  await runCopy('--from', data, '--to', uri);
  const app = await buildApp({ env: { MONGODB_URI: uri }, users: [] });
  onTestFinished(app.close);
  await app.store.delete('tags', (await app.store.find('tags', {}))[0]!._id);
  const { code, out, error } = await runCopy('--from', data, '--to', uri);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(error).toMatch(/: 1 documents differ \(tags 1\); nothing is changed\n$/);
});
