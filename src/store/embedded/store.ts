import { cleanDocument, cleanFilter, cleanUpdate } from '../clean.ts';
import { frozen } from '../frozen.ts';
import {
  duplicateKey,
  type Filter,
  type FindOptions,
  type Projection,
  type Store,
  type Stored,
  type Update,
} from '../port.ts';
import { createUnits } from '../unit.ts';
import type { Room } from './full.ts';
import { createGate } from './gate.ts';
import type { Before, Journal } from './journal.ts';
import { modified, valuesAt } from './modify.ts';
import type { Table } from './table.ts';
import { createUndo, type Undo } from './undo.ts';

/** Whether the files can still be trusted. */
export interface Health {
  /** Set when a file could not be written. From then on memory and files may differ, and nothing is served. */
  failure: Error | undefined;
}

/** The port over loaded tables: one writer at a time, readers between writers, undo from the journal's befores. */
export const embeddedStore = (parts: {
  tables: ReadonlyMap<string, Table>;
  counters: Table;
  journal: Journal;
  health: Health;
  room: Room;
  broken: (error: unknown) => void;
  release: () => void;
}): Store => {
  const { tables, counters, journal, health, room, broken, release } = parts;
  const gate = createGate();
  const units = createUnits<Undo>();
  let closing: Promise<void> | undefined;
  let closed = false;

  const tableOf = (collection: string): Table => {
    if (health.failure) throw health.failure;
    const table = tables.get(collection);
    if (!table) throw new Error(`there is no collection ${collection}`);
    return table;
  };

  const count = async (work: () => Promise<number>): Promise<number> => {
    if (health.failure) throw health.failure;
    if (closed) throw new Error('the store is closed');
    return work().catch((error) => {
      throw room.refused(error);
    });
  };

  const refuseWhenClosing = () => {
    if (closing) throw new Error('the store is closed');
  };

  const read = async <T>(collection: string, verb: (table: Table) => Promise<T>): Promise<T> => {
    const unit = units.current();
    if (unit) return units.join(unit, () => verb(tableOf(collection)));
    refuseWhenClosing();
    return gate.read(async () => verb(tableOf(collection)));
  };

  const write = async <T>(
    collection: string,
    verb: (table: Table, remember: (id: Stored['_id'], document: Stored | undefined) => void) => Promise<T>,
  ): Promise<T> => {
    const unit = units.current();
    if (!unit) return atomically(() => write(collection, verb));
    unit.writes += 1;
    return units.join(unit, async (undo) => {
      const table = tableOf(collection);
      return verb(table, (id, document) => {
        const before: Before = { collection, id, document: document ?? null };
        if (undo.knows(before)) return;
        journal.write(before);
        undo.remember(before, table);
      });
    });
  };

  /** What cannot be finished stays in the journal, for the next start to undo. */
  const finish = (work: () => void): void => {
    try {
      work();
      journal.clear();
    } catch (error) {
      broken(error);
    }
    if (health.failure) throw health.failure;
  };

  const atomically = async <T>(work: () => Promise<T>): Promise<T> => {
    const outer = units.current();
    if (outer) return units.nest(outer, work);
    refuseWhenClosing();
    return gate.write(async () => {
      const undo = createUndo();
      const outcome = await units.run(undo, work);
      if (health.failure) throw health.failure;
      if ('value' in outcome) {
        finish(() => undefined);
        if (undo.isNeeded()) room.found();
        return outcome.value;
      }
      finish(undo.run);
      const refused = room.refused(outcome.cause);
      throw refused === outcome.cause ? outcome.error : refused;
    });
  };

  return {
    kind: 'embedded',

    find: <T extends Stored>(collection: string, filter: Filter, options?: FindOptions) => {
      const clean = cleanFilter(filter);
      return read(collection, async (table) => (await table.find(clean, options)).map(frozen)) as Promise<T[]>;
    },

    count: (collection, filter) => {
      const clean = cleanFilter(filter);
      return read(collection, (table) => table.count(clean));
    },

    byIds: <T extends Stored>(collection: string, ids: readonly T['_id'][], options?: Projection) => {
      const wanted = [...ids];
      return read(collection, async (table) =>
        (await table.find({ _id: { $in: wanted } }, options)).map(frozen),
      ) as Promise<T[]>;
    },

    distinct: <V>(collection: string, field: string, filter: Filter) => {
      const clean = cleanFilter(filter);
      return read(collection, async (table) => {
        const documents = await table.find(clean);
        const values = documents.flatMap((document) => valuesAt(document, field.split('.')));
        return [...new Set(values.filter((value) => value !== null))] as V[];
      });
    },

    insert: (collection, document) => {
      const next = cleanDocument(document);
      return write(collection, async (table, remember) => {
        if (await table.get(next._id)) throw duplicateKey('_id');
        remember(next._id, undefined);
        await table.insert(next);
      });
    },

    update: <T extends Stored>(collection: string, id: T['_id'], update: Update) => {
      const clean = cleanUpdate(update);
      return write(collection, async (table, remember) => {
        const before = await table.get(id);
        if (!before) return undefined;
        const next = modified(before, clean);
        remember(id, before);
        await table.replace(next);
        return frozen(next as T);
      });
    },

    updateMany: (collection, filter, update) => {
      const [which, clean] = [cleanFilter(filter), cleanUpdate(update)];
      return write(collection, async (table, remember) => {
        const befores = await table.find(which);
        for (const before of befores) {
          remember(before._id, before);
          await table.replace(modified(before, clean));
        }
        return befores.length;
      });
    },

    delete: (collection, id) =>
      write(collection, async (table, remember) => {
        const before = await table.get(id);
        if (!before) return false;
        remember(id, before);
        await table.remove(id);
        return true;
      }),

    put: (collection, documents) =>
      write(collection, async (table, remember) => {
        for (const document of documents.map(cleanDocument)) {
          const before = await table.get(document._id);
          remember(document._id, before);
          await (before ? table.replace(document) : table.insert(document));
        }
      }),

    nextId: (space) => count(() => counters.increment(space)),
    lastId: (space, atLeast = 0) => count(() => counters.raise(space, atLeast)),

    atomically,
    // Tables and indexes are made when the files are loaded.
    prepare: async () => {},

    ping: async () => !health.failure && !closing,

    close: () => {
      closing ??= gate.write(async () => {
        closed = true;
        // nedb works one after the other: when this is counted, ids asked for before are on file.
        await counters.count({});
        journal.close();
        release();
      });
      return closing;
    },
  };
};
