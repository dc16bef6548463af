import { currentWork, goOn, rest } from '../../event-loop.ts';
import { additionsAsUpdates, cleanDocument, cleanFilter, cleanUpdate } from '../clean.ts';
import { frozen } from '../frozen.ts';
import type { Filter, FindOptions, Log, Projection, Store, Stored, Update } from '../port.ts';
import { createUnits } from '../unit.ts';
import { patiently } from './busy.ts';
import { cellValue, partial } from './documents.ts';
import { examine } from './examine.ts';
import { createRoom } from './full.ts';
import { createIds } from './ids.ts';
import { keep } from './keep.ts';
import { modified } from './modify.ts';
import { fromRow } from './rows.ts';
import type { Table } from './schema.ts';
import { ngramsAsked } from './search.ts';
import { countQuery, distinctQuery, findQuery, ngramsQuery, type Query, type Reading } from './select.ts';
import { createSlicedReads } from './sliced.ts';
import { type Ask, countInSlices, idsInSlices, inSlices, isAnsweredByIndex, type Question } from './slices.ts';
import type { Cell, Connection } from './sqlite.ts';
import { documentWith, numbersUpdated, rewritten } from './update.ts';
import type { WriteAheadLog } from './wal.ts';

/** Milliseconds that a bulk of documents outside a unit may keep other processes from writing. */
const SHORT = 40;

/** Documents that are read at once when they are known by their ids. */
const BATCH = 100;

/**
 * The most documents that are looked up by their n-grams: for a page, and for all that match. Each look-up reads the whole list
 * of those that have them: 6 ms for 100,000, also where it is to find a few.
 */
const [FEW, FEW_OF_ALL] = [1_000, 10_000];

/** The port over two connections to one file: one unit at a time writes, readers outside never see half of it. */
export const embeddedStore = (parts: {
  tables: ReadonlyMap<string, Table>;
  writer: Connection;
  reader: Connection;
  /** Another connection to read by, and those that are there already. */
  connected(): Connection;
  spare: Connection[];
  log: Log;
  /** The write-ahead log, where this process looks after it. Without it SQLite does, at each commit. */
  wal?: WriteAheadLog | undefined;
  /** Makes what is missing in the file, within a transaction. */
  prepare(): void;
  release(): void;
  /** Whether nothing is written, since there was no room when the file was opened. */
  onlyReads?: boolean;
}): Store => {
  const { tables, writer, reader, wal, log, prepare, release, onlyReads = false } = parts;
  const sliced = createSlicedReads({ ...parts, askOf });
  const units = createUnits<undefined>();
  const room = createRoom(log, onlyReads);
  const ids = createIds(writer);
  let turn: Promise<unknown> = Promise.resolve();
  /** Whether the transaction that is open has written anything. */
  let hasWritten = false;
  let closing: Promise<void> | undefined;

  const tableOf = (collection: string): Table => {
    const table = tables.get(collection);
    if (!table) throw new Error(`there is no collection ${collection}`);
    return table;
  };

  const refuseWhenClosing = () => {
    if (closing) throw new Error('the store is closed');
  };

  /** After all that came before, as the work of who asks. */
  const inTurn = <T>(unit: () => Promise<T>): Promise<T> => {
    const work = currentWork();
    const done = turn.then(async () => {
      await goOn(work);
      return unit();
    });
    turn = done.catch(() => undefined);
    return done;
  };

  // No savepoint: at the end of each statement SQLite would walk through all that changed since.
  const begin = () => patiently(() => writer.exec(onlyReads ? 'BEGIN' : 'BEGIN IMMEDIATE'));

  const commit = () => {
    writer.exec('COMMIT');
    ids.settle();
    room.found();
  };

  /** Undoes all but the ids that were given. */
  const undo = () => {
    const rollBack = () => writer.inTransaction() && writer.exec('ROLLBACK');
    try {
      rollBack();
      if (!ids.areGiven()) return;
      writer.exec('BEGIN IMMEDIATE');
      ids.keep();
      writer.exec('COMMIT');
    } catch {
      // This process knows them still.
    } finally {
      ids.settle();
      rollBack();
    }
  };

  /**
   * Runs work in a transaction of its own, which it must not leave. The next one begins when it is committed; the caller is
   * told when it is on the disk.
   */
  const transaction = async <T>(unit: () => Promise<T>): Promise<T> => {
    const work = currentWork();
    const { value, wrote } = await inTurn(async () => {
      try {
        await wal?.emptied();
        await begin();
        hasWritten = false;
        const value = await unit();
        commit();
        return { value, wrote: hasWritten };
      } catch (error) {
        undo();
        throw room.refused(error);
      }
    });
    if (wal) {
      await wal.synced(wrote);
      await goOn(work);
    }
    return value;
  };

  const atomically = async <T>(work: () => Promise<T>): Promise<T> => {
    const outer = units.current();
    if (outer) return units.nest(outer, work);
    refuseWhenClosing();
    return transaction(async () => {
      const outcome = await units.run(undefined, work);
      if ('value' in outcome) return outcome.value;
      const refused = room.refused(outcome.cause);
      throw refused === outcome.cause ? outcome.error : refused;
    });
  };

  /** Reads outside of a unit. */
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

  /** Outside of a unit: by one statement where indexes answer it, else in slices. */
  const answered = async <T>(
    question: () => Question,
    {
      atOnce,
      inSlices,
    }: { atOnce(ask: Ask, question: Question): T; inSlices(question: Question, ask: Ask): Generator<void, T> },
  ): Promise<T> => {
    return outside(async () => {
      const asked = await patiently(question);
      // Questions that are asked together all come here before the first is answered.
      const waits = rest();
      if (waits) await waits;
      // Without another connection nothing can be asked in slices.
      if (onlyReads || isAnsweredByIndex(asked)) return patiently(() => atOnce(askOf(reader), asked));
      return sliced.read((ask) => inSlices(asked, ask));
    });
  };

  const write = async <T>(collection: string, verb: (table: Table) => T): Promise<T> => {
    const unit = units.current();
    if (!unit) return atomically(() => write(collection, verb));
    unit.writes += 1;
    return units.join(unit, async () => {
      // Readers go on while a unit waits for its next part.
      await rest();
      hasWritten = true;
      return verb(tableOf(collection));
    });
  };

  const counted = async (count: () => number): Promise<number> => {
    const failure = units.current()?.failure;
    if (failure) throw failure.error;
    const counts = (): number => {
      hasWritten = true;
      return count();
    };
    // Whoever's transaction it is: it keeps what is counted in it, committed or not.
    if (writer.inTransaction()) return counts();
    refuseWhenClosing();
    return transaction(async () => counts());
  };

  /** N-grams that few documents have: a page of what many have is found sooner in its order, and so is all that very many have. */
  const few = (connection: Connection, table: Table, { filter, options }: Found): string | undefined => {
    const ngrams = ngramsAsked(filter, table);
    if (ngrams === undefined) return undefined;
    const most = options.limit === undefined ? FEW_OF_ALL : FEW;
    return Number(queried(connection, ngramsQuery(table, { ngrams }, most))[0]![0]) < most ? ngrams : undefined;
  };

  const questionOf = (connection: Connection, table: Table, found: Found): Question => ({
    ...{ table, filter: found.filter },
    reading: { ...found.options, ngrams: few(connection, table, found) },
  });

  const documents = (ask: Ask, { table, filter, reading }: Question): Stored[] =>
    ask(findQuery(table, filter, reading)).map((row) =>
      reading.only ? partial(table, reading.only, row) : frozen(fromRow(row, table, reading.without)),
    );

  /** Documents are read when it is known which, some at a time. */
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
  /** To the reader the writer of this process is another one, as those of other processes are. */
  const dataVersion = (): number | undefined => {
    if (looked !== undefined) return looked;
    try {
      looked = Number(reader.rows('PRAGMA data_version')[0]![0]);
      // One look for all requests that were there already.
      setImmediate(() => {
        looked = undefined;
      });
      return looked;
    } catch {
      // It is closed, or another process holds the file: the next query says so.
      return undefined;
    }
  };

  const bodiesOf = (table: Table, filter: Filter): Stored[] =>
    queried(writer, findQuery(table, filter, {})).map((row) => fromRow(row, table));

  const find = <T extends Stored>(collection: string, filter: Filter, options: FindOptions = {}): Promise<T[]> => {
    const found = { filter: cleanFilter(filter), options };
    const unit = units.current();
    if (unit)
      return units.join(unit, async () =>
        documents(askOf(writer), questionOf(writer, tableOf(collection), found)),
      ) as Promise<T[]>;
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
      // Few values may be found in many documents, also where an index has all that is asked.
      return outside(async () =>
        onlyReads
          ? patiently(() => distinct(askOf(reader), question()))
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

    insert: (collection, document) => {
      const next = cleanDocument(document);
      return write(collection, (table) => keep(writer, table, { document: next, orReplace: false }));
    },

    update: <T extends Stored>(collection: string, id: T['_id'], update: Update) => {
      const clean = cleanUpdate(update);
      return write(collection, (table) => {
        const [row] = numbersUpdated(writer, table, { ids: [id], update: clean, whole: true });
        if (row) return frozen(fromRow(row.slice(1), table)) as T;
        const before = documentWith(writer, table, id);
        return before && (frozen(rewritten(writer, table, before, clean)) as T);
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

    add: (collection, additions, { upsert = false } = {}) => {
      const alike = new Map<string, { ids: Stored['_id'][]; update: Update }>();
      for (const { _id, update } of additionsAsUpdates(additions)) {
        const key = JSON.stringify(update);
        const known = alike.get(key) ?? { ids: [], update };
        known.ids.push(_id);
        alike.set(key, known);
      }
      return write(collection, (table) => {
        for (const { ids, update } of alike.values()) {
          const done = new Set(numbersUpdated(writer, table, { ids, update, whole: false }).map(([id]) => id));
          for (const _id of ids.filter((id) => !done.has(id))) {
            const before = documentWith(writer, table, _id);
            if (before) rewritten(writer, table, before, update);
            else if (upsert) keep(writer, table, { document: modified({ _id }, update), orReplace: false });
          }
        }
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

    atomically,
    prepare: () =>
      transaction(async () => {
        hasWritten = true;
        prepare();
      }),
    dataVersion,
    ping: async () => !closing && !room.isDamaged(),
    isFull: room.isFull,
    examine: (how) => examine({ connection: reader, tables, ...how }),

    close: () => {
      closing ??= inTurn(async () => {
        await sliced.close();
        await wal?.close();
        reader.close();
        // Statements that are not collected yet keep the file open: its log is emptied here, not there.
        if (!onlyReads) writer.exec('PRAGMA wal_checkpoint(TRUNCATE)');
        writer.close();
        release();
      });
      return closing;
    },
  };
};

const askOf =
  (connection: Connection): Ask =>
  (query) =>
    queried(connection, query);

interface Found {
  filter: Filter;
  options: FindOptions;
}

/** The rows of a query; where the index that it names does not fit, those of the same query without. */
function queried(connection: Connection, { sql, values }: Query): Cell[][] {
  try {
    return connection.rows(sql, values);
  } catch (error) {
    if (!/^(no query solution|no such index)/.test((error as Error).message)) throw error;
    return connection.rows(sql.replace(/ INDEXED BY "(?:[^"]|"")*"/g, ''), values);
  }
}
