import { shared } from './event-loop.ts';

/** A result, finished or still on its way. */
export interface Sharing<T> {
  coming: Promise<T>;
  made?: { value: T };
}

/** Where results are kept by key: a map, or a cache that forgets. */
type Kept<K, T> = Pick<Map<K, Sharing<T>>, 'get' | 'delete'> & { set(key: K, sharing: Sharing<T>): unknown };

/** A result that so many runs in a row could not give is not tried again for those who wait: they get the last error. */
const MOST_RUNS = 3;

/**
 * Does slow work once for everyone who asks for the same key. Later callers get the result at once. When the work fails, for
 * instance because its caller has left, the next of those who wait does it for the rest.
 */
export function sharingIn<K, T>(kept: Kept<K, T>): (key: K, make: () => Promise<T>) => T | Promise<T> {
  function share(key: K, make: () => Promise<T>, runs: number): T | Promise<T> {
    const cached = kept.get(key);
    if (cached?.made) return cached.made.value;
    if (cached) {
      const others = shared(cached.coming);
      return runs === 1 ? others : others.catch(() => share(key, make, runs - 1));
    }
    const sharing: Sharing<T> = { coming: make() };
    kept.set(key, sharing);
    sharing.coming.then(
      (value) => {
        sharing.made = { value };
      },
      () => kept.get(key) === sharing && kept.delete(key),
    );
    return sharing.coming;
  }
  return (key, make) => share(key, make, MOST_RUNS);
}
