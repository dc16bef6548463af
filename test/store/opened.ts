import { openStore } from '../../src/data/open.ts';
import type { Store } from '../../src/data/port.ts';
import { collectionsOf } from '../../src/kinds/database.ts';
import { lendDatabase } from '../support/databases.ts';
import { quiet } from './quiet.ts';

/** An empty store on the store of this run. */
export interface EmptyStore {
  store: Store;
  /** The database, on MongoDB. */
  uri: string | undefined;
  close(): Promise<void>;
}

/** With the collections of a calendar, or with these of them alone: the others take most of the time. */
export async function openEmpty(only?: readonly string[]): Promise<EmptyStore> {
  const database = process.env.MONGODB_URI ? lendDatabase() : undefined;
  const place = { dataDir: ':memory:', ...(database && { mongodbUri: database.uri }) };
  const collections = collectionsOf(place).filter(({ name }) => only?.includes(name) ?? true);
  const store = await openStore(place, collections, quiet);
  await store.prepare();
  return {
    store,
    uri: database?.uri,
    async close() {
      await store.close();
      await database?.giveBack();
    },
  };
}
