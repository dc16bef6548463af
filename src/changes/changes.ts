import type { Store } from '../store/port.ts';
import { type ChangeReader, createReader } from './read.ts';
import { type ChangeWriter, createWriter } from './units.ts';

/** The log of what was changed, of one process: docs/changes.md says what it promises. */
export type Changes = ChangeReader & ChangeWriter;

/** `clock` gives milliseconds since the epoch: the time of the process, not of a request. */
export const createChanges = (store: Store, clock: () => number): Changes => ({
  ...createReader(store, clock),
  ...createWriter(store, clock),
});
