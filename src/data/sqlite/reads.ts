import { pause } from '../../domain/event-loop.ts';
import { cleanFilter } from '../clean.ts';
import { frozen } from '../frozen.ts';
import type { Filter, FindOptions, Projection, Scalar, Store, Stored, Tally, TallyOptions } from '../port.ts';
import type { Units } from '../unit.ts';
import { type Ask, asking, withNgrams } from './asking.ts';
import { retryWhenBusy } from './busy.ts';
import { isAnsweredByIndex } from './by-index.ts';
import type { Room } from './full.ts';
import type { LongReads } from './long-reads.ts';
import type { Writer } from './ngrams.ts';
import { cellValue, fromRow, partial } from './rows.ts';
import type { Table } from './schema.ts';
import { countQuery, distinctQuery, findQuery, type Query, type Question, tallyQuery } from './select.ts';
import type { Cell, Connection } from './sqlite.ts';
import { matchesNothing } from './where.ts';

/** How many documents are made of their rows in one go. */
const BATCH = 100;

/** The document that a unit read last: most units change the one they have just read. A write clears it. */
export interface Session {
  read?: { collection: string; document: Stored };
}

/** How to answer a query. */
interface Answering<T> {
  query(question: Question, isLong: boolean): Query;
  result(rows: Cell[][], session?: Session): T | Promise<T>;
  isLong?: boolean;
}

interface ReadsParts {
  tableOf(collection: string): Table;
  units: Units<Session>;
  writer: Writer;
  reader: Connection;
  /** Runs long reads in threads. Without it, the file has one connection, and they hold the event loop. */
  long?: LongReads;
  room: Pick<Room, 'refused'>;
  refuseWhenClosing(): void;
}

/** The reading verbs of the embedded store. */
export function createReads({
  tableOf,
  units,
  writer,
  reader,
  long,
  room,
  refuseWhenClosing,
}: ReadsParts): Pick<Store, 'find' | 'count' | 'byIds' | 'distinct' | 'tally'> {
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
  };
}
