import type { Store } from '../store/port.ts';

/** Hears how far a long task is: what it does, and how many of how many are done. */
export type Report = (what: string, done: number, total: number) => void;

/** Hands on what it hears at most this often, and every end. */
export function saidEvery(milliseconds: number, say: Report): Report {
  let next = 0;
  return (what, done, total) => {
    if (Date.now() < next && done < total) return;
    next = Date.now() + milliseconds;
    say(what, done, total);
  };
}

/**
 * One change of the form in which data is stored. It may be ended half way and begun again by another process, so doing
 * it twice must do no harm; servers of the version before may still be writing.
 */
export interface Migration {
  /** The version of the stored form that it leads to: one more than the one before. */
  version: number;
  /** What it does, for the log. */
  name: string;
  run(store: Store, report: Report): Promise<void>;
}
