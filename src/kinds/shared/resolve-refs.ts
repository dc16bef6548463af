import type { Filter } from '../../data/port.ts';
import type { Problem } from '../../domain/errors.ts';
import type { Link } from '../../domain/fields/link-input.ts';
import type { RecordRef } from '../../domain/fields/ref.ts';
import { type Message, message } from '../../domain/message.ts';
import { slugCandidates } from '../../domain/slug.ts';
import { idsCalled } from './called.ts';
import type { Repository } from './repository.ts';

/** The ids of the records that a ref stands for: none, one, or those that have a name in common. */
type IdsOf = (ref: RecordRef) => readonly number[];

/** How many records of one name a message tells. */
const MOST_TOLD = 10;

/** What is wrong with a ref that stands for none or for several: `missing`, or which these are. */
export const faultOf = (ids: readonly number[], missing: Message): Pick<Problem, 'code' | 'message'> =>
  ids.length === 0
    ? { code: 'unknown', message: missing }
    : {
        code: 'invalid',
        message: message('Is the name of several. Send the id of one: {0}.', ids.slice(0, MOST_TOLD).join(', ')),
      };

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
 * Resolves refs and trusts ids to exist. No query is needed if there are only ids. A name counts if it is that of a record `among`
 * those that the caller may name.
 */
export async function resolveSlugs(
  repository: Pick<Found, 'find'>,
  refs: readonly RecordRef[],
  among: Filter = {},
): Promise<IdsOf> {
  const slugs = refs.flatMap((ref) => ('slug' in ref && !ref.isName ? slugCandidates(ref.slug) : []));
  const found = slugs.length ? await repository.find({ slugs: { $in: slugs } }, { only: ['slugs'] }) : [];
  const names = refs.flatMap((ref) => ('isName' in ref ? [ref.slug] : []));
  const called = await idsCalled(repository as Repository<never>, names, { besides: among });
  return (ref) => {
    if ('isName' in ref) return called[names.indexOf(ref.slug)]!;
    if ('id' in ref) return [ref.id];
    return slugCandidates(ref.slug)
      .flatMap((slug) => found.find((record) => record.slugs?.includes(slug))?._id ?? [])
      .slice(0, 1);
  };
}

/** Resolves refs to existing records. Calls `byIds` to check ids, if there are any. */
export async function resolveRecords(
  repository: Found,
  refs: readonly RecordRef[],
  among: Filter = {},
): Promise<IdsOf> {
  const ids = refs.flatMap((ref) => ('id' in ref ? [ref.id] : []));
  const existing = new Set(ids.length ? (await repository.byIds(ids)).map(({ _id }) => _id) : []);
  const idsOf = await resolveSlugs(repository, refs, among);
  return (ref) => ('id' in ref && !existing.has(ref.id) ? [] : idsOf(ref));
}
