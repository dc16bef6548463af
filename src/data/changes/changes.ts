import type { Store } from '../port.ts';
import { type ChangeReader, createReader } from './read.ts';
import { createTouched, type Touched } from './touched.ts';
import { type ChangeWriter, createWriter } from './units.ts';

/** The change log of one process. For its guarantees, see docs/live.md. */
export interface Changes extends ChangeReader, ChangeWriter {
  /** What has changed, as far as this process has followed the log (`createSettled`). */
  touched: Touched;
}

/** `clock` returns milliseconds since the epoch: the process's time, not a request's. */
export function createChanges(store: Store, clock: () => number): Changes {
  const touched = createTouched(store);
  return { ...createReader(store, clock), ...createWriter(store, clock, touched.tell), touched };
}
