import type { Store, Stored } from '../port.ts';
import type { Report } from './migration.ts';

const BATCH = 500;

interface Batches<T extends Stored> {
  collections: readonly string[];
  /** The fields that `change` reads, besides the id; the whole record if absent. */
  only?: readonly string[];
  change(collection: string, records: T[]): Promise<void>;
}

/** Changes every record of some collections in batches, ordered by id. Each batch is one unit. */
export async function inBatches<T extends Stored & { _id: number }>(
  store: Store,
  report: Report,
  { collections, change, ...which }: Batches<T>,
): Promise<void> {
  for (const collection of collections) {
    const total = await store.count(collection, {});
    const changeAfter = (last: number) =>
      store.atomically(async () => {
        const after = { _id: { $gt: last } };
        const records = await store.find<T>(collection, after, { sort: [['_id', 1]], limit: BATCH, ...which });
        if (records.length) await change(collection, records);
        return records.map(({ _id }) => _id);
      });
    for (let done = 0, last = 0; ; ) {
      const ids = await changeAfter(last);
      if (ids.length === 0) break;
      done += ids.length;
      last = ids.at(-1)!;
      report(collection, done, total);
    }
  }
}
