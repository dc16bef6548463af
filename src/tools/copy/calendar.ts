import { batchesById } from '../../data/all-ids.ts';
import { isEmpty } from '../../data/empty.ts';
import type { Store, Stored } from '../../data/port.ts';
import { USERS } from '../../data/users/store-users.ts';
import { COLLECTIONS } from '../../kinds/collections.ts';
import { IMPORTS } from '../../kinds/imports.ts';

/** The names of the collections that are copied: records, the memory of imports, and users. */
export const COPIED: readonly string[] = [...COLLECTIONS, IMPORTS, USERS].map(({ name }) => name);

/** Their id spaces: every name passed to `nextId`, except that of the change log. */
export const SPACES = ['posts', 'terms', USERS.name] as const;

const BATCH = 1000;

/** Whether the store holds no records and no users. */
export const holdsNothing = (store: Store): Promise<boolean> => isEmpty(store, COPIED);

/** Counts the documents of a collection, including every acknowledged write. */
export const countOf = (store: Store, collection: string): Promise<number> =>
  store.atomically(() => store.count(collection, {}));

/** Reads documents by id, including every acknowledged write. */
export const documentsOf = (store: Store, collection: string, ids: readonly Stored['_id'][]): Promise<Stored[]> =>
  store.atomically(() => store.byIds(collection, ids));

/**
 * All documents of a collection by ascending id, in batches of 1000. Each batch is read in a unit, so a read preference in
 * the URI cannot send it to a member that lags behind.
 */
export const batchesOf = (store: Store, collection: string): AsyncGenerator<Stored[]> =>
  batchesById((after) => {
    const filter = after === undefined ? {} : { _id: { $gt: after } };
    return store.atomically(() => store.find(collection, filter, { sort: [['_id', 1]], limit: BATCH }));
  });
