import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMongoStore } from '../../../src/data/mongodb.ts';
import type { Collection, Store } from '../../../src/data/port.ts';
import { newDatabase } from '../../support/databases.ts';
import { upTo } from '../../support/making.ts';
import { quiet } from '../quiet.ts';

const THINGS: Collection = { name: 'things', indexes: [] };
const uri = newDatabase();
const open = (timeLimit: number): Promise<Store> =>
  openMongoStore({ uri, collections: [THINGS], log: quiet, timeLimit });

let patient: Store;
let hasty: Store;

beforeAll(async () => {
  [patient, hasty] = await Promise.all([open(30_000), open(1)]);
  await patient.prepare();
  const text = `${'ab'.repeat(2500)}!`;
  await patient.put(
    'things',
    upTo(6000).map((_id) => ({ _id, text })),
  );
});
afterAll(async () => {
  await Promise.all([patient.close(), hasty.close()]);
});

const SLOW = { text: { $contains: 'b!c' } };

test('a question that takes longer than the time limit is given up', async () => {
  const unavailable = { name: 'DomainError', code: 'UNAVAILABLE' };
  await expect(hasty.find('things', SLOW)).rejects.toMatchObject(unavailable);
  await expect(hasty.count('things', SLOW)).rejects.toMatchObject(unavailable);
  await expect(hasty.distinct('things', 'text', SLOW)).rejects.toMatchObject(unavailable);
  await expect(hasty.updateMany('things', SLOW, { $set: { found: true } })).rejects.toMatchObject(unavailable);
});

test('a write that another transaction stands in the way of is given up, and nothing of it stays', async () => {
  const store = await open(500);
  const client = new MongoClient(uri);
  const session = client.startSession();
  session.startTransaction();
  const things = client.db().collection<{ _id: number }>('things');
  await things.updateOne({ _id: 1 }, { $set: { held: true } }, { session });
  const writing = store.atomically(async () => {
    await store.update('things', 2, { $set: { written: true } });
    await store.update('things', 1, { $set: { written: true } });
  });
  await expect(writing).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await session.abortTransaction();
  expect(await patient.byIds('things', [1, 2], { without: ['text'] })).toEqual(
    expect.arrayContaining([{ _id: 1 }, { _id: 2 }]),
  );
  await Promise.all([session.endSession(), store.close(), client.close()]);
  // MongoDB refuses such a write at once: then it is tried again and again, with a bound.
});
