import type { Store } from './port.ts';

/** Whether none of these collections holds a document. */
export async function isEmpty(store: Store, collections: readonly string[]): Promise<boolean> {
  for (const collection of collections)
    if ((await store.find(collection, {}, { limit: 1, only: [] })).length > 0) return false;
  return true;
}
