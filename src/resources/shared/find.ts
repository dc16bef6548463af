import { DomainError, type FoundKind, notFoundCode } from '../../errors.ts';
import { type RecordRef, refuseBadRef } from '../../fields/ref.ts';
import type { ViewerCan } from '../../rules/access.ts';
import { meantSlugs } from '../../rules/slug.ts';
import type { Finder, RecordKey } from './repository.ts';

/** The record that is meant. Says nothing about whether the caller may see it. @throws what `unknown` gives, without one */
export async function findRecord<R>(
  among: Finder<R>,
  ref: RecordRef,
  unknown: () => DomainError | Promise<DomainError>,
): Promise<R> {
  for (const key of refKeys(ref)) {
    const record = await among.one(key);
    if (record) return record;
  }
  throw await unknown();
}

/** What the one record may be found by that a ref means, the likeliest first. @throws INVALID_FIELD for a slug that is too long */
function refKeys(ref: RecordRef): RecordKey[] {
  refuseBadRef(ref);
  return 'id' in ref ? [{ _id: ref.id }] : meantSlugs(ref.slug).map((slugs) => ({ slugs }));
}

/** The error for a record that is not there. `can` is what the caller may do to records of its kind in general. */
export function notFound(kind: FoundKind, ref: RecordRef, can: ViewerCan): DomainError {
  const address = 'id' in ref ? (ref.said ?? `ID ${ref.id}`) : 'this slug';
  return new DomainError(notFoundCode(kind), `There is no ${kind} with ${address}.`, [], { viewerCan: can });
}
