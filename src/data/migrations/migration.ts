import type { Store } from '../port.ts';

/** Reports the progress of a long task: what it does, and how many of how many are done. */
export type Report = (what: string, done: number, total: number) => void;

/** Limits a report to one per this many milliseconds, plus each final one. */
export function saidEvery(milliseconds: number, say: Report): Report {
  let next = 0;
  return (what, done, total) => {
    if (Date.now() < next && done < total) return;
    next = Date.now() + milliseconds;
    say(what, done, total);
  };
}

/**
 * One change to the format of the stored data. Migrations must be idempotent: an interrupted one runs again, perhaps in another
 * process.
 */
export interface Migration {
  /** The version it migrates to. The first is the baseline plus one; each later one adds one. */
  version: number;
  /** What it does, for the log. */
  name: string;
  run(store: Store, report: Report): Promise<void>;
}

/** The data versions that a program supports. */
export interface Versions {
  /** The oldest version that it can migrate. */
  baseline: number;
  /** All migrations since the baseline, in order. The last leads to the version that the program needs. */
  migrations: readonly Migration[];
}
