import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgetHiddenSlugs } from '../../../src/data/migrations/10-forget-hidden-slugs.ts';
import type { Stored } from '../../../src/data/port.ts';
import { type OldData, oldData } from './support.ts';

let data: OldData;

beforeAll(async () => {
  data = await oldData();
});
afterAll(() => data.close());

test.each(['events', 'venues', 'organizers'])(
  'hidden records of %s lose their former slugs, in a new version; twice is as good as once',
  async (collection) => {
    const { store, migrate, setVersion } = data;
    const stored = (_id: number, more: object) => ({ _id, version: 3, formerSlugs: ['a'], ...more });
    const kept = [
      stored(1, { status: 'publish' }),
      stored(2, { status: 'trash', statusBeforeTrash: 'publish' }),
      { _id: 3, version: 3, status: 'private' },
    ];
    const hidden = [
      stored(4, { status: 'private' }),
      stored(5, { status: 'future' }),
      stored(6, { status: 'trash', statusBeforeTrash: 'private' }),
      stored(7, { status: 'draft', version: 'nonsense' }),
    ];
    await store.put<Stored>(collection, [...kept, ...hidden]);
    const after = [
      ...kept,
      ...hidden.map(({ formerSlugs: _, ...rest }) => ({ ...rest, version: rest._id === 7 ? 'nonsense' : 4 })),
    ];
    for (const _ of ['once', 'twice']) {
      await setVersion(9);
      expect(await migrate([forgetHiddenSlugs])).toEqual(['forget the former slugs of hidden records']);
      expect(await store.find(collection, {}, { sort: [['_id', 1]] })).toEqual(after);
    }
  },
);
