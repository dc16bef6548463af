import type { Changes } from '../data/changes/changes.ts';
import { ANY, countsOf, recordName } from '../data/changes/touched.ts';
import type { Filter, IN_COLLECTIONS, Projection, Store, Stored } from '../data/port.ts';
import { COLLECTION_OF } from './collections.ts';
import { dependenciesOf, MOST_RECORDS } from './dependencies.ts';

/** The kind of a collection's records, as named in the log of changes. */
const KINDS: ReadonlyMap<string, string> = new Map(
  Object.entries(COLLECTION_OF).map(([kind, { name }]) => [name, kind]),
);

/** The documents that each write changes. */
const WRITTEN = {
  insert: ({ _id }: Stored) => [_id],
  put: (documents: readonly Stored[]) => documents.map(({ _id }) => _id),
  update: (id: Stored['_id']) => [id],
  delete: (id: Stored['_id']) => [id],
  updateMany: ({ _id }: Filter) => (Object(_id) as { $in?: readonly Stored['_id'][] }).$in ?? [ANY],
  deleteRange: () => [ANY],
} as const satisfies { [Verb in Exclude<(typeof IN_COLLECTIONS)[number], keyof Reading>]: unknown };

type Reading = Pick<Store, 'find' | 'count' | 'byIds' | 'distinct' | 'tally'>;

/** What a query depends on, besides the records found. Collections without a kind depend on themselves. */
function queried(collection: string, filter: Filter, others: readonly string[] = []) {
  const kind = KINDS.get(collection);
  return kind ? dependenciesOf(kind, filter, others) : [collection];
}

function found(collection: string, ids: readonly unknown[]) {
  const kind = KINDS.get(collection);
  if (!kind) return queried(collection, {});
  return ids.length > MOST_RECORDS ? [countsOf(kind)] : ids.map((id) => recordName(kind, id));
}

/**
 * The same store, but it records what cached answers read and, within a unit, what is written. Every operation is judged by
 * its arguments, whoever calls it. A read without a declared reader counts for all answers in progress.
 */
export function trackDependencies(store: Store, { touched, touch }: Pick<Changes, 'touched' | 'touch'>): Store {
  /** The answers that a read counts for. Answers that start later do not depend on it. */
  const readersOf = ({ dependencies }: Projection): readonly Set<string>[] =>
    dependencies === undefined ? [...touched.open] : dependencies ? [dependencies] : [];

  function add(readers: readonly Set<string>[], dependencies: () => readonly string[]) {
    if (readers.length > 0) for (const each of dependencies()) for (const reader of readers) reader.add(each);
  }

  const reading: Reading = {
    async find(collection, filter, options = {}) {
      const readers = readersOf(options);
      const sorted = (options.sort ?? []).map(([field]) => field);
      add(readers, () => queried(collection, filter, sorted));
      const records = await store.find<never>(collection, filter, options);
      add(readers, () =>
        found(
          collection,
          records.map(({ _id }) => _id),
        ),
      );
      return records;
    },
    count(collection, filter, options = {}) {
      add(readersOf(options), () => queried(collection, filter));
      return store.count(collection, filter, options);
    },
    byIds(collection, ids, options = {}) {
      add(readersOf(options), () => found(collection, ids));
      return store.byIds(collection, ids, options);
    },
    distinct(collection, field, filter, options = {}) {
      add(readersOf(options), () => queried(collection, filter, [field]));
      return store.distinct(collection, field, filter, options);
    },
    tally(collection, list, filter, how) {
      add(readersOf(how), () => queried(collection, filter, [list, ...(how.highest ? [how.highest] : [])]));
      return store.tally(collection, list, filter, how);
    },
  };
  const writing = Object.entries(WRITTEN).map(([verb, idsOf]) => [
    verb,
    (collection: string, what: never, ...more: unknown[]) => {
      const kind = KINDS.get(collection);
      if (kind) for (const id of idsOf(what)) touch(recordName(kind, id));
      else touch(collection);
      return (store[verb as keyof typeof WRITTEN] as (...args: unknown[]) => unknown)(collection, what, ...more);
    },
  ]);
  return Object.assign(Object.create(store) as Store, reading, Object.fromEntries(writing));
}
