import type { Filter, Store, Stored } from './port.ts';

const BATCH = 1000;

/** Reads on after the last id of a batch, until there are no more. */
export async function* batchesById<T extends Stored>(
  read: (after: T['_id'] | undefined) => Promise<T[]>,
): AsyncGenerator<T[]> {
  for (let some = await read(undefined); some.length > 0; some = await read(some.at(-1)!._id)) yield some;
}

/** Yields all ids of a collection, in order. With `from`, only those from there on, so that the first batch is a range, too. */
export async function* allIds<Id extends Stored['_id']>(
  store: Pick<Store, 'find'>,
  collection: string,
  { from }: { from?: Id } = {},
): AsyncGenerator<Id[]> {
  const how = { sort: [['_id', 1]], limit: BATCH, only: [], index: '_id_', dependencies: null } as const;
  for (let filter: Filter = from === undefined ? {} : { _id: { $gte: from } }; ; ) {
    const batch = await store.find<Stored & { _id: Id }>(collection, filter, how);
    if (batch.length > 0) yield batch.map(({ _id }) => _id);
    if (batch.length < BATCH) return;
    filter = { _id: { $gt: batch.at(-1)!._id } };
  }
}
