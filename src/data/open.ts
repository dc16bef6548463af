import type { Collection, Log, Store } from './port.ts';
import { openEmbeddedStore } from './sqlite.ts';
import type { Time } from './time.ts';

/** Where a store is, and who opens it. */
export interface StorePlace {
  mongodbUri?: string;
  dataDir: string;
  /** For a program that may run beside a server. */
  beside?: boolean;
  /** Tests have their own. */
  time?: Time;
}

/**
 * Opens MongoDB if a URI is given, or else the embedded store in `dataDir` (`:memory:` stores nothing permanently).
 * @throws StoreRefused with a one-line reason
 */
export async function openStore(
  { mongodbUri, dataDir, beside, time }: StorePlace,
  collections: readonly Collection[],
  log: Log,
): Promise<Store> {
  if (!mongodbUri) return openEmbeddedStore({ dir: dataDir, collections, log, beside, time });
  // Load the driver only if it is needed.
  const { openMongoStore } = await import('./mongodb.ts');
  return openMongoStore({ uri: mongodbUri, collections, log });
}
