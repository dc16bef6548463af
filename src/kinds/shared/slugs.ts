import type { Versioned } from '../../cache/records.ts';
import type { Filter } from '../../data/port.ts';
import type { Language, PerLanguage } from '../../domain/language.ts';
import { nextFree } from '../../domain/slug.ts';
import type { Repository } from './repository.ts';

/** The slug to find for a record. */
interface Wanted {
  slug: string;
  /** Id of the record. */
  self: number;
  /** The records whose slugs count as taken. Defaults to all others. */
  by?: Filter;
  /** Reserved slugs. */
  refused?: readonly string[];
}

/** The slugs of other records that equal this one, or are this one plus a number. */
export const numberedSlugs = async <R extends Versioned>(
  repository: Repository<R>,
  { slug, self, by }: Wanted,
): Promise<string[]> => {
  const alike = await repository.distinct<string>(
    'slugs',
    { slugs: { $prefix: slug }, _id: { $ne: self }, ...by },
    // Few slugs share a prefix. Without the hint, a database may scan all records in these states.
    { index: 'slugs' },
  );
  return alike.filter((other) => other.startsWith(slug) && /^(-\d+)?$/.test(other.slice(slug.length)));
};

/** The slug, or the slug plus the first free number. No other record of the kind has it in any language. */
export async function freeSlug<R extends Versioned>(repository: Repository<R>, wanted: Wanted): Promise<string> {
  const { self, by, refused = [] } = wanted;
  const taken = new Set([...(await numberedSlugs(repository, wanted)), ...refused]);
  let slug = nextFree(wanted.slug, taken);
  // A long slug is cut to make room for its number. The query above did not find such shortened slugs.
  while (!slug.startsWith(wanted.slug) && (await repository.one({ slugs: slug, _id: { $ne: self }, ...by }))) {
    taken.add(slug);
    slug = nextFree(wanted.slug, taken);
  }
  return slug;
}

/** Whether a language has a title or name of its own, and still shows the slug of another. */
export const lacksSlug = (
  { slug, text }: { slug: PerLanguage<string>; text: PerLanguage<object> },
  language: Language,
): boolean => {
  const own = text[language];
  return slug[language] === undefined && own !== undefined && ('title' in own || 'name' in own);
};
