import { MongoClient } from 'mongodb';
import { describe, expect, test } from 'vitest';
import { connection, hasTransactions, withoutCredentials } from '../../../src/data/mongodb/connect.ts';
import { openMongoStore } from '../../../src/data/mongodb.ts';
import { type Collection, isStoreRefused } from '../../../src/data/port.ts';
import { newDatabase } from '../../support/databases.ts';
import { upTo } from '../../support/making.ts';
import { quiet } from '../quiet.ts';

const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing was refused',
    (error: Error) => (isStoreRefused(error) ? error.message : `unexpected: ${error.stack}`),
  );

const open = (uri: string, collections: readonly Collection[] = []) =>
  openMongoStore({ uri, collections, log: quiet, patience: 0 });

describe('the URI', () => {
  test.each([
    ['mongodb://host', 'calendar'],
    ['mongodb://host/?replicaSet=rs0', 'calendar'],
    ['mongodb://user:p%2Fw@a:1,b:2/?authSource=x', 'calendar'],
    ['mongodb://host/test', 'test'],
    ['mongodb://user:pw@host/events%21?w=1', 'events!'],
    ['mongodb://a:1,b:2/events', 'events'],
  ])('%s means the database %s', (uri, name) => {
    expect(connection(uri).db.databaseName).toBe(name);
  });

  test('without options means safe writes and a short wait for a server', () => {
    const { options } = connection('mongodb://host').client;
    expect({ ...options.writeConcern }).toMatchObject({ w: 'majority', j: true });
    expect(options).toMatchObject({ retryWrites: true, serverSelectionTimeoutMS: 5000 });
  });

  test('decides where it says something', () => {
    const { options } = connection(
      'mongodb://host/?w=1&journal=false&retryWrites=false&serverSelectionTimeoutMS=70',
    ).client;
    expect({ ...options.writeConcern }).toMatchObject({ w: 1, j: false });
    expect(options).toMatchObject({ retryWrites: false, serverSelectionTimeoutMS: 70 });
  });

  test.each([
    'mongodb://user:secret@/',
    'mongodb://user:secret@host:port:1/x',
    'mongodb://user:secret@host/x?nonsense=1',
    'mongo://user:secret@host/x',
    'user:secret@host',
    'mongodb://user:se/cret@host/x',
    'mongodb://user:%secret@host/x',
  ])('%s is refused without its password', async (uri) => {
    const line = await refusal(open(uri));
    expect(line).toMatch(/^MONGODB_URI cannot be used: .+$/);
    expect(line).not.toMatch(/se\/?cret/);
  });

  test('of a server that does not answer is refused soon, without its password', async () => {
    const line = await refusal(open('mongodb://user:secret@127.0.0.1:1/x?serverSelectionTimeoutMS=2000'));
    expect(line).toMatch(/^MongoDB at 127\.0\.0\.1:1: .*127\.0\.0\.1:1.*$/);
    expect(line).not.toContain('secret');
  });
});

test('a message of the driver is shown without the URI and without credentials', () => {
  const uri = 'mongodb://user:secret@host/x';
  expect(withoutCredentials(`cannot parse "${uri}"`, uri)).toBe('cannot parse "the URI"');
  expect(withoutCredentials('bad mongodb://us@er:sec/ret@host/x', uri)).toBe('bad mongodb://***@host/x');
});

describe('transactions', () => {
  test('are had by a replica set and a cluster, not by a standalone server', () => {
    expect(hasTransactions({ setName: 'rs0' })).toBe(true);
    expect(hasTransactions({ msg: 'isdbgrid' })).toBe(true);
    expect(hasTransactions({})).toBe(false);
  });
});

describe('with a server', () => {
  const uri = newDatabase();
  const things: Collection = {
    name: 'things',
    indexes: [{ name: 'by_slug', fields: [['slugs', 1], ['_id', -1]], unique: true, sparse: true }],
  }; // biome-ignore format: one index, one line

  test('indexes are made by their names, and again without harm, also by two at once', async () => {
    const opened = await Promise.all(upTo(3).map(() => open(uri, [things])));
    await Promise.all(opened.slice(1).map((store) => store.prepare()));
    await opened[0]!.prepare();
    for (const store of opened) await store.close();
    const client = new MongoClient(uri);
    const indexes = await client.db().collection('things').indexes();
    await client.close();
    expect(indexes).toContainEqual(
      expect.objectContaining({ name: 'by_slug', key: { slugs: 1, _id: -1 }, unique: true, sparse: true }),
    );
  });

  test.each([
    ['fewer fields', { slugs: 1 }, { unique: true, sparse: true }],
    ['another field behind its own', { slugs: 1, _id: -1, version: 1 }, { unique: true, sparse: true }],
    ['keys that are not unique', { slugs: 1, _id: -1 }, { sparse: true }],
  ] as const)('an index of one of our names with %s is refused with one line, and stays', async (_, key, options) => {
    const other = newDatabase();
    const client = new MongoClient(other);
    await client
      .db()
      .collection('things')
      .createIndex(key, { name: 'by_slug', ...options });
    const store = await open(other, [things]);
    expect(await refusal(store.prepare())).toMatch(
      /^the index by_slug of things is another one than this version makes: drop it \(db\.things\.dropIndex\('by_slug'\)\) [^\n]+$/,
    );
    expect(await client.db().collection('things').indexes()).toMatchObject([{}, { name: 'by_slug', key }]);
    await store.close();
    await client.close();
  });

  test('a closed store refuses and does not answer a ping', async () => {
    const store = await open(uri, [things]);
    const writes = [1, 2].map((_id) => store.insert('things', { _id }));
    await store.close();
    await Promise.all(writes);
    await expect(store.find('things', {})).rejects.toThrow('closed');
    await expect(store.atomically(async () => 1)).rejects.toThrow('closed');
    expect(await store.ping()).toBe(false);
  });
});
