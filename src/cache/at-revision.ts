import { LRUCache } from 'lru-cache';
import type { Dependencies, Resting, Touched } from '../data/changes/touched.ts';

/** The request that reads: it decides which cached values are valid, and collects what its answer depends on. */
export interface Reader {
  /** The calendar's revision when the request arrived, if it is known. */
  readonly revision?: number;
  /** Collects what the answer depends on; null if the answer is not cached. */
  readonly dependencies: Set<string> | null;
}

/** A cache of what was read, by key. An entry is valid until something it depends on changes. */
export interface AtRevision<Key, T> {
  get(key: Key, reader: Reader): T | undefined;
  /** Caches a value if the revision is known. Evicts the least recently used. */
  set(key: Key, value: T, reader: Reader, dependencies: Dependencies): void;
}

/** `most` is the number of values it holds. */
export function createAtRevision<Key extends {}, T>(most: number, touched: Touched): AtRevision<Key, T> {
  const values = new LRUCache<Key, Resting & { value: T }>({ max: most });
  return {
    get(key, { revision, dependencies }) {
      const entry = revision === undefined ? undefined : values.get(key);
      if (!entry || !touched.holds(entry, revision!)) return undefined;
      if (dependencies) for (const name of entry.dependencies) dependencies.add(name);
      return entry.value;
    },
    set(key, value, { revision: at }, dependencies) {
      if (at !== undefined) values.set(key, { value, at, dependencies });
    },
  };
}
