import type { Store, Stored } from '../store/port.ts';
import type { Report } from './migration.ts';

const BATCH = 500;

interface Batches<T extends Stored> {
  collections: readonly string[];
  /** What `change` looks at in a record, besides its id; without it, the whole record. */
  only?: readonly string[];
  change(collection: string, records: T[]): Promise<void>;
}

/**
 * Changes every record of some collections, in batches by their ids. A batch is one unit: a server of the version before
 * may write one of its records meanwhile.
 */
export async function inBatches<T extends Stored & { _id: number }>(
  store: Store,
  report: Report,
  { collections, change, ...which }: Batches<T>,
): Promise<void> {
  for (const collection of collections) {
    const total = await store.count(collection, {});
    const changeAfter = (last: number): Promise<number[]> =>
      store.atomically(async () => {
        const rest = { _id: { $gt: last } };
        const records = await store.find<T>(collection, rest, { sort: [['_id', 1]], limit: BATCH, ...which });
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
