import type { Viewer } from '../../domain/access.ts';
import { validate } from '../../domain/fields/examine.ts';
import { withStored } from '../../domain/fields/storage.ts';
import type { Language } from '../../domain/language.ts';
import { nextFree, slugify } from '../../domain/slug.ts';
import { hasSlug } from '../../domain/status.ts';
import type { Instant } from '../../domain/time.ts';
import type { Item } from '../../import/item.ts';
import type { Kind, PostKind, TermKind } from '../../kinds/define-kind.ts';
import { imagePatch } from '../../kinds/image/fields.ts';
import { type ImageCopy, type ImageRecord, storedUrl } from '../../kinds/image/record.ts';
import { newImage } from '../../kinds/image/service.ts';
import { withDerived } from '../../kinds/post/derived.ts';
import type { PostRecord } from '../../kinds/post/record.ts';
import { TRASHED_ENDING } from '../../kinds/post/slugs.ts';
import { newPost, withPublication } from '../../kinds/post/write.ts';
import { nameOf, type TermRecord, withDerivedTerm } from '../../kinds/term/record.ts';
import { newTerm, placeBelow } from '../../kinds/term/write.ts';

/** How a record is written. */
export interface Making {
  id: number;
  now: Instant;
  author: number;
  image?: ImageCopy | undefined;
}

/** What is needed of an item. */
export type Sample = Pick<Item, 'said' | 'trashed'>;

/** Takes a slug, or the first with a number that is free. `own` are the record's own. */
export type Slugs = (wanted: string, own: readonly string[]) => string;

/** The slugs of a collection. */
export function createSlugs(reserved: readonly string[] = []): Slugs {
  const taken = new Set(reserved);
  return (wanted, own) => {
    if (own.includes(wanted)) return wanted;
    const slug = nextFree(wanted, taken);
    taken.add(slug);
    return slug;
  };
}

/** The author of all writes. */
const ADMINISTRATOR: Viewer = { id: 1, role: 'administrator' };

/** No time is without a zone here, and no text embeds pages of other sites. */
const callerOf = (language: Language, now: Instant) => ({
  viewer: ADMINISTRATOR,
  language,
  now,
  zone: 'UTC',
  embedHosts: [],
});

/** The values in each language as a service takes them: the first of a new record, the others of a changed one. */
const checked = ({ fields, patch }: Pick<Kind, 'fields' | 'patch'>, { said }: Sample, now: Instant) =>
  said.map(({ language, values }, at) => {
    const caller = callerOf(language, now);
    if (at > 0) return { caller, values: validate({ table: patch, use: 'patch' }, values, caller) };
    const set = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
    return { caller, values: validate({ table: fields, use: 'create' }, set, caller) };
  });

/** The record with a slug for its name in a language. */
function withSlug<R extends PostRecord | TermRecord>(record: R, language: Language, name: string, slugs: Slugs): R {
  const slug = slugs(slugify(name) || String(record._id), Object.values(record.slug));
  return { ...record, slug: { ...record.slug, [language]: slug } };
}

/**
 * Makes a venue, an organizer or an event of an item: the record that its service would store, without reading from a store, as
 * samples may be millions. `fresh` returns what the kind adds to a new record.
 */
export function makePost<R extends PostRecord, V extends object = object>(
  kind: PostKind<R>,
  sample: Sample,
  { id, now, author, image }: Making,
  slugs: Slugs,
  fresh: (values: V) => object = () => ({}),
): R {
  const all = checked(kind, sample, now);
  const { caller, values } = all[0]!;
  const begun = {
    ...newPost(id, { ...values, author }, caller),
    ...kind.blank,
    ...fresh(values as object as V),
    ...(image && { image }),
  };
  const record = all.reduce(
    (before, { caller: { language }, values: its }, at) => {
      const stored = withStored(kind.fields, before, its, { ...callerOf(language, now), exact: true });
      const written = { values: its, before: at === 0 ? undefined : before, language };
      const after = kind.follow?.(stored, written) ?? stored;
      const isSlugged = kind.draftsHaveSlugs || hasSlug(after.status);
      return isSlugged ? withSlug(after, language, kind.nameIn(after, language), slugs) : after;
    },
    begun as object as R,
  );
  if (!sample.trashed) return withDerived(kind, record);
  const slug = Object.fromEntries(Object.entries(record.slug).map(([each, its]) => [each, its + TRASHED_ENDING]));
  const removed = withPublication(record, { status: 'trash' }, caller);
  return withDerived(kind, { ...removed, slug, statusBeforeTrash: record.status });
}

/** Makes a category or a tag, likewise. */
export function makeTerm(
  kind: TermKind,
  sample: Sample,
  { id, now }: Making,
  slugs: Slugs,
  parent?: TermRecord,
): TermRecord {
  const { language: original } = sample.said[0];
  const begun = { ...newTerm(id, callerOf(original, now)), text: { [original]: { description: '' } } };
  const record = checked(kind, sample, now).reduce<TermRecord>(
    (before, { caller, values }) => {
      const after = withStored(kind.fields, before, values, { ...caller, exact: true });
      return withSlug(after, caller.language, nameOf(after, caller.language), slugs);
    },
    { ...begun, ...placeBelow(parent) },
  );
  return withDerivedTerm(record);
}

/** Makes an image, likewise. `site` is the origin that the item has for the pictures of this server. */
export function makeImage({ said }: Sample, { id, now }: Making, site: string): ImageRecord {
  const [{ language: original, values }] = said;
  const fresh = newImage(id, storedUrl(String(values.url), { site }), callerOf(original, now));
  const texts = said.map(({ language, values: { alternativeText } }) => ({ language, values: { alternativeText } }));
  return texts.reduce(
    (record, { language, values: its }) =>
      withStored(imagePatch, record, its, { ...callerOf(language, now), exact: true }),
    fresh,
  );
}
