import { type CustomField, isCustomText, textKey } from '../../domain/fields/custom-fields.ts';
import type { FieldTable } from '../../domain/fields/table.ts';
import { LANGUAGES, type Language, type PerLanguage } from '../../domain/language.ts';
import { wireSlug } from '../../domain/slug.ts';
import type { Instant } from '../../domain/time.ts';
import type { CustomOwner } from '../custom-fields/definitions.ts';
import type { EventRecord } from '../event/record.ts';
import { EVENT_LINKS } from '../event-links.ts';
import type { ImageRecord } from '../image/record.ts';
import { imageUrl, sizesOf } from '../image/sizes.ts';
import { KIND } from '../kinds.ts';
import type { PostRecord } from '../post/record.ts';
import { TRASHED } from '../post/slugs.ts';
import type { SeriesRecord } from '../series/record.ts';
import type { TermRecord } from '../term/record.ts';
import type { ExportKind } from './fields.ts';

/** A line of an export: the kind of thing it is about, and all data kept about it. */
export type Line = { kind: ExportKind | 'calendar' | 'customField' } & Readonly<Record<string, unknown>>;

/** What is needed to make lines. */
export interface Lining {
  /** The address of the site. */
  site: string;
  /** The name of a user, if the client requested names. */
  nameOf(author: number): string | undefined;
}

const moment = (at: Instant) => new Date(at).toISOString().replace('.000Z', 'Z');

/** A value in the form in which it was sent: for HTML and prices, the source. */
const sent = (value: unknown) => (typeof value === 'object' && value !== null && 'raw' in value ? value.raw : value);

/** The plain fields that a record keeps once for all languages, in the form that the kind's service takes. */
function sharedOf(fields: FieldTable, record: object): object {
  const kept = record as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, { stored }]) =>
      stored === 'shared' && kept[key] !== undefined ? [[key, sent(kept[key])]] : [],
    ),
  );
}

/** All texts of a record by language, beginning with its original language. */
function textsOf({
  text,
  slug,
  original,
}: {
  text: PerLanguage<object>;
  slug?: PerLanguage<string>;
  original: Language;
}): object {
  const languages = [original, ...LANGUAGES.filter((each) => each !== original)];
  return Object.fromEntries(
    languages.flatMap((language) => {
      const said = Object.entries(text[language] ?? {});
      const [texts, custom] = [said.filter(([key]) => !isCustomText(key)), said.filter(([key]) => isCustomText(key))];
      const its = slug?.[language];
      if (said.length === 0 && its === undefined) return [];
      return [
        [
          language,
          {
            ...Object.fromEntries(texts.map(([key, value]) => [key, sent(value)])),
            slug: its && wireSlug(its.replace(TRASHED, '')),
            ...(custom.length && {
              customFields: Object.fromEntries(custom.map(([key, value]) => [key.slice(textKey('').length), value])),
            }),
          },
        ],
      ];
    }),
  );
}

/** What the lines of all posts contain. */
function postLine(kind: 'event' | CustomOwner, record: PostRecord, { nameOf }: Lining) {
  const { _id: id, author, status, statusBeforeTrash, dated, publishedAt, modifiedAt, image, source, custom } = record;
  return {
    kind,
    id,
    source,
    author,
    authorName: nameOf(author),
    status,
    statusBeforeTrash,
    ...(dated && { publishedAt: moment(publishedAt) }),
    modifiedAt: moment(modifiedAt),
    original: record.original,
    texts: textsOf(record),
    ...sharedOf(KIND[kind].fields, record),
    image: image?.id,
    customFields: custom,
  };
}

/** An event, with the ids of all records that it names. */
export function eventLine(record: EventRecord, lining: Lining) {
  const { uid, sequence, startsAt, endsAt, timezone, allDay, isVirtual, parent, categories, tags } = record;
  const { series, originalStartsAt, own } = record;
  const { kind, id, ...post } = postLine('event', record, lining);
  return {
    kind,
    id,
    uid,
    sequence,
    ...post,
    startsAt: moment(startsAt),
    endsAt: moment(endsAt),
    timezone,
    allDay,
    ...(isVirtual && { isVirtual }),
    parent,
    ...(series !== undefined && { series, originalStartsAt: moment(originalStartsAt!), own }),
    ...Object.fromEntries(EVENT_LINKS.map(({ inEvents }) => [inEvents, record[inEvents]])),
    categories,
    tags,
  };
}

/**
 * A series, which is like its first occurrence. `madeBefore`: all occurrences that start earlier have been made. `chain`: of a series that
 * was divided, and of those that it was divided into, the UID of the first.
 */
export function seriesLine(record: SeriesRecord, lining: Lining): Line {
  const { rule, rdates, exdates, madeBefore, chain } = record;
  return {
    ...eventLine(record, lining),
    kind: 'series',
    rule,
    rdates,
    exdates,
    ...(madeBefore !== undefined && { madeBefore: moment(madeBefore) }),
    chain,
  };
}

/** A record that events link to. */
export const linkedLine = (kind: CustomOwner, record: PostRecord, lining: Lining): Line =>
  postLine(kind, record, lining);

/** A category, with the id of the one above it, or a tag. */
export const termLine = (kind: 'category' | 'tag', record: TermRecord): Line => ({
  kind,
  id: record._id,
  original: record.original,
  parent: record.parent,
  texts: textsOf(record),
});

/** An image, with its absolute address, and the one that it was fetched from. */
export const imageLine = (record: ImageRecord, { site }: Lining): Line => {
  const { _id: id, from, author, original, width, height, filesize } = record;
  return {
    kind: 'image',
    id,
    url: imageUrl(record, { site }),
    from,
    author,
    original,
    texts: textsOf(record),
    width,
    height,
    filesize,
    sizes: sizesOf(record, { site }),
  };
};

/** The definition of a custom field. */
export const customFieldLine = (of: CustomOwner, { key, kind: takes, label, choices }: CustomField): Line => ({
  kind: 'customField',
  of,
  key,
  takes,
  label,
  choices,
});
