import type { Filter, Store } from './port.ts';

const BATCH = 1000;

/** Yields all ids of a collection, in order. */
export async function* allIds(store: Pick<Store, 'find'>, collection: string): AsyncGenerator<(number | string)[]> {
  const how = { sort: [['_id', 1]], limit: BATCH, only: [], index: '_id_', restsOn: null } as const;
  for (let rest: Filter = {}; ; ) {
    const batch = await store.find(collection, rest, how);
    if (batch.length > 0) yield batch.map(({ _id }) => _id);
    if (batch.length < BATCH) return;
    rest = { _id: { $gt: batch.at(-1)!._id } };
  }
}
