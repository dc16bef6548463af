import { openEmbeddedStore } from './embedded.ts';
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
export async function openStore(
  { mongodbUri, dataDir, beside }: StorePlace,
  collections: readonly Collection[],
  log: Log,
): Promise<Store> {
  if (!mongodbUri) return openEmbeddedStore({ dir: dataDir, collections, log, beside });
  // Who has no database does not load its driver.
  const { openMongoStore } = await import('./mongodb.ts');
  return openMongoStore({ uri: mongodbUri, collections, log });
}
