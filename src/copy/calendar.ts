import type { User, Users } from '../auth/users.ts';
import { COLLECTIONS } from '../resources/collections.ts';
import { isEmpty } from '../store/empty.ts';
import type { Store, Stored } from '../store/port.ts';

/** All that belongs to a calendar: its records, and who may sign in. */
export interface Calendar {
  store: Store;
  users: Users;
}

/** The names of the collections that are copied: all but the settings. Users go with `Calendar.users`. */
export const COPIED: readonly string[] = COLLECTIONS.map(({ name }) => name);

/** The id spaces of records: every word that `nextId` is asked with, but that of the users. */
export const SPACES = ['posts', 'terms'] as const;

const BATCH = 1000;

/** Whether nobody has put anything in. */
export const holdsNothing = async ({ store, users }: Calendar): Promise<boolean> =>
  (await isEmpty(store, COPIED)) && !(await users.any());

/** How many documents a collection has, as acknowledged writes left it. */
export const countOf = (store: Store, collection: string): Promise<number> =>
  store.atomically(() => store.count(collection, {}));

/** The documents with these ids, likewise. */
export const documentsOf = (store: Store, collection: string, ids: readonly Stored['_id'][]): Promise<Stored[]> =>
  store.atomically(() => store.byIds(collection, ids));

/** All users, likewise. */
export const usersOf = ({ store, users }: Calendar): Promise<User[]> => store.atomically(() => users.list());

/**
 * All documents of a collection by ascending id, a thousand at a time. Each batch is read in a unit, which no read
 * preference of a URI sends to a member that lags behind.
 */
export async function* batchesOf(store: Store, collection: string): AsyncGenerator<Stored[]> {
  for (let last: Stored['_id'] | undefined; ; ) {
    const rest = last === undefined ? {} : { _id: { $gt: last } };
    const batch = await store.atomically(() => store.find(collection, rest, { sort: [['_id', 1]], limit: BATCH }));
    if (batch.length === 0) return;
    yield batch;
    last = batch.at(-1)!._id;
  }
}
