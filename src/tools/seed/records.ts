import { validate } from '../../domain/fields/examine.ts';
import { withStored } from '../../domain/fields/storage.ts';
import type { Language } from '../../domain/language.ts';
import { nextFree, RESERVED_SLUGS, slugify } from '../../domain/slug.ts';
import { hasSlug } from '../../domain/status.ts';
import type { Instant } from '../../domain/time.ts';
import { DAY } from '../../domain/zones.ts';
import type { Item } from '../../import/item.ts';
import type { Kind, PostKind, TermKind } from '../../kinds/define-kind.ts';
import type { EventInput } from '../../kinds/event/fields.ts';
import type { EventRecord } from '../../kinds/event/record.ts';
import { eventTimes } from '../../kinds/event/times.ts';
import { imagePatch } from '../../kinds/image/fields.ts';
import type { ImageCopy, ImageRecord } from '../../kinds/image/record.ts';
import { copyOf, newImage } from '../../kinds/image/service.ts';
import { storedUrl } from '../../kinds/image/sizes.ts';
import { withDerived } from '../../kinds/post/derived.ts';
import type { PostRecord } from '../../kinds/post/record.ts';
import { TRASHED_ENDING } from '../../kinds/post/slugs.ts';
import { newPost, withPublication } from '../../kinds/post/write.ts';
import { nameOf, type TermRecord, withDerivedTerm } from '../../kinds/term/record.ts';
import { newTerm, placeBelow } from '../../kinds/term/write.ts';
import type { Parameters } from './options.ts';
import { SAMPLE_SITE } from './samples.ts';

/** Makes the records that the services would store of items, without reading from a store, as there may be many thousands. */
export function createMaker({ around, authors }: Pick<Parameters, 'authors'> & { around: Instant }) {
  const images = new Map<string, ImageCopy>();
  const terms = new Map<string, TermRecord>();
  const taken = new Map<string, Set<string>>();

  /** The context of a write: all are at least two months before the day. No text embeds pages of other sites. */
  const callerOf = ({ id }: Item, language: Language) => ({
    viewer: { id: authors[id! % authors.length]!, role: 'administrator' as const },
    language,
    now: around - 60 * DAY - (1000 - (id! % 1000)) * (DAY / 2),
    zone: 'UTC',
    embedHosts: [],
    exact: true,
  });

  /** The record with what an item says in each language, first as a new one, then as a change. */
  const written = <R extends { text: object; original: Language }>(
    { fields, patch }: Pick<Kind, 'fields' | 'patch'>,
    item: Item,
    begun: (values: object, caller: ReturnType<typeof callerOf>) => R,
    follow: (record: R, language: Language, values: object, before?: R) => R,
  ) =>
    item.said.reduce<R | undefined>((before, { language, values: all }) => {
      const caller = callerOf(item, language);
      const set = Object.fromEntries(Object.entries(all).filter(([, value]) => before || value !== null));
      const values = before
        ? validate({ table: patch, use: 'patch' }, set, caller)
        : validate({ table: fields, use: 'create' }, set, caller);
      return follow(withStored(fields, before ?? begun(values, caller), values, caller), language, values, before);
    }, undefined)!;

  /** The record with a slug for its name in a language, with a number if another of its kind has it. */
  function withSlug<R extends PostRecord | TermRecord>(kind: string, record: R, language: Language, wanted: string): R {
    const others = taken.get(kind) ?? new Set(RESERVED_SLUGS);
    const slug = Object.values(record.slug).includes(wanted) ? wanted : nextFree(wanted, others);
    taken.set(kind, others.add(slug));
    return { ...record, slug: { ...record.slug, [language]: slug } };
  }

  /** A venue, an organizer, a series or an event. `fresh` returns what the kind adds to a new record. */
  function post<R extends PostRecord>(kind: PostKind<R>, item: Item, fresh: (values: object) => object = () => ({})) {
    const image = images.get(String(item.image));
    const record = written<R>(
      kind,
      item,
      (values, caller) =>
        ({
          ...newPost(item.id!, values, caller),
          ...kind.blank,
          ...fresh(values),
          ...(image && { image }),
        }) as object as R,
      (stored, language, values, before) => {
        const after = kind.follow?.(stored, { values, before, language }) ?? stored;
        if (!kind.draftsHaveSlugs && !hasSlug(after.status)) return after;
        const titled = slugify(kind.nameIn(after, language)) || String(after._id);
        return withSlug(kind.name, after, language, kind.wantedSlug?.(after, titled) ?? titled);
      },
    );
    if (!item.trashed) return withDerived(kind, record);
    const slug = Object.fromEntries(Object.entries(record.slug).map(([each, its]) => [each, its + TRASHED_ENDING]));
    const removed = withPublication(record, { status: 'trash' }, callerOf(item, record.original));
    return withDerived(kind, { ...removed, slug, statusBeforeTrash: record.status });
  }

  return {
    post,

    /** An event or a series. `more` are fields that its kind does not take. */
    event: <R extends EventRecord>(kind: PostKind<R>, item: Item, more: object) =>
      post(kind, item, (values) => ({
        ...eventTimes(values as EventInput, undefined, { zone: 'UTC', now: around }),
        ...{ sequence: 0, ...more },
        ...Object.fromEntries(Object.entries(item.links!).map(([list, refs]) => [list, refs.map(Number)])),
      })),

    term(kind: TermKind, item: Item) {
      const record = written<TermRecord>(
        kind,
        item,
        (_, caller) => ({
          ...newTerm(item.id!, caller),
          text: { [caller.language]: { description: '' } },
          ...placeBelow(terms.get(String(item.parent))),
        }),
        (stored, language) => withSlug(kind.name, stored, language, slugify(nameOf(stored, language))),
      );
      const whole = withDerivedTerm(record);
      terms.set(item.ref, whole);
      return whole;
    },

    image(item: Item) {
      const url = storedUrl(String(item.said[0].values.url), { site: SAMPLE_SITE });
      const kind = { fields: imagePatch, patch: imagePatch };
      const record = written<ImageRecord>(
        kind,
        item,
        (_, caller) => newImage(item.id!, url, caller),
        (stored) => stored,
      );
      images.set(item.ref, copyOf(record));
      return record;
    },
  };
}
