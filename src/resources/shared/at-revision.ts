import { LRUCache } from 'lru-cache';
import type { Resting, RestsOn, Touched } from '../../changes/touched.ts';

/** For whom something is read: what came of it before may do, and what it rests on is said. */
export interface Reader {
  /** The revision that the calendar stood at when the request came, if that is known. */
  readonly standing?: number | undefined;
  /** Where it is said what the answer rests on; null where the answer is not kept. */
  readonly restsOn: Set<string> | null;
}

/** What was read, by key: it holds until something that it rests on is touched. */
export interface AtRevision<Key, T> {
  get(key: Key, reader: Reader): T | undefined;
  /** Keeps it, where it is known when it was read; what was asked for longest ago goes. */
  set(key: Key, value: T, reader: Reader, restsOn: RestsOn): void;
}

/** Keeps so many values. */
export function createAtRevision<Key extends {}, T>(most: number, touched: Touched): AtRevision<Key, T> {
  const values = new LRUCache<Key, Resting & { value: T }>({ max: most });
  return {
    get(key, { standing, restsOn }) {
      const known = standing === undefined ? undefined : values.get(key);
      if (!known || !touched.holds(known, standing!)) return undefined;
      if (restsOn) for (const name of known.restsOn) restsOn.add(name);
      return known.value;
    },
    set(key, value, { standing: at }, restsOn) {
      if (at !== undefined) values.set(key, { value, at, restsOn });
    },
  };
}
