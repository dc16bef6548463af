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
  const keyOf = (collection: string, { _id }: Versioned): string => `${collection}/${_id}`;
  return {
    get<R extends Versioned>(collection: string, like: Versioned) {
      const record = kept.get(keyOf(collection, like));
      return record?.version === like.version ? (record as R) : undefined;
    },
    keep(collection, record) {
      // Without a version nobody could tell that it was changed.
      if (Number.isSafeInteger(record.version)) kept.set(keyOf(collection, record), record);
    },
  };
}
