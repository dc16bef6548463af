import type { Link } from '../../fields/links.ts';
import type { RecordRef } from '../../fields/ref.ts';
import { meantSlugs } from '../../rules/slug.ts';
import type { Repository } from './repository.ts';

/** The id of the record that is meant by one of the refs that were asked for, if it is there. */
export type IdOf = (ref: RecordRef) => number | undefined;

/** What links name. */
export const refsOf = <N, U>(links: readonly Link<N, U>[]): RecordRef[] =>
  links.flatMap((link) => ('ref' in link ? [link.ref] : []));

interface Slugged {
  _id: number;
  slugs?: readonly string[];
}

/** What is found of records, whatever else they are. */
interface Found {
  find(...asked: Parameters<Repository<never>['find']>): Promise<readonly Slugged[]>;
  byIds(ids: readonly number[]): Promise<readonly Slugged[]>;
}

/** What refs mean, where an id is taken for one of a record that is there: no query where there are only ids. */
export async function slugsMeant(repository: Pick<Found, 'find'>, refs: readonly RecordRef[]): Promise<IdOf> {
  const slugs = refs.flatMap((ref) => ('slug' in ref ? meantSlugs(ref.slug) : []));
  const found = slugs.length ? await repository.find({ slugs: { $in: slugs } }, { only: ['slugs'] }) : [];
  return (ref) =>
    'id' in ref
      ? ref.id
      : meantSlugs(ref.slug)
          .map((slug) => found.find((record) => record.slugs?.includes(slug))?._id)
          .find((id) => id !== undefined);
}

/** What refs mean among the records that are there: `byIds` says which, and is asked where there are ids. */
export async function recordsMeant(repository: Found, refs: readonly RecordRef[]): Promise<IdOf> {
  const ids = refs.flatMap((ref) => ('id' in ref ? [ref.id] : []));
  const known = new Set(ids.length ? (await repository.byIds(ids)).map(({ _id }) => _id) : []);
  const idOf = await slugsMeant(repository, refs);
  return (ref) => ('id' in ref && !known.has(ref.id) ? undefined : idOf(ref));
}
