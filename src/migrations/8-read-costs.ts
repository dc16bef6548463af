import { isDeepStrictEqual } from 'node:util';
import { readCost } from '../rules/cost.ts';
import type { Stored } from '../store/port.ts';
import { inBatches } from './batches.ts';
import type { Migration } from './migration.ts';

interface Before extends Stored {
  _id: number;
  version: number;
  cost?: { raw?: unknown };
}

/** A cost is read when it is written: prices of ranges in dollars have their sign, and words are not percent-encoded. */
export const readCosts: Migration = {
  version: 8,
  name: 'costs are read anew',
  run: (store, report) =>
    inBatches<Before>(store, report, {
      collections: ['events'],
      async change(collection, records) {
        const changed = records.flatMap((record) => {
          const raw = record.cost?.raw;
          const cost = typeof raw === 'string' ? { raw, ...readCost(raw) } : record.cost;
          return isDeepStrictEqual(cost, record.cost) ? [] : [{ ...record, cost, version: record.version + 1 }];
        });
        if (changed.length) await store.put(collection, changed);
      },
    }),
};
