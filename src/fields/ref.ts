import { DomainError } from '../errors.ts';

/** Which record an operation is about: exactly one of the two. */
export interface RecordRef {
  id?: number | null;
  slug?: string | null;
}

/** @throws INVALID_FIELD unless it is exactly one of id and slug */
export function refuseBadRef({ id, slug }: RecordRef): void {
  if ((id == null) !== (slug == null)) return;
  throw new DomainError('INVALID_FIELD', 'A record is addressed by exactly one of id and slug.', [
    { field: 'ref', code: 'invalid_ref', message: 'Give exactly one of id and slug.' },
  ]);
}
