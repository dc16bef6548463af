import type { Freshness } from '../cache/freshness.ts';
import type { Versioned } from '../cache/records.ts';
import type { Viewer } from '../domain/access.ts';
import type { Language } from '../domain/language.ts';
import type { Precondition } from '../domain/precondition.ts';
import type { Running } from '../domain/request.ts';
import type { Instant } from '../domain/time.ts';
import type { UploadedFile } from '../domain/upload.ts';
import type { Definitions } from './custom-fields/definitions.ts';
import type { Origin } from './post/record.ts';
import type { Links } from './record-urls.ts';
import type { Once } from './shared/once.ts';
import type { Loader, Repository } from './shared/repository.ts';

/** How many dates of a series a write changed, and of how many, counted when somebody asks. Absent for a single event. */
export interface Touched {
  dates?(): Promise<{ changed: number; of: number }>;
}

/** What every service knows about the request. There is one per request, the same for every API. */
export interface Context {
  /** Undefined for anonymous callers. */
  viewer: Viewer | undefined;
  /** The language to read and write in. */
  language: Language;
  /** The time zone of the site. */
  zone: string;
  /** The hosts whose pages a text may embed in a frame. */
  embedHosts: readonly string[];
  /** The time of the request. It stays fixed while the request runs. */
  now: Instant;
  /** Builds addresses for this caller. */
  links: Links;
  /** Whether the request is still wanted, and its name in the log. */
  running: Running;
  loaders: Reads;
  freshness: Freshness;
  /**
   * Whether hidden records give another error than missing ones. Only REST does this (behaviour §1.9).
   */
  tellsHidden?: true;
  /** Whether filters may name records that are not there: nothing matches them. The lists of the host do this. */
  ignoresUnknown?: true;
  /** Whether pages may have 100 records instead of 50. Those of the host do. */
  longPages?: true;
  /** Whether a body has its date as it was read, with changes: what the date shows already is none. Only REST knows this. */
  isSentBack?: boolean;
  /** The condition that a record must meet to be written. */
  precondition?: Precondition;
  /** Where a write notes which dates of a series it changed. */
  touched?: Touched;
  /** Does the write once, if the request sent a key. */
  once?: Once;
  /** The files that the request brought, by token. */
  uploads?: ReadonlyMap<string, UploadedFile>;
  /** Where the written record comes from. Only imports set this, never an API. */
  origin?: Origin;
}

/** What a request has read. Do not use it inside a unit, which may be rolled back. */
export interface Reads {
  /** Reads single records of this repository. Reads that a request makes at the same time share one query. */
  of<R extends Versioned>(repository: Repository<R>): Loader<R>;
  /** The custom fields of each kind. */
  customFields(): Definitions | Promise<Definitions>;
  /** Whether an id belongs to another kind of record that shares its ids with events. */
  isOtherPost(id: number): Promise<boolean>;
  /**
   * The revision of the calendar when the request arrived, or after its last write, if known. What was read at this
   * revision need not be read again.
   */
  readonly revision: number | undefined;
  /** Collects what the answer depends on. Null if the answer is not cached. */
  readonly dependencies: Set<string> | null;
  /** Forgets what was read. Called after every write, so that the rest of the request sees the write. */
  readAnew(): Promise<void>;
}
