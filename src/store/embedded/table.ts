import { statSync, truncateSync } from 'node:fs';
import Nedb from '@seald-io/nedb';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../data-folder.ts';
import {
  type Collection,
  duplicateKey,
  type Filter,
  type FindOptions,
  type Index,
  type Stored,
  storeRefused,
} from '../port.ts';
import { type Query, toQuery } from './filter.ts';
import { isFull } from './full.ts';
import type { Before } from './journal.ts';
import { valuesAt } from './modify.ts';

/** One collection in nedb, and in its file. Documents go in and come out as copies. */
export interface Table {
  find(filter: Filter, options?: FindOptions): Promise<Stored[]>;
  count(filter: Filter): Promise<number>;
  get(id: Stored['_id']): Promise<Stored | undefined>;
  /** @throws DuplicateKey */
  insert(document: Stored): Promise<void>;
  /** Puts the document in the place of the one with its id. @throws DuplicateKey */
  replace(document: Stored): Promise<void>;
  remove(id: Stored['_id']): Promise<void>;
  /** Adds one to the counter with this id, from 1, and returns it when it is on file. */
  increment(id: string): Promise<number>;
  /** Raises the counter with this id to a number, unless it is there already, and returns it. */
  raise(id: string, atLeast: number): Promise<number>;
  /** How long its file is, in bytes; 0 in memory. */
  size(): number;
  /**
   * Puts documents back as they were when the file had this size, in memory and there. Needs no room on the disk. Not
   * while anything else is done here.
   */
  putBack(befores: readonly Pick<Before, 'id' | 'document'>[], size: number): void;
  /** @throws StoreRefused when documents break a unique index */
  createIndexes(): Promise<void>;
}

/** What nedb's own types hide or misname. */
interface Database {
  indexes: Record<string, { unique: boolean; sparse: boolean; getMatching(key: unknown): Stored[] }>;
  _addToIndexes(document: Stored): void;
  _removeFromIndexes(document: Stored): void;
  loadDatabaseAsync(): Promise<void>;
  ensureIndexAsync(options: { fieldName: string | string[]; unique: boolean; sparse: boolean }): Promise<void>;
  removeIndexAsync(fieldName: string): Promise<void>;
  findAsync(query: Query): Cursor;
  countAsync(query: Query): Promise<number>;
  insertAsync(document: object): Promise<unknown>;
  updateAsync(query: Query, update: object, options: object): Promise<{ affectedDocuments: { value: number } }>;
  removeAsync(query: Query, options: object): Promise<number>;
}
interface Cursor extends Promise<Stored[]> {
  sort(order: Record<string, number>): Cursor;
  skip(count: number): Cursor;
  limit(count: number): Cursor;
  projection(fields: Record<string, 0 | 1>): Cursor;
}

// nedb reads its files by lines and takes these for ends of lines; JSON leaves them as they are.
const withoutLineEnds = (line: string): string =>
  line.replace(/[\u0085\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Opens and loads the file of a collection (none: in memory). `broken` hears of a file that could not be written. */
export const openTable = async (
  { name, indexes }: Collection,
  file: string | undefined,
  broken: (error: unknown) => void,
): Promise<Table> => {
  const db = new Nedb({
    filename: file,
    inMemoryOnly: file === undefined,
    corruptAlertThreshold: 0,
    modes: { fileMode: PRIVATE_FILE, dirMode: PRIVATE_FOLDER },
    afterSerialization: withoutLineEnds,
    beforeDeserialization: (line) => line,
  }) as unknown as Database;
  await db.loadDatabaseAsync();

  /** The unique index whose key of this document another one holds. */
  const refusedBy = async (document: Stored): Promise<string> => {
    for (const index of indexes.filter(({ unique }) => unique)) {
      const keys = index.fields.map(([field]) => {
        const values = valuesAt(document, field.split('.'));
        return { [field]: values.length > 0 ? { $in: values } : { $exists: false } };
      });
      if ((await db.countAsync({ $and: keys, $not: { _id: document._id } })) > 0) return index.name;
    }
    return '_id';
  };

  const change = async <T>(work: () => Promise<T>, document?: Stored): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const { errorType, code } = error as { errorType?: string; code?: string };
      if (errorType === 'uniqueViolated' && document) throw duplicateKey(await refusedBy(document));
      // Memory has the change, the file perhaps half of it. Where the disk is full both are put back, else a restart finds out.
      if (code !== undefined && !isFull(error)) broken(error);
      throw error;
    }
  };

  const size = (): number => (file === undefined ? 0 : statSync(file).size);
  const cut = (to: number): void => {
    if (file !== undefined) truncateSync(file, to);
  };

  let counting: Promise<unknown> = Promise.resolve();

  /** One after the other: what a full disk leaves of a line is cut off before the next. The number is not given again. */
  const counted = (id: string, update: object): Promise<number> => {
    const options = { upsert: true, returnUpdatedDocs: true };
    const done = counting.then(async () => {
      const before = size();
      try {
        const { affectedDocuments } = await change(() => db.updateAsync({ _id: id }, update, options));
        return affectedDocuments.value;
      } catch (error) {
        cut(before);
        throw error;
      }
    });
    counting = done.catch(() => undefined);
    return done;
  };

  return {
    find: (filter, { sort, skip, limit, only, without } = {}) => {
      if (limit === 0) return Promise.resolve([]);
      const cursor = db.findAsync(toQuery(filter));
      if (only) cursor.projection(selected(only.length > 0 ? only : NOTHING, 1));
      else if (without) cursor.projection(selected(without, 0));
      if (sort) cursor.sort(Object.fromEntries(sort));
      if (skip) cursor.skip(skip);
      if (limit) cursor.limit(limit);
      return Promise.resolve(cursor);
    },
    count: (filter) => counting.then(() => db.countAsync(toQuery(filter))),
    get: async (id) => (await db.findAsync({ _id: id }))[0],
    insert: async (document) => {
      await change(() => db.insertAsync(document), document);
    },
    replace: async (document) => {
      await change(() => db.updateAsync({ _id: document._id }, document, {}), document);
    },
    remove: async (id) => {
      await change(() => db.removeAsync({ _id: id }, {}));
    },
    increment: (id) => counted(id, { $inc: { value: 1 } }),
    raise: (id, atLeast) => counted(id, { $max: { value: atLeast } }),
    size,
    putBack: (befores, to) => {
      // First everything is taken away, so that no unique key is in the way of what is put back.
      for (const { id } of befores) for (const now of db.indexes._id!.getMatching(id)) db._removeFromIndexes(now);
      for (const { document } of befores) if (document) db._addToIndexes(document);
      cut(to);
    },
    createIndexes: async () => {
      for (const [fieldName, wanted] of wantedIndexes(indexes)) {
        const existing = db.indexes[fieldName];
        if (existing && (existing.unique !== wanted.unique || existing.sparse !== wanted.sparse))
          await db.removeIndexAsync(fieldName);
        try {
          await db.ensureIndexAsync({ ...wanted, fieldName: fieldName.split(',') });
        } catch (error) {
          if ((error as { errorType?: string }).errorType !== 'uniqueViolated') throw error;
          throw storeRefused(`documents of ${name} (${file}) hold the same key of the unique index on ${fieldName}`);
        }
      }
    },
  };
};

/** Without any name nedb takes all fields: this is one that no document has. */
const NOTHING = ['\u0000'];

const selected = (fields: readonly string[], value: 0 | 1): Record<string, 0 | 1> =>
  Object.fromEntries(fields.map((field) => [field, value]));

/** Unique indexes as they are; of the others the first field, since nedb uses one index, and none over several well. */
const wantedIndexes = (indexes: readonly Index[]): Map<string, { unique: boolean; sparse: boolean }> => {
  const wanted = new Map<string, { unique: boolean; sparse: boolean }>();
  for (const { fields, sparse = false } of indexes.filter(({ unique }) => unique))
    wanted.set(
      fields
        .map(([field]) => field)
        .sort()
        .join(','),
      { unique: true, sparse },
    );
  for (const { fields } of indexes) {
    const [field] = fields[0]!;
    if (field !== '_id' && !wanted.has(field)) wanted.set(field, { unique: false, sparse: false });
  }
  return wanted;
};
