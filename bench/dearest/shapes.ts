import { readdir, readFile } from 'node:fs/promises';

/** A type of document that is expensive for one reason, at any size. */
export interface Shape {
  name: string;
  document(size: number): string;
  /** Whether it writes, which requires a user. */
  writes?: true;
}

const times = (count: number, each: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => each(index)).join(' ');

const ALL = 'startsBetween: { from: "1900-01-01", to: "2100-01-01" }';
const ABSENT = '-qa -qb -qc -qd -qe -qf -qg -qh -qi -qj';

const aliased = (field: string) => (size: number) => times(size, (at) => `a${at}: ${field}`);
const page = (fields: string): string => `{ eventPage(perPage: 50) { items { ${fields} } } }`;

const FIELDS = [
  'id',
  'databaseId',
  'description',
  'descriptionRaw',
  'cost',
  'costDetails { values }',
  'startDateDetails { year month day hour minutes seconds }',
  'jsonLd',
  'timezoneAbbr',
  'isFallback',
  'translations { language title description isComplete }',
  'viewerCan { update }',
  'categories { id: databaseId }',
  'tags { id: databaseId urls { self } }',
  'venues { id: databaseId }',
  'venues { jsonLd }',
  'organizers { id: databaseId description }',
  'categories { parent { parent { parent { id: databaseId } } } }',
];

/** Documents that once were expensive, or that one of the limits exists for. */
export const SHAPES: readonly Shape[] = [
  ...FIELDS.map((field) => ({
    name: `a page of 50, again and again: ${field}`,
    document: (size: number) => page(aliased(field)(size)),
  })),
  ...['event', 'venue', 'organizer', 'category', 'tag'].flatMap((kind) => [
    {
      name: `pages of ${kind}`,
      document: (size: number) =>
        `{ ${times(size, (at) => `a${at}: ${kind}Page(page: ${at + 1}, perPage: 50) { total items { id: databaseId } }`)} }`,
    },
    {
      name: `searches of ${kind}`,
      document: (size: number) =>
        `{ ${times(size, (at) => `a${at}: ${kind}Page(where: { search: "${ABSENT.slice(at)}" }) { total items { id: databaseId } }`)} }`,
    },
    {
      name: `one ${kind} after the other`,
      document: (size: number) =>
        `{ ${times(size, (at) => `a${at}: ${kind}(ref: { slug: "none-${at}" }) { id: databaseId }`)} }`,
    },
  ]),
  {
    name: 'pages of events of all times',
    document: (size) =>
      `{ ${times(size, (at) => `a${at}: eventPage(where: { ${ALL} }, page: ${at + 1}, perPage: 50) { total items { id: databaseId } }`)} }`,
  },
  {
    name: 'events around a place',
    document: (size) =>
      `{ ${times(size, (at) => `a${at}: eventPage(where: { ${ALL}, near: { latitude: ${at}, longitude: 3, radiusKm: 15000 } }) { total items { id: databaseId } }`)} }`,
  },
  {
    name: 'the schema, with names of its own',
    document: (size) =>
      `{ __schema { types { ${aliased('fields { name type { fields { name type { kind } } } }')(size)} } } }`,
  },
  {
    name: 'the schema, all through one fragment',
    document: (size) =>
      `{ __schema { types { ...A } } } fragment A on __Type { fields { name type { ...B } } } fragment B on __Type { kind ${times(size, () => 'fields { name description }')} }`,
  },
  ...['dateUtc', 'timezoneAbbr', 'cost', 'descriptionRaw', 'viewerCan { update }', 'slug'].map((field) => ({
    name: `two pages of 50 through one fragment: ${field}`,
    document: (size: number) =>
      `{ ${times(2, (at) => `p${at}: eventPage(page: ${at + 1}, perPage: 50) { items { ...E } }`)} } fragment E on Event { ${aliased(field)(size)} }`,
  })),
  {
    name: 'fifty events through one fragment',
    document: (size) =>
      `{ ${times(50, (at) => `p${at}: event(ref: { databaseId: ${at + 3000} }) { ...E }`)} } fragment E on Event { ${aliased('dateUtc')(size)} }`,
  },
  {
    name: 'images through one fragment',
    document: (size) =>
      `{ eventPage(perPage: 50) { items { ${times(20, (at) => `i${at}: image { ...I }`)} } } } fragment I on Image { ${aliased('url')(size)} }`,
  },
  {
    name: 'the schema, through fragments of many names',
    document: (size) =>
      `{ __schema { types { ...A } } } fragment A on __Type { fields { args { ...V } type { ofType { fields { args { ...V } type { ofType { ...N } } } } } } } fragment V on __InputValue { name description defaultValue type { ...N } } fragment N on __Type { name ofType { name } kind ${times(size, () => 'description')} }`,
  },
  {
    name: 'one new event with new venues',
    writes: true,
    document: (size) =>
      `mutation { createEvent(input: { title: "Bench", startDate: "2026-12-01 10:00", endDate: "2026-12-01 11:00", venues: { upsert: [${times(size, (at) => `{ name: "Bench ${size} of ${at}" }`)}] } }) { event { id: databaseId } } }`,
  },
  {
    name: 'one new event with new tags',
    writes: true,
    document: (size) =>
      `mutation { createEvent(input: { title: "Bench", startDate: "2026-12-01 10:00", endDate: "2026-12-01 11:00", tags: { upsert: [${times(size, (at) => `{ name: "Bench ${size} of ${at}" }`)}] } }) { event { id: databaseId } } }`,
  },
  {
    name: 'new tags',
    writes: true,
    document: (size) =>
      `mutation { ${times(size, (at) => `a${at}: createTag(input: { name: "bench ${size} ${at}" }) { tag { id: databaseId } }`)} }`,
  },
  {
    name: 'new events',
    writes: true,
    document: (size) =>
      `mutation { ${times(size, (at) => `a${at}: createEvent(input: { title: "Bench ${at}", startDate: "2026-12-01 10:00", endDate: "2026-12-01 11:00", venues: { create: [{ name: "Bench ${size} ${at}" }] }, categories: { connect: [{ slug: "music" }] } }) { event { id: databaseId } }`)} }`,
  },
  {
    name: 'renamed categories',
    writes: true,
    document: (size) =>
      `mutation { ${times(size, (at) => `a${at}: updateCategory(input: { ref: { databaseId: ${at + 1} }, name: "Bench ${size} ${at}" }) { category { id: databaseId } }`)} }`,
  },
];

/** Documents that are expensive to validate: possibly overlapping fields, fragments, and mistakes. */
export const TEXTS: readonly Shape[] = [
  { name: 'one field many times', document: (size) => page(times(size, () => 'id')) },
  { name: 'one list many times', document: (size) => page(times(size, () => 'venues { id: databaseId }')) },
  {
    name: 'one list with arguments many times',
    document: (size) => page(times(size, () => 'translations { title(format: RAW) }')),
  },
  {
    name: 'inline fragments',
    document: (size) => `{ eventPage { ${times(size, () => '... { items { id: databaseId } }')} } }`,
  },
  {
    name: 'fragments, all at once',
    document: (size) =>
      `{ eventPage { ${times(size, (at) => `...F${at}`)} } } ${times(size, (at) => `fragment F${at} on EventPage { total }`)}`,
  },
  {
    name: 'fragments, one in the other',
    document: (size) =>
      `{ ...F0 } ${times(size, (at) => `fragment F${at} on Query { ...F${at + 1} }`)} fragment F${size} on Query { __typename }`,
  },
  {
    name: 'operations',
    document: (size) => `query A { __typename } ${times(size, (at) => `query q${at} { __typename }`)}`,
  },
  { name: 'variables', document: (size) => `query (${times(size, (at) => `$v${at}: Int`)}) { __typename }` },
  { name: 'unknown fields', document: (size) => page(times(size, (at) => `titl${at}`)) },
  {
    name: 'unknown fields with long names',
    document: (size) => page(times(size, (at) => `titl${at}${'x'.repeat(590)}`)),
  },
  { name: 'unknown types', document: (size) => page(times(size, (at) => `... on Even${at} { id }`)) },
  { name: 'unknown arguments', document: (size) => `{ eventPage(${times(size, (at) => `wher${at}: 1`)}) { total } }` },
  {
    name: 'unknown keys',
    document: (size) => `{ eventPage(where: { ${times(size, (at) => `searc${at}: 1`)} }) { total } }`,
  },
  {
    name: 'unknown words',
    document: (size) => `{ eventPage(where: { status: [${times(size, (at) => `publis${at}`)}] }) { total } }`,
  },
  {
    name: 'a long list of the wrong type',
    document: (size) => `{ eventPage(where: { in: [${times(size, () => '"a"')}] }) { total } }`,
  },
  { name: 'directives', document: (size) => `{ __typename ${times(size, () => '@skip(if: true)')} }` },
  { name: 'levels of fields', document: (size) => `${'{ a '.repeat(size)}${'}'.repeat(size)}` },
  {
    name: 'levels of lists',
    document: (size) => `{ eventPage(where: { in: ${'['.repeat(size)}${']'.repeat(size)} }) { total } }`,
  },
  { name: 'comments', document: (size) => `{ __typename } ${'#\n'.repeat(size * 30)}` },
  {
    name: 'a long text',
    document: (size) => `{ eventPage(where: { search: "${'\\u0041'.repeat(size * 10)}" }) { total } }`,
  },
];

const AFTER = 'startsAfter: "2026-11-20T10:00:00Z"';
const list = (args: string, fields = 'nodes { id title }') => `events(${args}) { ${fields} }`;

/** Queries that people send, by name. */
const ASKED: Readonly<Record<string, string>> = {
  'one list': `{ ${list(`first: 10, where: { ${AFTER} }`)} }`,
  'a hundred events with texts': `{ ${list(`first: 100, where: { ${AFTER} }`, 'nodes { id title description excerpt url }')} }`,
  'a hundred events with links': `{ ${list(`first: 100, where: { ${AFTER} }`, 'nodes { id venues { name } organizers { name } categories { name } tags { name } }')} }`,
  'four lists of one event': `{ ${['START', 'END', 'TITLE', 'CREATED'].map((order) => `a${order}: ${list(`first: 1, orderBy: { field: ${order} }`)}`).join(' ')} }`,
  'five totals': `{ ${['events', 'venues', 'organizers', 'categories', 'tags'].map((name) => `${name}(first: 0) { totalCount }`).join(' ')} }`,
  'a home page': `{ cities(first: 10) { city eventCount } a: ${list(`first: 4, where: { ${AFTER} }`)} b: ${list('first: 4, where: { featured: true }')} categories(first: 50) { nodes { name count } } }`,
  'the events of each of a hundred venues':
    '{ venues(first: 100) { nodes { name events(first: 4) { nodes { title } } } } }',
  'the events of each of twenty venues, counted':
    '{ venues(first: 20) { nodes { name events(first: 0) { totalCount } } } }',
  'related events': `{ ${list(`first: 20, where: { ${AFTER} }`, 'nodes { title related(first: 3) { title } }')} }`,
  'a filter pane': `{ ${list(`first: 10, where: { ${AFTER} }`, 'totalCount nodes { title } facets { categories { category { name } count } tags { tag { name } count } venues { venue { name } count } cities { city count } months { month count } freeCount onlineCount }')} }`,
  'a filter pane for a word': `{ ${list('first: 10, where: { search: "music" }', 'totalCount facets { categories { category { name } count } cities { city count } months { month count } }')} }`,
  'a list of a word, counted': `{ ${list('first: 10, where: { search: "music" }', 'totalCount nodes { title }')} }`,
  'the best for a word': `{ ${list('first: 10, where: { search: "music" }, orderBy: { field: RELEVANCE }')} }`,
  'events in a city, counted': `{ ${list('first: 10, where: { city: "Seoul" }', 'totalCount nodes { title }')} }`,
  'events in a part of a map, counted': `{ ${list('first: 10, where: { within: { south: -80, west: -180, north: 80, east: 180 } }', 'totalCount nodes { title }')} }`,
  'categories with those below them': '{ categories(first: 100) { nodes { name count countWithDescendants } } }',
  'a search of all kinds, counted': '{ search(query: "music", first: 10) { totalCount nodes { id } } }',
  'a month of days': '{ eventDays(from: "2026-11-01", days: 42, perDay: 3) { day total events { title } } }',
};

/** The queries of `schema/examples`, and those that people send. */
export async function knownDocuments(): Promise<[string, string][]> {
  const folder = new URL('../../schema/examples/', import.meta.url);
  const examples = (await readdir(folder)).sort().map(async (file): Promise<[string, string]> => {
    return [file, await readFile(new URL(file, folder), 'utf8')];
  });
  return [...(await Promise.all(examples)).filter(([, text]) => /^query /m.test(text)), ...Object.entries(ASKED)];
}
