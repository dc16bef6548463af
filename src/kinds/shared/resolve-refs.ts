import type { Filter } from '../../data/port.ts';
import type { Link } from '../../domain/fields/link-input.ts';
import type { RecordRef } from '../../domain/fields/ref.ts';
import { slugCandidates } from '../../domain/slug.ts';
import { idsCalled } from './called.ts';
import type { Repository } from './repository.ts';

/** The id of the record that a ref stands for, if there is one. */
type IdOf = (ref: RecordRef) => number | undefined;

/** The refs in a list of links. */
export const refsOf = <N, U>(links: readonly Link<N, U>[]): RecordRef[] =>
  links.flatMap((link) => ('ref' in link ? [link.ref] : []));

interface Slugged {
  _id: number;
  slugs?: readonly string[];
}

/** The lookups needed to resolve refs. */
interface Found {
  find(...args: Parameters<Repository<never>['find']>): Promise<readonly Slugged[]>;
  byIds(ids: readonly number[]): Promise<readonly Slugged[]>;
}

/**
 * Resolves refs and trusts ids to exist. No query is needed if there are only ids. A name counts if it is that of one record `among`
 * those that the caller may name.
 */
export async function resolveSlugs(
  repository: Pick<Found, 'find'>,
  refs: readonly RecordRef[],
  among: Filter = {},
): Promise<IdOf> {
  const slugs = refs.flatMap((ref) => ('slug' in ref && !ref.isName ? slugCandidates(ref.slug) : []));
  const found = slugs.length ? await repository.find({ slugs: { $in: slugs } }, { only: ['slugs'] }) : [];
  const names = refs.flatMap((ref) => ('isName' in ref ? [ref.slug] : []));
  const called = await idsCalled(repository as Repository<never>, names, { besides: among });
  return (ref) => {
    if ('isName' in ref) {
      const [id, ...others] = called[names.indexOf(ref.slug)]!;
      return others.length === 0 ? id : undefined;
    }
    return 'id' in ref
      ? ref.id
      : slugCandidates(ref.slug)
          .map((slug) => found.find((record) => record.slugs?.includes(slug))?._id)
          .find((id) => id !== undefined);
  };
}

/** Resolves refs to existing records. Calls `byIds` to check ids, if there are any. */
export async function resolveRecords(repository: Found, refs: readonly RecordRef[], among: Filter = {}): Promise<IdOf> {
  const ids = refs.flatMap((ref) => ('id' in ref ? [ref.id] : []));
  const existing = new Set(ids.length ? (await repository.byIds(ids)).map(({ _id }) => _id) : []);
  const idOf = await resolveSlugs(repository, refs, among);
  return (ref) => ('id' in ref && !existing.has(ref.id) ? undefined : idOf(ref));
}
