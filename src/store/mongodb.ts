import type { ClientSession, Db, MongoClient, Filter as MongoFilter } from 'mongodb';
import { cleanDocument, cleanFilter, cleanUpdate } from './clean.ts';
import { connection, ensureCollection, hasTransactions, withoutCredentials } from './mongodb/connect.ts';
import { isRefusedKey, spelled } from './mongodb/duplicate.ts';
import { createTransactions } from './mongodb/transaction.ts';
import {
  type Collection,
  type Filter,
  type FindOptions,
  isStoreRefused,
  type Log,
  type Store,
  type Stored,
  storeRefused,
  type Update,
} from './port.ts';
import { createUnits } from './unit.ts';

const COUNTERS: Collection = { name: 'counters', indexes: [] };

/**
 * The store for production: a replica set or a sharded cluster, in the database the URI names (else `calendar`).
 * Writes are acknowledged by a majority, journalled, unless the URI says otherwise.
 * @throws StoreRefused in one line without credentials, when the server cannot be reached, has no transactions, or an
 * index cannot be made
 */
export async function openMongoStore(options: {
  uri: string;
  collections: readonly Collection[];
  log: Log;
}): Promise<Store> {
  const { uri, collections, log } = options;
  const { client, db } = connection(uri);
  const hosts = client.options.hosts.join();
  try {
    if (!hasTransactions(await db.admin().command({ hello: 1 })))
      throw storeRefused(
        'this MongoDB is a standalone server: transactions need a replica set (one member is enough) or a sharded cluster',
      );
    for (const collection of [...collections, COUNTERS]) await ensureCollection(db, collection);
  } catch (error) {
    await client.close();
    if (isStoreRefused(error)) throw error;
    throw storeRefused(`MongoDB at ${hosts}: ${withoutCredentials((error as Error).message, uri)}`);
  }
  log.info({ hosts, database: db.databaseName }, 'MongoDB store');
  return mongoStore(client, db, collections);
}

const mongoStore = (client: MongoClient, db: Db, collections: readonly Collection[]): Store => {
  const units = createUnits<ClientSession>();
  const running = new Set<Promise<unknown>>();
  const indexesOf = new Map(collections.map(({ name, indexes }) => [name, indexes]));
  const allIndexes = collections.flatMap(({ indexes }) => indexes);
  const transaction = createTransactions(client, units, (error) => spelled(error, allIndexes));
  let closing: Promise<void> | undefined;

  const named = (collection: string) => {
    if (!indexesOf.has(collection)) throw new Error(`there is no collection ${collection}`);
    return db.collection<Stored>(collection);
  };

  /** Lets `close` wait for what is under way. */
  const tracked = <T>(work: Promise<T>): Promise<T> => {
    const settled = work.catch(() => undefined).finally(() => running.delete(settled));
    running.add(settled);
    return work;
  };

  const verb = async <T>(
    collection: string,
    work: (session?: ClientSession) => Promise<T>,
    update?: Update,
  ): Promise<T> => {
    const spelling = async (session?: ClientSession) => {
      try {
        return await work(session);
      } catch (error) {
        throw spelled(error, indexesOf.get(collection) ?? [], update);
      }
    };
    const unit = units.current();
    if (unit) return units.join(unit, spelling);
    if (closing) throw new Error('the store is closed');
    return tracked(spelling());
  };

  const write: typeof verb = (...verbAndUpdate) => {
    const unit = units.current();
    if (unit) unit.writes += 1;
    return verb(...verbAndUpdate);
  };

  const atomically = async <T>(work: () => Promise<T>): Promise<T> => {
    const outer = units.current();
    if (outer) return units.nest(outer, work);
    if (closing) throw new Error('the store is closed');
    return tracked(transaction(work));
  };

  const count = (collection: string, filter: MongoFilter<Stored>): Promise<number> =>
    verb(collection, (session) => named(collection).countDocuments(filter, { session }));

  const find = <T extends Stored>(collection: string, filter: MongoFilter<Stored>, options: FindOptions = {}) => {
    const { sort = [], skip = 0, limit } = options;
    if (limit === 0) return Promise.resolve([]);
    const how = { sort: new Map(sort), skip, ...(limit !== undefined && { limit }) };
    return verb(collection, (session) =>
      named(collection)
        .find(filter, { ...how, session })
        .toArray(),
    ) as Promise<T[]>;
  };

  return {
    kind: 'mongodb',
    atomically,

    find: (collection, filter, options) => find(collection, toMongo(filter), options),
    count: (collection, filter) => count(collection, toMongo(filter)),
    byIds: <T extends Stored>(collection: string, ids: readonly T['_id'][]) =>
      ids.length > 0 ? find<T>(collection, { _id: { $in: [...ids] } }) : Promise.resolve([]),

    distinct: async <V>(collection: string, field: string, filter: Filter) => {
      const which = toMongo(filter);
      const values = await verb(collection, (session) => named(collection).distinct(field, which, { session }));
      return values.filter((value) => value !== null) as V[];
    },

    insert: async (collection, document) => {
      const next: Stored = cleanDocument(document);
      await write(collection, (session) => named(collection).insertOne(next, { session }));
    },

    update: async <T extends Stored>(collection: string, id: T['_id'], update: Update) => {
      const changes = toMongoUpdate(update);
      if (!changes) return (await find<T>(collection, { _id: id }))[0];
      const how = { returnDocument: 'after' } as const;
      const now = await write(
        collection,
        (session) => named(collection).findOneAndUpdate({ _id: id }, changes, { ...how, session }),
        update,
      );
      return (now as T | null) ?? undefined;
    },

    updateMany: (collection, filter, update) => {
      const [which, changes] = [toMongo(filter), toMongoUpdate(update)];
      if (!changes) return count(collection, which);
      // Alone it would show half of its work to readers, and keep it when it fails.
      return atomically(async () => {
        const { matchedCount } = await write(collection, (session) =>
          named(collection).updateMany(which, changes, { session }),
        );
        return matchedCount;
      });
    },

    delete: async (collection, id) => {
      const { deletedCount } = await write(collection, (session) =>
        named(collection).deleteOne({ _id: id }, { session }),
      );
      return deletedCount === 1;
    },

    nextId: (space) => tracked(nextId(db, space)),

    ping: async () => {
      if (closing) return false;
      return db.command({ ping: 1 }).then(
        () => true,
        () => false,
      );
    },

    close: () => {
      closing ??= (async () => {
        while (running.size > 0) await Promise.all(running);
        await client.close();
      })();
      return closing;
    },
  };
};

/** Our filters are MongoDB's; only what is undefined goes. */
const toMongo = (filter: Filter): MongoFilter<Stored> => cleanFilter(filter) as MongoFilter<Stored>;

/** MongoDB's `$push` and `$pull` read some values as orders, `$each` and `$pullAll` take them as they are. */
const toMongoUpdate = (update: Update): Record<string, object> | undefined => {
  const { $push, $pull, ...rest } = cleanUpdate(update);
  const changes = {
    ...rest,
    ...($push && { $push: mapped($push, (value) => ({ $each: [value] })) }),
    ...($pull && { $pullAll: mapped($pull, (value) => [value]) }),
  };
  return Object.keys(changes).length > 0 ? changes : undefined;
};

const mapped = (fields: Record<string, unknown>, change: (value: unknown) => unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, change(value)]));

/** Without a session: an id is never given back, and no transaction waits for another one's id. */
const nextId = async (db: Db, space: string): Promise<number> => {
  const counters = db.collection<{ _id: string; value: number }>(COUNTERS.name);
  const next = () => counters.findOneAndUpdate({ _id: space }, { $inc: { value: 1 } }, { returnDocument: 'after' });
  const counter = await next();
  if (counter) return counter.value;
  // No upsert: of two who make a counter at once, one may be refused (and on some servers overwrites the other's).
  await counters.insertOne({ _id: space, value: 0 }).catch((error) => {
    if (!isRefusedKey(error)) throw error;
  });
  return (await next())!.value;
};
