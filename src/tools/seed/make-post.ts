import { validate } from '../../domain/fields/examine.ts';
import { withStored } from '../../domain/fields/storage.ts';
import { type FieldTable, patchTable, type Writing } from '../../domain/fields/table.ts';
import { slugify } from '../../domain/slug.ts';
import { hasSlug } from '../../domain/status.ts';
import type { PostKind } from '../../kinds/define-kind.ts';
import { withDerived } from '../../kinds/post/derived.ts';
import type { PostRecord } from '../../kinds/post/record.ts';
import { newPost, type PostValues, withPublication } from '../../kinds/post/write.ts';
import type { Pictures } from './pictures.ts';
import type { Slugs } from './slugs.ts';
import { callerOf, type Saying, type Story, whereOf, writingOf } from './story.ts';

/** Shared state of the records of a kind. */
export interface Shelf {
  slugs: Slugs;
  pictures: Pictures;
  nextId(): number;
}

/**
 * Turns stories into records of a kind with the functions of its service, so that they are what the service would have
 * stored. Only ids, slugs and images come from memory instead of the store. `fresh` returns further fields of a new record.
 */
export function createPostMaker<R extends PostRecord, V extends object>(
  kind: PostKind<R>,
  { slugs, pictures, nextId }: Shelf,
  fresh: (values: V, saying: Saying) => object = () => ({}),
): (story: Story<V>) => R {
  const remembering = rememberingHtml(kind.fields);
  // Only texts are translated. Checking all other fields would double the time.
  const texts = patchTable(textsOf(remembering));

  function withWords(table: FieldTable, record: R, values: object, saying: Saying, before?: R): R {
    const written = withStored(table, record, values as Record<string, unknown>, writingOf(saying));
    const followed = kind.follow?.(written, { values, before, language: saying.language }) ?? written;
    return withSlug(followed, saying);
  }

  /** Assigns slugs like `assignSlugs`. Here, every language with texts has a name. */
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

/** Sanitized texts that are cached per field. Most texts of a large calendar occur once. */
const MOST_TEXTS = 20_000;

/** Caches sanitized HTML, since sanitizing takes most of the time. */
function rememberingHtml(fields: FieldTable): FieldTable {
  return Object.fromEntries(
    Object.entries(fields).map(([key, field]) => {
      const { clean, shown } = field;
      if (!clean || shown !== 'html') return [key, field];
      const cleaned = new Map<string, unknown>();
      const remembering = (text: string, writing: Writing): unknown => {
        if (!cleaned.has(text)) {
          // Drops the oldest. A frequent text will soon be cached again.
          if (cleaned.size === MOST_TEXTS) cleaned.delete(cleaned.keys().next().value!);
          cleaned.set(text, clean(text, writing));
        }
        return cleaned.get(text);
      };
      return [key, { ...field, clean: remembering }];
    }),
  );
}
