import { pause } from '../../domain/event-loop.ts';
import { cleanDocument, cleanFilter, cleanUpdate } from '../clean.ts';
import { frozen } from '../frozen.ts';
import type { PictureFiles } from '../pictures/port.ts';
import type { Filter, Log, Store, Stored, Update } from '../port.ts';
import type { Time } from '../time.ts';
import { createUnits } from '../unit.ts';
import { examine } from './examine.ts';
import { named } from './expressions.ts';
import { createRoom, isFull } from './full.ts';
import { createIds } from './ids.ts';
import { keep } from './keep.ts';
import type { LongReads } from './long-reads.ts';
import { createWriter } from './ngrams.ts';
import { createReads, type Session } from './reads.ts';
import { fromRow } from './rows.ts';
import type { Table } from './schema.ts';
import { findQuery } from './select.ts';
import type { Bound, Connection } from './sqlite.ts';
import { createTransactions } from './transactions.ts';
import { rewritten, updated } from './update.ts';
import type { WriteAheadLog } from './wal.ts';

/** Milliseconds for which a bulk write outside a unit may block other processes from writing. */
const SHORT = 40;

/** The store port on two connections to one file: one unit at a time writes, and readers outside it never see half of it. */
export const embeddedStore = (parts: {
  tables: ReadonlyMap<string, Table>;
  writer: Connection;
  reader: Connection;
  /** Runs long reads in threads. Without it, the file has one connection, and they hold the event loop. */
  long?: LongReads;
  log: Log;
  pictures: PictureFiles;
  /** The write-ahead log, if this process manages it. Otherwise SQLite does so at each commit. */
  wal?: WriteAheadLog;
  /** Creates what is missing in the file, within a transaction. */
  prepare(): void;
  release(): void;
  /** Read-only, because there was no room when the file was opened. */
  onlyReads?: boolean;
  /** Whether there was none, but the file could be opened to write. */
  full?: boolean;
  time?: Time;
}): Store => {
  const { tables, reader, long, wal, log, pictures, prepare, release, onlyReads = false, full } = parts;
  const writer = createWriter(parts.writer);
  const units = createUnits<Session>();
  const room = createRoom(log, { onlyReads, full });
  const ids = createIds(writer);
  const { inTurn, transaction, markWritten } = createTransactions({ ...parts, writer, ids, room, onlyReads });
  let closing: Promise<void> | undefined;

  const tableOf = (collection: string): Table => {
    const table = tables.get(collection);
    if (!table) throw new Error(`there is no collection ${collection}`);
    return table;
  };

  const refuseWhenClosing = () => {
    if (closing) throw new Error('the store is closed');
  };

  const atomically = async <T>(work: () => Promise<T>): Promise<T> => {
    const outer = units.current();
    if (outer) return units.nest(outer, work);
    refuseWhenClosing();
    return transaction(async () => {
      const outcome = await units.run({}, work);
      if ('value' in outcome) return outcome.value;
      const refused = room.refused(outcome.cause);
      throw refused === outcome.cause ? outcome.error : refused;
    });
  };

  const write = async <T>(collection: string, verb: (table: Table, read: Session['read']) => T): Promise<T> => {
    const unit = units.current();
    if (!unit) return atomically(() => write(collection, verb));
    unit.writes += 1;
    return units.join(unit, async (session) => {
      // Readers continue while a unit waits for its next part.
      await pause();
      markWritten();
      const { read } = session;
      session.read = undefined;
      return verb(tableOf(collection), read);
    });
  };

  const counted = async (count: () => number): Promise<number> => {
    const failure = units.current()?.failure;
    if (failure) throw failure.error;
    const counts = (): number => {
      markWritten();
      return count();
    };
    // Any open transaction will do: it keeps the count even if it is not committed.
    if (writer.inTransaction()) return counts();
    refuseWhenClosing();
    return transaction(async () => counts());
  };

  /** Deletes documents with their n-grams, which must be there for that. Returns how many. */
  const deleted = (table: Table, where: string, values: readonly Bound[]): number => {
    writer.ngrams.write();
    return writer.rows(`DELETE FROM ${table.name} WHERE ${where} RETURNING 1`, values).length;
  };

  let looked: number | undefined;
  /** The reader sees commits of this process's writer like those of other processes. */
  const dataVersion = (): number | undefined => {
    if (looked !== undefined) return looked;
    try {
      looked = Number(reader.rows('PRAGMA data_version')[0]![0]);
      // All requests that are already waiting share one look.
      setImmediate(() => {
        looked = undefined;
      });
      return looked;
    } catch {
      // The connection is closed or another process holds the file; the next query reports it.
      return undefined;
    }
  };

  const bodiesOf = (table: Table, filter: Filter): Stored[] => {
    const { sql, values } = findQuery({ table, filter, reading: {} });
    return writer.rows(sql, values).map((row) => fromRow(row, table));
  };

  return {
    kind: 'embedded',
    ...createReads({ tableOf, units, writer, reader, long, room, refuseWhenClosing }),

    insert: (collection, document) => {
      const next = cleanDocument(document);
      return write(collection, (table) => keep(writer, table, { document: next, orReplace: false }));
    },

    update: <T extends Stored>(collection: string, id: T['_id'], update: Update) => {
      const clean = cleanUpdate(update);
      return write(collection, (table, read) => {
        const stored = read?.collection === collection && read.document._id === id ? read.document : undefined;
        return frozen(updated(writer, table, { id, update: clean, stored })) as T | undefined;
      });
    },

    updateMany: (collection, filter, update) => {
      const [which, clean] = [cleanFilter(filter), cleanUpdate(update)];
      return write(collection, (table) => {
        const befores = bodiesOf(table, which);
        for (const before of befores) rewritten(writer, table, before, clean);
        return befores.length;
      });
    },

    delete: (collection, id) => write(collection, (table) => deleted(table, '_id=?', [id]) > 0),

    deleteRange: (collection, from, before) =>
      write(collection, (table) => deleted(table, '_id>=? AND _id<?', [from, before])),

    put: async (collection, given) => {
      const left = given.map(cleanDocument).reverse();
      const lasts = units.current() ? Number.POSITIVE_INFINITY : SHORT;
      while (left.length)
        await write(collection, (table) => {
          const end = performance.now() + lasts;
          while (left.length && performance.now() < end)
            keep(writer, table, { document: left.pop()!, orReplace: true });
        });
    },

    nextId: (space) => counted(() => ids.next(space)),
    lastId: (space, atLeast = 0) => counted(() => ids.last(space, atLeast)),
    claimIds: (space, upTo) => counted(() => ids.claim(space, upTo)),

    atomically,
    prepare: () =>
      // Whether it writes anything is not known: it does not tell of room.
      transaction(async () => prepare()),
    drop: (collection) =>
      transaction(async () => {
        markWritten();
        writer.exec(`DROP TABLE IF EXISTS ${named(collection)}`);
      }),
    dataVersion,
    ping: async () => !closing && !room.isDamaged(),
    pictures,
    isFull: room.isFull,
    examine: (how) => examine({ connection: reader, tables, ...how }),

    close: () => {
      closing ??= inTurn(async () => {
        await long?.close();
        await wal?.close();
        reader.close();
        // Statements that are not garbage-collected yet keep the file open, so its log is emptied here.
        if (!onlyReads) emptyLog(writer);
        writer.close();
        await pictures.close();
        release();
      });
      return closing;
    },
  };
};

/** Moves the log into the file. Where there is no room for that, the next one does. */
function emptyLog(writer: Connection): void {
  try {
    writer.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch (error) {
    if (!isFull(error)) throw error;
  }
}
