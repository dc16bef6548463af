import type { Sample } from './sample.ts';

type Value = string | ((sample: Sample, owner: string) => string);

const DAYS = '{ from: "2026-12-01", to: "2026-12-20" }';
const PLACE = '{ latitude: 37.57, longitude: 126.98, radiusKm: 20000 }';

/** For `in` and `notIn`: one record of the listed kind. */
const oneOf: Value = ({ ids }, owner) =>
  `[${ids[owner.replace('Where', '').toLowerCase() as keyof Sample['ids']] ?? SERIES}]`;

/** The calendar has no series: their filters find nothing, by the same plans. */
const SERIES = 1;

/** Values of filters and arguments as GraphQL literals, by name or by type and name. They match many records. */
export const FIELD_VALUES: Readonly<Record<string, Value>> = {
  and: '[{ search: "market" }, { search: "music" }]',
  or: '[{ search: "market" }, { not: { search: "music" } }]',
  not: '{ search: "market" }',
  search: '"a"',
  searchNames: 'true, search: "market"',
  slug: '"music"',
  slugIn: ({ slugs }) => JSON.stringify([slugs.event, slugs.venue, slugs.organizer]),
  in: oneOf,
  notIn: oneOf,
  when: 'PAST',
  ...Object.fromEntries(
    ['starts', 'ends'].flatMap((what) =>
      ['After', 'Before', 'OnOrAfter', 'OnOrBefore'].map((how) => [`${what}${how}`, '"2026-12-01"']),
    ),
  ),
  ...{ startsBetween: DAYS, endsBetween: DAYS, runsBetween: DAYS, dateOverlaps: DAYS, onDate: '"2026-12-01"' },
  span: '{ when: "2026-12" }',
  isOnline: 'true',
  datesIn: '"Asia/Seoul"',
  categoriesIn: ({ ids }) => `[${ids.category}]`,
  categoriesNotIn: ({ ids }) => `[${ids.category}]`,
  withDescendants: 'false',
  tagsIn: ({ ids }) => `[${ids.tag}]`,
  tagsNotIn: ({ ids }) => `[${ids.tag}]`,
  venuesIn: ({ ids }) => `[${ids.venue}]`,
  venuesNotIn: ({ ids }) => `[${ids.venue}]`,
  organizersIn: ({ ids }) => `[${ids.organizer}]`,
  organizersNotIn: ({ ids }) => `[${ids.organizer}]`,
  ...{ seriesIn: `[${SERIES}]`, seriesNotIn: `[${SERIES}]`, inSeries: 'true', collapseSeries: 'true' },
  hasCoordinates: 'true',
  parent: ({ ids }) => String(ids.event),
  linkedBy: ({ ids }) => String(ids.event),
  near: PLACE,
  within: '{ south: -80, west: -180, north: 80, east: 180 }',
  city: '"Seoul"',
  country: '"KR"',
  isFree: 'false',
  price: '{ min: 0, currencyCode: "EUR" }',
  translatedInto: 'EN',
  multiday: 'false',
  allDay: 'false',
  timezone: '"Europe/Madrid"',
  featured: 'false',
  sticky: 'false',
  customFields: '[]',
  eventStatus: '[CANCELED, POSTPONED]',
  attendance: '[ONLINE]',
  author: '1',
  modifiedAfter: '"2000-01-01"',
  modifiedBefore: '"2100-01-01"',
  status: '[PUBLISH]',
  hasEvents: 'true',
  hasUpcomingEvents: 'true',
  isTop: 'true',
  parentIn: ({ ids }) => `[${ids.category}]`,
  'where for DISTANCE': () => `{ near: ${PLACE} }`,
  'where for RELEVANCE': () => '{ search: "music" }',
  ref: ({ ids }, owner) =>
    `{ databaseId: ${ids[({ post: 'event', term: 'category' } as Record<string, string>)[owner] as keyof Sample['ids']] ?? ids[owner as keyof Sample['ids']] ?? SERIES} }`,
  id: '"none"',
  ids: '["none"]',
  first: '100',
  after: ({ cursor }) => JSON.stringify(cursor),
  kinds: '[EVENT, TAG]',
  'image.ref': ({ image }) => `{ databaseId: ${image ?? 1} }`,
  ...{ page: '1', perPage: '10' },
  ...{ from: '"2026-11-20"', days: '42', perDay: '10', multiDay: '50', where: '{ featured: false }' },
};

const ids = (sample: Sample) => [String(sample.ids.event)];

const place = (among: string): [string, (sample: Sample) => string[]][] =>
  (
    [
      ['events', 'event', 'event'],
      ['venues', 'venue', 'venue'],
      ['organizers', 'organizer', 'organizer'],
      ['categories', 'category', 'events/category'],
      ['tags', 'tag', 'tag'],
    ] as const
  ).flatMap(([path, kind, page]): [string, (sample: Sample) => string[]][] => [
    [`id /${path}/{id}`, ({ ids }) => [String(ids[kind])]],
    [`slug /${path}/by-slug/{slug}`, ({ slugs }) => [slugs[page]]],
    [`${among} /${path}`, ({ ids }) => [String(ids[kind])]],
  ]);

/** Values of REST parameters, by name or by name and path. A value with `=` is the whole query. */
export const PARAMETER_VALUES: Readonly<Record<string, (sample: Sample) => string[]>> = {
  ...Object.fromEntries([...place('include'), ...place('exclude')]),
  multilang_language: () => ['ko', 'es'],
  page: () => ['2'],
  per_page: () => ['50'],
  // With both of them in every request.
  start: () => [],
  end: () => [],
  timeZone: () => ['Asia/Seoul'],
  start_date: () => ['1970-01-01'],
  end_date: () => ['2027-06-30'],
  starts_before: () => ['2027-01-01'],
  starts_after: () => ['2027-01-01'],
  ends_before: () => ['2027-01-01'],
  ends_after: () => ['2027-01-01'],
  strict_dates: () => ['start_date=1970-01-01&strict_dates=true'],
  search: () => ['market', 'a', 'start_date=1970-01-01&search=zq'],
  categories: ({ ids }) => [String(ids.category)],
  tags: ({ ids }) => [String(ids.tag)],
  venue: ({ ids }) => [String(ids.venue)],
  organizer: ({ ids }) => [String(ids.organizer)],
  featured: () => ['true', 'false'],
  status: () => ['publish'],
  geoloc: () => ['true', 'false'],
  geoloc_lat: () => ['start_date=1970-01-01&geoloc_lat=37.57&geoloc_lng=126.98&geoloc_radius=15000'],
  geoloc_lng: () => ['geoloc_lat=37.57&geoloc_lng=126.98'],
  geoloc_radius: () => ['geoloc_lat=37.57&geoloc_lng=126.98&geoloc_radius=20'],
  post_parent: ids,
  series: () => [String(SERIES)],
  'id /series/{id}': () => [String(SERIES)],
  scope: () => ['all'],
  event: ids,
  post: ids,
  has_events: () => ['true', 'false'],
  only_with_upcoming: () => ['true'],
  order: () => ['desc'],
  orderby: () =>
    ['name', 'slug', 'count', 'description', 'parent', 'id', 'term_group'].flatMap((by) =>
      ['asc', 'desc'].map((order) => `orderby=${by}&order=${order}`),
    ),
  hide_empty: () => ['false'],
  parent: () => ['0'],
  slug: ({ slugs }) => [slugs.tag],
  modified_after: () => ['2000-01-01'],
  modified_before: () => ['2100-01-01'],
  'kinds /changes': () => ['event,tag'],
  after: ({ cursor }) => [cursor],
  kinds: () => ['event', 'venue', 'organizer', 'category', 'tag', 'image'],
  trash: () => ['true'],
  users: () => ['true'],
};

const EVENT = 'startDate: "2027-01-01 10:00", endDate: "2027-01-01 12:00"';

type Input = (sample: Sample) => string;

/** The five kinds of records: the required fields of their inputs, and whether they are posts. */
const KINDS = {
  Event: { made: `title: "Night of lists", ${EVENT}`, changed: 'title: "Evening of lists"', isPost: true },
  Venue: { made: 'name: "Hall of lists"', changed: 'name: "House of lists"', isPost: true },
  Organizer: { made: 'name: "Friends of lists"', changed: 'name: "Society of lists"', isPost: true },
  Category: { made: 'name: "Lists"', changed: 'name: "Long lists"', isPost: false },
  Tag: { made: 'name: "listed"', changed: 'name: "long listed"', isPost: false },
} as const;

const inputsOf = (kind: keyof typeof KINDS): Record<string, Input> => {
  const { made, changed, isPost } = KINDS[kind];
  const ref: Input = ({ others }) => `ref: { databaseId: ${others[kind.toLowerCase() as keyof Sample['others']]} }`;
  return {
    [`create${kind}`]: () => made,
    [`update${kind}`]: (sample) => `${ref(sample)}, ${changed}`,
    [`delete${kind}Translation`]: (sample) => `${ref(sample)}, language: KO`,
    [`delete${kind}`]: ref,
    ...(isPost && { [`restore${kind}`]: ref }),
    ...(kind === 'Venue' || kind === 'Organizer' ? { [`upsert${kind}`]: () => made } : {}),
  };
};

/** The inputs of mutations, by name. */
export const INPUTS: Readonly<Record<string, Input>> = {
  ...inputsOf('Event'),
  ...inputsOf('Venue'),
  ...inputsOf('Organizer'),
  ...inputsOf('Category'),
  ...inputsOf('Tag'),
  createEvent: ({ ids }) =>
    `${KINDS.Event.made}, venues: { connect: [{ databaseId: ${ids.venue} }] }, categories: { connect: [{ databaseId: ${ids.category} }] }, tags: { connect: [{ databaseId: ${ids.tag} }] }`,
  upsertEvent: () => `${KINDS.Event.made}, source: { site: "https://a.example", id: "1" }, uid: "1@a.example"`,
  createEvents: () => `items: [{ ${KINDS.Event.made} }]`,
  updateEvents: ({ ids }) => `items: [{ ref: { databaseId: ${ids.event} }, title: "Many lists" }]`,
  deleteEvents: ({ ids }) => `items: [{ ref: { databaseId: ${ids.event} } }]`,
  createCustomField: () => 'of: EVENT, key: "listed", kind: TEXT, label: { en: "Listed" }',
  updateCustomField: () => 'of: EVENT, key: "listed", label: { en: "Lists" }',
  deleteCustomField: () => 'of: EVENT, key: "listed"',
  ...Object.fromEntries(
    (
      [
        ['updateSeries', ', title: "Lists again"'],
        ['addOccurrence', ', date: "2027-01-01"'],
        ['removeOccurrence', ', date: "2027-01-01"'],
        ['deleteSeries', ''],
        ['restoreSeries', ''],
      ] as const
    ).map(([name, more]) => [name, () => `ref: { databaseId: ${SERIES} }${more}`]),
  ),
  updateImage: ({ image }) => `ref: { databaseId: ${image ?? 1} }, alternativeText: "Lists"`,
  uploadImage: () => `file: "upload:${'0'.repeat(64)}"`,
  deleteImage: ({ image }) => `ref: { databaseId: ${image ?? 1} }`,
};
