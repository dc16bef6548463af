import { beforeEach, expect, test } from 'vitest';
import { audited } from '../../src/data/audited.ts';
import { openStore } from '../../src/data/open.ts';
import { type Collection, type Store, storeRefused } from '../../src/data/port.ts';
import { quiet } from './quiet.ts';

const THINGS: Collection = { name: 'things', indexes: [] };
/** Of no records. */
const OTHERS: Collection = { name: 'others', indexes: [] };

let told: (readonly string[])[];
let plain: Store;
let store: Store;

beforeEach(async () => {
  told = [];
  plain = await openStore({ dataDir: ':memory:' }, [THINGS, OTHERS], quiet);
  store = audited(plain, [THINGS.name], (changes) => told.push(changes));
});

const insert = (id: number, n = 1) => store.insert('things', { _id: id, n });

test('a unit is told once, when it is committed, each document once', async () => {
  await store.atomically(async () => {
    await insert(1);
    await store.atomically(() => insert(2));
    await store.update('things', 1, { $set: { n: 2 } });
    await store.update('things', 1, { $set: { n: 3 } });
    expect(told).toEqual([]);
  });
  expect(told).toEqual([['created things/1', 'created things/2', 'updated things/1']]);
});

test('what is in no collection of records is not told', async () => {
  await store.insert('others', { _id: 1 });
  await store.update('others', 1, { $set: { n: 2 } });
  expect(told).toEqual([]);
});

test('a unit that is undone is not told', async () => {
  const unit = store.atomically(async () => {
    await insert(1);
    throw storeRefused('no');
  });
  await expect(unit).rejects.toThrow('no');
  expect(told).toEqual([]);
});

test('of a unit that runs again only the last time is told', async () => {
  const twice: Store = {
    ...plain,
    async atomically(unit) {
      await plain.atomically(unit);
      return plain.atomically(unit);
    },
  };
  let id = 0;
  const retried = audited(twice, [THINGS.name], (changes) => told.push(changes));
  await retried.atomically(() => retried.insert('things', { _id: ++id }));
  expect(told).toEqual([['created things/2']]);
});

test('what was not there, what is only counted and what is only held is not told', async () => {
  await store.atomically(async () => {
    await insert(1);
    await store.update('things', 7, { $set: { n: 2 } });
    await store.delete('things', 7);
  });
  await store.atomically(() => store.update('things', 1, { $inc: { n: 1, version: 1 }, $set: { seen: true } }));
  await store.atomically(() => store.update('things', 1, { $inc: { version: 1 } }));
  expect(told).toEqual([['created things/1']]);
  await store.atomically(() => store.update('things', 1, { $inc: { version: 1 }, $set: { seen: false } }));
  expect(told).toEqual([['created things/1'], ['updated things/1']]);
});

test('what is no record is not told', async () => {
  await store.insert('things', { _id: 'numbers/1', n: 1 });
  await store.update('things', 'numbers/1', { $set: { n: 2 } });
  await store.updateMany('things', { _id: { $in: ['numbers/1'] } }, { $set: { n: 3 } });
  await store.delete('things', 'numbers/1');
  expect(told).toEqual([]);
});

test('of many only those are told that were named', async () => {
  await store.atomically(() => insert(1));
  await store.atomically(() => store.updateMany('things', { _id: { $in: [1] } }, { $set: { n: 2 } }));
  await store.atomically(() => store.updateMany('things', { n: 2 }, { $set: { n: 3 } }));
  expect(told).toEqual([['created things/1'], ['updated things/1']]);
});
