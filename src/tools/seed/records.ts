import type { Viewer } from '../../domain/access.ts';
import { validate } from '../../domain/fields/examine.ts';
import { withStored } from '../../domain/fields/storage.ts';
import type { FieldTable } from '../../domain/fields/table.ts';
import type { Language } from '../../domain/language.ts';
import { nextFree, slugify } from '../../domain/slug.ts';
import { hasSlug } from '../../domain/status.ts';
import type { Instant } from '../../domain/time.ts';
import type { PostKind, TermKind } from '../../kinds/define-kind.ts';
import { imagePatch } from '../../kinds/image/fields.ts';
import { type ImageCopy, type ImageRecord, storedUrl } from '../../kinds/image/record.ts';
import { newImage } from '../../kinds/image/service.ts';
import { withDerived } from '../../kinds/post/derived.ts';
import type { PostRecord } from '../../kinds/post/record.ts';
import { newPost, withPublication } from '../../kinds/post/write.ts';
import { nameOf, type TermRecord, withDerivedTerm } from '../../kinds/term/record.ts';
import { newTerm, placeBelow } from '../../kinds/term/write.ts';
import type { Item, Said } from '../import/item.ts';

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

/** A slug in the trash. */
export const TRASHED = '__trashed';

/**
 * Makes a venue, an organizer or an event of an item: the record that its service would store, without reading from a store, as
 * samples may be millions. `fresh` returns what the kind adds to a new record.
 */
export function makePost<R extends PostRecord, V extends object = object>(
  kind: PostKind<R>,
  { said: [first, ...others], trashed }: Sample,
  { id, now, author, image }: Making,
  slugs: Slugs,
  fresh: (values: V) => object = () => ({}),
): R {
  const caller = callerOf(first.language, now);
  const values = { ...validate({ table: kind.fields, use: 'create' }, set(first.values), caller), author };
  const begun = {
    ...newPost(id, values, caller),
    ...kind.blank,
    ...fresh(values as object as V),
    ...(image && { image }),
  };
  let record = written(begun as object as R, kind.fields, { language: first.language, values: { ...values } });
  for (const { language, values: sent } of others)
    record = written(record, kind.patch, {
      language,
      values: validate({ table: kind.patch, use: 'patch' }, sent, caller),
    });
  return withDerived(kind, trashed ? inTrash(record) : record);

  function written(before: R, table: FieldTable, { language, values: its }: Said): R {
    const stored = withStored(table, before, its, callerOf(language, now));
    const record = kind.follow?.(stored, { values: its, before: undefined, language }) ?? stored;
    if (!kind.draftsHaveSlugs && !hasSlug(record.status)) return record;
    const slug = slugs(slugify(kind.nameIn(record, language)) || String(id), Object.values(record.slug));
    return { ...record, slug: { ...record.slug, [language]: slug } };
  }

  function inTrash(alive: R): R {
    const slug = Object.fromEntries(Object.entries(alive.slug).map(([each, its]) => [each, its + TRASHED]));
    return { ...withPublication(alive, { status: 'trash' }, caller), slug, statusBeforeTrash: alive.status };
  }
}

/** The values that are set. A new record needs nothing cleared. */
const set = (values: Said['values']): Said['values'] =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

/** Makes a category or a tag, likewise. */
export function makeTerm(
  { fields, patch }: TermKind,
  { said }: Sample,
  { id, now }: Making,
  slugs: Slugs,
  parent?: TermRecord,
): TermRecord {
  let record: TermRecord = { ...newTerm(id, callerOf(said[0].language, now)), ...placeBelow(parent) };
  for (const [at, { language, values }] of said.entries()) {
    const caller = callerOf(language, now);
    const form = at === 0 ? ({ table: fields, use: 'create' } as const) : ({ table: patch, use: 'patch' } as const);
    const sent = validate(form, at === 0 ? set(values) : values, caller);
    record = withStored(fields, record, { ...(at === 0 && { description: '' }), ...sent }, caller);
    const slug = slugs(slugify(nameOf(record, language)) || String(id), Object.values(record.slug));
    record = { ...record, slug: { ...record.slug, [language]: slug } };
  }
  return withDerivedTerm(record);
}

/** Makes an image, likewise. `site` is the origin that the item has for the pictures of this server. */
export function makeImage({ said }: Sample, { id, now }: Making, site: string): ImageRecord {
  const [{ language: original, values }] = said;
  const fresh = newImage(id, storedUrl(String(values.url), { site }), callerOf(original, now));
  return said.reduce((record, { language, values: { alternativeText } }) => {
    const caller = callerOf(language, now);
    return withStored(
      imagePatch,
      record,
      validate({ table: imagePatch, use: 'patch' }, { alternativeText }, caller),
      caller,
    );
  }, fresh);
}
