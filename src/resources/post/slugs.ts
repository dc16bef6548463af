import { invalid } from '../../fields/examine.ts';
import type { Language, PerLanguage } from '../../rules/language.ts';
import { nextFree, slugify } from '../../rules/slug.ts';
import { hasSlug } from '../../rules/status.ts';
import type { Repository } from '../repository.ts';
import type { PostKind, PostRecord } from './record.ts';

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The slugs of other records that are this one, or this one with a number behind it. */
const numbered = async <R extends { _id: number }>(
  repository: Repository<R>,
  wanted: string,
  self: number,
): Promise<Set<string>> =>
  new Set(
    await repository.distinct<string>('slugs', {
      slugs: new RegExp(`^${escaped(wanted)}(-\\d+)?$`),
      _id: { $ne: self },
    }),
  );

/** The slug itself, or with the first free number behind it: no other record of the kind has it in any language. */
export async function freeSlug<R extends { _id: number }>(
  repository: Repository<R>,
  wanted: string,
  self: number,
): Promise<string> {
  const taken = await numbered(repository, wanted, self);
  let slug = nextFree(wanted, taken);
  // A long slug is cut to make room for its number: then the numbered ones are not among those that were looked for.
  while (!slug.startsWith(wanted) && (await repository.one({ slugs: slug, _id: { $ne: self } }))) {
    taken.add(slug);
    slug = nextFree(wanted, taken);
  }
  return slug;
}

/**
 * The slugs of a record as its texts and its status want them: one for each language that has a title, made from the
 * title where none was given, the id where the title leaves nothing.
 */
export async function settledSlugs<R extends PostRecord>(
  kind: PostKind<R>,
  repository: Repository<R>,
  record: R,
  given?: { language: Language; slug: string },
): Promise<PerLanguage<string>> {
  const slugs = { ...record.slug };
  if (given) {
    await refuseForeignSlug(repository, given, record._id);
    slugs[given.language] = await freeSlug(repository, given.slug, record._id);
  }
  if (!kind.draftsHaveSlugs && !hasSlug(record.status)) return slugs;
  for (const language of Object.keys(record.text) as Language[]) {
    if (slugs[language] !== undefined || !isNamed(record.text[language])) continue;
    const wanted = slugify(kind.nameIn(record, language)) || String(record._id);
    const own = Object.values(slugs).find((slug) => slug === wanted);
    slugs[language] = own ?? (await freeSlug(repository, wanted, record._id));
  }
  return slugs;
}

/** Without a title or name of its own a language shows another's, and that one's slug. */
const isNamed = (text: object | undefined): boolean => text !== undefined && ('title' in text || 'name' in text);

/** Within a language a taken slug gets a number. Another record's slug in another language would be one in name only. */
async function refuseForeignSlug<R extends PostRecord>(
  repository: Repository<R>,
  { language, slug }: { language: Language; slug: string },
  self: number,
): Promise<void> {
  const holder = await repository.one({ slugs: slug, _id: { $ne: self } });
  if (!holder || holder.slug[language] === slug) return;
  throw invalid([{ field: 'slug', code: 'duplicate', message: 'Another record has this slug in another language.' }]);
}

const TRASHED = /__trashed(-\d+)?$/;

/** The slugs of a record in the trash: theirs become free for others. */
export const trashedSlugs = <R extends PostRecord>(
  repository: Repository<R>,
  record: R,
): Promise<PerLanguage<string>> =>
  renamed(record, async (slug) => {
    const wanted = `${slug.replace(TRASHED, '')}__trashed`;
    const taken = await numbered(repository, wanted, record._id);
    // Never cut, however long: the mark at the end is what tells how to come back.
    let free = wanted;
    for (let number = 2; taken.has(free); number++) free = `${wanted}-${number}`;
    return free;
  });

/** The slugs of a record that comes back from the trash: its own again where they are still free. */
export const restoredSlugs = <R extends PostRecord>(
  repository: Repository<R>,
  record: R,
): Promise<PerLanguage<string>> =>
  renamed(record, (slug) => freeSlug(repository, slug.replace(TRASHED, ''), record._id));

async function renamed(record: PostRecord, rename: (slug: string) => Promise<string>): Promise<PerLanguage<string>> {
  const slugs: PerLanguage<string> = {};
  for (const [language, slug] of Object.entries(record.slug)) slugs[language as Language] = await rename(slug);
  return slugs;
}
