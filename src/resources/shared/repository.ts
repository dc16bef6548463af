import { isDeepStrictEqual } from 'node:util';
import { recordName, type Touched } from '../../changes/touched.ts';
import type { Note } from '../../changes/units.ts';
import { DomainError, type FoundKind } from '../../errors.ts';
import type { Filter, FindOptions, Projection, Store, Update } from '../../store/port.ts';
import { createAtRevision, type Reader } from './at-revision.ts';
import type { Bodies, Versioned } from './bodies.ts';
import { type Mend, mended, storedOf } from './mended.ts';
import { damagedFields, type Shape } from './shape.ts';

/** What a repository knows of its records, and whom it tells of those that are not so. */
export interface Soundness {
  shape: Shape;
  /** Told once of every record that somebody has changed into nonsense. */
  damaged(record: { collection: string; id: unknown; fields: string[] }): void;
}

interface Facts<R> extends Soundness {
  /** The range that its ids are taken from: some kinds share one. */
  ids: 'posts' | 'terms';
  /** Writes the log of changes: told of every record that is written, with what it was and what it is. */
  note: Note<R>;
  /** Where the whole process keeps what it has shown. */
  bodies: Bodies;
  /** What has changed lately, and the kind of its records there. */
  touched: Touched;
  kind: FoundKind;
}

/** What one record is found by: its id, or its slug in any language. */
export type RecordKey = { _id: number } | { slugs: string };

/** Where records are found one by one: a repository, or what reads all that a request asks for together. */
export interface Finder<R> {
  one(key: RecordKey): Promise<R | undefined>;
}

/**
 * The records of one collection. Every write raises the version of what it changes. One that is stored in a form that the program cannot work with is left out of lists; where
 * it is the one that is asked for, DAMAGED_RECORD is thrown. What a filter means for a kind lies in the
 * `repository.ts` of its folder.
 */
export interface Repository<R extends Versioned> {
  find(filter: Filter, options?: FindOptions): Promise<R[]>;
  /**
   * The same without what no door shows: for answers, not for changes, and not within a unit. As long as a record keeps
   * its version this is the same object, also in another request.
   */
  shown(filter: Filter, options: FindOptions): Promise<R[]>;
  /** The same, as many as the limit: fewer only where there are no more, however many are damaged. */
  firstShown(filter: Filter, options: FindOptions & { limit: number }): Promise<R[]>;
  /** The one that matches: the filter names its id, or a value that it has alone. */
  one(filter: Filter): Promise<R | undefined>;
  /** The same, where one that is damaged is mended: for a write that takes it away. */
  mending(mend: Mend<R>): Finder<R>;
  /** Those with these keys, in the order of the keys, as `shown`; errors as of `one`. They are known from then on. */
  shownByKeys(keys: readonly RecordKey[], reader?: Reader): Promise<(R | DomainError | undefined)[]>;
  /** The one with this id, if it was read before and has not changed since. */
  known(id: number, reader: Reader): R | DomainError | undefined;
  byIds(ids: readonly number[], options?: Pick<FindOptions, 'restsOn'>): Promise<R[]>;
  count(filter: Filter, options?: Pick<FindOptions, 'index' | 'restsOn'>): Promise<number>;
  distinct<V extends string | number>(
    field: string,
    filter: Filter,
    options?: Pick<FindOptions, 'index' | 'restsOn'>,
  ): Promise<V[]>;
  /** An id that no record has had. Taken for good, also by a unit that is undone. */
  nextId(): Promise<number>;
  insert(record: R): Promise<R>;
  /** Writes what differs between the record as it was read and as it is to be. Returns it as it is then: `before` when nothing differs. */
  replace(before: R, after: R): Promise<R>;
  /** The same for many: those that change alike are written in one query. */
  replaceAll(changes: readonly (readonly [before: R, after: R])[]): Promise<void>;
  /** Raises the version and nothing else: of a unit that changes or removes it at the same time and this one, one fails. */
  hold(id: number): Promise<R | undefined>;
  /** Writes what a record keeps about others. That is no change of it: the log does not tell it. */
  update(id: number, update: Update): Promise<R | undefined>;
  delete(record: R): Promise<boolean>;
}

/** What is stored to be looked for only. It is half of a record: the texts once more, in every language. */
const NOT_SHOWN: Projection = { without: ['search', 'names', 'facets', 'searchTitle', 'lowestPrice'] };

/** What tells whether a record is kept already. */
const VERSIONS = { only: ['version'] } as const satisfies Projection;

/** Every write raises the version, or sets it where it was damaged: what has the same one is the same. */
const raising = (update: Update): Update =>
  update.$set?.version === undefined ? { ...update, $inc: { ...update.$inc, version: 1 } } : update;

/** Records of a kind that are known not to have changed. */
const MOST_NEWEST = 5000;

export function createRepository<R extends Versioned>(
  store: Store,
  collection: string,
  { shape, ids: range, damaged, note, bodies, touched, kind }: Facts<R>,
): Repository<R> {
  const told = new Set<unknown>();
  const judged = new WeakMap<R, boolean>();
  const newest = createAtRevision<number, R>(MOST_NEWEST, touched);

  function isSound(record: R): boolean {
    const known = judged.get(record);
    if (known !== undefined) return known;
    const fields = damagedFields(record, shape);
    if (fields.length && !told.has(record._id)) {
      told.add(record._id);
      damaged({ collection, id: record._id, fields });
    }
    judged.set(record, fields.length === 0);
    return fields.length === 0;
  }

  const orDamaged = (record: R): R | DomainError => (isSound(record) ? record : damagedRecord(record));

  const sound = (records: readonly R[]): R[] => records.filter(isSound);

  /** The one object of a record in its version. */
  function shared(record: R): R {
    const kept = bodies.get<R>(collection, record);
    if (!kept) bodies.keep(collection, record);
    return kept ?? record;
  }

  /** The records with these ids: those that are kept in these versions, all others from the store, as they are now. */
  async function withBodies(listed: readonly Versioned[], restsOn: FindOptions['restsOn']): Promise<Map<number, R>> {
    const kept = listed.map((like) => bodies.get<R>(collection, like));
    const missing = listed.filter((_, at) => !kept[at]).map(({ _id }) => _id);
    const read = missing.length ? await store.byIds<R>(collection, missing, { ...NOT_SHOWN, restsOn }) : [];
    return new Map(
      [...kept.filter((record) => record !== undefined), ...read.map(shared)].map((each) => [each._id, each]),
    );
  }

  async function byKeys(keys: readonly RecordKey[], restsOn: FindOptions['restsOn']): Promise<Iterable<R>> {
    const ids = keys.flatMap((key) => ('_id' in key ? [key._id] : []));
    const slugs = keys.flatMap((key) => ('slugs' in key ? [key.slugs] : []));
    // Of one that is not kept the version alone says nothing.
    if (keys.length === 1 && ids.length === 1 && !bodies.has(collection, ids[0]!))
      return (await store.byIds<R>(collection, ids, { ...NOT_SHOWN, restsOn })).map(shared);
    const listed = slugs.length
      ? await store.find<R>(collection, anyOf(ids, slugs), { ...VERSIONS, restsOn })
      : await store.byIds<R>(collection, ids, { ...VERSIONS, restsOn });
    return (await withBodies(listed, restsOn)).values();
  }

  async function listed(filter: Filter, options: FindOptions): Promise<R[]> {
    const found = await store.find<R>(collection, filter, { ...options, ...VERSIONS });
    const bodies = await withBodies(found, options.restsOn);
    const records = found.map(({ _id }) => bodies.get(_id));
    const isFound = (record: R | undefined, at: number): record is R => record?.version === found[at]!.version;
    if (records.every(isFound)) return records;
    // One of them was written between the two looks, and may be for this list no longer.
    return (await store.find<R>(collection, filter, { ...options, ...NOT_SHOWN })).map(shared);
  }

  return {
    // Of some fields nobody can tell.
    find: async (filter, options) => {
      const found = await store.find<R>(collection, filter, options);
      return options?.only ? found : sound(found);
    },
    shown: async (filter, options) => sound(await listed(filter, options)),
    async firstShown(filter, options) {
      for (let limit = options.limit; ; ) {
        const read = await listed(filter, { ...options, limit });
        const found = sound(read);
        if (found.length >= options.limit || read.length < limit) return found.slice(0, options.limit);
        // As many more as are damaged.
        limit = options.limit + read.length - found.length;
      }
    },
    async one(filter) {
      const [record] = await store.find<R>(collection, filter, { limit: 1 });
      if (record && !isSound(record)) throw damagedRecord(record);
      return record;
    },
    mending: (mend) => ({
      async one(key) {
        const [record] = await store.find<R>(collection, key, { limit: 1 });
        return record && !isSound(record) ? mended(record, shape, mend) : record;
      },
    }),
    async shownByKeys(keys, reader) {
      const meant = new Map<unknown, R>();
      for (const record of await byKeys(keys, reader?.restsOn)) {
        if (reader) newest.set(record._id, record, reader, [recordName(kind, record._id)]);
        for (const key of keysOf(record)) meant.set(key, record);
      }
      return keys.map((key) => {
        const record = meant.get('_id' in key ? key._id : key.slugs);
        return record && orDamaged(record);
      });
    },
    known(id, reader) {
      const record = newest.get(id, reader);
      return record && orDamaged(record);
    },
    byIds: async (ids, options) =>
      ids.length ? sound(await store.byIds<R>(collection, [...new Set(ids)], options)) : [],
    count: (filter, options) => store.count(collection, filter, options),
    distinct: (field, filter, options) => store.distinct(collection, field, filter, options),
    nextId: () => store.nextId(range),
    async insert(record) {
      await store.insert(collection, record);
      note(undefined, record);
      return record;
    },
    async replace(before, after) {
      const update = difference(storedOf(before), after);
      const now = update && (await store.update<R>(collection, before._id, raising(update)));
      if (now) note(before, now);
      return now ?? before;
    },
    async replaceAll(changes) {
      const alike = new Map<string, { ids: number[]; update: Update }>();
      for (const [before, after] of changes) {
        const update = difference(before, after);
        if (!update) continue;
        const key = JSON.stringify(update);
        alike.set(key, { ids: [...(alike.get(key)?.ids ?? []), before._id], update });
        note(before, after);
      }
      for (const { ids, update } of alike.values())
        await store.updateMany(collection, { _id: { $in: ids } }, raising(update));
    },
    hold: (id) => store.update<R>(collection, id, raising({})),
    update: (id, update) => store.update<R>(collection, id, raising(update)),
    async delete(record) {
      const was = await store.delete(collection, record._id);
      if (was) note(record, undefined);
      return was;
    },
  };
}

const damagedRecord = ({ _id }: { _id: number }): DomainError =>
  new DomainError('DAMAGED_RECORD', `What is stored as ${_id} is damaged.`);

const keysOf = (record: { _id: number; slugs?: unknown }): unknown[] => [record._id, record.slugs].flat();

const anyOf = (ids: number[], slugs: string[]): Filter =>
  ids.length ? { $or: [{ _id: { $in: ids } }, { slugs: { $in: slugs } }] } : { slugs: { $in: slugs } };

/** The update that makes one record of the other; undefined when they are the same. */
function difference(before: object, after: object): Update | undefined {
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
