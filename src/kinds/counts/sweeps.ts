import type { Collection, Store } from '../../data/port.ts';
import type { TermKind } from '../define-kind.ts';
import type { DayEntry } from './event-days.ts';

/** A deleted term whose id events may still carry, and whose numbers by day are still kept. */
export interface Sweep {
  /** The term: `tags/5`. */
  _id: DayEntry;
  list: TermKind['inEvents'];
  /** The id of the term. No other record ever gets it. */
  term: number;
  /** The process that sweeps, and until when others leave the sweep to it. Milliseconds since the epoch. */
  holder?: string;
  until: number;
}

/** The terms to sweep. They belong to the calendar: a copy or a restored backup continues with them. */
export const SWEEPS = { name: 'sweeps', indexes: [] } as const satisfies Collection;

/** Leaves a deleted term to be swept, as part of the caller's unit. */
export const leaveToSweep = (store: Store, list: Sweep['list'], term: number): Promise<void> =>
  store.put<Sweep>(SWEEPS.name, [{ _id: `${list}/${term}`, list, term, until: 0 }]);

/** Whether a sweep will remove what is left of a record. */
export const isBeingSwept = async (store: Store, entry: DayEntry): Promise<boolean> =>
  (await store.byIds(SWEEPS.name, [entry], { only: [] })).length > 0;
