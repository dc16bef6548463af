import { LRUCache } from 'lru-cache';
import { type Resting, recordName, type Touched } from '../data/changes/touched.ts';
import type { Reader } from './at-revision.ts';

/** The fields common to all records. Two records with the same id and version are equal. */
export interface Versioned {
  readonly _id: number;
  readonly version: number;
}

/** A cache of recently shown records of all kinds: for each id, the newest version that was requested. */
export interface Bodies {
  /** The record, if exactly this version is cached. `revision` is the calendar's revision when it had this version. */
  get<R extends Versioned>(kind: string, like: Versioned, revision?: number): R | undefined;
  /** The record, if the change log shows that it has not changed since it was read. */
  unchanged<R extends Versioned>(kind: string, id: number, reader: Reader): R | undefined;
  /** Caches a record that was read at a revision. Returns the one shared object for its version. */
  keep<R extends Versioned>(kind: string, record: R, revision?: number): R;
}

interface Kept extends Resting {
  readonly record: Versioned;
}

/** Bytes of memory per character of JSON, to account for a record's objects. */
const PER_CHARACTER = 2;

/** Holds roughly this many bytes of records. One per process. */
export function createBodies(bytes: number, touched: Touched): Bodies {
  const kept = new LRUCache<string, Kept>({
    maxSize: bytes,
    sizeCalculation: ({ record }) => JSON.stringify(record).length * PER_CHARACTER,
  });
  const get: Bodies['get'] = <R extends Versioned>(kind: string, like: Versioned, at = Number.NEGATIVE_INFINITY) => {
    const cached = kept.get(recordName(kind, like._id));
    if (cached?.record.version !== like.version) return undefined;
    cached.at = Math.max(cached.at, at);
    return cached.record as R;
  };
  return {
    get,
    unchanged<R extends Versioned>(kind: string, id: number, { revision, dependencies }: Reader) {
      if (revision === undefined) return undefined;
      const name = recordName(kind, id);
      const cached = kept.get(name);
      if (!cached || !touched.holds(cached, revision)) return undefined;
      dependencies?.add(name);
      return cached.record as R;
    },
    keep<R extends Versioned>(kind: string, record: R, at = Number.NEGATIVE_INFINITY) {
      const cached = get<R>(kind, record, at);
      if (cached) return cached;
      const name = recordName(kind, record._id);
      // Without a version, a change could not be noticed.
      if (Number.isSafeInteger(record.version)) kept.set(name, { record, at, dependencies: [name] });
      return record;
    },
  };
}
