import type { ViewerCan } from '../../domain/access.ts';
import { DomainError, notFoundCode } from '../../domain/errors.ts';
import { type RecordRef, refuseBadRef } from '../../domain/fields/ref.ts';
import { message } from '../../domain/message.ts';
import { slugCandidates } from '../../domain/slug.ts';
import { shortened } from '../../domain/text.ts';
import type { Finder, RecordKey } from './repository.ts';

interface Finding<R> {
  /** The error if there is no such record. */
  unknown(): DomainError | Promise<DomainError>;
  /** Whether the caller may find a record. Defaults to all. */
  isShown?(record: R): boolean;
}

/** Finds the record of a ref. An address also finds former slugs that no record has now. @throws what `unknown` returns */
export async function findRecord<R>(
  among: Finder<R>,
  ref: RecordRef,
  { unknown, isShown = () => true }: Finding<R>,
): Promise<R> {
  const keys = refKeys(ref);
  for (const key of keys) {
    const record = await among.one(key);
    if (record && isShown(record)) return record;
  }
  for (const key of 'isAddress' in ref ? keys : []) {
    const record = (await among.formerly?.(key))?.find(isShown);
    if (record) return record;
  }
  throw await unknown();
}

/** The record with this id, if there is one and it is not damaged. */
export async function soundIn<R>(among: Finder<R>, _id: number): Promise<R | undefined> {
  try {
    return await among.one({ _id });
  } catch (error) {
    if (error instanceof DomainError && error.code === 'DAMAGED_RECORD') return undefined;
    throw error;
  }
}

/** The keys that a ref may stand for, the likeliest first. @throws INVALID_FIELD for a slug that is too long */
function refKeys(ref: RecordRef): RecordKey[] {
  refuseBadRef(ref);
  return 'id' in ref ? [{ _id: ref.id }] : slugCandidates(ref.slug).map((slugs) => ({ slugs }));
}

const BY = {
  id: 'There is no {0} with this id.',
  slug: 'There is no {0} with this slug.',
  address: 'There is no {0} with this address.',
} as const;

/** What messages repeat of an id at most, in characters. */
const LONGEST_ID = 40;

/** The error for a missing record. `can` is what the caller may do to records of its kind in general. */
export function notFound(kind: string, ref: RecordRef, can: ViewerCan): DomainError {
  const word = { word: kind };
  const by = 'slug' in ref ? 'slug' : ref.said;
  const id = 'slug' in ref ? '' : (ref.sent ?? String(ref.id));
  const said = by ? message(BY[by], word) : message('There is no {0} with ID {1}.', word, shortened(id, LONGEST_ID));
  return new DomainError(notFoundCode(kind), said, [], { viewerCan: can });
}
