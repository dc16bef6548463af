import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { storeUsers } from '../../../src/data/users/store-users.ts';
import { openDatabase, type Place } from '../../../src/kinds/database.ts';
import { copiedOf, filledFolder, numbersOf, runCopy } from '../../process/copy/support.ts';
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

test('a database without a calendar is refused as a source, and nothing is made there', async () => {
  const from = newDatabase();
  const to = join(folder, 'none');
  const { code, out, error } = await runCopy('--from', from, '--to', to);
  expect({ code, out, error }).toEqual({
    code: 1,
    out: '',
    error: '--from: there is no calendar in this database (MONGODB_URI)\n',
  });
  const client = new MongoClient(from);
  onTestFinished(() => client.close());
  expect(await client.db().collections()).toEqual([]);
});

test('one database under two URIs is refused', async () => {
  const { code, out, error } = await runCopy('--from', copied, '--to', `${copied}&appName=other`);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(error).toBe('the source and the target are the same calendar\n');
});
