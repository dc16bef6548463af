import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMongoStore } from '../../../src/data/mongodb.ts';
import type { Store } from '../../../src/data/port.ts';
import { newDatabase } from '../../support/databases.ts';
import { upTo } from '../../support/making.ts';
import { CONTRACT_COLLECTIONS } from '../contract.ts';
import { quiet } from '../quiet.ts';
import { questionsOf } from './commands.ts';

const uri = newDatabase();
const database = new URL(uri).pathname.slice(1);
let store: Store;

beforeAll(async () => {
  store = await openMongoStore({ uri, collections: CONTRACT_COLLECTIONS, log: quiet });
  await store.prepare();
});
afterAll(() => store.close());

test('ids that are asked for at once are taken in two commands, and given in the order in which they were asked for', async () => {
  await store.nextId('at once');
  let given: number[] = [];
  const sent = await questionsOf(database, async () => {
    given = await Promise.all(upTo(50).map(() => store.nextId('at once')));
  });
  expect(given).toEqual(upTo(50).map((at) => at + 2));
  expect(sent.map(({ collection }) => collection)).toEqual(['counters', 'counters']);
  expect(await store.lastId('at once')).toBe(51);
});

test('two processes that take ids at once are given different ones, and none is left out', async () => {
  const other = await openMongoStore({ uri, collections: CONTRACT_COLLECTIONS, log: quiet });
  const given = await Promise.all(upTo(50).map((at) => [store, other][at % 2]!.nextId('of two')));
  await other.close();
  expect(given.toSorted((a, b) => a - b)).toEqual(upTo(50).map((at) => at + 1));
});
