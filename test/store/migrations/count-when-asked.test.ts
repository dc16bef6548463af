import { afterAll, beforeAll, expect, test } from 'vitest';
import { countWhenAsked } from '../../../src/data/migrations/11-count-when-asked.ts';
import type { Stored } from '../../../src/data/port.ts';
import { type OldData, oldData } from './support.ts';

let data: OldData;

beforeAll(async () => {
  data = await oldData();
});
afterAll(() => data.close());

test.each(['categories', 'tags', 'venues', 'organizers'])(
  'records of %s lose the numbers of their events, and keep their version; twice is as good as once',
  async (collection) => {
    const { store, migrate, setVersion } = data;
    const kept = { version: 3, slugs: [`a-${collection}`] };
    const counted = { _id: 1, ...kept, count: 2, countWithDescendants: 'odd', publicEvents: 5, lastPublicStart: 7 };
    const other = { _id: 2, version: 1 };
    await store.put<Stored>(collection, [counted, other]);
    for (const _ of ['once', 'twice']) {
      await setVersion(10);
      expect(await migrate([countWhenAsked])).toEqual(['drop kept numbers of events']);
      const found = await store.find(collection, {}, { sort: [['_id', 1]] });
      expect(found).toEqual([
        { _id: 1, ...kept },
        { _id: 2, version: 1 },
      ]);
    }
  },
);
