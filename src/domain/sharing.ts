import { shared } from './event-loop.ts';

/** A result, finished or still on its way. */
export interface Sharing<T> {
  coming: Promise<T>;
  made?: { value: T };
}

/** Where results are kept by key: a map, or a cache that forgets. */
type Kept<K, T> = Pick<Map<K, Sharing<T>>, 'get' | 'delete'> & { set(key: K, sharing: Sharing<T>): unknown };

/**
 * Does slow work once for everyone who asks for the same key. Later callers get the result at once. When the work fails, for
 * instance because its caller has left, the others do it themselves.
 */
export const sharingIn =
  <K, T>(kept: Kept<K, T>) =>
  (key: K, make: () => Promise<T>): T | Promise<T> => {
    const cached = kept.get(key);
    if (cached) return cached.made ? cached.made.value : shared(cached.coming).catch(make);
    const sharing: Sharing<T> = { coming: make() };
    kept.set(key, sharing);
    sharing.coming.then(
      (value) => {
        sharing.made = { value };
      },
      () => kept.delete(key),
    );
    return sharing.coming;
  };
