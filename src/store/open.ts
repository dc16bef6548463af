import { openEmbeddedStore } from './embedded.ts';
import { openMongoStore } from './mongodb.ts';
import type { Collection, Log, Store } from './port.ts';

/** Where a store lies, and who opens it. */
export interface StorePlace {
  mongodbUri?: string;
  dataDir: string;
  /** Of a program that may run beside a server. */
  beside?: boolean;
}

/**
 * MongoDB when a URI is given, else the embedded store in `dataDir` (`:memory:` keeps nothing).
 * @throws StoreRefused with one line that says why
 */
export const openStore = (
  { mongodbUri, dataDir, beside }: StorePlace,
  collections: readonly Collection[],
  log: Log,
): Promise<Store> =>
  mongodbUri
    ? openMongoStore({ uri: mongodbUri, collections, log })
    : openEmbeddedStore({ dir: dataDir, collections, log, beside });
