import { inject, type TestAPI, test } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether the project takes samples; by vitest.config.ts. */
    takesSamples: boolean;
  }
}

/** The golden ratio: its multiples leave no gap, and follow no pattern that a table may have. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * The rows of a long table that a project runs: in `fast` so `many`, one of each equal part of the table and the same in every run;
 * in all others every row. A test file that imports this runs in `thorough`, too.
 */
export function sample<T>(rows: readonly T[], many: number): readonly T[] {
  if (!inject('takesSamples') || rows.length <= many) return rows;
  return Array.from({ length: many }, (_, at) => rows[Math.floor(((at + ((at * GOLDEN) % 1)) * rows.length) / many)]!);
}

/** `sampled(5).each(rows)` is `test.each(rows)` with a sample of the rows. */
export const sampled = (many: number): Pick<TestAPI, 'each'> => ({
  each: ((rows: readonly unknown[]) => test.each(sample(rows, many))) as TestAPI['each'],
});
