import type { Store, Stored } from '../store/port.ts';
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
      let done = 0;
      for (let batch = await after(store, collection); batch.length > 0; ) {
        const ids = { _id: { $in: batch.map(({ _id }) => _id) } };
        // One unit: a server of the version before may move a record into the trash between the two.
        await store.atomically(async () => {
          await store.updateMany(collection, { ...ids, status: 'trash' }, { $set: { trashed: true } });
          await store.updateMany(collection, { ...ids, status: { $ne: 'trash' } }, { $set: { trashed: false } });
        });
        done += batch.length;
        report(collection, done, total);
        batch = await after(store, collection, batch.at(-1)?._id);
      }
    }
  },
};

const after = (store: Store, collection: string, id: Stored['_id'] = 0): Promise<Stored[]> =>
  store.find(collection, { _id: { $gt: id } }, { sort: [['_id', 1]], limit: BATCH, only: [] });
