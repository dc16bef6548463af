import { nextFree } from '../../rules/slug.ts';
import type { Filter } from '../../store/port.ts';
import type { Versioned } from './bodies.ts';
import type { Repository } from './repository.ts';

/** The slug that is wanted for a record. */
interface Wanted {
  slug: string;
  /** Id of the record. */
  self: number;
  /** The records whose slugs are taken: all others without it. */
  by?: Filter;
  /** Slugs that nobody may have. */
  refused?: readonly string[];
}

/** The slugs of other records that are this one, or this one with a number behind it. */
export const numberedSlugs = async <R extends Versioned>(
  repository: Repository<R>,
  { slug, self, by }: Wanted,
): Promise<string[]> => {
  const alike = await repository.distinct<string>(
    'slugs',
    { slugs: { $prefix: slug }, _id: { $ne: self }, ...by },
    // Few begin alike; left to itself a database may look at all in the states that are asked for.
    { index: 'slugs' },
  );
  return alike.filter((other) => other.startsWith(slug) && /^(-\d+)?$/.test(other.slice(slug.length)));
};

/** The slug itself, or with the first free number behind it: no other record of the kind has it in any language. */
export async function freeSlug<R extends Versioned>(repository: Repository<R>, wanted: Wanted): Promise<string> {
  const { self, by, refused = [] } = wanted;
  const taken = new Set([...(await numberedSlugs(repository, wanted)), ...refused]);
  let slug = nextFree(wanted.slug, taken);
  // A long slug is cut to make room for its number: then the numbered ones are not among those that were looked for.
  while (!slug.startsWith(wanted.slug) && (await repository.one({ slugs: slug, _id: { $ne: self }, ...by }))) {
    taken.add(slug);
    slug = nextFree(wanted.slug, taken);
  }
  return slug;
}
