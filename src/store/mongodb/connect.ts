import { type Db, MongoClient, type MongoClientOptions } from 'mongodb';
import { type Collection, type Index, storeRefused } from '../port.ts';

const DATABASE = 'calendar';

const splitUri = (uri: string) => {
  const [, database = '', query = ''] = /^[^:]+:\/\/[^/?]*(?:\/([^?]*))?(?:\?(.*))?$/.exec(uri) ?? [];
  const options = new Map([...new URLSearchParams(query)].map(([key, value]) => [key.toLowerCase(), value]));
  return { database: decodeURIComponent(database), options };
};

/** What we want where the URI does not say otherwise. */
const defaults = (given: ReadonlyMap<string, string>): MongoClientOptions => ({
  ...(!given.has('w') && { w: 'majority' }),
  ...(!given.has('journal') && !given.has('j') && given.get('w') !== '0' && { journal: true }),
  ...(!given.has('retrywrites') && { retryWrites: true }),
  ...(!given.has('serverselectiontimeoutms') && { serverSelectionTimeoutMS: 5_000 }),
});

/** A client and the database the URI names, else `calendar`. Nothing is connected yet. @throws StoreRefused */
export const connection = (uri: string): { client: MongoClient; db: Db } => {
  try {
    const { database, options } = splitUri(uri);
    const client = new MongoClient(uri, defaults(options));
    return { client, db: client.db(database || DATABASE) };
  } catch (error) {
    throw storeRefused(`MONGODB_URI cannot be used: ${withoutCredentials((error as Error).message, uri)}`);
  }
};

/** A driver's message without the URI and without anything between `//` and `@`. */
export const withoutCredentials = (message: string, uri: string): string =>
  message.replaceAll(uri, 'the URI').replace(/\/\/\S*@/g, '//***@');

/** Whether a server with this answer to `hello` has transactions: a member of a replica set, or a cluster's router. */
export const hasTransactions = (hello: { setName?: string; msg?: string }): boolean =>
  hello.setName !== undefined || hello.msg === 'isdbgrid';

/** Makes a collection with its indexes where they are missing. Drops nothing. */
export const ensureCollection = async (db: Db, { name, indexes }: Collection): Promise<void> => {
  // First of all, so that no transaction has to make it: two that do so at once are in each other's way.
  if (!(await db.listCollections({ name }, { nameOnly: true }).hasNext()))
    await db.createCollection(name).catch(unlessItExists);
  if (indexes.length > 0) await db.collection(name).createIndexes(indexes.map(description));
};

const NAMESPACE_EXISTS = 48;

const unlessItExists = (error: { code?: unknown }): void => {
  if (error.code !== NAMESPACE_EXISTS) throw error;
};

const description = ({ name, fields, unique, sparse }: Index) => ({
  name,
  key: new Map(fields),
  ...(unique && { unique }),
  ...(sparse && { sparse }),
});
