import type { Stored } from '../port.ts';
import { ngramsSql, type Table } from './schema.ts';
import { ngramsOf } from './search.ts';
import type { Connection } from './sqlite.ts';

/** The connection that writes, with the n-grams of its open transaction that are not written yet. */
export interface Writer extends Connection {
  ngrams: Ngrams;
}

/**
 * Writes the n-grams of several documents together. FTS5 writes what it holds whenever a statement begins that can be undone by
 * itself, as most are: a document at a time would take as long as all else.
 */
interface Ngrams {
  /** Notes the n-grams of a row, which replace those it had. */
  add(searched: NonNullable<Table['searched']>, n: number, document: Stored): void;
  /** Call it before a search, a deletion and the end of the transaction. */
  write(): void;
  /** Call it when the transaction was rolled back. */
  forget(): void;
}

/** Documents that wait: some ten milliseconds of work, in which nothing else runs. */
const MOST = 25;

export function createWriter(connection: Connection): Writer {
  const waiting = new Map<string, () => void>();

  function write(): void {
    for (const each of waiting.values()) each();
    waiting.clear();
  }

  return {
    ...connection,
    ngrams: {
      add(searched, n, document) {
        const text = () => connection.run(ngramsSql(searched), [n, ngramsOf(document, searched)]);
        waiting.set(`${n} ${searched.table}`, text);
        if (waiting.size >= MOST) write();
      },
      write,
      forget: () => waiting.clear(),
    },
  };
}
