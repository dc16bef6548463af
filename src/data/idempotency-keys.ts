import type { Collection, Store, Stored } from './port.ts';

/** The keys that requests to write have sent. Like changes, they are neither seeded nor copied. */
export const IDEMPOTENCY_KEYS = {
  name: 'idempotency_keys',
  indexes: [{ name: 'age', fields: [['at', 1]] }],
} as const satisfies Collection;

/** Milliseconds for which a key counts. */
export const KEY_KEPT_FOR = 86_400_000;
/** Keys deleted in one unit. */
const AT_ONCE = 100;
/** The most units of deletions per run: as many keys as batches can write between two runs. */
const AT_MOST = 100;

/** Deletes the keys that no longer count, oldest first. */
export async function pruneKeys(store: Store, now: number): Promise<void> {
  const { name } = IDEMPOTENCY_KEYS;
  const over = { at: { $lte: now - KEY_KEPT_FOR } };
  for (let times = 0; times < AT_MOST; times += 1) {
    const found = await store.find<Stored>(name, over, { sort: [['at', 1]], limit: AT_ONCE, only: [], index: 'age' });
    if (found.length > 0)
      await store.atomically(async () => {
        for (const { _id } of found) await store.delete(name, _id);
      });
    if (found.length < AT_ONCE) return;
  }
}
