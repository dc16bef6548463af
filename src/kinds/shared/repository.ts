import { isDeepStrictEqual } from 'node:util';
import type { Reader } from '../../cache/at-revision.ts';
import type { Bodies, Versioned } from '../../cache/records.ts';
import type { LogChange } from '../../data/changes/units.ts';
import type { Filter, FindOptions, Projection, Store, Update } from '../../data/port.ts';
import { DomainError } from '../../domain/errors.ts';
import { message } from '../../domain/message.ts';
import { type Repair, repaired, storedOf } from './repair.ts';
import { damagedFields, type Shape } from './shape.ts';

/** The shape that records must have, and what reports damaged ones. */
export interface Soundness {
  shape: Shape;
  /** Called once for every damaged record. */
  damaged(record: { collection: string; id: unknown; fields: string[] }): void;
}

interface Facts<R> extends Soundness {
  /** The range that its ids come from. Some kinds share one. */
  ids: 'posts' | 'terms';
  /** Writes the log of changes. Called for every written record, with its old and new state. */
  logChange: LogChange<R>;
  /** The process-wide cache of shown records. */
  bodies: Bodies;
  /** The name of its records in that cache. */
  kind: string;
  withCount?: WithCount<R>;
}

/** The record for answers, with values that are not stored with it, as far as they are known. */
export type WithCount<R> = (record: R, dependencies: FindOptions['dependencies']) => R;

/** The key of one record: its id, or its slug in any language. */
export type RecordKey = { _id: number } | { slugs: string };

/** Finds single records: a repository, or a loader that batches the reads of a request. */
export interface Finder<R> {
  one(key: RecordKey): Promise<R | undefined>;
  /** The records that once had a slug, newest first. Only for answers. */
  formerly?(key: RecordKey): Promise<R[]>;
}

/** Reads the records of a kind for answers. Reads that a request makes at the same time share one query. */
export interface Loader<R> extends Finder<R> {
  /**
   * The records that another record refers to, in the given order, without those that are missing, damaged or hidden from
   * the caller. Returned synchronously if they have already been read.
   */
  linked(ids: readonly number[]): R[] | Promise<R[]>;
}

/**
 * The records of one collection. Every write raises the version of what it changes. Lists leave out damaged records;
 * reading one by itself throws DAMAGED_RECORD. The `repository.ts` in the folder of a kind says what its filters mean.
 */
export interface Repository<R extends Versioned> {
  find(filter: Filter, options?: FindOptions): Promise<R[]>;
  /**
   * The same, without fields that no API shows. Use it for answers, not for changes and not within a unit. While a record
   * keeps its version, this returns the same object, even in another request.
   */
  shown(filter: Filter, options: FindOptions): Promise<R[]>;
  /** The same, but fills the limit even if some records are damaged. Returns fewer only if there are no more. */
  firstShown(filter: Filter, options: FindOptions & { limit: number }): Promise<R[]>;
  /** The one match. The filter must name its id or another unique value. */
  one(filter: Filter): Promise<R | undefined>;
  /** The same, but repairs a damaged record. For writes that remove it. */
  repairing(repair: Repair<R>): Finder<R>;
  /** The records with these keys, in key order, as in `shown`, with errors as in `one`. They are cached from then on. */
  shownByKeys(keys: readonly RecordKey[], reader?: Reader): Promise<(R | DomainError | undefined)[]>;
  /** The record with this id, if it was read before and has not changed since. */
  cached(id: number, reader: Reader): R | DomainError | undefined;
  byIds(ids: readonly number[], options?: Pick<FindOptions, 'dependencies'>): Promise<R[]>;
  count(filter: Filter, options?: Pick<FindOptions, 'index' | 'dependencies'>): Promise<number>;
  distinct<V extends string | number>(
    field: string,
    filter: Filter,
    options?: Pick<FindOptions, 'index' | 'dependencies'>,
  ): Promise<V[]>;
  /** An id that no record has had. It stays used even if the unit is rolled back. */
  nextId(): Promise<number>;
  insert(record: R): Promise<R>;
  /** The same for many, in one query. */
  insertAll(records: readonly R[]): Promise<void>;
  /** Writes only what differs between the two states. Returns the stored record, or `before` if nothing but `modifiedAt` differs. */
  replace(before: R, after: R): Promise<R>;
  /** The same for many. Records with the same change are written in one query. */
  replaceAll(changes: readonly (readonly [before: R, after: R])[]): Promise<void>;
  /** Raises only the version. If another unit changes or removes the record at the same time, one of the two fails. */
  hold(id: number): Promise<R | undefined>;
  delete(record: R): Promise<boolean>;
}

/** Fields stored only for searching. They repeat the texts in every language, and make up half of a record. */
const NOT_SHOWN: Projection = {
  without: [
    'search',
    'names',
    'facets',
    'searchTitle',
    'lowestPrice',
    'priceCurrency',
    'previousStartsAt',
    'previousEndsAt',
  ],
};

/** Where to note what was read, and the revision from which changes are known. */
type Reading = Pick<FindOptions, 'dependencies'> & Pick<Reader, 'revision'>;

/** Enough to tell whether a record is already cached. */
const VERSIONS = { only: ['version'] } as const satisfies Projection;

/** Every write raises the version, or sets it if it was damaged. Equal versions mean equal records. */
export const raising = (update: Update): Update =>
  update.$set?.version === undefined ? { ...update, $inc: { ...update.$inc, version: 1 } } : update;

export function createRepository<R extends Versioned>(
  store: Store,
  collection: string,
  { shape, ids: range, damaged, logChange, bodies, kind, withCount = (record) => record }: Facts<R>,
): Repository<R> {
  const logged = new Set<unknown>();
  const judged = new WeakMap<R, boolean>();

  function isSound(record: R) {
    const verdict = judged.get(record);
    if (verdict !== undefined) return verdict;
    const fields = damagedFields(record, shape);
    if (fields.length && !logged.has(record._id)) {
      logged.add(record._id);
      damaged({ collection, id: record._id, fields });
    }
    judged.set(record, fields.length === 0);
    return fields.length === 0;
  }

  const orDamaged = (record: R, { dependencies }: Reading): R | DomainError =>
    isSound(record) ? withCount(record, dependencies) : damagedRecord(record);

  const sound = (records: readonly R[]) => records.filter(isSound);

  /** The records with these ids: from the cache if the version matches, otherwise from the store, as they are now. */
  async function withBodies(listed: readonly Versioned[], reader: Reading) {
    const kept = listed.map((like) => bodies.get<R>(kind, like, reader.revision));
    const missing = listed.filter((_, at) => !kept[at]).map(({ _id }) => _id);
    const read = missing.length ? await wholeOf(missing, reader) : [];
    return new Map([...kept.filter((record) => record !== undefined), ...read].map((each) => [each._id, each]));
  }

  const wholeOf = async (ids: readonly number[], { dependencies, revision }: Reading) => {
    const read = await store.byIds<R>(collection, ids, { ...NOT_SHOWN, dependencies });
    return read.map((record) => bodies.keep(kind, record, revision));
  };

  async function byKeys(keys: readonly RecordKey[], reader: Reading): Promise<Iterable<R>> {
    const { dependencies } = reader;
    const ids = keys.flatMap((key) => ('_id' in key ? [key._id] : []));
    const slugs = keys.flatMap((key) => ('slugs' in key ? [key.slugs] : []));
    // If the changes are known, only changed records are read.
    if (!slugs.length && reader.revision !== undefined) return wholeOf(ids, reader);
    const listed = slugs.length
      ? await store.find<R>(collection, anyOf(ids, slugs), { ...VERSIONS, dependencies })
      : await store.byIds<R>(collection, ids, { ...VERSIONS, dependencies });
    return (await withBodies(listed, reader)).values();
  }

  async function listed(filter: Filter, options: FindOptions) {
    const found = await store.find<R>(collection, filter, { ...options, ...VERSIONS });
    const whole = await withBodies(found, options);
    const records = found.map(({ _id }) => whole.get(_id));
    const isFound = (record: R | undefined, at: number): record is R => record?.version === found[at]!.version;
    if (records.every(isFound)) return records;
    // A record was written between the two queries and may no longer belong to this list.
    return (await store.find<R>(collection, filter, { ...options, ...NOT_SHOWN })).map((each) =>
      bodies.keep(kind, each),
    );
  }

  return {
    // A partial record cannot be checked for damage.
    find: async (filter, options) => {
      const found = await store.find<R>(collection, filter, options);
      return options?.only ? found : sound(found);
    },
    shown: async (filter, options) =>
      sound(await listed(filter, options)).map((record) => withCount(record, options.dependencies)),
    async firstShown(filter, options) {
      for (let limit = options.limit; ; ) {
        const read = await listed(filter, { ...options, limit });
        const found = sound(read);
        if (found.length >= options.limit || read.length < limit)
          return found.slice(0, options.limit).map((record) => withCount(record, options.dependencies));
        // Makes up for the damaged records.
        limit = options.limit + read.length - found.length;
      }
    },
    async one(filter) {
      const [record] = await store.find<R>(collection, filter, { limit: 1 });
      if (record && !isSound(record)) throw damagedRecord(record);
      return record;
    },
    repairing: (repair) => ({
      async one(key) {
        const [record] = await store.find<R>(collection, key, { limit: 1 });
        return record && !isSound(record) ? repaired(record, shape, repair) : record;
      },
    }),
    async shownByKeys(keys, reader) {
      const byKey = new Map<unknown, R>();
      for (const record of await byKeys(keys, reader ?? {})) for (const key of keysOf(record)) byKey.set(key, record);
      return keys.map((key) => {
        const record = byKey.get('_id' in key ? key._id : key.slugs);
        return record && orDamaged(record, reader ?? {});
      });
    },
    cached(id, reader) {
      const record = bodies.unchanged<R>(kind, id, reader);
      return record && orDamaged(record, reader);
    },
    byIds: async (ids, options) =>
      ids.length ? sound(await store.byIds<R>(collection, [...new Set(ids)], options)) : [],
    count: (filter, options) => store.count(collection, filter, options),
    distinct: (field, filter, options) => store.distinct(collection, field, filter, options),
    nextId: () => store.nextId(range),
    async insert(record) {
      await store.insert(collection, record);
      logChange(undefined, record);
      return record;
    },
    async insertAll(records) {
      if (records.length) await store.put(collection, records);
      for (const record of records) logChange(undefined, record);
    },
    async replace(before, after) {
      const update = changeOf(storedOf(before), after);
      const now = update && (await store.update<R>(collection, before._id, raising(update)));
      if (now) logChange(before, now);
      return now ?? before;
    },
    async replaceAll(changes) {
      const alike = new Map<string, { ids: number[]; update: Update }>();
      for (const [before, after] of changes) {
        const update = changeOf(before, after);
        if (!update) continue;
        const key = JSON.stringify(update);
        alike.set(key, { ids: [...(alike.get(key)?.ids ?? []), before._id], update });
        logChange(before, after);
      }
      for (const { ids, update } of alike.values())
        await store.updateMany(collection, { _id: { $in: ids } }, raising(update));
    },
    hold: (id) => store.update<R>(collection, id, raising({})),
    async delete(record) {
      const was = await store.delete(collection, record._id);
      if (was) logChange(record, undefined);
      return was;
    },
  };
}

const damagedRecord = ({ _id }: { _id: number }) =>
  new DomainError('DAMAGED_RECORD', message('What is stored as {0} is damaged.', String(_id)));

const keysOf = (record: { _id: number; slugs?: unknown }) => [record._id, record.slugs].flat();

const anyOf = (ids: number[], slugs: string[]): Filter =>
  ids.length ? { $or: [{ _id: { $in: ids } }, { slugs: { $in: slugs } }] } : { slugs: { $in: slugs } };

/** The same, unless only the time of the last change differs: what is sent back as it was read, or imported again, is not written. */
function changeOf(before: object, after: object) {
  const update = difference(before, after);
  return Object.keys({ ...update?.$set, ...update?.$unset }).join() === 'modifiedAt' ? undefined : update;
}

/** Whether a write turns one record into the other. */
export const differ = (before: object, after: object): boolean => changeOf(before, after) !== undefined;

/** The update that turns one record into the other. Undefined if they are equal. */
export function difference(before: object, after: object): Update | undefined {
  const was = before as Record<string, unknown>;
  const is = after as Record<string, unknown>;
  const set = Object.entries(is).filter(([key, value]) => value !== undefined && !isDeepStrictEqual(value, was[key]));
  const unset = Object.keys(was).filter((key) => is[key] === undefined && was[key] !== undefined);
  if (!set.length && !unset.length) return undefined;
  return {
    ...(set.length ? { $set: Object.fromEntries(set) } : {}),
    ...(unset.length ? { $unset: Object.fromEntries(unset.map((key) => [key, true as const])) } : {}),
  };
}
