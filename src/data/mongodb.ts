import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientSession, Db, MongoClient, Collection as MongoCollection, Filter as MongoFilter } from 'mongodb';
import { inParts } from '../domain/values.ts';
import { cleanDocument } from './clean.ts';
import { frozen } from './frozen.ts';
import { createReach } from './mongodb/away.ts';
import { connected, connection, refusal } from './mongodb/connect.ts';
import { toStoreError, type Written } from './mongodb/duplicate.ts';
import { COUNTERS, createIds } from './mongodb/ids.ts';
import { ensureCollections } from './mongodb/indexes.ts';
import { createPlans } from './mongodb/plans.ts';
import { createTransactions } from './mongodb/transaction.ts';
import { toMongo, toMongoUpdate, toProjection } from './mongodb/translate.ts';
import { gridfsPictures } from './pictures/gridfs.ts';
import type {
  Collection,
  Filter,
  FindOptions,
  Log,
  Projection,
  Scalar,
  Store,
  Stored,
  Tally,
  TallyOptions,
  Update,
} from './port.ts';
import { createUnits } from './unit.ts';

/** Milliseconds that the server may spend on one command. */
const TIME_LIMIT = 10_000;
/** Milliseconds that a ping may take. */
const PING_LIMIT = 2_000;
/** Said with a read, whatever the URI says of others. */
const UP_TO_DATE = { readPreference: 'primary', readConcern: 'majority' } as const;
/** Documents written per command. */
const BATCH = 1000;

interface MongoStoreOptions {
  uri: string;
  collections: readonly Collection[];
  log: Log;
  /** Milliseconds that the server may spend on one command; default: 10 seconds. */
  timeLimit?: number;
  /** Milliseconds to wait for a server that does not answer; default: 10 seconds. */
  patience?: number;
}

/**
 * The store for production: a replica set or sharded cluster, in the database that the URI names (default: `calendar`). Writes
 * are journaled and acknowledged by a majority, unless the URI says otherwise. Nothing is created before `prepare`.
 * @throws StoreRefused in one line without credentials, when the server cannot be reached or has no transactions
 */
export async function openMongoStore({
  uri,
  collections,
  log,
  timeLimit,
  patience,
}: MongoStoreOptions): Promise<Store> {
  const { client, db } = connection(uri);
  const hosts = client.options.srvHost ?? client.options.hosts.join();
  try {
    await connected({ client, db, hosts, uri, log }, patience);
  } catch (error) {
    await client.close();
    throw error;
  }
  log.info({ hosts, database: db.databaseName }, 'MongoDB store');
  return mongoStore({ client, db, hosts, uri, collections, log, maxTimeMS: timeLimit ?? TIME_LIMIT });
}

interface Parts {
  client: MongoClient;
  db: Db;
  hosts: string;
  uri: string;
  collections: readonly Collection[];
  log: Log;
  maxTimeMS: number;
}

/** What is asked of a collection, with these options. */
type Work<T> = (
  documents: MongoCollection<Stored>,
  how: { session: ClientSession | undefined; maxTimeMS: number },
) => Promise<T>;

const mongoStore = ({ client, db, hosts, uri, collections, log, maxTimeMS }: Parts): Store => {
  const units = createUnits<ClientSession>();
  const reach = createReach(uri, log);
  const plans = createPlans(log);
  const ids = createIds(db, maxTimeMS);
  const running = new Set<Promise<unknown>>();
  const indexesOf = new Map(collections.map(({ name, indexes }) => [name, indexes]));
  const allIndexes = collections.flatMap(({ indexes }) => indexes);
  const transaction = createTransactions(client, units, (error) => toStoreError(error, allIndexes), maxTimeMS);
  let closing: Promise<void> | undefined;

  const named = (collection: string) => {
    if (!indexesOf.has(collection)) throw new Error(`there is no collection ${collection}`);
    return db.collection<Stored>(collection);
  };

  /** Runs top-level work: guarded, and `close` waits for it. */
  const alone = <T>(work: () => Promise<T>) => {
    const working = reach.guarded(work);
    const settled = working.catch(() => undefined).finally(() => running.delete(settled));
    running.add(settled);
    return working;
  };

  const verb = async <T>(collection: string, work: (session?: ClientSession) => Promise<T>, written?: Written) => {
    const spelling = async (session?: ClientSession) => {
      try {
        return await work(session);
      } catch (error) {
        throw toStoreError(error, indexesOf.get(collection) ?? [], written);
      }
    };
    const unit = units.current();
    if (unit) return units.join(unit, spelling);
    if (closing) throw new Error('the store is closed');
    return alone(spelling);
  };

  /** Runs work that joins no unit. Inside a unit, the unit itself translates errors, because it needs the original. */
  const outside = <T>(work: () => Promise<T>) => (units.current() ? work() : alone(work));

  /** Reads by an index, if one is named. */
  const read = <T>(collection: string, index: string | undefined, work: Work<T>) =>
    verb(collection, (session) =>
      plans.using(collection, index, (hint) => work(named(collection), { session, maxTimeMS, ...hint })),
    );

  const write = <T>(collection: string, work: Work<T>, written?: Written) => {
    const unit = units.current();
    if (unit) unit.writes += 1;
    return verb(collection, (session) => work(named(collection), { session, maxTimeMS }), written);
  };

  const atomically = async <T>(work: () => Promise<T>) => {
    const outer = units.current();
    if (outer) return units.nest(outer, work);
    if (closing) throw new Error('the store is closed');
    return alone(() => transaction(work));
  };

  const count = (collection: string, filter: MongoFilter<Stored>, index?: string) =>
    read(collection, index, (documents, how) => documents.countDocuments(filter, how));

  const find = <T extends Stored>(collection: string, filter: MongoFilter<Stored>, options: FindOptions = {}) => {
    const { sort = [], skip = 0, limit, index, upToDate } = options;
    if (limit === 0) return Promise.resolve([]);
    const projection = toProjection(options);
    const part = { sort: new Map(sort), skip, ...(limit && { limit }), ...(projection && { projection }) };
    const found = read(collection, index, (documents, how) =>
      documents.find(filter, { ...part, ...how, ...(upToDate && !how.session && UP_TO_DATE) }).toArray(),
    );
    return found.then((documents) => documents.map(frozen)) as Promise<T[]>;
  };

  return {
    kind: 'mongodb',
    atomically,

    find: (collection, filter, options) => find(collection, toMongo(filter), options),
    count: (collection, filter, { index } = {}) => count(collection, toMongo(filter), index),
    byIds: <T extends Stored>(collection: string, ids: readonly T['_id'][], options?: Projection) =>
      ids.length > 0 ? find<T>(collection, { _id: { $in: [...ids] } }, options) : Promise.resolve([]),

    // A pipeline, because the command `distinct` accepts no index name before MongoDB 7.1.
    distinct: async <V>(
      collection: string,
      field: string,
      filter: Filter,
      { index }: Pick<FindOptions, 'index'> = {},
    ) => {
      const stages = [{ $match: toMongo(filter) }, { $unwind: `$${field}` }, { $group: { _id: `$${field}` } }];
      const values = await read(collection, index, (documents, how) =>
        documents.aggregate<{ _id: V }>(stages, how).toArray(),
      );
      return values.map(({ _id }) => _id).filter((value) => value !== null);
    },

    tally: <V extends Scalar>(
      collection: string,
      list: string,
      filter: Filter,
      { values, highest, ids, index }: TallyOptions<V>,
    ) => {
      const among = { [list]: { $in: [...values] } };
      const more = { ...(highest && { highest: { $max: `$${highest}` } }), ...(ids && { ids: { $push: '$_id' } }) };
      const stages = [
        { $match: { $and: [toMongo(filter), among] } },
        { $project: { [list]: 1, ...(highest && { [highest]: 1 }) } },
        { $unwind: `$${list}` },
        { $match: among },
        { $group: { _id: `$${list}`, count: { $sum: 1 }, ...more } },
        { $set: { value: '$_id' } },
        { $unset: '_id' },
      ];
      return read(collection, index, (documents, how) => documents.aggregate<Tally<V>>(stages, how).toArray());
    },

    insert: async (collection, document) => {
      const next: Stored = cleanDocument(document);
      await write(collection, (documents, how) => documents.insertOne(next, how), [next]);
    },

    update: async <T extends Stored>(collection: string, id: T['_id'], update: Update) => {
      const changes = toMongoUpdate(update);
      if (!changes) return (await find<T>(collection, { _id: id }))[0];
      const now = await write(
        collection,
        (documents, how) => documents.findOneAndUpdate({ _id: id }, changes, { returnDocument: 'after', ...how }),
        update,
      );
      return frozen(now as T | null) ?? undefined;
    },

    updateMany: (collection, filter, update) => {
      const [which, changes] = [toMongo(filter), toMongoUpdate(update)];
      if (!changes) return count(collection, which);
      // Outside a unit, readers would see half of it, and a failure would keep that half.
      return atomically(async () => {
        const { matchedCount } = await write(collection, (documents, how) => documents.updateMany(which, changes, how));
        return matchedCount;
      });
    },

    delete: async (collection, id) => {
      const { deletedCount } = await write(collection, (documents, how) => documents.deleteOne({ _id: id }, how));
      return deletedCount === 1;
    },

    deleteRange: (collection, from, before) =>
      // Outside a unit, readers would see half of it, and a failure would keep that half.
      atomically(async () => {
        const range = { _id: { $gte: from, $lt: before } };
        const { deletedCount } = await write(collection, (documents, how) => documents.deleteMany(range, how));
        return deletedCount;
      }),

    put: async (collection, documents) => {
      for (const part of inParts(documents.map(cleanDocument), BATCH)) {
        const batch = part.map(({ _id, ...replacement }: Stored) => ({
          replaceOne: { filter: { _id }, replacement, upsert: true },
        }));
        await write(collection, (documents, how) => documents.bulkWrite(batch, { ...how, ordered: false }), part);
      }
    },

    nextId: (space) => outside(() => ids.next(space)),
    lastId: (space, atLeast = 0) => outside(() => ids.last(space, atLeast)),
    claimIds: (space, upTo) => outside(() => ids.claim(space, upTo)),

    prepare: async () => {
      try {
        await ensureCollections(db, [...collections, COUNTERS], log);
      } catch (error) {
        throw refusal(error, hosts, uri);
      }
    },

    // Older servers refuse to drop what is not there.
    drop: async (collection) => {
      const found = await alone(() => db.listCollections({ name: collection }, { nameOnly: true }).hasNext());
      if (found) await alone(() => db.collection(collection).drop({ maxTimeMS }));
    },

    dataVersion: () => undefined,
    readsBehind: client.readPreference.mode !== 'primary',

    pictures: gridfsPictures(db, reach.guarded),
    isFull: () => false,
    examine: async () => {},
    ping: async () => {
      if (closing) return false;
      const answers = reach
        .guarded(() => db.command({ ping: 1 }))
        .then(
          () => true,
          () => false,
        );
      return Promise.race([answers, sleep(PING_LIMIT, false, { ref: false })]);
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
