import {
  type Db,
  MongoClient,
  type MongoClientOptions,
  MongoError,
  MongoNetworkError,
  MongoServerSelectionError,
} from 'mongodb';
import { Connection } from 'mongodb/lib/cmap/connection.js';
import { isStoreRefused, type Log, storeRefused } from '../port.ts';

const DATABASE = 'calendar';

/** Milliseconds that a start waits for a server that does not answer. */
const PATIENCE = 10_000;
/** Milliseconds after which it logs that it is waiting. */
const SAY_SO = 1_000;

const splitUri = (uri: string) => {
  const [, database = '', query = ''] = /^[^:]+:\/\/[^/?]*(?:\/([^?]*))?(?:\?(.*))?$/.exec(uri) ?? [];
  const options = new Map([...new URLSearchParams(query)].map(([key, value]) => [key.toLowerCase(), value]));
  return { database: decodeURIComponent(database), options };
};

/** Our defaults for options that the URI does not set. */
const defaults = (given: ReadonlyMap<string, string>): MongoClientOptions => ({
  ...(!given.has('w') && { w: 'majority' }),
  ...(!given.has('journal') && !given.has('j') && given.get('w') !== '0' && { journal: true }),
  ...(!given.has('retrywrites') && { retryWrites: true }),
  ...(!given.has('retryreads') && { retryReads: true }),
  ...(!given.has('readconcernlevel') && { readConcernLevel: 'majority' }),
  ...(!given.has('appname') && { appName: 'event-calendar-gateway' }),
  ...(!given.has('maxpoolsize') && { maxPoolSize: 50 }),
  ...(!given.has('waitqueuetimeoutms') && { waitQueueTimeoutMS: 5_000 }),
  ...(!given.has('connecttimeoutms') && { connectTimeoutMS: 5_000 }),
  // Longer than any command may take, so a connection that is silent for this long is dead.
  ...(!given.has('sockettimeoutms') && { socketTimeoutMS: 30_000 }),
  ...(!given.has('heartbeatfrequencyms') && { heartbeatFrequencyMS: 5_000 }),
  ...(!given.has('serverselectiontimeoutms') && { serverSelectionTimeoutMS: 5_000 }),
});

/** A client and the database that the URI names (default: `calendar`). Does not connect yet. @throws StoreRefused */
export const connection = (uri: string): { client: MongoClient; db: Db } => {
  guardDriver();
  try {
    const { database, options } = splitUri(uri);
    const client = new MongoClient(uri, defaults(options));
    return { client, db: client.db(database || DATABASE) };
  } catch (error) {
    throw storeRefused(`MONGODB_URI cannot be used: ${withoutCredentials((error as Error).message, uri)}`);
  }
};

/**
 * Waits until a server with transactions answers.
 * @throws StoreRefused when none does within `patience` milliseconds (after at least one try), or it rejects the credentials
 */
export const connected = async (
  { client, db, hosts, uri, log }: { client: MongoClient; db: Db; hosts: string; uri: string; log: Log },
  patience = PATIENCE,
): Promise<void> => {
  const until = performance.now() + patience;
  const saying = setTimeout(() => {
    log.warn({ hosts }, `waiting for MongoDB, about ${patience / 1000} seconds at the most`);
  }, SAY_SO);
  try {
    await reached(client, until);
    const hello = await db.admin().command({ hello: 1 });
    // Only a command like this one shows whether the user and password are accepted.
    await db.listCollections({}, { nameOnly: true }).toArray();
    if (!hasTransactions(hello))
      throw storeRefused(
        'this MongoDB is a standalone server: transactions need a replica set (one member is enough) or a sharded cluster',
      );
  } catch (error) {
    throw refusal(error, hosts, uri);
  } finally {
    clearTimeout(saying);
  }
};

const reached = async (client: MongoClient, until: number) => {
  for (;;) {
    try {
      await client.connect();
      return;
    } catch (error) {
      if (!(error instanceof MongoServerSelectionError) || performance.now() >= until) throw error;
    }
  }
};

/** The error for a refused start, in one line without credentials. */
export const refusal = (error: unknown, hosts: string, uri: string): Error =>
  isStoreRefused(error)
    ? error
    : storeRefused(`MongoDB at ${hosts}: ${withoutCredentials((error as Error).message, uri)}`);

/** A driver's message on one line, without the URI and without anything between `//` and `@`. */
export const withoutCredentials = (message: string, uri: string): string =>
  message
    .replaceAll(uri, 'the URI')
    .replace(/\/\/\S*@/g, '//***@')
    .replace(/\s+/g, ' ');

/** Whether a server with this answer to `hello` has transactions: a member of a replica set, or a cluster's router. */
export const hasTransactions = (hello: { setName?: string; msg?: string }): boolean =>
  hello.setName !== undefined || hello.msg === 'isdbgrid';

let guarded = false;

/**
 * Works around two bugs of the driver (7.8 and 7.9) in commands sent after a socket ended, before the driver notices:
 * - On a destroyed socket, the command waits for a `drain` that never comes, without a time limit. If a server ends all
 *   connections at once, this can hit the driver's health check, and the server then seems down for good.
 * - On a socket that the server has closed, the command fails with the socket's own error (`EPIPE`). The driver retries only
 *   its own errors.
 *
 * Remove this when the driver's `Connection.writeCommand` handles both; `test/store/mongodb/driver.test.ts` shows it.
 */
const guardDriver = () => {
  if (guarded) return;
  guarded = true;
  const { command } = Connection.prototype;
  Connection.prototype.command = async function (...args) {
    // Tell the driver now: the command then fails as on any broken connection, and is retried if that is safe.
    if (this.socket.destroyed) this.destroy();
    try {
      return await command.apply(this, args);
    } catch (error) {
      if (error instanceof MongoError || !this.socket.destroyed) throw error;
      throw new MongoNetworkError((error as Error).message, { cause: error as Error });
    }
  };
};
