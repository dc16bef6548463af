import type { Filter } from '../../data/port.ts';
import { invalidField } from '../../domain/fields/examine.ts';
import type { Language, PerLanguage } from '../../domain/language.ts';
import { RESERVED_SLUGS, slugify } from '../../domain/slug.ts';
import { hasSlug, STATUSES, type Status } from '../../domain/status.ts';
import type { PostKind } from '../define-kind.ts';
import type { Repository } from '../shared/repository.ts';
import { freeSlug, lacksSlug, numberedSlugs } from '../shared/slugs.ts';
import { withDerived } from './derived.ts';
import type { PostRecord } from './record.ts';

/** The records of a kind, with its declaration. */
export interface Posts<R extends PostRecord> {
  kind: PostKind<R>;
  repository: Repository<R>;
}

/** Another record with this slug, in any language: its slugs and status, which may be damaged. */
async function holderOf<R extends PostRecord>(repository: Repository<R>, slug: string, { _id }: R) {
  const how = { only: ['slug', 'status'], limit: 1 } as const;
  return (await repository.find({ slugs: slug, _id: { $ne: _id } }, how))[0];
}

/** Finds a slug for a post. A published post takes it from a draft, which gets another one. */
async function postSlug<R extends PostRecord>(
  posts: Posts<R>,
  wanted: string,
  { _id: self, status }: R,
  holder: R | undefined,
) {
  const { repository } = posts;
  if (!holder && !RESERVED_SLUGS.includes(wanted)) return wanted;
  if (!isPublished(status)) return freeSlug(repository, { slug: wanted, self, refused: RESERVED_SLUGS });
  const slug = await freeSlug(repository, { slug: wanted, self, by: NO_DRAFTS, refused: RESERVED_SLUGS });
  const draft = await repository.one({ slugs: slug, _id: { $ne: self } });
  if (draft) await giveWay(posts, draft, slug);
  return slug;
}

/** The same, for a slug of which it is not known whether another record has it. */
const freePostSlug = async <R extends PostRecord>(posts: Posts<R>, wanted: string, record: R) =>
  postSlug(posts, wanted, record, await holderOf(posts.repository, wanted, record));

/** Moves a draft to the next number of the slug that is taken from it. */
async function giveWay<R extends PostRecord>({ kind, repository }: Posts<R>, draft: R, taken: string) {
  const refused = [taken, ...RESERVED_SLUGS];
  const slug = await renamed(draft, async (its) =>
    its === taken ? freeSlug(repository, { slug: its, self: draft._id, refused }) : its,
  );
  await repository.replace(draft, withDerived(kind, { ...draft, slug }));
}

const isPublished = (status: Status) => hasSlug(status) && status !== 'trash';

const NO_DRAFTS: Filter = { status: { $in: STATUSES.filter(hasSlug) } };

/**
 * The slugs of a record for its texts and status: one for each language with a title. A slug that was not given is made from
 * the title, or from the id if the title yields nothing. One that is given as it was `shown` is not new.
 */
export async function assignSlugs<R extends PostRecord>(
  posts: Posts<R>,
  record: R,
  given?: { language: Language; slug: string; shown: string | undefined },
): Promise<PerLanguage<string>> {
  const { kind } = posts;
  const slugs = { ...record.slug };
  const lacks = (language: Language) =>
    (kind.draftsHaveSlugs || hasSlug(record.status)) && lacksSlug({ slug: slugs, text: record.text }, language);
  if (given && (given.slug !== given.shown || lacks(given.language))) {
    const holder = await holderOf(posts.repository, given.slug, record);
    refuseForeignSlug(holder, given, record);
    slugs[given.language] = await postSlug(posts, given.slug, record, holder);
  }
  for (const language of (Object.keys(record.text) as Language[]).filter(lacks)) {
    const titled = slugify(kind.nameIn(record, language)) || String(record._id);
    const wanted = kind.wantedSlug?.(record, titled) ?? titled;
    const own = Object.values(slugs).find((slug) => slug === wanted);
    slugs[language] = own ?? (await freePostSlug(posts, wanted, record));
  }
  return slugs;
}

/** Refuses another record's slug in another language. Within a language, a taken slug gets a number instead. */
function refuseForeignSlug(
  holder: PostRecord | undefined,
  { language, slug }: { language: Language; slug: string },
  { status }: PostRecord,
) {
  if (!holder || Object(holder.slug)[language] === slug || (isPublished(status) && !hasSlug(holder.status))) return;
  throw invalidField('slug', 'duplicate', 'Another record has this slug in another language.');
}

/** The suffix of slugs in the trash; some have a number behind it. */
export const TRASHED_ENDING = '__trashed';
export const TRASHED = new RegExp(`${TRASHED_ENDING}(-\\d+)?$`);

/** The slugs of a record in the trash. Its own become free for others. */
export const trashedSlugs = <R extends PostRecord>({ repository }: Posts<R>, record: R): Promise<PerLanguage<string>> =>
  renamed(record, async (slug) => {
    const wanted = slug.replace(TRASHED, '') + TRASHED_ENDING;
    const taken = new Set(await numberedSlugs(repository, { slug: wanted, self: record._id }));
    // Never shortened, because restoring relies on the suffix.
    let free = wanted;
    for (let number = 2; taken.has(free); number++) free = `${wanted}-${number}`;
    return free;
  });

/** The slugs of a restored record: its old ones, if they are still free. */
export const restoredSlugs = <R extends PostRecord>(posts: Posts<R>, record: R): Promise<PerLanguage<string>> =>
  renamed(record, (slug) => freePostSlug(posts, slug.replace(TRASHED, ''), record));

async function renamed(record: PostRecord, rename: (slug: string) => Promise<string>) {
  const slugs: PerLanguage<string> = {};
  for (const [language, slug] of Object.entries(record.slug)) slugs[language as Language] = await rename(slug);
  return slugs;
}
