import type { PictureFiles } from './pictures/port.ts';

/**
 * A stored document: JSON values; instants are integers (milliseconds since the epoch). `_id` is an integer for records, and a
 * text for everything else, such as settings and users.
 */
export interface Stored {
  _id: number | string;
}

export type Scalar = string | number | boolean;

/**
 * A condition on one field. On a list field, equality, `$in`, ranges, `$contains` and `$prefix` must hold for at least one
 * element.
 */
export type Condition =
  | Scalar
  | {
      $in?: readonly Scalar[];
      /** On a list field: no element may be one of these. */
      $nin?: readonly Scalar[];
      /** On a list field: no element may equal this. */
      $ne?: Scalar;
      $gt?: string | number;
      $gte?: string | number;
      $lt?: string | number;
      $lte?: string | number;
      $exists?: boolean;
      /** The field contains this text, literally. */
      $contains?: string;
      /** The field does not contain this text; nor does a field without text. */
      $lacks?: string;
      /** The field begins with this text. */
      $prefix?: string;
    };

/** A filter in the language that both stores share. Keys may be dotted paths. Never use null for "missing". */
export type Filter = { $and?: Filter[]; $or?: Filter[] } & { [field: string]: Condition | Filter[] | undefined };

/** Changes to one document. Keys may be dotted paths. */
export interface Update {
  $set?: Record<string, unknown>;
  $unset?: Record<string, true>;
  $inc?: Record<string, number>;
}

/** How many documents have a value in a list. */
export interface Tally<V extends Scalar = number> {
  value: V;
  count: number;
  /** The ids of these documents, in no particular order, if asked for. */
  ids?: number[];
  /** The highest number that they have in the field asked for; absent if there is none. */
  highest?: number;
}

export interface TallyOptions<V extends Scalar> extends Pick<Projection, 'dependencies'> {
  /** The values to count. */
  values: readonly V[];
  /** The field whose highest number is returned. */
  highest?: string;
  /** Whether the ids are returned. */
  ids?: true;
  /** The index of the list. */
  index: string;
}

/** Which fields of the documents to read; by default all. */
export interface Projection {
  /** Only these fields, and `_id`. Keys may be dotted paths. */
  only?: readonly string[];
  /** All fields but these. Not together with `only`. */
  without?: readonly string[];
  /**
   * Collects the names that the answer depends on (`src/kinds/track-dependencies.ts`); null if the answer is not cached. Stores ignore it.
   */
  dependencies?: Set<string> | null;
}

export interface FindOptions extends Projection {
  /** The order: 1 ascending, -1 descending. Text compares by code point. */
  sort?: readonly (readonly [field: string, direction: 1 | -1])[];
  skip?: number;
  limit?: number;
  /**
   * The index that fits filter and order best, by its name in the collection (`_id_` for the ids). Naming it keeps the plan
   * independent of earlier queries. A store that cannot choose plans may ignore it.
   */
  index?: string;
  /** Outside a unit, finds all that was committed before, whatever `readsBehind` says. It need not be a snapshot. */
  upToDate?: true;
}

export interface Index {
  name: string;
  fields: readonly (readonly [field: string, direction: 1 | -1])[];
  unique?: boolean;
  /** Leaves out documents without the field (needed for a unique index on an optional field). */
  sparse?: boolean;
  /** Indexes only documents with these values; a filter that uses the index must require them. */
  only?: Readonly<Record<string, Scalar>>;
}

/** A named set of documents. Describes how they are stored; the adapters create what it declares and drop nothing. */
export interface Collection {
  readonly name: string;
  readonly indexes: readonly Index[];
  /** Which indexed fields hold lists. All others hold only texts, numbers and booleans, never null. */
  readonly lists?: readonly string[];
  /** A field of texts, one per language, that filters search with `$contains`. */
  readonly searched?: string;
  /** A large field that no filter, order, index or projection uses by itself: a store may compress it. */
  readonly packed?: string;
  /** Top-level numeric fields that change more often than the rest: a store may keep them outside the document. */
  readonly numbers?: readonly string[];
}

/**
 * The only way to access the data. Both adapters make the same promises; `test/store/contract.ts` checks them. Documents are
 * copied on the way in. Returned documents are frozen and shared by all readers: changing one throws. Every verb throws a
 * DomainError UNAVAILABLE when the data cannot be reached, or not in time.
 */
export interface Store {
  /** For the log line at start: `embedded` or `mongodb`. */
  readonly kind: 'embedded' | 'mongodb';
  find<T extends Stored>(collection: string, filter: Filter, options?: FindOptions): Promise<T[]>;
  count(collection: string, filter: Filter, options?: Pick<FindOptions, 'index' | 'dependencies'>): Promise<number>;
  /** The documents with these ids, in one query and no particular order; unknown ids are left out. */
  byIds<T extends Stored>(collection: string, ids: readonly T['_id'][], options?: Projection): Promise<T[]>;
  /** The distinct values of a field (elements, for a list field) among the matching documents. */
  distinct<V extends Scalar>(
    collection: string,
    field: string,
    filter: Filter,
    options?: Pick<FindOptions, 'index' | 'dependencies'>,
  ): Promise<V[]>;
  /**
   * Counts the matching documents for each of these values of a list field, from its index, with the highest number of another
   * field of that index, or with their ids. Values that no document has are left out.
   */
  tally<V extends Scalar = number>(
    collection: string,
    list: string,
    filter: Filter,
    how: TallyOptions<V>,
  ): Promise<Tally<V>[]>;
  /** @throws DuplicateKey when a unique index or `_id` already holds the key */
  insert<T extends Stored>(collection: string, document: T): Promise<void>;
  /** Returns the updated document, or undefined if there is none. @throws DuplicateKey */
  update<T extends Stored>(collection: string, id: T['_id'], update: Update): Promise<T | undefined>;
  /** Returns how many documents matched. */
  updateMany(collection: string, filter: Filter, update: Update): Promise<number>;
  /** Returns whether it existed. */
  delete(collection: string, id: number | string): Promise<boolean>;
  /** Deletes, all or nothing, the documents with ids from `from` (inclusive) to `before` (exclusive). Returns how many. */
  deleteRange<Id extends Stored['_id']>(collection: string, from: Id, before: Id): Promise<number>;
  /**
   * Writes whole documents in bulk and replaces those with the same ids. For filling a store: outside a unit, a failure keeps
   * what was already written.
   * @throws DuplicateKey
   */
  put<T extends Stored>(collection: string, documents: readonly T[]): Promise<void>;
  /** The next integer of an id space, from 1. Never given twice, even if the unit is rolled back: gaps are allowed. */
  nextId(space: string): Promise<number>;
  /** The last id given in a space (0 before the first), raised to `atLeast` so that the next is above it. */
  lastId(space: string, atLeast?: number): Promise<number>;
  /** Raises the last id of a space to `upTo` and returns its old value: the caller owns the ids in between. */
  claimIds(space: string, upTo: number): Promise<number>;
  /**
   * Runs `unit` so that all its writes become visible together or not at all. Verbs called inside join it automatically; a nested
   * call joins the outer one. The unit may run more than once (after a conflict or a lost race for a unique key), so it must be
   * safe to repeat. No `Promise.all` over verbs inside.
   */
  atomically<T>(unit: () => Promise<T>): Promise<T>;
  /** Creates missing collections and indexes and logs what it creates. Drops nothing. */
  prepare(): Promise<void>;
  /** Drops a collection that older programs had, with all that is in it, if it is there. Not in a unit. */
  drop(collection: string): Promise<void>;
  /**
   * A number that changes after every write, by this process or another, found without a query. Undefined if only a query can
   * tell.
   */
  dataVersion(): number | undefined;
  /** Whether a read outside a unit may lag behind the stored data. */
  readonly readsBehind?: boolean;
  /** Whether the data can be reached now and shows no known damage. */
  ping(): Promise<boolean>;
  /** Whether the last write found no room. Reads continue. */
  isFull(): boolean;
  /**
   * Checks all stored data and reports each fault in one line: in the files, and documents that cannot be read. A store that
   * manages its own files finds none.
   */
  examine(how: { report(what: string, done: number, total: number): void; found(line: string): void }): Promise<void>;
  /** The files of pictures, beside the documents and no part of any unit. */
  readonly pictures: PictureFiles;
  /** Waits for running writes, then closes files and connections. */
  close(): Promise<void>;
}

/** The verbs whose first argument is a collection. */
export const IN_COLLECTIONS = [
  'find',
  'count',
  'byIds',
  'distinct',
  'tally',
  'insert',
  'update',
  'updateMany',
  'delete',
  'deleteRange',
  'put',
] as const satisfies readonly (keyof Store)[];

/** A unique key is already taken. */
interface DuplicateKey extends Error {
  name: 'DuplicateKey';
  /** The name of the index, or `_id` for the id. */
  index: string;
  /** The key, where the store tells it. */
  key?: string;
  /** Whether other writers took it each time that the unit ran: the same unit may succeed later. */
  isLostRace?: boolean;
}

export const duplicateKey = (index: string, key?: string): DuplicateKey =>
  Object.assign(new Error(`another document holds this key of the unique index ${index}`), {
    name: 'DuplicateKey' as const,
    index,
    key,
  });

export const isDuplicateKey = (error: unknown): error is DuplicateKey =>
  error instanceof Error && error.name === 'DuplicateKey';

/** The start is refused. The message is one clear line, without credentials, for the person who starts the process. */
interface StoreRefused extends Error {
  name: 'StoreRefused';
}

export const storeRefused = (message: string): StoreRefused =>
  Object.assign(new Error(message), { name: 'StoreRefused' as const });

export const isStoreRefused = (error: unknown): error is StoreRefused =>
  error instanceof Error && error.name === 'StoreRefused';

/** A store's log, in pino's argument order: fields, then one line. */
export interface Log {
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
  error(fields: object, text: string): void;
}
