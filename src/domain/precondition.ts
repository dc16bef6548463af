import type { Instant } from './time.ts';

/** The condition for a write to a record. Without either member, every record meets it. */
export interface Precondition {
  /** The record has one of these versions. */
  versions?: readonly number[];
  /** The record was not changed after this second. A record that does not say when it was changed meets this. */
  unmodifiedSince?: Instant;
}

/** Whether a record is still as its writer read it. */
export function meets(
  { version, modifiedAt }: { version: number; modifiedAt?: Instant },
  { versions, unmodifiedSince }: Precondition,
): boolean {
  if (versions && !versions.includes(version)) return false;
  if (unmodifiedSince === undefined || modifiedAt === undefined) return true;
  return Math.floor(modifiedAt / 1000) <= Math.floor(unmodifiedSince / 1000);
}
