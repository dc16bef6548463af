import type { DomainError } from '../../domain/errors.ts';
import { shortened } from '../../domain/text.ts';
import { byName } from '../../kinds/event-links.ts';
import type { KindName } from '../../kinds/kinds.ts';
import type { ResolverContext } from '../graphql/context.ts';

/** A kind of records that have events. */
export type Having = Exclude<KindName, 'event'>;

/** The filter that finds the events of a record, by the kind of the record. */
const EVENTS_OF: Readonly<Record<Having, string>> = {
  ...byName(({ inEvents }) => `${inEvents}In`),
  category: 'categoriesIn',
  tag: 'tagsIn',
};

type Where = Readonly<Record<string, unknown>>;

/** Narrows a filter to the events of one record. */
export function eventsOfRecord(kind: Having, { databaseId }: { databaseId: number }, where: Where = {}): Where {
  const member = EVENTS_OF[kind];
  const { [member]: requested, ...others } = where;
  return { ...others, [member]: [databaseId], ...(requested === undefined ? {} : { and: [{ [member]: requested }] }) };
}

/** The parameter of REST that finds the events of a record. */
export const REST_EVENTS_OF: Readonly<Record<Having, string>> = {
  ...byName(({ name }) => name),
  category: 'categories',
  tag: 'tags',
};

/** What narrows a list to the events of records or of a city, by the parameter of its address: `?tag=red,blue&city=Busan`. */
export type Filters = readonly { name: string; values: readonly string[] }[];

/** The parameters that name records, each by id or slug, and the kind of those. Those of terms are called as in the plug-in. */
const KIND_OF: Readonly<Record<string, Having>> = {
  tribe_events_cat: 'category',
  tag: 'tag',
  ...byName(({ name }) => name),
};

const CITY = 'city';

/** Most records that one address may name. Each takes a look into the store. */
const MOST = 10;

/** Most characters of an unknown name that a heading repeats. */
const LONGEST = 60;

/** The values of a parameter. It may come several times, with brackets, and with several values separated by commas. */
export const valuesOf = (query: URLSearchParams, name: string): string[] =>
  [...query.getAll(name), ...query.getAll(`${name}[]`)]
    .flatMap((text) => text.split(','))
    .map((text) => text.trim())
    .filter(Boolean);

/** What an address filters by, in the same order for each address. A city is one name, which may have a comma. */
export function filtersIn(query: URLSearchParams): Filters {
  const city = query.get(CITY)?.trim();
  let room = MOST;
  const records = Object.keys(KIND_OF).map((name) => {
    const values = [...new Set(valuesOf(query, name))].slice(0, room);
    room -= values.length;
    return { name, values };
  });
  return [...records, { name: CITY, values: city ? [city] : [] }].filter(({ values }) => values.length > 0);
}

/** What is read of a record that narrows a list. */
export interface Narrowing {
  databaseId: number;
  title: string;
}

/** Reads a record by its reference. @throws DomainError if there is none that the visitor may see */
type Read = (kind: Having, ref: { databaseId: number } | { url: string }) => Promise<Narrowing>;

/** Filters, once their records are found. */
export interface Narrowed {
  /** The filter for events, as GraphQL takes it. Nothing passes one that names only unknown records. */
  where: Readonly<Record<string, unknown>>;
  /** The ids of the records, by their kind. */
  ids: Readonly<Partial<Record<Having, readonly number[]>>>;
  /** What a heading calls the filters. */
  titles: readonly string[];
  /** The filters without unknown records, unless there are no others. */
  filters: Filters;
}

/** No filters. */
export const EVERYTHING: Narrowed = { where: {}, ids: {}, titles: [], filters: [] };

/** Finds the records of filters. An address names a record by its id, by its slug, or by a former slug. */
export async function narrowedBy(
  filters: Filters,
  read: Read,
  { links }: Pick<ResolverContext, 'links'>,
): Promise<Narrowed> {
  const find = async (kind: Having, value: string) => {
    const page = { url: links.page(kind, [value], 0) };
    return (
      (/^\d{1,15}$/.test(value) && (await foundBy(read(kind, { databaseId: Number(value) })))) ||
      foundBy(read(kind, page))
    );
  };
  const found = await Promise.all(
    filters.map(async ({ name, values }) => {
      const kind = KIND_OF[name];
      if (!kind) return { name, values, titles: values, where: { [CITY]: values[0] }, ids: {} };
      const each = await Promise.all(values.map((value) => find(kind, value)));
      const known = each.flatMap((record) => record ?? []);
      const ids = known.map(({ databaseId }) => databaseId);
      if (ids.length === 0)
        return { name, values, titles: values.map((value) => shortened(value, LONGEST)), where: { not: {} }, ids: {} };
      return {
        name,
        values: values.filter((_, at) => each[at]),
        titles: known.map(({ title }) => title),
        where: { [EVENTS_OF[kind]]: ids },
        ids: { [kind]: ids },
      };
    }),
  );
  return {
    where: Object.assign({}, ...found.map(({ where }) => where)),
    ids: Object.assign({}, ...found.map(({ ids }) => ids)),
    titles: found.map(({ titles }) => titles.join(', ')),
    filters: found.map(({ name, values }) => ({ name, values })),
  };
}

/** A record that is there; undefined for one that the visitor may not see, and for what names none. */
const foundBy = (reading: Promise<Narrowing>) =>
  reading.catch((error) => {
    const { code } = error as Partial<DomainError>;
    if (!/_NOT_FOUND$|_NOT_ACCESSIBLE$|^INVALID_FIELD$|^DAMAGED_RECORD$/.test(code ?? '')) throw error;
    return undefined;
  });
