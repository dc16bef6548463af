import type { Store } from '../store/port.ts';
import { type ChangeReader, createReader } from './read.ts';
import { createTouched, type Touched } from './touched.ts';
import { type ChangeWriter, createWriter } from './units.ts';

/** The log of what was changed, of one process: docs/changes.md says what it promises. */
export interface Changes extends ChangeReader, ChangeWriter {
  /** What was changed, as far as it was followed (`createSettled`). */
  touched: Touched;
}

/** `clock` gives milliseconds since the epoch: the time of the process, not of a request. */
export const createChanges = (store: Store, clock: () => number): Changes => ({
  ...createReader(store, clock),
  ...createWriter(store, clock),
  touched: createTouched(),
});
