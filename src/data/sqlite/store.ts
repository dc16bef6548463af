import { pause } from '../../domain/event-loop.ts';
import { cleanDocument, cleanFilter, cleanUpdate } from '../clean.ts';
import { frozen } from '../frozen.ts';
import type { PictureFiles } from '../pictures/port.ts';
import type {
  Filter,
  FindOptions,
  Log,
  Projection,
  Scalar,
  Store,
  Stored,
  Tally,
  TallyOptions,
  Update,
} from '../port.ts';
import type { Time } from '../time.ts';
import { createUnits } from '../unit.ts';
import { type Ask, asking, withNgrams } from './asking.ts';
import { retryWhenBusy } from './busy.ts';
import { isAnsweredByIndex } from './by-index.ts';
import { examine } from './examine.ts';
import { named } from './expressions.ts';
import { createRoom, isFull } from './full.ts';
import { createIds } from './ids.ts';
import { keep } from './keep.ts';
import type { LongReads } from './long-reads.ts';
import { createWriter } from './ngrams.ts';
import { cellValue, fromRow, partial } from './rows.ts';
import type { Table } from './schema.ts';
import { countQuery, distinctQuery, findQuery, type Query, type Question, tallyQuery } from './select.ts';
import type { Bound, Cell, Connection } from './sqlite.ts';
import { createTransactions } from './transactions.ts';
import { rewritten, updated } from './update.ts';
import type { WriteAheadLog } from './wal.ts';
import { matchesNothing } from './where.ts';

/** Milliseconds for which a bulk write outside a unit may block other processes from writing. */
const SHORT = 40;

/** How many documents are made of their rows in one go. */
const BATCH = 100;

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

  /** Answers a query: in a unit by its connection, else on the event loop if indexes answer it, else in a thread. */
  const answered = async <T>(
    question: Question,
    { query, result, isLong = !isAnsweredByIndex(question) }: Answering<T>,
  ): Promise<T> => {
    const answer = async (ask: Ask, session?: Session): Promise<T> => {
      const asked = isLong ? await withNgrams(question, ask) : question;
      return result(await ask(query(asked, isLong)), session);
    };
    const unit = units.current();
    if (unit)
      return units.join(unit, (session) => {
        if (isLong) writer.ngrams.write();
        return answer(
          asking(({ sql, values }) => writer.rows(sql, values)),
          session,
        );
      });
    const waits = pause();
    if (waits) await waits;
    refuseWhenClosing();
    try {
      return await retryWhenBusy(() =>
        isLong && long
          ? long.read((ask) => answer(asking(ask)))
          : answer(asking(({ sql, values }) => reader.rows(sql, values))),
      );
    } catch (error) {
      throw room.refused(error);
    }
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

  const find = async <T extends Stored>(
    collection: string,
    filter: Filter,
    reading: FindOptions = {},
  ): Promise<T[]> => {
    const { only, without } = reading;
    const clean = cleanFilter(filter);
    if (matchesNothing(clean)) return [];
    const table = tableOf(collection);
    const found = await answered(
      { table, filter: clean, reading },
      {
        query: findQuery,
        async result(rows, session) {
          const documents: Stored[] = [];
          for (const row of rows) {
            documents.push(only ? partial(table, only, row) : frozen(fromRow(row, table, without)));
            if (documents.length % BATCH === 0) await pause();
          }
          if (session && documents.length === 1 && !only && !without)
            session.read = { collection, document: documents[0]! };
          return documents;
        },
      },
    );
    return found as T[];
  };

  return {
    kind: 'embedded',
    find,

    count: async (collection, filter, { index } = {}) => {
      const clean = cleanFilter(filter);
      if (matchesNothing(clean)) return 0;
      const question = { table: tableOf(collection), filter: clean, reading: { index } };
      return answered(question, { query: countQuery, result: ([row]) => Number(row![0]) });
    },

    byIds: <T extends Stored>(collection: string, wanted: readonly T['_id'][], options?: Projection) =>
      find<T>(collection, { _id: { $in: [...wanted] } }, options),

    distinct: async <V>(
      collection: string,
      field: string,
      filter: Filter,
      { index }: Pick<FindOptions, 'index'> = {},
    ) => {
      const question = { table: tableOf(collection), filter: cleanFilter(filter), reading: { index } };
      return answered(question, {
        query: (found) => distinctQuery(found, field),
        result: (rows) => rows.map(([cell]) => cellValue(cell!) as V),
        // Even with an index for the whole query, a few values may come from many documents.
        isLong: true,
      });
    },

    tally: async <V extends Scalar>(collection: string, list: string, filter: Filter, how: TallyOptions<V>) => {
      const question = { table: tableOf(collection), filter: cleanFilter(filter), reading: { index: how.index } };
      return answered(question, {
        query: ({ table, filter }) => tallyQuery(table, list, { ...how, filter }),
        result: (rows) =>
          rows.map(([value, count, highest, ids]) => ({
            value: cellValue(value!) as V,
            count: Number(count),
            ...(Number.isFinite(highest) && { highest: Number(highest) }),
            ...(ids !== null && { ids: JSON.parse(String(ids)) }),
          })) as Tally<V>[],
        isLong: false,
      });
    },

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

/** The document that a unit read last: most units change the one they have just read. A write clears it. */
interface Session {
  read?: { collection: string; document: Stored };
}

/** How to answer a query. */
interface Answering<T> {
  query(question: Question, isLong: boolean): Query;
  result(rows: Cell[][], session?: Session): T | Promise<T>;
  isLong?: boolean;
}
