import { openEmbeddedStore } from './embedded.ts';
import type { Collection, Log, Store } from './port.ts';

/**
 * MongoDB when a URI is given, else the embedded store in `dataDir` (`:memory:` keeps nothing).
 * @throws StoreRefused with one line that says why
 */
export async function openStore(
  { mongodbUri, dataDir }: { mongodbUri?: string; dataDir: string },
  collections: readonly Collection[],
  log: Log,
): Promise<Store> {
  if (!mongodbUri) return openEmbeddedStore({ dir: dataDir, collections, log });
  // Who has no database does not load its driver.
  const { openMongoStore } = await import('./mongodb.ts');
  return openMongoStore({ uri: mongodbUri, collections, log });
}
