import { inBatches } from './batches.ts';
import type { Migration } from './migration.ts';

/** Lists that leave the trash out ask for one value, so that an index gives their order. */
export const markTrashed: Migration = {
  version: 2,
  name: 'events, venues and organizers say whether they lie in the trash',
  run: (store, report) =>
    inBatches(store, report, {
      collections: ['events', 'venues', 'organizers'],
      only: [],
      async change(collection, records) {
        const these = { _id: { $in: records.map(({ _id }) => _id) } };
        await store.updateMany(collection, { ...these, status: 'trash' }, { $set: { trashed: true } });
        await store.updateMany(collection, { ...these, status: { $ne: 'trash' } }, { $set: { trashed: false } });
      },
    }),
};
