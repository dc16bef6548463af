import type { Collection, Store, Stored } from '../data/port.ts';
import type { Language } from '../domain/language.ts';

/**
 * Remembers imported records, so that the next import knows whether they have changed there or here since. Nothing shows
 * this collection. It has one document for each record, one for each event that was left out, one for each file and each address of one, one for the last run of each source,
 * one for each unfinished import, and one for ids.
 */
export const IMPORTS = { name: 'imports', indexes: [] } as const satisfies Collection;

/** What is remembered of one record. */
export interface Imported extends Stored {
  _id: string;
  /** Its name at the source. */
  ref: string;
  /** Its id here. */
  here: number;
  /** A hash of the source's version at the last import. */
  there: string;
  /** A hash of our version at that time. Empty if the record was found here, not imported. */
  was: string;
  /** The languages of the source. Defaults to all. */
  only?: readonly Language[];
  /** Our user for its author at the last import, if there was one. */
  author?: number;
  /** The start by which it is known among the events of its UID, which is its reference. */
  start?: string;
  /** What of it broke a rule and was left out, for people. */
  left?: readonly string[];
  /** It is gone there since. If the importer put the record into the trash, when that was; else 0. */
  gone?: number;
  /** The last run that saw it. */
  seen: number;
}

/** The file that was taken under a name. */
export interface ImportedFile extends Stored {
  _id: string;
  /** The name under which its records are remembered. */
  site: string;
  /** What the file calls its calendar. */
  calendar?: string;
}

/** An address that served a file: under which name its records are remembered, and which version was taken whole. */
export interface ImportedAddress extends Stored {
  /** `address/` and a hash of the address, which may be a secret. */
  _id: string;
  site: string;
  etag?: string;
  modified?: string;
  /** The options with which that was taken. */
  asked?: string;
}

/** How a run ended: `away` where nobody answered and nothing was written, `stopped` by a signal. */
export type ImportEnd = 'done' | 'failed' | 'away' | 'stopped';

/** The last run of a source. */
export interface ImportRun extends Stored {
  /** `run/` and the start of the source's keys. */
  _id: string;
  /** When it ended, in milliseconds since the epoch. */
  at: number;
  ended: ImportEnd;
  /** What it refused, left to somebody's decision or missed, as a hash. */
  faults: string;
  /** When the run ended whose report this is, if nothing was read in this one; 0 if nothing ever was. */
  readAt?: number;
  /** Its report, with the first entries of each list. */
  report: { source: string; counts: Readonly<Record<string, Readonly<Record<string, number>>>> };
}

/** The last runs of up to so many sources. The character after "/" is "0". */
export const lastRuns = (store: Store, limit: number): Promise<ImportRun[]> =>
  store.find<ImportRun>(
    IMPORTS.name,
    { _id: { $gt: 'run/', $lt: 'run0' } },
    { sort: [['_id', 1]], limit, index: '_id_' },
  );

/** How far an import has got. It resumes from there. */
export interface ImportPosition extends Stored {
  _id: string;
  /** When the run began, in milliseconds since the epoch. */
  run: number;
  /** The query sent to the source. A different query starts over. */
  asked: string;
  /** Where to resume, in the source's own terms. */
  place: string;
}

/** Ranges of ids, both ends included. */
export type IdRange = [from: number, to: number];

/** Ids that are claimed for imported records but not used yet. No other record gets them. */
export interface ClaimedIds extends Stored {
  _id: 'claimed';
  posts: IdRange[];
  terms: IdRange[];
  /** What is being claimed. */
  intents?: { posts?: IdRange; terms?: IdRange };
}
