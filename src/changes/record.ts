import type { FoundKind } from '../errors.ts';
import type { Collection, Filter, Stored } from '../store/port.ts';

/** Where changes are written. A collection beside the records: it is neither seeded nor copied. */
export const CHANGES = { name: 'changes', indexes: [] } as const satisfies Collection;

/** The same where units leave to be counted what they have changed. */
export const CHANGES_TO_COUNT = {
  ...CHANGES,
  indexes: [
    {
      name: 'uncounted',
      fields: [
        ['uncounted', 1],
        ['_id', 1],
      ],
      only: { uncounted: true },
    },
  ],
} as const satisfies Collection;

/** All entries. With a bound, so that a compatible server reads them by their index as well. */
export const ALL_ENTRIES: Filter = { _id: { $gte: 0 } };

/** Changes that one unit tells one by one; of more it says that everything may have changed. */
export const MOST_CHANGES = 1000;

/** The most names in an entry. A unit that touches more says `all`, and everything that is kept falls. */
export const MOST_NAMES = 200;

/** That a unit created, updated or removed a record. */
export interface RecordChange {
  /** Rises from change to change. */
  revision: number;
  kind: FoundKind;
  id: number;
  /** The version of the record after the change; of a removed one, its last. */
  version: number;
  /** When it was written, by the clock of the process that wrote it. Milliseconds since the epoch. */
  at: number;
  /** Whether everybody could read the record before; false for one that was not there. */
  publicBefore: boolean;
  /** Whether everybody can read it now; false for one that is not there any more. */
  publicAfter: boolean;
  /** It is gone for good. What goes to the trash is not. */
  removed?: true;
}

/** That any record may have changed: by a program that fills or migrates the calendar, or a unit of very many changes. */
export interface AnyChange extends Pick<RecordChange, 'revision' | 'at'> {
  kind: 'all';
}

export type Change = RecordChange | AnyChange;

/** What of a record has changed besides what everybody is told: for those who keep what they have read. */
export interface Besides {
  /** Its slugs. */
  slugs?: true;
  /** Of an event, something by which lists find or order events: in the lists of these, before or after. */
  lists?: EventLists;
}

/** Lists of events: `venues/5`, and the months in which they start there, in UTC. */
export interface EventLists {
  of: string[];
  months: string[];
}

/** What the first entry of a unit says of all of it. */
interface OfUnit {
  /** What the unit has written besides what it tells: numbers and versions of records (`venue/5`). */
  touched?: readonly string[] | 'all';
  /** Something is still to be counted. Whoever counts it knows what that is. */
  uncounted?: true;
  toCount?: readonly object[];
}

/** A change as it is stored, or the sign that a unit told nothing. `_id` is the revision. */
export type Entry = Stored & { _id: number; at: number } & OfUnit &
  ({ void: true } | Omit<AnyChange, 'revision' | 'at'> | (Omit<RecordChange, 'revision' | 'at'> & Besides));

/** Every unit that changes something has a number. Its changes have the revisions from here on, without a gap. */
export const firstRevision = (unit: number): number => unit * MOST_CHANGES;

/** The number of the unit that a revision belongs to. */
export const unitOf = (revision: number): number => Math.floor(revision / MOST_CHANGES);

/** Whether an entry is the first one of its unit. */
export const isHead = (revision: number): boolean => revision % MOST_CHANGES === 0;
