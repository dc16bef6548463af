import { createScope } from '../domain/scope.ts';
import type { Store, Stored, Update } from './port.ts';

/** Records what was done to a document. Records have integer ids. */
type Note = (done: 'created' | 'updated' | 'deleted', collection: string, id: unknown) => void;

/**
 * Wraps a store and reports, after each committed unit, what it did to which document: `created events/61`, `updated venues/7`,
 * `deleted tags/3`. It does not report mere counting (`$inc` of anything but the version), documents that are only held,
 * documents that a filter finds because another document changed, deleted ranges, or collections that are not in `records`.
 */
export function audited(store: Store, records: readonly string[], tell: (changes: readonly string[]) => void): Store {
  const units = createScope<Set<string>>();

  async function atomically<T>(unit: () => Promise<T>) {
    if (units.current()) return store.atomically(unit);
    let changes = new Set<string>();
    // The unit may run more than once; only the last run counts.
    const done = await store.atomically(() => {
      changes = new Set();
      return units.run(changes, unit);
    });
    if (changes.size) tell([...changes]);
    return done;
  }

  /** Outside a unit, each verb is a unit of its own. */
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
    update: <T extends Stored>(collection: string, id: T['_id'], update: Update) =>
      telling(async (note) => {
        const after = await store.update<T>(collection, id, update);
        if (after && !isCounting(update)) note('updated', collection, id);
        return after;
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

/** Whether an update changes nothing worth reporting: it counts something, or only raises the version. */
const isCounting = ({ $inc, ...said }: Update) =>
  Object.keys(said).length === 0 || Object.keys($inc ?? {}).some((field) => field !== 'version');
