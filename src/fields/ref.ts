import { DomainError } from '../errors.ts';
import { excess, LIMITS } from './limits.ts';

/** Which record an operation is about. An id of 0 names none: `said` is what was said instead of it, for people. */
export type RecordRef = { id: number; said?: string } | { slug: string };

/** @throws INVALID_FIELD when its slug is longer than a line */
export function refuseBadRef(ref: RecordRef): void {
  const long = 'slug' in ref ? excess(LIMITS.line, ref.slug) : undefined;
  if (long)
    throw new DomainError('INVALID_FIELD', 'Not accepted: slug.', [{ field: 'slug', inRef: true, ...long.fault }]);
}
