import { searchOf } from './search.ts';
import { ngramsQuery, type Query, type Question } from './select.ts';
import type { Cell } from './sqlite.ts';

/**
 * The most documents looked up by n-grams: for a page, and for all matches. Each look-up reads the whole list of documents with
 * an n-gram: 6 ms for 100,000, even to find a few.
 */
const [FEW, FEW_OF_ALL] = [1_000, 10_000];

/** Runs a query and returns its rows. */
export type Ask = (query: Query) => Promise<Cell[][]>;

/** Asks again without the index that a query names if it does not fit. */
export const asking =
  (ask: (query: Query) => ReturnType<Ask> | Cell[][]): Ask =>
  async ({ sql, values }) => {
    try {
      return await ask({ sql, values });
    } catch (error) {
      if (!/^(no query solution|no such index)/.test((error as Error).message)) throw error;
      return ask({ sql: sql.replace(/ INDEXED BY "(?:[^"]|"")*"/g, ''), values });
    }
  };

/** Adds how to search by n-grams. Where many documents have them, reading a page in its order is faster. */
export async function withNgrams(question: Question, ask: Ask): Promise<Question> {
  const { table, filter, reading } = question;
  const search = searchOf(filter, table);
  if (!search) return question;
  const isPage = reading.limit !== undefined;
  const most = isPage ? FEW : FEW_OF_ALL;
  const [[found]] = (await ask(ngramsQuery(table, search.query, most))) as [[number]];
  const areFew = found < most;
  return areFew || !isPage ? { ...question, reading: { ...reading, search: { ...search, areFew } } } : question;
}
