import { LRUCache } from 'lru-cache';

/** What every record has: two of the same id and version are the same. */
export interface Versioned {
  readonly _id: number;
  readonly version: number;
}

/** The records that were shown last, whatever their kind: one of an id, that of the newest version that was asked for. */
export interface Bodies {
  /** The record, if it is kept in just this version. */
  get<R extends Versioned>(collection: string, like: Versioned): R | undefined;
  /** Whether a record is kept, in whatever version. */
  has(collection: string, id: number): boolean;
  keep(collection: string, record: Versioned): void;
}

/** Bytes of memory for a character of JSON: what objects of a record take besides its texts. */
const PER_CHARACTER = 2;

/** Keeps so many bytes of records, about. One for a process. */
export function createBodies(bytes: number): Bodies {
  const kept = new LRUCache<string, Versioned>({
    maxSize: bytes,
    sizeCalculation: (record) => JSON.stringify(record).length * PER_CHARACTER,
  });
  const keyOf = (collection: string, id: number): string => `${collection}/${id}`;
  return {
    get<R extends Versioned>(collection: string, like: Versioned) {
      const record = kept.get(keyOf(collection, like._id));
      return record?.version === like.version ? (record as R) : undefined;
    },
    has: (collection, id) => kept.has(keyOf(collection, id)),
    keep(collection, record) {
      // Without a version nobody could tell that it was changed.
      if (Number.isSafeInteger(record.version)) kept.set(keyOf(collection, record._id), record);
    },
  };
}
