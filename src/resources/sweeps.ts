import type { Collection, Store } from '../store/port.ts';
import type { DayEntry } from './event-days.ts';
import type { TermKind } from './term/record.ts';

/** A term that is gone, while events may still carry its id and numbers by day are still kept of it. */
export interface Sweep {
  /** The term: `tags/5`. */
  _id: DayEntry;
  list: TermKind['inEvents'];
  /** The id of the term. No other record is ever given it. */
  term: number;
  /** Who sweeps, and until when nobody else does without a sign of life. Milliseconds since the epoch. */
  holder?: string;
  until: number;
}

/** What is to be swept. It belongs to the calendar: a copy and a backup go on with it. */
export const SWEEPS = { name: 'sweeps', indexes: [] } as const satisfies Collection;

/** Leaves a term that is gone to be swept, as part of the unit that removes it. */
export const leaveToSweep = (store: Store, list: Sweep['list'], term: number): Promise<void> =>
  store.put<Sweep>(SWEEPS.name, [{ _id: `${list}/${term}`, list, term, until: 0 }]);

/** Whether what is left of a record will be swept. */
export const isBeingSwept = async (store: Store, entry: DayEntry): Promise<boolean> =>
  (await store.byIds(SWEEPS.name, [entry], { only: [] })).length > 0;
