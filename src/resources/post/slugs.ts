import { invalid } from '../../fields/examine.ts';
import type { Language, PerLanguage } from '../../rules/language.ts';
import { RESERVED_SLUGS, slugify } from '../../rules/slug.ts';
import { hasSlug, STATUSES, type Status } from '../../rules/status.ts';
import type { Filter } from '../../store/port.ts';
import type { Repository } from '../shared/repository.ts';
import { freeSlug, numberedSlugs } from '../shared/slugs.ts';
import { type PostKind, withDerived } from './kind.ts';
import type { PostRecord } from './record.ts';

/** The records of a kind, and what makes them so. */
export interface Posts<R extends PostRecord> {
  kind: PostKind<R>;
  repository: Repository<R>;
}

/** A slug for a post. What is published takes it from a draft, which gets another one. */
async function postSlug<R extends PostRecord>(
  posts: Posts<R>,
  wanted: string,
  { _id: self, status }: R,
): Promise<string> {
  const { repository } = posts;
  if (!isPublished(status)) return freeSlug(repository, { slug: wanted, self, refused: RESERVED_SLUGS });
  const slug = await freeSlug(repository, { slug: wanted, self, by: NO_DRAFTS, refused: RESERVED_SLUGS });
  const draft = await repository.one({ slugs: slug, _id: { $ne: self } });
  if (draft) await giveWay(posts, draft, slug);
  return slug;
}

/** Moves a draft to the next number of the slug that is taken from it. */
async function giveWay<R extends PostRecord>({ kind, repository }: Posts<R>, draft: R, taken: string): Promise<void> {
  const refused = [taken, ...RESERVED_SLUGS];
  const slug = await renamed(draft, async (its) =>
    its === taken ? freeSlug(repository, { slug: its, self: draft._id, refused }) : its,
  );
  await repository.replace(draft, withDerived(kind, { ...draft, slug }));
}

const isPublished = (status: Status): boolean => hasSlug(status) && status !== 'trash';

const NO_DRAFTS: Filter = { status: { $in: STATUSES.filter(hasSlug) } };

/**
 * The slugs of a record as its texts and its status want them: one for each language that has a title, made from the
 * title where none was given, the id where the title leaves nothing.
 */
export async function assignSlugs<R extends PostRecord>(
  posts: Posts<R>,
  record: R,
  given?: { language: Language; slug: string },
): Promise<PerLanguage<string>> {
  const { kind, repository } = posts;
  const slugs = { ...record.slug };
  if (given) {
    await refuseForeignSlug(repository, given, record);
    slugs[given.language] = await postSlug(posts, given.slug, record);
  }
  if (!kind.draftsHaveSlugs && !hasSlug(record.status)) return slugs;
  for (const language of Object.keys(record.text) as Language[]) {
    if (slugs[language] !== undefined || !isNamed(record.text[language])) continue;
    const wanted = slugify(kind.nameIn(record, language)) || String(record._id);
    const own = Object.values(slugs).find((slug) => slug === wanted);
    slugs[language] = own ?? (await postSlug(posts, wanted, record));
  }
  return slugs;
}

/** Without a title or name of its own a language shows another's, and that one's slug. */
const isNamed = (text: object | undefined): boolean => text !== undefined && ('title' in text || 'name' in text);

/** Within a language a taken slug gets a number. Another record's slug in another language would be one in name only. */
async function refuseForeignSlug<R extends PostRecord>(
  repository: Repository<R>,
  { language, slug }: { language: Language; slug: string },
  { _id, status }: R,
): Promise<void> {
  const holder = await repository.one({ slugs: slug, _id: { $ne: _id } });
  if (!holder || holder.slug[language] === slug || (isPublished(status) && !hasSlug(holder.status))) return;
  throw invalid([{ field: 'slug', code: 'duplicate', message: 'Another record has this slug in another language.' }]);
}

const TRASHED = /__trashed(-\d+)?$/;

/** The slugs of a record in the trash: theirs become free for others. */
export const trashedSlugs = <R extends PostRecord>({ repository }: Posts<R>, record: R): Promise<PerLanguage<string>> =>
  renamed(record, async (slug) => {
    const wanted = `${slug.replace(TRASHED, '')}__trashed`;
    const taken = new Set(await numberedSlugs(repository, { slug: wanted, self: record._id }));
    // Never cut, however long: the mark at the end is what tells how to come back.
    let free = wanted;
    for (let number = 2; taken.has(free); number++) free = `${wanted}-${number}`;
    return free;
  });

/** The slugs of a record that comes back from the trash: its own again where they are still free. */
export const restoredSlugs = <R extends PostRecord>(posts: Posts<R>, record: R): Promise<PerLanguage<string>> =>
  renamed(record, (slug) => postSlug(posts, slug.replace(TRASHED, ''), record));

async function renamed(record: PostRecord, rename: (slug: string) => Promise<string>): Promise<PerLanguage<string>> {
  const slugs: PerLanguage<string> = {};
  for (const [language, slug] of Object.entries(record.slug)) slugs[language as Language] = await rename(slug);
  return slugs;
}
