import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBatches } from '../../../src/data/migrations/batches.ts';
import type { Migration } from '../../../src/data/migrations/migration.ts';
import type { Stored } from '../../../src/data/port.ts';
import { upTo } from '../../support/making.ts';
import { migrateOn, type OldData, oldData } from './support.ts';

const COUNT = 503;

type Marked = Stored & { _id: number; mark?: number; size?: number };

/** Writes down how large a batch was that a record was changed in. */
const MARK: Migration = {
  version: 2,
  name: 'marks',
  run: (store, report) =>
    inBatches<Marked>(store, report, {
      collections: ['events', 'venues'],
      only: ['mark'],
      change: (collection, records) =>
        store.put(
          collection,
          records.map((record) => ({ ...record, size: records.length })),
        ),
    }),
};

const told: unknown[] = [];
let data: OldData;

beforeAll(async () => {
  data = await oldData();
  for (const collection of ['events', 'venues', 'tags'])
    await data.store.put<Marked>(
      collection,
      upTo(COUNT).map((number) => ({ _id: 3 * number + 1, mark: number })),
    );
  await migrateOn(data.store, [MARK], { report: (...how) => told.push(how) });
});
afterAll(() => data.close());

const all = (collection: string) => data.store.find<Marked>(collection, {}, { sort: [['_id', 1]] });

test.each(['events', 'venues'])(
  'every one of the %s is changed, once, in a batch of at most 500',
  async (collection) => {
    expect(await all(collection)).toEqual(
      upTo(COUNT).map((number, at) => ({ _id: 3 * number + 1, mark: number, size: at < 500 ? 500 : 3 })),
    );
  },
);

test('what was not named stays as it is', async () => {
  expect(await all('tags')).toEqual(upTo(COUNT).map((number) => ({ _id: 3 * number + 1, mark: number })));
});

test('how far it is is told batch by batch', () => {
  expect(told).toEqual(['events', 'venues'].flatMap((kind) => [500, COUNT].map((done) => [kind, done, COUNT])));
});
