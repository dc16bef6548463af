import type { Readers } from '../../domain/access.ts';
import type { Language, PerLanguage } from '../../domain/language.ts';
import type { Status } from '../../domain/status.ts';
import type { Collection, Filter, Stored } from '../port.ts';

/** The collection of changes. Unlike records, it is neither seeded nor copied. */
export const CHANGES = { name: 'changes', indexes: [] } as const satisfies Collection;

/** All entries. The bound makes MongoDB-compatible servers use the index, too. */
export const ALL_ENTRIES: Filter = { _id: { $gte: 0 } };

/** The most changes that a unit lists one by one. A unit with more says that everything may have changed. */
export const MOST_CHANGES = 1000;

/** The most names in an entry. A unit that touches more says `all`, which invalidates everything that is cached. */
export const MOST_NAMES = 200;

/** What a unit did to a record: moved it into the trash or out of it, or otherwise updated, created or deleted it. */
export type Done = 'created' | 'updated' | 'trashed' | 'restored' | 'deleted';

/** What the address of a record's page is made of: the status of a post, the ancestors of a term. */
export interface Addressed {
  slug: PerLanguage<string>;
  original: Language;
  status?: Status;
  trail?: readonly { slug: PerLanguage<string>; original: Language }[];
}

/** What a unit did to one record. */
export interface RecordChange {
  /** Increases from change to change. */
  revision: number;
  kind: string;
  id: number;
  /** The record's version after the change; its last version if it was deleted. */
  version: number;
  /** When it was written, by the writing process's clock. Milliseconds since the epoch. */
  at: number;
  done: Done;
  /** Who could find the record in lists before the unit. Absent for nobody: it did not exist, was hidden, or was in the trash. */
  before?: Readers;
  /** Who can find it in lists after the unit. Absent for nobody. */
  after?: Readers;
  /** Its address before the unit, if anybody who found it in lists does not find it any more. */
  was?: Addressed;
}

/** Any record may have changed: a program filled or migrated the calendar, or a unit made very many changes. */
interface AnyChange extends Pick<RecordChange, 'revision' | 'at'> {
  kind: 'all';
}

export type Change = RecordChange | AnyChange;

/** More details of a change, for caches. */
export interface Besides {
  /** Its slugs changed. */
  slugs?: true;
  /** For an event: something changed by which lists find or sort events. These lists contained it before or contain it now. */
  lists?: EventLists;
}

/** Lists of events: entries such as `venues/5`, and the months in which their events start, in UTC. */
export interface EventLists {
  of: string[];
  months: string[];
  /** The event as it was and as it is. An older version did not say this. */
  counted?: CountedChange;
}

/** What a unit did to the numbers of events. */
export interface CountedChange {
  /** The event before the unit. Absent if it did not exist, or was in the trash. */
  left?: CountedEvent;
  /** The event after the unit, if it exists and is not in the trash. */
  joined?: CountedEvent;
}

/** What decides which numbers count an event outside the trash. */
export interface CountedEvent {
  /** When it starts. Milliseconds since the epoch. */
  at: number;
  published?: true;
  /** It is hidden from lists. */
  hidden?: true;
  /** The ids of the records that it names, by list: `venues`. Empty lists are absent. */
  in: Readonly<Record<string, readonly number[]>>;
}

/** What the first entry of a unit says about the whole unit. */
interface OfUnit {
  /** What the unit has written but does not report: numbers and versions of records (`venue/5`). */
  touched?: readonly string[] | 'all';
}

/** A change as stored, or a mark that a unit reported nothing. `_id` is the revision. */
export type Entry = Stored & { _id: number; at: number } & OfUnit &
  ({ void: true } | Omit<AnyChange, 'revision' | 'at'> | (Omit<RecordChange, 'revision' | 'at'> & Besides));

/** Every unit that changes something has a number. Its changes have consecutive revisions, starting here. */
export const firstRevision = (unit: number): number => unit * MOST_CHANGES;

/** The number of the unit that a revision belongs to. */
export const unitOf = (revision: number): number => Math.floor(revision / MOST_CHANGES);
