import type { Instant } from './time.ts';

/** What a record must be like for a write to it to happen; without either member, anything. */
export interface Precondition {
  /** It is in one of these versions. */
  versions?: readonly number[];
  /** It was not changed after this second, where it says when it was changed. */
  unmodifiedSince?: Instant;
}

/** Whether a record is as its writer read it. */
export function meets(
  { version, modifiedAt }: { version: number; modifiedAt?: Instant },
  { versions, unmodifiedSince }: Precondition,
): boolean {
  if (versions && !versions.includes(version)) return false;
  if (unmodifiedSince === undefined || modifiedAt === undefined) return true;
  return Math.floor(modifiedAt / 1000) <= Math.floor(unmodifiedSince / 1000);
}
