import { MongoClient } from 'mongodb';
import { inject } from 'vitest';

/** An empty database on the server of MONGODB_URI that nobody else uses at the same time. */
interface LentDatabase {
  /** MONGODB_URI with the name of the database. */
  uri: string;
  /** Empties the database. The next borrower gets it, with its indexes. */
  giveBack(): Promise<void>;
}

/** The databases that were given back, in that order. Test files of one worker share them. */
const free: string[] = [];
let made = 0;

/** The URI of a database that nobody has used yet. A run drops all of its databases at its end. */
export function newDatabase(): string {
  made += 1;
  const uri = new URL(process.env.MONGODB_URI ?? '');
  uri.pathname = `/${inject('databases')}_${process.pid}_${made}`;
  return uri.href;
}

/** Lends a database to an app. It prefers a used one, because making collections and indexes takes longer than emptying them. */
export function lendDatabase(): LentDatabase {
  const uri = free.pop() ?? newDatabase();
  return {
    uri,
    async giveBack() {
      const client = new MongoClient(uri);
      const collections = await client.db().collections();
      await Promise.all(collections.map((collection) => collection.deleteMany({})));
      await client.close();
      free.push(uri);
    },
  };
}
