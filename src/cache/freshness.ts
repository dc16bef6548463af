import type { Instant } from '../domain/time.ts';

/** What an answer depends on besides its address, its caller and the stored data. Recorded while the answer is made. */
export interface Freshness {
  /** When the same request will get a different answer, even if nothing is written. */
  until: Instant;
  /** Texts in the answer that only state the current time. */
  moving: readonly string[];
  /** The requested record, if there is just one. */
  record?: { version: number; modifiedAt?: Instant };
}

/** The initial value for a new answer. */
export const newFreshness = (): Freshness => ({ until: Number.POSITIVE_INFINITY, moving: [] });
