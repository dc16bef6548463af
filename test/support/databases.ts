import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { afterAll } from 'vitest';

/** A database on the server of MONGODB_URI that nobody else uses. */
export interface OwnDatabase {
  /** MONGODB_URI with the name of the database. */
  uri: string;
  /** Takes everything out; the next one who asks gets it, with its indexes. */
  release(): Promise<void>;
}

const released: string[] = [];
const all = new Set<string>();

const uriOf = (name: string): string => {
  const uri = new URL(process.env.MONGODB_URI ?? '');
  uri.pathname = `/${name}`;
  return uri.href;
};

async function inDatabase(name: string, work: (client: MongoClient) => Promise<unknown>): Promise<void> {
  const client = new MongoClient(uriOf(name));
  await work(client);
  await client.close();
}

/** A database for a test of this file, empty. All of a file's are dropped at its end. */
export function ownDatabase(): OwnDatabase {
  const name = released.pop() ?? `test_${randomUUID().replaceAll('-', '')}`;
  all.add(name);
  return {
    uri: uriOf(name),
    async release() {
      await inDatabase(name, async (client) => {
        for (const collection of await client.db().collections()) await collection.deleteMany({});
      });
      released.push(name);
    },
  };
}

afterAll(async () => {
  for (const name of all) await inDatabase(name, (client) => client.db().dropDatabase());
});
