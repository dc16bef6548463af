import { DomainError } from '../errors.ts';
import { excess, LIMITS } from './limits.ts';

/** Which record an operation is about: exactly one of the two. */
export interface RecordRef {
  id?: number | null;
  slug?: string | null;
}

/** @throws INVALID_FIELD unless it is exactly one of id and slug, and no longer than a line */
export function refuseBadRef({ id, slug }: RecordRef): void {
  const long = excess(LIMITS.line, slug);
  if (long) throw new DomainError('INVALID_FIELD', 'Not accepted: slug.', [{ field: 'slug', ...long.fault }]);
  if ((id == null) !== (slug == null)) return;
  throw new DomainError('INVALID_FIELD', 'A record is addressed by exactly one of id and slug.', [
    { field: 'ref', code: 'invalid_ref', message: 'Give exactly one of id and slug.' },
  ]);
}
