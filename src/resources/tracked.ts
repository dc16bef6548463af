import type { Changes } from '../changes/changes.ts';
import { ANY, countsOf, recordName } from '../changes/touched.ts';
import type { Filter, IN_COLLECTIONS, Projection, Store } from '../store/port.ts';
import { EVENTS } from './event/record.ts';
import { EVENT_DAYS } from './event-days.ts';
import { EVENT_LINKS } from './event-links.ts';
import { IMAGES } from './image/record.ts';
import { restsOnOf } from './rests-on.ts';
import { CATEGORIES, TAGS } from './term/record.ts';

/** The kind of the records of a collection, as the log of changes calls it. */
const KINDS: ReadonlyMap<string, string> = new Map([
  [EVENTS.name, 'event'],
  ...EVENT_LINKS.map(({ collection, name }) => [collection.name, name] as const),
  [CATEGORIES.name, 'category'],
  [TAGS.name, 'tag'],
  [IMAGES.name, 'image'],
]);

/** Of so many records that were found each is named. */
const MOST_FOUND = 1000;

type Into = Projection['restsOn'];

/**
 * The same store, which takes down what is read for what is kept, and in a unit what is written. Every verb is judged by what
 * it asks for, whoever calls it: a reader who says nothing reads for all answers that are being made. What is in no kind of
 * record rests on its collection; numbers by day do on the events that they count, which their reader knows.
 */
export function tracked(store: Store, { touched, touch }: Pick<Changes, 'touched' | 'touch'>): Store {
  const intoOf = (into: Into): readonly Set<string>[] => (into === undefined ? [...touched.open] : into ? [into] : []);

  function look(
    collection: string,
    filter: Filter,
    { into, others }: { into: readonly Set<string>[]; others: string[] },
  ) {
    if (into.length === 0) return;
    const kind = KINDS.get(collection);
    for (const name of kind ? restsOnOf(kind, filter, others) : [collection]) for (const each of into) each.add(name);
  }

  function found(collection: string, ids: readonly unknown[], into: readonly Set<string>[]): void {
    const kind = KINDS.get(collection);
    if (!kind || into.length === 0) return;
    const names = ids.length > MOST_FOUND ? [countsOf(kind)] : ids.map((id) => recordName(kind, id));
    for (const name of names) for (const each of into) each.add(name);
  }

  function wrote(collection: string, ids: Iterable<unknown>): void {
    const kind = KINDS.get(collection);
    if (kind) for (const id of ids) touch(recordName(kind, id));
    else if (collection !== EVENT_DAYS.name) touch(collection);
  }

  const reading: Pick<Store, 'find' | 'count' | 'byIds' | 'distinct'> = {
    async find(collection, filter, options = {}) {
      const into = intoOf(options.restsOn);
      if (into.length === 0) return store.find(collection, filter, options);
      look(collection, filter, { into, others: (options.sort ?? []).map(([field]) => field) });
      const records = await store.find<never>(collection, filter, options);
      found(
        collection,
        records.map(({ _id }) => _id),
        into,
      );
      return records;
    },
    count(collection, filter, options = {}) {
      look(collection, filter, { into: intoOf(options.restsOn), others: [] });
      return store.count(collection, filter, options);
    },
    byIds(collection, ids, options = {}) {
      found(collection, ids, intoOf(options.restsOn));
      return store.byIds(collection, ids, options);
    },
    distinct(collection, field, filter, options = {}) {
      look(collection, filter, { into: intoOf(options.restsOn), others: [field] });
      return store.distinct(collection, field, filter, options);
    },
  };

  const writing: Pick<Store, 'insert' | 'update' | 'updateMany' | 'add' | 'delete' | 'deleteRange' | 'put'> = {
    insert(collection, document) {
      wrote(collection, [document._id]);
      return store.insert(collection, document);
    },
    update(collection, id, update) {
      wrote(collection, [id]);
      return store.update(collection, id, update);
    },
    updateMany(collection, filter, update) {
      const { $in: ids } = Object(filter._id) as { $in?: readonly unknown[] };
      wrote(collection, ids ?? [ANY]);
      return store.updateMany(collection, filter, update);
    },
    add(collection, additions, how) {
      wrote(collection, additions.keys());
      return store.add(collection, additions, how);
    },
    delete(collection, id) {
      wrote(collection, [id]);
      return store.delete(collection, id);
    },
    deleteRange(collection, ...range) {
      wrote(collection, [ANY]);
      return store.deleteRange(collection, ...range);
    },
    put(collection, documents) {
      wrote(
        collection,
        documents.map(({ _id }) => _id),
      );
      return store.put(collection, documents);
    },
  };
  const verbs: Record<(typeof IN_COLLECTIONS)[number], unknown> = { ...reading, ...writing };
  return Object.assign(Object.create(store) as Store, verbs);
}
