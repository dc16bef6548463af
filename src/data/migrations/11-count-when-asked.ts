import { CHANGES } from '../changes/record.ts';
import type { Stored } from '../port.ts';
import { inBatches } from './batches.ts';
import type { Migration } from './migration.ts';

const NUMBERS = ['count', 'countWithDescendants', 'publicEvents', 'lastPublicStart'] as const;

type Counted = Stored & { _id: number } & Partial<Record<(typeof NUMBERS)[number], unknown>>;

/** Drops the numbers of events, which older programs kept. */
export const countWhenAsked: Migration = {
  version: 11,
  name: 'drop kept numbers of events',
  async run(store, report) {
    for (const collection of ['event_days', 'sweeps']) await store.drop(collection);
    // A unit that was not counted before the program ended.
    const left = { uncounted: true };
    if (store.kind === 'mongodb')
      await store.updateMany(CHANGES.name, left, { $unset: { uncounted: true, toCount: true } });
    await inBatches<Counted>(store, report, {
      collections: ['categories', 'tags', 'venues', 'organizers'],
      only: NUMBERS,
      async change(collection, records) {
        const ids = records.filter((record) => NUMBERS.some((field) => record[field] !== undefined));
        const $unset = Object.fromEntries(NUMBERS.map((field) => [field, true as const]));
        if (ids.length > 0) await store.updateMany(collection, { _id: { $in: ids.map(({ _id }) => _id) } }, { $unset });
      },
    });
  },
};
