import { inOneLine } from '../../../domain/errors.ts';
import { coerce, fromObject } from '../../../domain/fields/coerce.ts';
import type { CustomInput } from '../../../domain/fields/custom-inputs.ts';
import { asText } from '../../../domain/fields/kind.ts';
import { text as anyText } from '../../../domain/fields/kinds.ts';
import type { Field, FieldTable } from '../../../domain/fields/table.ts';
import type { END_LINE } from '../../../domain/json-lines.ts';
import { isLanguage, LANGUAGES } from '../../../domain/language.ts';
import { sentSlug } from '../../../domain/slug.ts';
import type { NewCustomField } from '../../../kinds/custom-fields/fields.ts';
import { EVENT_LINKS } from '../../../kinds/event-links.ts';
import { KIND, KINDS, type KindName } from '../../../kinds/kinds.ts';
import { type Item, type ItemKind, type Said, sourceRefused as unreadable } from '../item.ts';

/** A line of an export, which may come from anywhere and is not yet checked. */
export type ExportLine = { kind: ItemKind | 'calendar' | 'customField' | typeof END_LINE } & Readonly<
  Record<string, unknown>
>;

/** The custom field that a line defines. */
export const fieldOf = ({ of, key, takes, label, choices }: ExportLine): NewCustomField =>
  ({ of, key, kind: takes, label, ...(Array.isArray(choices) && { choices }) }) as NewCustomField;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const customOf = (value: unknown): CustomInput[] =>
  isObject(value)
    ? Object.entries(value).flatMap(([key, each]) => {
        const said = asText(each);
        return said === undefined ? [] : [{ key, value: said }];
      })
    : [];

/** Fields that a line says once for all languages, besides those that are stored as they are. */
const SAID_ONCE: ReadonlySet<string> = new Set([
  ...['status', 'dateUtc', 'startsAt', 'endsAt', 'timezone', 'allDay', 'isVirtual'],
]);

/** Without them, a record would be another. */
const NEEDED: ReadonlySet<string> = new Set(['status', 'startsAt', 'endsAt', 'allDay']);

/** The fields of a kind as lines have them: under their keys, and texts as they are, not as REST writes them. */
const asSaid = (kind: KindName, isSaid: (key: string, field: Field) => boolean): FieldTable =>
  Object.fromEntries(
    Object.entries<Field>(KIND[kind].fields)
      .filter(([key, field]) => isSaid(key, field))
      .map(([key, { kind: its, ...field }]) => [
        key,
        { ...field, wire: key, kind: its.type === 'String' ? { ...its, read: anyText().read } : its },
      ]),
  );

const TABLES = Object.fromEntries(
  KINDS.map(({ name }) => [
    name,
    {
      text: asSaid(name, (_, { stored }) => stored === 'text'),
      shared: asSaid(name, (key, { stored }) => stored === 'shared' || SAID_ONCE.has(key)),
    },
  ]),
) as { [Kind in KindName]: { text: FieldTable; shared: FieldTable } };

/** What a line says of these fields, as the service takes it. Those that cannot be read are told, and cleared if they may be. */
function read(
  fields: FieldTable,
  said: Readonly<Record<string, unknown>>,
  notTaken: string[],
): Record<string, unknown> {
  const { values, problems } = coerce(fields, fromObject(said));
  const fatal = problems.filter(({ field }) => NEEDED.has(field) || fields[field]!.required);
  if (fatal.length) throw unreadable(inOneLine(fatal));
  for (const { field, message } of problems) {
    notTaken.push(`${field}: ${message}`);
    if (fields[field]!.clearable) values[field] = null;
  }
  return values;
}

/** The fields that a record has once for all languages. Missing ones that may be empty are cleared. */
function sharedOf(kind: KindName, line: ExportLine, notTaken: string[]): Record<string, unknown> {
  const { status, statusBeforeTrash, publishedAt } = line;
  const fields = TABLES[kind].shared;
  const said = {
    ...line,
    status: status === 'trash' ? (statusBeforeTrash ?? 'draft') : status,
    dateUtc: publishedAt,
    // It follows from an address.
    isVirtual: line.isVirtual === false ? undefined : line.isVirtual,
  };
  const blank = Object.entries(fields).flatMap(([key, { clearable, stored }]) =>
    clearable && stored ? [[key, null]] : [],
  );
  return { ...Object.fromEntries(blank), ...read(fields, said, notTaken) };
}

/** Whether a value is an id. */
export const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/**
 * Turns a line into an item. `isOwn`: it was exported from the calendar that it is imported into.
 * @throws SourceRefused with the reason, if the record cannot be read
 */
export function itemOf(line: ExportLine, isOwn: boolean, number: number): Item {
  const { id, source, author, authorName, uid, sequence, status, parent, image } = line;
  const kind = line.kind as ItemKind;
  if (!isId(id)) throw unreadable('It has no id.');
  const inLanguages = Object.keys(Object(line.texts));
  if (!inLanguages.every(isLanguage) || !isLanguage(line.original))
    throw unreadable('Its texts are in a language that is not known here.');
  const notTaken: string[] = [];
  const { original } = line;
  const texts = (isObject(line.texts) ? line.texts : {}) as Record<string, Record<string, unknown>>;
  const languages = [original, ...LANGUAGES.filter((each) => each !== original && texts[each] !== undefined)];
  const common = {
    ...{ kind, ref: String(id), id: Number(id), allLanguages: true, place: `line ${number}` },
    author: text(authorName) ?? (author === undefined ? undefined : String(author)),
    ...(isOwn ? { isOwn } : { source: sourceIn(source) }),
  };
  if (kind === 'image') {
    const { url, width, height, filesize, sizes } = line;
    if (text(url) === undefined) throw unreadable('It has no url.');
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
        ...read(TABLES[kind].text, its, notTaken),
        ...(hasSlug && stored && { slug: stored }),
        ...(at === 0 && sharedOf(kind, line, notTaken)),
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
    notTaken: [...notTaken, ...(kind === 'event' && parent !== undefined ? ['Which event an event is part of.'] : [])],
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
    }),
  };
}

/** Where a record came from, before it came to the calendar that was exported. */
function sourceIn(value: unknown): Item['source'] {
  const { site, id, url } = isObject(value) ? value : {};
  if (typeof site !== 'string' || typeof id !== 'string') return undefined;
  return { site, id, ...(typeof url === 'string' && { url }) };
}
