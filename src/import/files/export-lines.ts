import { inOneLine } from '../../domain/errors.ts';
import { coerce, fromObject } from '../../domain/fields/coerce.ts';
import type { CustomInput } from '../../domain/fields/custom-inputs.ts';
import { asText, LARGEST_INT } from '../../domain/fields/kind.ts';
import type { Field, FieldTable } from '../../domain/fields/table.ts';
import { text as anyText } from '../../domain/fields/text-kinds.ts';
import type { END_LINE } from '../../domain/json-lines.ts';
import { isLanguage, LANGUAGES } from '../../domain/language.ts';
import { sentSlug } from '../../domain/slug.ts';
import { isObject } from '../../domain/values.ts';
import type { NewCustomField } from '../../kinds/custom-fields/fields.ts';
import { EVENT_LINKS } from '../../kinds/event-links.ts';
import { imagePatch } from '../../kinds/image/fields.ts';
import { isElsewhere } from '../../kinds/image/record.ts';
import { type ChangeKind, KIND, KINDS, type KindName } from '../../kinds/kinds.ts';
import { factsIn } from '../image-facts.ts';
import { type Item, type ItemKind, type Said, sourceRefused as unreadable } from '../item.ts';

/** A line of an export, which may come from anywhere and is not yet checked. */
export type ExportLine = { kind: ItemKind | 'calendar' | 'customField' | typeof END_LINE } & Readonly<
  Record<string, unknown>
>;

/** The custom field that a line defines. */
export const fieldOf = ({ of, key, takes, label, choices }: ExportLine): NewCustomField =>
  ({ of, key, kind: takes, label, ...(choices != null && { choices }) }) as NewCustomField;

type Members = Readonly<Record<string, unknown>>;

/** What a member must be, also for people. */
interface Expected<V> {
  is(value: unknown): value is V;
  must: string;
}

const OBJECT: Expected<Members> = { is: isObject, must: 'Must be an object.' };
const LIST: Expected<readonly unknown[]> = { is: (value) => Array.isArray(value), must: 'Must be a list of ids.' };
const TEXT: Expected<string> = { is: (value) => typeof value === 'string', must: 'Must be text.' };
const TEXTS: Expected<readonly string[]> = {
  is: (value): value is readonly string[] => Array.isArray(value) && value.every(TEXT.is),
  must: 'Must be a list of texts.',
};
const MOMENT: Expected<string> = {
  is: (value): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  must: 'Must be a moment.',
};
const ELSEWHERE: Expected<string> = {
  is: (value): value is string => typeof value === 'string' && isElsewhere(value),
  must: 'Must be an absolute http(s) address.',
};
const REF: Expected<string | number> = {
  is: (value): value is string | number => isId(value) || (typeof value === 'string' && value !== ''),
  must: 'Must be an id.',
};
const COUNT: Expected<number> = {
  is: (value): value is number => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= LARGEST_INT,
  must: `Must be a whole number from 0 to ${LARGEST_INT}.`,
};

/** A member, if it is there and what it must be. What it is not is told. */
function member<V>(said: Members, name: string, { is, must }: Expected<V>, notTaken: string[]): V | undefined {
  const value = Object.hasOwn(said, name) ? said[name] : undefined;
  if (value == null || is(value)) return value ?? undefined;
  notTaken.push(`${name}: ${must}`);
  return undefined;
}

function refIn(said: Members, name: string, notTaken: string[]) {
  const ref = member(said, name, REF, notTaken);
  return ref === undefined ? undefined : String(ref);
}

function refsIn(said: Members, name: string, notTaken: string[]) {
  const all = member(said, name, LIST, notTaken) ?? [];
  const refs = all.filter(REF.is);
  if (refs.length < all.length) notTaken.push(`${name}: ${LIST.must}`);
  return refs.map(String);
}

const customOf = (said: Members, notTaken: string[]): CustomInput[] =>
  Object.entries(member(said, 'customFields', OBJECT, notTaken) ?? {}).flatMap(([key, value]) => {
    const text = asText(value);
    if (text === undefined && value !== null) notTaken.push(`customFields.${key}: ${TEXT.must}`);
    return text === undefined ? [] : [{ key, value: text }];
  });

/** Fields that a line says once for all languages, besides those that are stored as they are. */
const SAID_ONCE: ReadonlySet<string> = new Set([
  'status',
  'dateUtc',
  'startsAt',
  'endsAt',
  'timezone',
  'allDay',
  'isVirtual',
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

const TABLES_OF_KINDS = Object.fromEntries(
  KINDS.map(({ name }) => [
    name,
    {
      text: asSaid(name, (_, { stored }) => stored === 'text'),
      shared: asSaid(name, (key, { stored }) => stored === 'shared' || SAID_ONCE.has(key)),
    },
  ]),
) as { [Kind in KindName]: { text: FieldTable; shared: FieldTable } };
/** A series is like its first occurrence. */
const TABLES = { ...TABLES_OF_KINDS, series: TABLES_OF_KINDS.event };

/** The members of lines besides the fields of a kind. */
const BESIDE: ReadonlySet<string> = new Set([
  'kind',
  'id',
  'source',
  'author',
  'authorName',
  'uid',
  'sequence',
  'statusBeforeTrash',
  'publishedAt',
  'modifiedAt',
  'original',
  'texts',
  'customFields',
  'image',
  'parent',
  'categories',
  'tags',
  'url',
  'from',
  'width',
  'height',
  'filesize',
  'sizes',
  'series',
  'originalStartsAt',
  'own',
  'rule',
  'rdates',
  'exdates',
  'madeBefore',
  'chain',
  ...EVENT_LINKS.map(({ inEvents }) => inEvents),
]);
/** The members of the texts in a language besides such fields. */
const BESIDE_TEXTS: ReadonlySet<string> = new Set(['slug', 'customFields']);

/** Members that nothing here stands for. */
const unknownIn = (said: Members, beside: ReadonlySet<string>, fields: FieldTable) =>
  Object.keys(said).flatMap((key) =>
    beside.has(key) || Object.hasOwn(fields, key) ? [] : [`${key}: There is no such field.`],
  );

/** What a line says of these fields, as the service takes it. Those that cannot be read are told, and cleared if they may be. */
function read(fields: FieldTable, said: Readonly<Record<string, unknown>>, notTaken: string[]) {
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
function sharedOf(kind: ChangeKind, line: ExportLine, notTaken: string[]): Record<string, unknown> {
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
  const { id, status, original } = line;
  const kind = line.kind as ItemKind;
  if (!isId(id)) throw unreadable('It has no id.');
  const inLanguages = Object.keys(Object(line.texts));
  if (!inLanguages.every(isLanguage) || !isLanguage(original))
    throw unreadable('Its texts are in a language that is not known here.');
  const tables = kind === 'image' ? { text: imagePatch, shared: {} } : TABLES[kind];
  const notTaken = unknownIn(line, BESIDE, tables.shared);
  const texts = member(line, 'texts', OBJECT, notTaken) ?? {};
  const languages = [original, ...LANGUAGES.filter((each) => each !== original && texts[each] !== undefined)];
  function inLanguage(language: string) {
    const its = member(texts, language, OBJECT, notTaken) ?? {};
    notTaken.push(...unknownIn(its, BESIDE_TEXTS, tables.text));
    return its;
  }
  const author = refIn(line, 'author', notTaken);
  const common = {
    kind,
    ref: String(id),
    id: Number(id),
    allLanguages: true,
    place: `line ${number}`,
    notTaken,
    author: member(line, 'authorName', TEXT, notTaken) ?? author,
    ...(isOwn ? { isOwn } : { source: sourceIn(line, notTaken) }),
  };
  if (kind === 'image') {
    const url = member(line, 'url', TEXT, notTaken);
    if (url === undefined) throw unreadable('It has no url.');
    const from = member(line, 'from', ELSEWHERE, notTaken);
    const facts = { url, ...(from !== undefined && { from }), ...factsIn(line, notTaken) };
    const [first, ...others] = languages.map((language): Said => {
      const its = inLanguage(language);
      const said = Object.keys(imagePatch).map((key) => [key, member(its, key, TEXT, notTaken)] as const);
      return { language, values: Object.fromEntries(said.filter(([, text]) => text)) };
    });
    return { ...common, said: [{ ...first!, values: { ...first!.values, ...facts } }, ...others] };
  }
  const said = languages.map((language, at): Said => {
    const its = inLanguage(language);
    const hasSlug = 'slug' in KIND[kind === 'series' ? 'event' : kind].fields;
    const slug = sentSlug(member(its, 'slug', TEXT, notTaken) ?? '');
    return {
      language,
      values: {
        ...read(tables.text, its, notTaken),
        ...(hasSlug && slug && { slug }),
        ...(at === 0 && sharedOf(kind, line, notTaken)),
        ...(at === 0 && kind === 'series' && recurrenceIn(line, notTaken)),
        ...(kind !== 'category' &&
          kind !== 'tag' && {
            customFields: [...customOf(its, notTaken), ...(at === 0 ? customOf(line, notTaken) : [])],
          }),
      },
      ...(!hasSlug && slug && { slug }),
    };
  }) as [Said, ...Said[]];
  if (kind === 'event' && line.parent != null) notTaken.push('Which event an event is part of.');
  const sequence = kind === 'event' || kind === 'series' ? member(line, 'sequence', COUNT, notTaken) : undefined;
  return {
    ...common,
    said,
    ...(status === 'trash' && { trashed: true }),
    ...(kind === 'category' && { parent: refIn(line, 'parent', notTaken) ?? null }),
    ...(kind !== 'category' && kind !== 'tag' && { image: refIn(line, 'image', notTaken) ?? null }),
    ...(kind === 'event' && { occurrence: occurrenceIn(line, notTaken) }),
    ...(kind === 'series' && {
      madeBefore: momentIn(line, 'madeBefore', notTaken),
      chain: member(line, 'chain', TEXT, notTaken),
    }),
    ...((kind === 'event' || kind === 'series') && {
      uid: member(line, 'uid', TEXT, notTaken),
      ...(sequence !== undefined && { sequence }),
      links: Object.fromEntries(
        [...EVENT_LINKS.map(({ inEvents }) => inEvents), 'categories', 'tags'].map((list) => [
          list,
          refsIn(line, list, notTaken),
        ]),
      ),
    }),
  };
}

/** A moment of a line, in milliseconds. */
function momentIn(line: ExportLine, name: string, notTaken: string[]) {
  const said = member(line, name, MOMENT, notTaken);
  return said === undefined ? undefined : Date.parse(said);
}

/** Which occurrence of which series an event is; null for a single event. */
function occurrenceIn(line: ExportLine, notTaken: string[]): Item['occurrence'] {
  const series = refIn(line, 'series', notTaken);
  const originalStartsAt = momentIn(line, 'originalStartsAt', notTaken);
  if (series === undefined || originalStartsAt === undefined) return null;
  return { series, originalStartsAt, own: textsIn(line, 'own', notTaken) };
}

/** How a series repeats. */
const recurrenceIn = (line: ExportLine, notTaken: string[]) => ({
  rule: member(line, 'rule', TEXT, notTaken) ?? null,
  rdates: textsIn(line, 'rdates', notTaken),
  exdates: textsIn(line, 'exdates', notTaken),
});

function textsIn(line: ExportLine, name: string, notTaken: string[]) {
  return [...(member(line, name, TEXTS, notTaken) ?? [])];
}

/** Where a record came from, before it came to the calendar that was exported. */
function sourceIn(line: ExportLine, notTaken: string[]): Item['source'] {
  const source = member(line, 'source', OBJECT, notTaken);
  if (!source) return undefined;
  const [site, id, url] = ['site', 'id', 'url'].map((name) => member(source, name, TEXT, notTaken));
  if (site !== undefined && id !== undefined) return { site, id, ...(url !== undefined && { url }) };
  notTaken.push('source: Must have a site and an id.');
  return undefined;
}
