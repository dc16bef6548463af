import type { CustomInput } from '../../../domain/fields/custom-inputs.ts';
import { readDateTime } from '../../../domain/iso.ts';
import type { END_LINE } from '../../../domain/json-lines.ts';
import { LANGUAGES, type Language } from '../../../domain/language.ts';
import { sentSlug } from '../../../domain/slug.ts';
import type { NewCustomField } from '../../../kinds/custom-fields/fields.ts';
import { EVENT_LINKS } from '../../../kinds/event-links.ts';
import { KIND, type KindName } from '../../../kinds/kinds.ts';
import type { Item, ItemKind, Said } from '../item.ts';

/** A line of an export, which may come from anywhere and is not yet checked. */
export type ExportLine = { kind: ItemKind | 'calendar' | 'customField' | typeof END_LINE } & Readonly<
  Record<string, unknown>
>;

/** The origin of an export. */
export interface Exporter {
  /** The URL origin of the site. */
  site: string;
  /** Whether it was exported from the calendar that it is imported into. */
  isOwn: boolean;
}

/** The custom field that a line defines. */
export const fieldOf = ({ of, key, takes, label, choices }: ExportLine): NewCustomField =>
  ({ of, key, kind: takes, label, ...(Array.isArray(choices) && { choices }) }) as NewCustomField;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const customOf = (value: unknown): CustomInput[] =>
  isObject(value) ? Object.entries(value).map(([key, each]) => ({ key, value: String(each) })) : [];

/** A record's texts in one language, as the service takes them. Null clears an empty text. */
function textsOf(kind: KindName, said: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const fields = Object.entries(KIND[kind].fields).filter(([, { stored }]) => stored === 'text');
  const values = fields.flatMap(([key, { clearable }]) =>
    said[key] !== undefined ? [[key, said[key] === '' && clearable ? null : said[key]]] : [],
  );
  return Object.fromEntries(values);
}

const momentOf = (value: unknown): number | undefined => (typeof value === 'string' ? readDateTime(value) : undefined);

/** The fields that a record has once for all languages. Missing ones that may be empty are cleared. */
function sharedOf(kind: KindName, line: ExportLine): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [key, { stored, clearable }] of Object.entries(KIND[kind].fields))
    if (stored === 'shared') values[key] = line[key] ?? (clearable ? null : undefined);
  const { status, statusBeforeTrash, publishedAt, startsAt, endsAt, timezone, allDay, isVirtual } = line;
  const isPost = kind !== 'category' && kind !== 'tag';
  return {
    ...values,
    ...(isPost && { status: status === 'trash' ? (statusBeforeTrash ?? 'draft') : status }),
    ...(typeof publishedAt === 'string' && { dateUtc: publishedAt }),
    ...(kind === 'event' && {
      ...{ startsAt: momentOf(startsAt), endsAt: momentOf(endsAt), timezone, allDay },
      ...(isVirtual === true && { isVirtual }),
    }),
  };
}

/** Turns a line into an item. */
export function itemOf(line: ExportLine, { site, isOwn }: Exporter, number: number): Item {
  const { id, source, author, authorName, uid, sequence, status, parent, image } = line;
  const kind = line.kind as ItemKind;
  const original = line.original as Language;
  const texts = (isObject(line.texts) ? line.texts : {}) as Record<string, Record<string, unknown>>;
  const languages = [original, ...LANGUAGES.filter((each) => each !== original && texts[each] !== undefined)];
  const common = {
    ...{ kind, ref: String(id), id: Number(id), allLanguages: true, place: `line ${number}` },
    author: text(authorName) ?? (author === undefined ? undefined : String(author)),
    ...(isOwn ? { isOwn } : { source: isSource(source) ? source : { site, id: String(id) } }),
  };
  if (kind === 'image') {
    const { url, width, height, filesize, sizes } = line;
    const [first, ...others] = languages.map((language): Said => ({ language, values: { ...texts[language] } }));
    return {
      ...common,
      said: [{ ...first!, values: { ...first!.values, url, width, height, filesize, sizes } }, ...others],
    };
  }
  const said = languages.map((language, at): Said => {
    const { slug, customFields, ...its } = texts[language] ?? {};
    const hasSlug = 'slug' in KIND[kind].fields;
    const stored = text(slug) === undefined ? '' : sentSlug(String(slug));
    return {
      language,
      values: {
        ...textsOf(kind, its),
        ...(hasSlug && stored && { slug: stored }),
        ...(at === 0 && sharedOf(kind, line)),
        ...(kind !== 'category' &&
          kind !== 'tag' && {
            customFields: [...customOf(customFields), ...(at === 0 ? customOf(line.customFields) : [])],
          }),
      },
      ...(!hasSlug && stored && { slug: stored }),
    };
  }) as [Said, ...Said[]];
  return {
    ...common,
    said,
    ...(status === 'trash' && { trashed: true }),
    ...(kind === 'category' && { parent: parent === undefined ? null : String(parent) }),
    ...(kind !== 'category' && kind !== 'tag' && { image: image === undefined ? null : String(image) }),
    ...(kind === 'event' && {
      uid: text(uid),
      ...(Number.isSafeInteger(sequence) && { sequence: Number(sequence) }),
      links: Object.fromEntries(
        [...EVENT_LINKS.map(({ inEvents }) => inEvents), 'categories', 'tags'].map((list) => [
          list,
          Array.isArray(line[list]) ? line[list].map(String) : [],
        ]),
      ),
      ...(parent !== undefined && { notTaken: ['Which event an event is part of.'] }),
    }),
  };
}

const isSource = (value: unknown): value is NonNullable<Item['source']> =>
  isObject(value) && typeof value.site === 'string' && typeof value.id === 'string';
