import { mayEditOthers } from '../domain/access.ts';
import type { Language } from '../domain/language.ts';
import { EVENT_LINKS } from '../kinds/event-links.ts';
import type { Origin, Source } from '../kinds/post/record.ts';
import type { Writing } from '../kinds/record-service.ts';
import type { Services } from '../kinds/services.ts';
import type { Calendar } from './calendar.ts';
import { allCustomFields } from './custom-fields.ts';
import { fetchedPictures, picturesElsewhere, withFetched } from './fetched-pictures.ts';
import type { Found } from './find.ts';
import type { Item, ItemKind, Said } from './item.ts';

/** Our id of a record that the source refers to, if it was imported. */
export type Resolve = (kind: ItemKind, ref: string) => number | undefined;

/** What an import does with the records of a kind. Only posts have a trash. */
type Service = Writing<Found> & Partial<Pick<Services['event'], 'restore'>>;

export const serviceOf = (services: Services, kind: Exclude<ItemKind, 'image'>): Service =>
  services[kind] as object as Service;

/** Creates and changes records through the services of their kinds. Runs within a unit of the caller. */
export interface Maker {
  /** Our user who gets a record, if that is not the importer. */
  ownerOf(item: Item): number | undefined;
  /** Gives a record to another user. */
  give(item: Item, id: number, author: number): Promise<void>;
  make(item: Item, how: How & { id: number | undefined }): Promise<Found>;
  /** Changes the record only if its version is still the one that was read. @throws CONFLICT */
  change(item: Item, record: Found, how: How): Promise<Found>;
}

interface How {
  source: Source | undefined;
  resolve: Resolve;
}

/** The link lists of an event, and the kind of record in each. */
const LISTS: readonly (readonly [list: string, kind: ItemKind])[] = [
  ...EVENT_LINKS.map(({ inEvents, name }) => [inEvents, name] as const),
  ['categories', 'category'],
  ['tags', 'tag'],
];

/** The fields of HTML that show pictures. */
const HTML_FIELDS = ['description', 'excerpt'] as const;

/** `authors` are ids of our users by the source's names for them. */
export function createMaker(
  { services, context, viewer, links }: Calendar,
  authors: ReadonlyMap<string, number>,
): Maker {
  /** The links of a record, which all languages share. References that were not imported are left out. */
  function shared({ links = {}, image, parent }: Item, resolve: Resolve) {
    const values: Record<string, unknown> = {};
    for (const [list, kind] of LISTS) {
      const refs = links[list as keyof typeof links];
      if (!refs) continue;
      const ids = refs.map((ref) => resolve(kind, ref)).filter((id) => id !== undefined);
      values[list] = { set: ids.map((id) => ({ ref: { id } })) };
    }
    if (image === null) values.image = null;
    const shown = image == null ? undefined : resolve('image', image);
    if (shown !== undefined) values.image = String(shown);
    if (parent === null) values.parent = null;
    const above = parent == null ? undefined : resolve('category', parent);
    if (above !== undefined) values.parent = above;
    return values;
  }

  /** Only users who may edit other people's records can set another author, and terms have none. */
  function ownerOf({ kind, author, login }: Item) {
    if (!mayEditOthers(viewer) || kind === 'category' || kind === 'tag') return undefined;
    return [author, login].map((name) => (name === undefined ? undefined : authors.get(name))).find((id) => id);
  }

  const authorOf = (item: Item): object => {
    const author = ownerOf(item);
    return author === undefined ? {} : { author };
  };

  const originOf = (item: Item, { slug }: Said, { source, resolve }: How, before?: Found): Origin => ({
    ...(slug !== undefined && { slug }),
    source,
    ...((item.kind === 'event' || item.kind === 'series') && {
      uid: item.uid,
      sequence: item.sequence,
      inSeries: inSeries(item, { source, resolve }, before),
    }),
  });

  /** Takes a post out of the trash. What follows for its series, the source tells of that. */
  const restore = (service: Service, ref: { id: number }, language: Language): Promise<Found> =>
    service.restore!(ref, context({ language, origin: {} }));

  const trash = (service: Service, ref: { id: number }, language: Language) =>
    service.remove(ref, context({ language, origin: {} }));

  /** What a source says, in which texts show pictures that were fetched earlier from here. */
  async function withPictures(said: Item['said'], source: Source | undefined): Promise<Item['said']> {
    const place = { site: links.site, from: source?.site };
    const htmlOf = ({ values }: Said) =>
      HTML_FIELDS.flatMap((field) => (typeof values[field] === 'string' ? [[field, values[field]] as const] : []));
    const addresses = said.flatMap(htmlOf).flatMap(([, html]) => [...picturesElsewhere(html, place)]);
    const fetched = await fetchedPictures(services.image, addresses);
    const shown = (each: Said): Said => {
      const texts = htmlOf(each).map(([field, html]) => [field, withFetched(html, fetched, place)]);
      return { ...each, values: { ...each.values, ...Object.fromEntries(texts) } };
    };
    const [first, ...others] = said;
    return fetched.size > 0 ? [shown(first), ...others.map(shown)] : said;
  }

  async function makeImage({ said: [first, ...others] }: Item, id: number | undefined): Promise<Found> {
    const origin = id === undefined ? {} : { origin: { id } };
    const { alternativeText, title, ...values } = first.values;
    const made = await services.image.bringIn(values as never, context({ language: first.language, ...origin }));
    for (const { language, values: texts } of [{ ...first, values: { alternativeText, title } }, ...others])
      if (Object.values(texts).some(Boolean))
        await services.image.update({ id: made.id }, texts, context({ language }));
    return { _id: made.id, version: 1 };
  }

  return {
    ownerOf,
    async give({ kind, said: [{ language }] }, id, author) {
      if (kind !== 'image')
        await serviceOf(services, kind).update({ id }, { author }, context({ language, origin: {} }));
    },
    async make(item, { id, ...how }) {
      const { kind, trashed } = item;
      if (kind === 'image') return makeImage(item, id);
      const service = serviceOf(services, kind);
      const said = await withPictures(item.said, how.source);
      const [first, ...others] = said;
      const origin = { ...originOf(item, first, how), ...(id !== undefined && { id }) };
      const values = withoutNulls({ ...first.values, ...shared(item, how.resolve), ...authorOf(item) });
      // Terms take one language at a time.
      const isTerm = kind === 'category' || kind === 'tag';
      const atOnce = isTerm ? origin : { ...origin, others };
      let record = await service.create(values, context({ language: first.language, origin: atOnce }));
      const ref = { id: record._id };
      for (const { language, values: its, slug } of isTerm ? others : [])
        record = await service.update(
          ref,
          its,
          context({ language, origin: originOf(item, { language, values: its, slug }, how) }),
        );
      return trashed ? trash(service, ref, first.language) : record;
    },
    async change(item, before, how) {
      const { kind, trashed, allLanguages } = item;
      if (kind === 'image') return before;
      const service = serviceOf(services, kind);
      const said = await withPictures(item.said, how.source);
      const ref = { id: before._id };
      const staysAway = trashed && before.status === 'trash';
      const comesBack = !trashed && before.status === 'trash';
      const alive = comesBack ? await restore(service, ref, said[0].language) : before;
      let record = alive;
      for (const [at, each] of said.entries()) {
        // A trashed record has neither a status nor a slug of its own.
        const { status, slug, ...written } = each.values;
        const { customFields, ...others } = staysAway ? written : each.values;
        const values = {
          ...others,
          ...(Array.isArray(customFields) && { customFields: allCustomFields(customFields, before, each.language) }),
        };
        const origin = originOf(item, staysAway ? { ...each, slug: undefined } : each, how, before);
        record = await service.update(
          ref,
          cleared(at === 0 ? { ...values, ...shared(item, how.resolve) } : values, alive, each.language),
          context({
            language: each.language,
            origin,
            ...(at === 0 && { precondition: { versions: [alive.version] } }),
          }),
        );
      }
      const languages = said.map(({ language }) => language);
      const others = (Object.keys(before.text!) as Language[]).filter(
        (language) => allLanguages && !languages.includes(language),
      );
      for (const language of others)
        record = await service.removeTranslation(ref, language, context({ language: languages[0]! }));
      return trashed && !staysAway ? trash(service, ref, languages[0]!) : record;
    },
  };
}

/** What a record has to do with a series. An event that is none of an occurrence leaves a series of the same source. */
function inSeries(
  { kind, occurrence, madeBefore, chain }: Item,
  { source, resolve }: How,
  before?: Found,
): Origin['inSeries'] {
  // A series that was divided here stays so.
  if (kind === 'series')
    return { ...((madeBefore !== undefined || before) && { madeBefore }), ...(chain !== undefined && { chain }) };
  if (occurrence === null && before?.series !== undefined && before.source?.site === source?.site)
    return { series: undefined, originalStartsAt: undefined, own: undefined };
  const series = occurrence && resolve('series', occurrence.series);
  const { originalStartsAt, own } = occurrence ?? {};
  return series == null ? undefined : { series, originalStartsAt, own };
}

/** The values, without nulls for what the record does not have: an empty text in its place would be a change. */
function cleared(values: object, before: object, language: Language): object {
  const had: object = { ...before, ...(before as { text?: Partial<Record<Language, object>> }).text?.[language] };
  return Object.fromEntries(Object.entries(values).filter(([key, value]) => value !== null || Object.hasOwn(had, key)));
}

const withoutNulls = (values: object): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
