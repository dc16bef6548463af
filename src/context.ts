import type { Links } from './links.ts';
import type { Running } from './request.ts';
import type { Versioned } from './resources/shared/bodies.ts';
import type { Finder, Repository } from './resources/shared/repository.ts';
import type { Viewer } from './rules/access.ts';
import type { Language } from './rules/language.ts';
import type { Precondition } from './rules/precondition.ts';
import type { Instant } from './rules/time.ts';

/** What every service knows about the request. One per request, the same for every door. */
export interface Context {
  /** Undefined is anonymous. */
  viewer: Viewer | undefined;
  /** Whether nobody can say who it is at the moment: then nothing that needs rights can be decided. */
  viewerUnknown?: true | undefined;
  /** The language of what is read and written. */
  language: Language;
  /** The time zone of the site. */
  zone: string;
  /** The hosts whose pages a text may show in a frame. */
  embedHosts: readonly string[];
  /** The moment of the request; it does not move while the request runs. */
  now: Instant;
  /** Addresses as this caller is to see them. */
  links: Links;
  /** Whether the request is still wanted, and what it is called in the log. */
  running: Running;
  loaders: Reads;
  basis: Basis;
  /**
   * Whether a record that the caller may not see is told apart from one that is not there. Only clients of REST know it so
   * (behaviour §1.9).
   */
  tellsHidden?: true | undefined;
  /** What the record that is written to must be like. */
  precondition?: Precondition | undefined;
}

/** What an answer rests on besides its address, who asks, and what is stored: noted while it is made. */
export interface Basis {
  /** From when on the request means something else, though nothing is written. */
  until: Instant;
  /** Texts in it that only say which moment it is. */
  moving: readonly string[];
  /** The one record that was asked for. */
  record?: { version: number; modifiedAt?: Instant };
}

/** That of an answer of which nothing is known yet. */
export const newBasis = (): Basis => ({ until: Number.POSITIVE_INFINITY, moving: [] });

/** What a request has read. Not for what is read within a unit, which may be undone. */
export interface Reads {
  /** Reads the records of this repository one by one: all that a request asks for at a moment in one query. */
  of<R extends Versioned>(repository: Repository<R>): Finder<R>;
  /** Whether an id is that of another kind of record that shares the ids of events. */
  isOtherPost(id: number): Promise<boolean>;
  /**
   * The revision that the calendar stood at when the request came, if that is known: what was read at it need not be read
   * again. None once the request has written.
   */
  readonly standing: number | undefined;
  /** Where it is said what the answer rests on, when it may be kept. */
  readonly restsOn: Set<string> | null;
  /** Forgets what was read: called after every write, so that the rest of the request sees it. */
  clear(): void;
}
