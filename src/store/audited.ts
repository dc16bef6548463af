import { createScope } from '../scope.ts';
import type { Store, Update } from './port.ts';

/** Takes down what was done to a document. Records have integers for ids. */
type Note = (done: 'created' | 'updated' | 'deleted', collection: string, id: unknown) => void;

/**
 * The same store, which tells after each unit that was committed what was done in it to which document: `created
 * events/61`, `updated venues/7`, `deleted tags/3`. What is only counted (`$inc` of anything but the version), what is only
 * held, what a filter finds to be changed because of another document, what lies in a range, and what is in no collection of
 * `records` is not told.
 */
export function audited(store: Store, records: readonly string[], tell: (changes: readonly string[]) => void): Store {
  const units = createScope<Set<string>>();

  async function atomically<T>(unit: () => Promise<T>): Promise<T> {
    if (units.current()) return store.atomically(unit);
    let changes = new Set<string>();
    // It may run more than once: only the last time counts.
    const done = await store.atomically(() => {
      changes = new Set();
      return units.run(changes, unit);
    });
    if (changes.size) tell([...changes]);
    return done;
  }

  /** Outside of a unit a verb is one by itself. */
  const telling = <T>(verb: (note: Note) => Promise<T>): Promise<T> => {
    const changes = units.current();
    if (!changes) return atomically(() => telling(verb));
    return verb((done, collection, id) => {
      if (typeof id === 'number' && records.includes(collection)) changes.add(`${done} ${collection}/${id}`);
    });
  };

  return {
    ...store,
    insert: (collection, document) =>
      telling(async (note) => {
        await store.insert(collection, document);
        note('created', collection, document._id);
      }),
    update: (collection, id, update) =>
      telling(async (note) => {
        const after = await store.update(collection, id, update);
        if (after && !isCounting(update)) note('updated', collection, id);
        return after as never;
      }),
    updateMany: (collection, filter, update) =>
      telling(async (note) => {
        const count = await store.updateMany(collection, filter, update);
        const { $in: ids = [] } = (filter._id ?? {}) as { $in?: readonly unknown[] };
        for (const id of ids) note('updated', collection, id);
        return count;
      }),
    delete: (collection, id) =>
      telling(async (note) => {
        const was = await store.delete(collection, id);
        if (was) note('deleted', collection, id);
        return was;
      }),
    atomically,
  };
}

/** Whether an update says nothing new of a document: it counts, or raises its version alone. */
const isCounting = ({ $inc, ...said }: Update): boolean =>
  Object.keys(said).length === 0 || Object.keys($inc ?? {}).some((field) => field !== 'version');
