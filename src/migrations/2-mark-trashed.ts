import type { Store } from '../store/port.ts';
import type { Migration } from './migration.ts';

const COLLECTIONS = ['events', 'venues', 'organizers'];
const BATCH = 500;

/** Lists that leave the trash out ask for one value, so that an index gives their order. */
export const markTrashed: Migration = {
  version: 2,
  name: 'events, venues and organizers say whether they lie in the trash',
  async run(store, report) {
    for (const collection of COLLECTIONS) {
      const total = await store.count(collection, {});
      for (let done = 0, last = 0; ; ) {
        const ids = await markAfter(store, collection, last);
        if (ids.length === 0) break;
        done += ids.length;
        last = ids.at(-1)!;
        report(collection, done, total);
      }
    }
  },
};

/** The next batch, and the ids in it. One unit: a server of the version before may move a record of it meanwhile. */
const markAfter = (store: Store, collection: string, last: number): Promise<number[]> =>
  store.atomically(async () => {
    const rest = { _id: { $gt: last } };
    const batch = await store.find<{ _id: number }>(collection, rest, { sort: [['_id', 1]], limit: BATCH, only: [] });
    const ids = batch.map(({ _id }) => _id);
    const these = { _id: { $in: ids } };
    await store.updateMany(collection, { ...these, status: 'trash' }, { $set: { trashed: true } });
    await store.updateMany(collection, { ...these, status: { $ne: 'trash' } }, { $set: { trashed: false } });
    return ids;
  });
