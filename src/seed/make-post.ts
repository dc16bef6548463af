import { validate } from '../fields/examine.ts';
import { withStored } from '../fields/storage.ts';
import { type FieldTable, patchTable, type Writing } from '../fields/table.ts';
import { type PostKind, withDerived } from '../resources/post/kind.ts';
import type { PostRecord } from '../resources/post/record.ts';
import { newPost, type PostValues, withPublication } from '../resources/post/write.ts';
import { slugify } from '../rules/slug.ts';
import { hasSlug } from '../rules/status.ts';
import type { Pictures } from './pictures.ts';
import type { Slugs } from './slugs.ts';
import { callerOf, type Saying, type Story, whereOf, writingOf } from './story.ts';

/** What records of one kind share. */
export interface Shelf {
  slugs: Slugs;
  pictures: Pictures;
  nextId(): number;
}

/**
 * Makes records of a kind out of their stories, with the functions its service uses: what comes out is what the service
 * would have stored. Only where the service asks the store (ids, slugs, images) memory answers. `fresh` gives what a new
 * record of the kind has besides.
 */
export function createPostMaker<R extends PostRecord, V extends object>(
  kind: PostKind<R>,
  { slugs, pictures, nextId }: Shelf,
  fresh: (values: V, saying: Saying) => object = () => ({}),
): (story: Story<V>) => R {
  const remembering = rememberingHtml(kind.fields);
  // Only texts are translated: to look at all the other fields takes as long again.
  const texts = patchTable(textsOf(remembering));

  function withWords(table: FieldTable, record: R, values: object, saying: Saying, before?: R): R {
    const written = withStored(table, record, values as Record<string, unknown>, writingOf(saying));
    const followed = kind.follow?.(written, { values, before, language: saying.language }) ?? written;
    return withSlug(followed, saying);
  }

  /** As `assignSlugs` gives it: every language here that has texts has a name. */
  function withSlug(record: R, { language }: Saying): R {
    if (!kind.draftsHaveSlugs && !hasSlug(record.status)) return record;
    const own = Object.values(record.slug);
    const wanted = slugify(kind.nameIn(record, language)) || String(record._id);
    return { ...record, slug: { ...record.slug, [language]: slugs.take(wanted, own) } };
  }

  function inTrash(record: R, now: number): R {
    const caller = callerOf({ language: record.original, now });
    const removed = withPublication(record, { status: 'trash' }, caller);
    const buried = new Map([...new Set(Object.values(record.slug))].map((slug) => [slug, slugs.bury(slug)]));
    const slug = Object.fromEntries(Object.entries(record.slug).map(([language, its]) => [language, buried.get(its)!]));
    return { ...removed, slug, statusBeforeTrash: record.status };
  }

  return (story) => {
    const { first, later, removed } = story;
    const values = validate({ table: kind.fields, use: 'create' }, first.values, whereOf(first));
    const beginnings = newPost(nextId(), values as PostValues, callerOf(first));
    const begun = { ...beginnings, ...kind.blank, ...fresh(values, first), ...pictures.link(story) } as object as R;
    let record = withWords(remembering, begun, values, first);
    for (const saying of later) {
      const more = validate({ table: texts, use: 'patch' }, saying.values, whereOf(saying));
      const published = withPublication(record, {}, callerOf(saying));
      record = withWords(texts, published, more, saying, record);
    }
    return withDerived(kind, removed === undefined ? record : inTrash(record, removed));
  };
}

const textsOf = (fields: FieldTable): FieldTable =>
  Object.fromEntries(Object.entries(fields).filter(([, { stored }]) => stored === 'text'));

/** Texts that are held as they were made safe, of each field. Most of a large calendar come once. */
const MOST_TEXTS = 20_000;

/** Making HTML safe is what takes time: a text that comes often is made safe once. */
function rememberingHtml(fields: FieldTable): FieldTable {
  return Object.fromEntries(
    Object.entries(fields).map(([key, field]) => {
      const { clean, shown } = field;
      if (!clean || shown !== 'html') return [key, field];
      const cleaned = new Map<string, unknown>();
      const remembering = (text: string, writing: Writing): unknown => {
        if (!cleaned.has(text)) {
          // The oldest goes: what comes often is back soon.
          if (cleaned.size === MOST_TEXTS) cleaned.delete(cleaned.keys().next().value!);
          cleaned.set(text, clean(text, writing));
        }
        return cleaned.get(text);
      };
      return [key, { ...field, clean: remembering }];
    }),
  );
}
