import { rest } from '../../domain/event-loop.ts';
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
import { retryWhenBusy } from './busy.ts';
import { examine } from './examine.ts';
import { named } from './expressions.ts';
import { createRoom, isFull } from './full.ts';
import { createIds } from './ids.ts';
import { keep } from './keep.ts';
import { cellValue, fromRow, partial } from './rows.ts';
import type { Table } from './schema.ts';
import { ngramsQueryOf } from './search.ts';
import {
  countQuery,
  distinctQuery,
  findQuery,
  ngramsQuery,
  type Query,
  type Question,
  type Reading,
  tallyQuery,
} from './select.ts';
import { createSlicedReads } from './sliced.ts';
import { type Ask, countInSlices, idsInSlices, inSlices, isAnsweredByIndex } from './slices.ts';
import type { Cell, Connection } from './sqlite.ts';
import { createTransactions } from './transactions.ts';
import { rewritten, updated } from './update.ts';
import type { WriteAheadLog } from './wal.ts';
import { matchesNothing } from './where.ts';

/** Milliseconds for which a bulk write outside a unit may block other processes from writing. */
const SHORT = 40;

/** How many documents are read at once by their ids. */
const BATCH = 100;

/**
 * The most documents looked up by n-grams: for a page, and for all matches. Each look-up reads the whole list of documents with
 * an n-gram: 6 ms for 100,000, even to find a few.
 */
const [FEW, FEW_OF_ALL] = [1_000, 10_000];

/** The store port on two connections to one file: one unit at a time writes, and readers outside it never see half of it. */
export const embeddedStore = (parts: {
  tables: ReadonlyMap<string, Table>;
  writer: Connection;
  reader: Connection;
  /** Opens another connection for reading. */
  connected(): Connection;
  spare: Connection[];
  log: Log;
  pictures: PictureFiles;
  /** The write-ahead log, if this process manages it. Otherwise SQLite does so at each commit. */
  wal?: WriteAheadLog | undefined;
  /** Creates what is missing in the file, within a transaction. */
  prepare(): void;
  release(): void;
  /** Read-only, because there was no room when the file was opened. */
  onlyReads?: boolean;
  /** Whether there was none, but the file could be opened to write. */
  full?: boolean | undefined;
  time?: Time;
}): Store => {
  const { tables, writer, reader, wal, log, pictures, prepare, release, onlyReads = false, full } = parts;
  const sliced = createSlicedReads({ ...parts, askOf });
  const units = createUnits<Session>();
  const room = createRoom(log, { onlyReads, full });
  const ids = createIds(writer);
  const { inTurn, transaction, markWritten } = createTransactions({ ...parts, ids, room, onlyReads });
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

  /** Reads outside a unit. */
  const outside = async <T>(work: () => Promise<T>): Promise<T> => {
    const waits = rest();
    if (waits) await waits;
    refuseWhenClosing();
    try {
      return await work();
    } catch (error) {
      throw room.refused(error);
    }
  };

  /** Answers a query outside a unit: with one statement if indexes answer it, else in slices. */
  const answered = async <T>(
    question: () => Question,
    {
      atOnce,
      inSlices,
    }: { atOnce(ask: Ask, question: Question): T; inSlices(question: Question, ask: Ask): Generator<void, T> },
  ): Promise<T> => {
    return outside(async () => {
      const query = await retryWhenBusy(question);
      // Queries that start together all get here before the first one runs.
      const waits = rest();
      if (waits) await waits;
      // Slices need another connection.
      if (onlyReads || isAnsweredByIndex(query)) return retryWhenBusy(() => atOnce(askOf(reader), query));
      return sliced.read((ask) => inSlices(query, ask));
    });
  };

  const write = async <T>(collection: string, verb: (table: Table, read: Session['read']) => T): Promise<T> => {
    const unit = units.current();
    if (!unit) return atomically(() => write(collection, verb));
    unit.writes += 1;
    return units.join(unit, async (session) => {
      // Readers continue while a unit waits for its next part.
      await rest();
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

  /**
   * N-grams that few documents have. For common ones, reading a page in its order is faster; for very common ones, so is reading
   * all matches.
   */
  const few = (connection: Connection, table: Table, { filter, options }: Found): string | undefined => {
    const ngrams = ngramsQueryOf(filter, table);
    if (ngrams === undefined) return undefined;
    const most = options.limit === undefined ? FEW_OF_ALL : FEW;
    return Number(queried(connection, ngramsQuery(table, { ngrams }, most))[0]![0]) < most ? ngrams : undefined;
  };

  const questionOf = (connection: Connection, table: Table, found: Found): Question => ({
    table,
    filter: found.filter,
    reading: { ...found.options, ngrams: few(connection, table, found) },
  });

  const documents = (ask: Ask, { table, filter, reading }: Question): Stored[] =>
    ask(findQuery(table, filter, reading)).map((row) =>
      reading.only ? partial(table, reading.only, row) : frozen(fromRow(row, table, reading.without)),
    );

  /** Finds the ids first, then reads the documents in batches. */
  function* documentsInSlices(question: Question, ask: Ask): Generator<void, Stored[]> {
    const { table, reading } = question;
    const { only, without } = reading;
    const ids = (yield* idsInSlices(question, ask)) as Stored['_id'][];
    const found: Stored[] = [];
    for (let at = 0; at < ids.length; at += BATCH) {
      if (at > 0) yield;
      const some = ids.slice(at, at + BATCH);
      const byId = new Map(
        documents(ask, { table, filter: { _id: { $in: some } }, reading: { only, without } as Reading }).map((each) => [
          each._id,
          each,
        ]),
      );
      found.push(...some.flatMap((id) => byId.get(id) ?? []));
    }
    return found;
  }

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

  const bodiesOf = (table: Table, filter: Filter): Stored[] =>
    queried(writer, findQuery(table, filter, {})).map((row) => fromRow(row, table));

  const find = <T extends Stored>(collection: string, filter: Filter, options: FindOptions = {}): Promise<T[]> => {
    const found = { filter: cleanFilter(filter), options };
    if (matchesNothing(found.filter)) return Promise.resolve([]);
    const unit = units.current();
    if (unit)
      return units.join(unit, async (session) => {
        const read = documents(askOf(writer), questionOf(writer, tableOf(collection), found));
        if (read.length === 1 && !options.only && !options.without) session.read = { collection, document: read[0]! };
        return read;
      }) as Promise<T[]>;
    return answered(() => questionOf(reader, tableOf(collection), found), {
      atOnce: documents,
      inSlices: documentsInSlices,
    }) as Promise<T[]>;
  };

  return {
    kind: 'embedded',
    find,

    count: (collection, filter, { index } = {}) => {
      const clean = cleanFilter(filter);
      if (matchesNothing(clean)) return Promise.resolve(0);
      const question = (connection: Connection): Question =>
        questionOf(connection, tableOf(collection), { filter: clean, options: { index } });
      const count = (ask: Ask, { table, filter, reading }: Question) =>
        Number(ask(countQuery(table, filter, reading))[0]![0]);
      const unit = units.current();
      if (unit) return units.join(unit, async () => count(askOf(writer), question(writer)));
      return answered(() => question(reader), { atOnce: count, inSlices: countInSlices });
    },

    byIds: <T extends Stored>(collection: string, wanted: readonly T['_id'][], options?: Projection) =>
      find<T>(collection, { _id: { $in: [...wanted] } }, options),

    distinct: <V>(collection: string, field: string, filter: Filter, { index }: Pick<FindOptions, 'index'> = {}) => {
      const clean = cleanFilter(filter);
      const question = (): Question => ({ table: tableOf(collection), filter: clean, reading: { index } });
      const distinct = (ask: Ask, { table, filter, reading }: Question): V[] =>
        ask(distinctQuery(table, filter, field, reading)).map(([cell]) => cellValue(cell!) as V);
      const unit = units.current();
      if (unit) return units.join(unit, async () => distinct(askOf(writer), question()));
      // Even with an index for the whole query, a few values may come from many documents.
      return outside(async () =>
        onlyReads
          ? retryWhenBusy(() => distinct(askOf(reader), question()))
          : sliced.read(function* (ask) {
              const found = new Set<V>();
              yield* inSlices(question(), ask, (slice) => {
                for (const value of distinct(ask, slice)) found.add(value);
                return false;
              });
              return [...found];
            }),
      );
    },

    tally: <V extends Scalar>(collection: string, list: string, filter: Filter, how: TallyOptions<V>) => {
      const tallied = (connection: Connection): Tally<V>[] =>
        askOf(connection)(tallyQuery(tableOf(collection), list, { ...how, filter: cleanFilter(filter) })).map(
          ([value, count, highest, ids]) => ({
            value: cellValue(value!) as V,
            count: Number(count),
            ...(Number.isFinite(highest) && { highest: Number(highest) }),
            ...(ids !== null && { ids: JSON.parse(String(ids)) }),
          }),
        );
      const unit = units.current();
      if (unit) return units.join(unit, async () => tallied(writer));
      return outside(() => retryWhenBusy(() => tallied(reader)));
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

    delete: (collection, id) =>
      write(collection, (table) => writer.rows(`DELETE FROM ${table.name} WHERE _id=? RETURNING 1`, [id]).length > 0),

    deleteRange: (collection, from, before) =>
      write(
        collection,
        (table) => writer.rows(`DELETE FROM ${table.name} WHERE _id>=? AND _id<? RETURNING 1`, [from, before]).length,
      ),

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
        await sliced.close();
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
  read?: { collection: string; document: Stored } | undefined;
}

const askOf =
  (connection: Connection): Ask =>
  (query) =>
    queried(connection, query);

interface Found {
  filter: Filter;
  options: FindOptions;
}

/** The rows of a query. If the index it names does not fit, the query runs without it. */
function queried(connection: Connection, { sql, values }: Query): Cell[][] {
  try {
    return connection.rows(sql, values);
  } catch (error) {
    if (!/^(no query solution|no such index)/.test((error as Error).message)) throw error;
    return connection.rows(sql.replace(/ INDEXED BY "(?:[^"]|"")*"/g, ''), values);
  }
}
