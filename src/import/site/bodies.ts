import { coerce } from '../../domain/fields/coerce.ts';
import type { CustomInput } from '../../domain/fields/custom-inputs.ts';
import { asText } from '../../domain/fields/kind.ts';
import type { FieldTable } from '../../domain/fields/table.ts';
import { decodeHtml, stripTags } from '../../domain/html.ts';
import type { Language } from '../../domain/language.ts';
import { sentSlug } from '../../domain/slug.ts';
import { isObject } from '../../domain/values.ts';
import { CUSTOM_OWNERS, type CustomOwner } from '../../kinds/custom-fields/definitions.ts';
import type { NewCustomField } from '../../kinds/custom-fields/fields.ts';
import { EVENT_LINKS } from '../../kinds/event-links.ts';
import { KIND, type KindName } from '../../kinds/kinds.ts';
import { factsIn } from '../image-facts.ts';
import type { Item, ItemKind, Refusal, Said } from '../item.ts';

/** A REST body as any site may send it. */
export type Body = Readonly<Record<string, unknown>>;

/** The items in the bodies of one record. Nested records come first. */
export interface Parsed {
  items: Item[];
  refused: Refusal[];
  /** Their custom fields. Bodies do not show which type of value a field takes. */
  fields: NewCustomField[];
}

export const nothingParsed = (): Parsed => ({ items: [], refused: [], fields: [] });

/** Appends the second to the first. */
export function append(parsed: Parsed, { items, refused, fields }: Parsed): void {
  // Not all at once as arguments: an event of a hostile site refers to more than a call may have.
  for (const item of items) parsed.items.push(item);
  for (const refusal of refused) parsed.refused.push(refusal);
  for (const field of fields) parsed.fields.push(field);
}

/** Fields that need special handling. */
const OTHERWISE: ReadonlySet<string> = new Set([
  'author',
  'date',
  'image',
  'categories',
  'tags',
  'parent',
  'startsAt',
  'endsAt',
  'customFields',
  ...EVENT_LINKS.map(({ inEvents }) => inEvents),
]);

/** The fields of a kind that a body contains in the form in which they are sent. */
const plainFields = (kind: KindName): FieldTable =>
  Object.fromEntries(
    Object.entries(KIND[kind].rest.fields ?? KIND[kind].fields).filter(([key]) => !OTHERWISE.has(key)),
  );

/** Members that repeat others or matter only to the site. */
const DERIVED: ReadonlySet<string> = new Set([
  'id',
  'global_id',
  'global_id_lineage',
  'author',
  'date',
  'modified',
  'modified_utc',
  'url',
  'rest_url',
  'slug',
  'image',
  'categories',
  'tags',
  'json_ld',
  'timezone_abbr',
  'cost_details',
  'custom_fields',
  'uid',
  'sequence',
  'term_group',
  'term_taxonomy_id',
  'taxonomy',
  'count',
  'filter',
  'urls',
  'meta',
  '_links',
  'link',
  'parent',
  ...EVENT_LINKS.map(({ name }) => name),
]);

const DERIVED_DATE = /^(utc_)?(start|end)_date(_details)?$/;

/** The bodies in a member, which may hold one, several or none. */
export const bodiesIn = (member: unknown): Body[] => (Array.isArray(member) ? member : [member]).filter(isObject);

const idOf = ({ id }: Body) => {
  const number = Number(asText(id));
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
};

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** The name of a record in messages. */
export const named = (kind: ItemKind, body: Body): string =>
  String(text(body.title) ?? text(body.venue) ?? text(body.organizer) ?? text(body.name) ?? `${kind} without a name`);

/** The end of an occurrence's URL: its day, and its number if there are several on that day. */
const OCCURRENCE = /\/\d{4}-\d\d-\d\d(\/\d+)?\/?$/;

/** The reference of a record. The id of an occurrence does not last, so its URL and start are used instead. */
function refOf(kind: ItemKind, body: Body): { ref: string; id?: number } | undefined {
  const id = idOf(body);
  if (id === undefined) return undefined;
  const path = text(body.url) && URL.canParse(String(body.url)) ? new URL(String(body.url)).pathname : '';
  if (kind === 'event' && OCCURRENCE.test(path)) return { ref: `${path} ${asText(body.start_date)}` };
  return { ref: String(id), id };
}

/** Titles and names. In an import they have no tags, and lie in one line (behaviour §0.48, §0.49). */
const NAMES: ReadonlySet<string> = new Set(['title', ...EVENT_LINKS.map(({ name }) => name)]);

/** The values of a body. Invalid ones are reported, and cleared if they may be empty. */
function valuesOf(kind: KindName, body: Body) {
  const fields = plainFields(kind);
  const said = withoutEchoes(kind, body);
  const { values, problems } = coerce(fields, (wire) => {
    const value = Object.hasOwn(said, wire) ? said[wire] : undefined;
    return NAMES.has(wire) && typeof value === 'string' ? stripTags(value) : value;
  });
  for (const [key, { clearable }] of Object.entries(fields)) if (clearable) values[key] ??= null;
  if (isOwner(kind)) values.customFields = customIn(body);
  return { values, notTaken: problems.map(({ field, message }) => `${fields[field]?.wire}: ${message}`) };
}

const isOwner = (kind: KindName): kind is CustomOwner => CUSTOM_OWNERS.includes(kind as CustomOwner);

const customBodies = ({ custom_fields: fields }: Body): [key: string, body: Body][] =>
  isObject(fields) ? Object.entries(fields).map(([key, each]) => [key, isObject(each) ? each : { value: each }]) : [];

/** The values of custom fields as text. Several values of a field are joined. */
const customIn = (body: Body): CustomInput[] =>
  customBodies(body).flatMap(([key, { value }]) => {
    const said = [value].flat().filter((each) => ['string', 'number', 'boolean'].includes(typeof each) && each !== '');
    return said.length ? [{ key, value: said.join(', ') }] : [];
  });

/** The custom fields in a body, with their labels in each language. */
function fieldsIn(kind: KindName, { language, body, others }: Translations): NewCustomField[] {
  if (!isOwner(kind)) return [];
  const theirs = others.map((other) => [other.language, new Map(customBodies(other.body))] as const);
  return customBodies(body).map(([key, { label }]) => {
    const labels = theirs.map(([its, fields]) => [its, text(fields.get(key)?.label)] as const);
    const said = Object.fromEntries(labels.filter(([, each]) => each !== undefined));
    return { of: kind, key, kind: 'text', label: { ...said, [language]: text(label) ?? key } };
  });
}

/** Removes defaults that the interface shows for empty fields. */
function withoutEchoes(kind: KindName, body: Body): Body {
  const { stateprovince, website, date_utc: date, cost, ...others } = body;
  const follows = stateprovince === (body.state || body.province || '');
  return {
    ...others,
    ...(follows ? {} : { stateprovince }),
    ...(kind === 'event' && website === body.url ? {} : { website }),
    ...(/^0000/.test(asText(date) ?? '') ? {} : { date_utc: date }),
    ...(typeof cost === 'string' ? { cost: isZero(body) ? '0' : decodeHtml(cost) } : {}),
  };
}

/** A price of 0 is shown as a word in the site's language. */
const isZero = ({ cost_details: details }: Body) =>
  isObject(details) && Array.isArray(details.values) && details.values.join() === '0';

const isEmpty = (value: unknown) =>
  value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0);

/** Unknown members that are not empty. */
const unknownMembers = (kind: KindName, body: Body) => {
  const wires = new Set(Object.values(KIND[kind].rest.fields ?? KIND[kind].fields).map(({ wire }) => wire));
  return Object.entries(body)
    .filter(([key, value]) => !wires.has(key) && !DERIVED.has(key) && !DERIVED_DATE.test(key) && !isEmpty(value))
    .map(([key]) => key);
};

/** The image in a body, as a separate item. */
function imageIn({ image }: Body, language: Language): Item | null {
  if (!isObject(image) || text(image.url) === undefined) return null;
  const { id, url } = image;
  const imageId = idOf({ id });
  const notTaken: string[] = [];
  const values = { url, ...factsIn(image, notTaken) };
  return {
    kind: 'image',
    ref: String(imageId ?? url),
    ...(imageId && { id: imageId }),
    notTaken,
    said: [{ language, values }],
  };
}

/** A body in the site's default language, and the same record in other languages. */
interface Translations {
  language: Language;
  body: Body;
  others: readonly { language: Language; body: Body }[];
}

/** Finds a record by its id in bodies of other languages. */
export function inOtherLanguages(
  others: readonly { language: Language; bodies: readonly Body[] }[],
): (id: unknown) => Translations['others'] {
  const byId = others.map(({ language, bodies }) => ({ language, of: new Map(bodies.map((each) => [each.id, each])) }));
  return (id) =>
    byId.flatMap(({ language, of }) => {
      const body = of.get(id);
      return body ? [{ language, body }] : [];
    });
}

/** The texts that differ in another language's body of the same record. */
function translated(kind: KindName, values: object, { language, body }: { language: Language; body: Body }): Said[] {
  const other = valuesOf(kind, body).values;
  const texts = Object.entries(plainFields(kind)).filter(([key, { stored }]) => stored === 'text' || key === 'slug');
  const own = values as Record<string, unknown>;
  const differing: [string, unknown][] = texts.flatMap(([key]) =>
    other[key] != null && other[key] !== own[key] ? [[key, other[key]] as [string, unknown]] : [],
  );
  const ownFields = new Map(((own.customFields ?? []) as CustomInput[]).map(({ key, value }) => [key, value]));
  const custom = ((other.customFields ?? []) as CustomInput[]).filter(({ key, value }) => ownFields.get(key) !== value);
  if (custom.length) differing.push(['customFields', custom]);
  const name = differing.some(([key]) => key === 'title' || key === 'name');
  const slug = 'slug' in plainFields(kind) || !name ? {} : slugIn(body);
  return differing.length ? [{ language, values: Object.fromEntries(differing), ...slug }] : [];
}

const slugIn = ({ slug }: Body): { slug?: string } => {
  const stored = text(slug) === undefined ? '' : sentSlug(String(slug));
  return stored === '' ? {} : { slug: stored };
};

/** A list shows no content of a record with a password: then these switches are neither on nor off. */
const isLocked = (body: Body) => body.all_day === null || body.show_map === null;

/** Turns a record of a list into items, nested records included. */
export function parseBody(kind: KindName, { language, body, others }: Translations): Parsed {
  const identity = refOf(kind, body);
  if (identity === undefined)
    return { ...nothingParsed(), refused: [{ kind, what: named(kind, body), why: 'It has no id.' }] };
  if (isLocked(body))
    return {
      ...nothingParsed(),
      refused: [{ kind, ref: identity.ref, what: named(kind, body), why: 'It has a password there.' }],
    };
  const { values, notTaken } = valuesOf(kind, body);
  const image = imageIn(body, language);
  const said: [Said, ...Said[]] = [
    { language, values, ...('slug' in plainFields(kind) ? {} : slugIn(body)) },
    ...others.flatMap((other) => translated(kind, values, other)),
  ];
  const inside = kind === 'event' ? linkedIn({ language, body, others }) : { ...nothingParsed(), links: {} };
  const item: Item = {
    kind,
    ...identity,
    said,
    url: text(body.url),
    uid: text(body.uid),
    ...(Number.isSafeInteger(body.sequence) && { sequence: Number(body.sequence) }),
    author: asText(body.author),
    ...(kind === 'category' && { parent: idOf({ id: body.parent }) === undefined ? null : String(body.parent) }),
    ...(kind === 'category' || kind === 'tag' ? {} : { image: image?.ref ?? null }),
    ...(kind === 'event' && { links: inside.links }),
    notTaken: [...notTaken, ...unknownMembers(kind, body)],
  };
  const fields = [...inside.fields, ...fieldsIn(kind, { language, body, others })];
  return { items: [...inside.items, ...(image ? [image] : []), item], refused: inside.refused, fields };
}

/** The records nested in an event, which come before it. */
function linkedIn({ language, body, others }: Translations): Parsed & Pick<Item, 'links'> {
  const kinds = [...EVENT_LINKS.map(({ name, inEvents }) => ({ name, list: inEvents, member: name as string }))];
  const terms = [
    { name: 'category' as const, list: 'categories' as const, member: 'categories' },
    { name: 'tag' as const, list: 'tags' as const, member: 'tags' },
  ];
  const parsed = nothingParsed();
  const links: Record<string, string[]> = {};
  for (const { name, list, member } of [...kinds, ...terms]) {
    const refs: string[] = [];
    const same = inOtherLanguages(others.map((each) => ({ ...each, bodies: bodiesIn(each.body[member]) })));
    for (const inside of bodiesIn(body[member])) {
      append(parsed, parseBody(name, { language, body: inside, others: same(inside.id) }));
      const ref = refOf(name, inside)?.ref;
      if (ref !== undefined) refs.push(ref);
    }
    links[list] = refs;
  }
  return { ...parsed, links };
}
