/** A document as the store keeps it: JSON values; instants are integers (milliseconds since the epoch). `_id` is an integer for records, a text for all else, as settings and users. */
export interface Stored {
  _id: number | string;
}

type Scalar = string | number | boolean;

/** What one field must satisfy. On a list field equality, `$in`, ranges, `$contains` and `$prefix` ask whether one element does. */
export type Condition =
  | Scalar
  | {
      $in?: readonly Scalar[];
      /** On a list field: no element is one of these. */
      $nin?: readonly Scalar[];
      /** On a list field: no element is this. */
      $ne?: Scalar;
      $gt?: string | number;
      $gte?: string | number;
      $lt?: string | number;
      $lte?: string | number;
      $exists?: boolean;
      /** A text that occurs, as it is. */
      $contains?: string;
      /** A text that does not occur; what holds no text lacks it too. */
      $lacks?: string;
      /** What a text begins with. */
      $prefix?: string;
    };

/** A filter in the language both stores understand in the same way. Keys may be dotted paths. Never null for "missing". */
export type Filter = { $and?: Filter[]; $or?: Filter[] } & { [field: string]: Condition | Filter[] | undefined };

/** Changes to one document. Keys may be dotted paths. `$pull` removes all elements of a list that are equal. */
export interface Update {
  $set?: Record<string, unknown>;
  $unset?: Record<string, true>;
  $inc?: Record<string, number>;
  $pull?: Record<string, unknown>;
}

/** What is added to fields of documents, by id and path. Paths may be dotted. */
export type Additions<Id extends Stored['_id']> = ReadonlyMap<Id, Readonly<Record<string, number>>>;

/** Which fields of the documents are read; all of them without it. */
export interface Projection {
  /** Only these fields, and `_id`. Keys may be dotted paths. */
  only?: readonly string[];
  /** All fields but these. Not beside `only`. */
  without?: readonly string[];
  /**
   * Takes the names of what the answer rests on (`src/resources/tracked.ts`); null where the answer is not kept. Stores
   * ignore it.
   */
  restsOn?: Set<string> | null | undefined;
}

export interface FindOptions extends Projection {
  /** In this order; 1 ascending, -1 descending. Text compares by code point. */
  sort?: readonly (readonly [field: string, direction: 1 | -1])[];
  skip?: number;
  limit?: number;
  /**
   * The index that fits filter and order best, by its name in the collection (`_id_` for the ids). Asked of the store so
   * that the plan does not change with what was asked before; a store without a choice of plans does as it can.
   */
  index?: string;
}

export interface Index {
  name: string;
  fields: readonly (readonly [field: string, direction: 1 | -1])[];
  unique?: boolean;
  /** Documents without the field are not indexed (needed for a unique index on a field that may be absent). */
  sparse?: boolean;
  /** Only documents with these values are indexed; a filter that uses the index must ask for them. */
  only?: Readonly<Record<string, Scalar>>;
}

/** What is stored under one name. Data beside each record; the adapters create what it says and drop nothing. */
export interface Collection {
  readonly name: string;
  readonly indexes: readonly Index[];
  /** Which fields of the indexes hold lists. All others hold texts, numbers and booleans only, and never null. */
  readonly lists?: readonly string[];
  /** A field of texts, one a language, that filters ask for with `$contains`. */
  readonly searched?: string;
  /** A large field that no filter, order, index or projection asks for by itself: a store may keep it compressed. */
  readonly packed?: string;
  /** Fields at the top that hold numbers and change more often than all else: a store may keep them beside the document. */
  readonly numbers?: readonly string[];
}

/**
 * The only way to the data. Both adapters promise the same; `test/store/contract.ts` holds them to it.
 * Documents that go in are copied. Those that come out are frozen and shared, whoever reads them: changing one throws.
 * Every verb throws a DomainError UNAVAILABLE when the data cannot be reached, or not in time.
 */
export interface Store {
  /** For the log line at start: `embedded` or `mongodb`. */
  readonly kind: 'embedded' | 'mongodb';
  find<T extends Stored>(collection: string, filter: Filter, options?: FindOptions): Promise<T[]>;
  count(collection: string, filter: Filter, options?: Pick<FindOptions, 'index' | 'restsOn'>): Promise<number>;
  /** The documents with these ids, in one query, in no promised order; unknown ids are left out. */
  byIds<T extends Stored>(collection: string, ids: readonly T['_id'][], options?: Projection): Promise<T[]>;
  /** The different values of a field (elements, for a list field) over the documents that match. */
  distinct<V extends Scalar>(
    collection: string,
    field: string,
    filter: Filter,
    options?: Pick<FindOptions, 'index' | 'restsOn'>,
  ): Promise<V[]>;
  /** @throws DuplicateKey when a unique index or `_id` holds the key already. */
  insert<T extends Stored>(collection: string, document: T): Promise<void>;
  /** Returns the document as it is now, or undefined when there is none. @throws DuplicateKey */
  update<T extends Stored>(collection: string, id: T['_id'], update: Update): Promise<T | undefined>;
  /** Returns how many documents matched. */
  updateMany(collection: string, filter: Filter, update: Update): Promise<number>;
  /**
   * Adds numbers to fields of many documents, in the order given, as one: all of it or nothing. A field that is not there
   * begins at 0. A document that is not there is made with `upsert`, else left out; so is one to which nothing is added.
   */
  add<Id extends Stored['_id']>(
    collection: string,
    additions: Additions<Id>,
    how?: { upsert?: boolean },
  ): Promise<void>;
  /** Returns whether there was one. */
  delete(collection: string, id: number | string): Promise<boolean>;
  /** Deletes, as one, the documents whose ids are this one or above it, and below the other. Returns how many there were. */
  deleteRange<Id extends Stored['_id']>(collection: string, from: Id, before: Id): Promise<number>;
  /**
   * Writes whole documents in bulk, each in the place of the one that has its id. For filling a store: outside a unit, what
   * was written before a failure stays. @throws DuplicateKey
   */
  put<T extends Stored>(collection: string, documents: readonly T[]): Promise<void>;
  /** The next integer of an id space, from 1. Never given twice, even when the unit that asked is undone: gaps are allowed. */
  nextId(space: string): Promise<number>;
  /** The last id given in a space, 0 before the first; raised to `atLeast`, so that the next one is above it. */
  lastId(space: string, atLeast?: number): Promise<number>;
  /**
   * Runs `unit` so that all of its writes become visible together or not at all. Verbs called inside join it by
   * themselves, a nested call joins the outer one. It may run more than once (a conflict, a lost race for a unique
   * key), so it must not do anything that cannot run twice. No `Promise.all` over verbs inside.
   */
  atomically<T>(unit: () => Promise<T>): Promise<T>;
  /** Makes the collections and indexes that are missing, and reports what it made. Drops nothing. */
  prepare(): Promise<void>;
  /**
   * Another number after every write of anybody, of this process or another, found without a query. Undefined where only a
   * query can tell.
   */
  dataVersion(): number | undefined;
  /** Whether a read outside of a unit may lag behind what is stored. */
  readonly readsBehind?: boolean;
  /** Whether the data can be reached now, and is not known to be damaged. */
  ping(): Promise<boolean>;
  /** Whether the last that was to be written found no room. Reads go on. */
  isFull(): boolean;
  /**
   * Looks through all that is stored, and tells each fault in a line: of the files, and of documents that cannot be read. A
   * store that looks after its files by itself finds none.
   */
  examine(how: { report(what: string, done: number, total: number): void; found(line: string): void }): Promise<void>;
  /** Waits for running writes, then lets go of files and connections. */
  close(): Promise<void>;
}

/** The verbs that name a collection first. */
export const IN_COLLECTIONS = [
  'find',
  'count',
  'byIds',
  'distinct',
  'insert',
  'update',
  'updateMany',
  'add',
  'delete',
  'deleteRange',
  'put',
] as const satisfies readonly (keyof Store)[];

/** A unique key was taken. `index` is the name of the index, `_id` for the id. */
export interface DuplicateKey extends Error {
  name: 'DuplicateKey';
  index: string;
}

export const duplicateKey = (index: string): DuplicateKey =>
  Object.assign(new Error(`another document holds this key of the unique index ${index}`), {
    name: 'DuplicateKey' as const,
    index,
  });

export const isDuplicateKey = (error: unknown): error is DuplicateKey =>
  error instanceof Error && error.name === 'DuplicateKey';

/** The start is refused: the message is one clear line for whoever starts the process, without credentials. */
export interface StoreRefused extends Error {
  name: 'StoreRefused';
}

export const storeRefused = (message: string): StoreRefused =>
  Object.assign(new Error(message), { name: 'StoreRefused' as const });

export const isStoreRefused = (error: unknown): error is StoreRefused =>
  error instanceof Error && error.name === 'StoreRefused';

/** Where a store says what it did, in pino's order: fields, then one line. */
export interface Log {
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
  error(fields: object, text: string): void;
}
