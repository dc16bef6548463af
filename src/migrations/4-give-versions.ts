import { inBatches } from './batches.ts';
import type { Migration } from './migration.ts';

/** Every write raises it from now on, as it did other numbers on some records. */
export const giveVersions: Migration = {
  version: 4,
  name: 'every record has a version',
  run: (store, report) =>
    inBatches(store, report, {
      collections: ['events', 'venues', 'organizers', 'categories', 'tags', 'images'],
      only: [],
      async change(collection, records) {
        const these = { _id: { $in: records.map(({ _id }) => _id) }, version: { $exists: false } };
        await store.updateMany(collection, these, {
          $set: { version: 1 },
          $unset: { keptRevision: true, revision: true },
        });
      },
    }),
};
