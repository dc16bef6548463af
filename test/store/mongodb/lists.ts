import type { Caller, TestApp } from '../../support/app.ts';

/** Ids and slugs of records that have something to list. */
export interface Sample {
  events: number[];
  event: number;
  parent: number;
  venues: number[];
  latitude: number;
  longitude: number;
  organizer: number;
  category: number;
  categorySlug: string;
  categoryAbove: number;
  tags: number[];
  tagSlug: string;
}

/** A list of the specification, or part of a connection, that somebody asks for. */
export interface List {
  as: Caller;
  what: string;
  /** Below the namespace of REST, or of GraphQL. */
  path(sample: Sample): string;
  /**
   * How it must be answered: `ordered` reads no more than the page, in the order of the index; `matched` no more than what
   * matches, and may sort it (lists of values); `searched` whatever its other filters leave.
   */
  kind: 'ordered' | 'matched' | 'searched';
}

type Row = [kind: List['kind'], path: string | List['path']];

const PUBLIC: readonly Caller[] = ['anonymous'];
const ALL: readonly Caller[] = ['anonymous', 'author', 'administrator'];
const EDITORS: readonly Caller[] = ['author', 'administrator'];

const EVENTS: readonly Row[] = [
  ['ordered', '/events'],
  ['ordered', '/events?page=5'],
  ['ordered', '/events?per_page=50'],
  ['ordered', '/events?start_date=2027-03-01&end_date=2027-06-30'],
  ['ordered', '/events?start_date=1970-01-01'],
  ['ordered', '/events?end_date=2027-06-30'],
  ['ordered', '/events?starts_after=2027-01-01'],
  ['ordered', '/events?starts_before=2027-01-01'],
  ['ordered', '/events?ends_after=2027-01-01'],
  ['ordered', '/events?ends_before=2026-06-01'],
  ['ordered', '/events?featured=true'],
  ['ordered', '/events?featured=false'],
  ['ordered', '/events?status=publish'],
  ['ordered', ({ parent }) => `/events?post_parent=${parent}`],
  ['matched', '/events?geoloc=true'],
  ['matched', ({ latitude, longitude }) => `/events?geoloc_lat=${latitude}&geoloc_lng=${longitude}&geoloc_radius=20`],
  ['matched', ({ venues }) => `/events?venue=${venues[0]}`],
  ['matched', ({ venues }) => `/events?venue=${venues.join()}`],
  ['matched', ({ organizer }) => `/events?organizer=${organizer}`],
  ['matched', ({ category }) => `/events?categories=${category}`],
  ['matched', ({ categorySlug }) => `/events?categories=${categorySlug}`],
  ['matched', ({ categoryAbove }) => `/events?categories=${categoryAbove}`],
  ['matched', ({ tags }) => `/events?tags=${tags[0]}`],
  ['matched', ({ tags }) => `/events?tags=${tags.join()}`],
  ['matched', ({ tagSlug }) => `/events?tags=${tagSlug}`],
  ['matched', ({ events }) => `/events?include=${events.join()}`],
  ['searched', ({ venues, category }) => `/events?venue=${venues[0]}&categories=${category}`],
  ['searched', '/events?geoloc=false'],
  ['searched', '/events?search=market'],
];

const EVENTS_BY_STATE: readonly Row[] = [
  ['ordered', '/events?status=draft'],
  ['ordered', '/events?status=trash&start_date=1970-01-01'],
  ['matched', '/events?status=draft,pending'],
  ['matched', '/events?status=publish,draft'],
];

const linked = (kind: 'venues' | 'organizers'): Row[] => [
  ['ordered', `/${kind}`],
  ['ordered', `/${kind}?page=3`],
  ['ordered', `/${kind}?status=publish`],
  ['matched', ({ event }) => `/${kind}?event=${event}`],
  ['matched', `/${kind}?has_events=true`],
  // Numbers of events name up to 100 records, of which the caller may see a few.
  ['searched', `/${kind}?has_events=false`],
  ['matched', `/${kind}?only_with_upcoming=true`],
  ['searched', `/${kind}?search=a`],
];

const linkedByState = (kind: 'venues' | 'organizers'): Row[] => [
  ['ordered', `/${kind}?status=draft`],
  ['matched', `/${kind}?status=draft,trash`],
];

const terms = (kind: 'categories' | 'tags'): Row[] => [
  ...['name', 'slug', 'description', 'parent', 'id', 'term_id', 'none', 'term_group', 'include_slugs'].flatMap(
    (orderby): Row[] => [
      ['ordered', `/${kind}?orderby=${orderby}`],
      ['ordered', `/${kind}?orderby=${orderby}&order=desc`],
    ],
  ),
  ['matched', `/${kind}?orderby=count`],
  ['matched', `/${kind}?orderby=count&order=desc`],
  ['ordered', `/${kind}`],
  ['ordered', `/${kind}?hide_empty=false`],
  ...['ko', 'es'].flatMap((language): Row[] => [
    ['ordered', `/${kind}?multilang_language=${language}`],
    ['ordered', `/${kind}?multilang_language=${language}&orderby=description&hide_empty=false`],
  ]),
  ['ordered', ({ category, tags }) => `/${kind}?exclude=${kind === 'tags' ? tags[0] : category}`],
  ['matched', ({ category, tags }) => `/${kind}?include=${kind === 'tags' ? tags[0] : category}`],
  ['matched', ({ category, tags }) => `/${kind}?orderby=include&include=${kind === 'tags' ? tags[0] : category}`],
  ['matched', ({ event }) => `/${kind}?event=${event}`],
  ['matched', ({ event }) => `/${kind}?post=${event}`],
  ['matched', ({ categorySlug, tagSlug }) => `/${kind}?slug=${kind === 'tags' ? tagSlug : categorySlug}`],
  ['searched', `/${kind}?search=a`],
];

const termsForEditors = (kind: 'categories' | 'tags'): Row[] => [['matched', `/${kind}`]];

/** The first part of a connection, as an address that asks for it. */
const part =
  (kind: string, args: string | ((sample: Sample) => string)) =>
  (sample: Sample): string =>
    `/graphql?query=${encodeURIComponent(`{ ${kind}(first: 10, ${typeof args === 'string' ? args : args(sample)}) { nodes { id } } }`)}`;

const where = (kind: string, filter: string | ((sample: Sample) => string)) =>
  part(kind, (sample) => `where: { ${typeof filter === 'string' ? filter : filter(sample)} }`);

const cities = (args: string) => (): string =>
  `/graphql?query=${encodeURIComponent(`{ cities(${args}) { city eventCount } }`)}`;

/** Each filter of a connection that asks for something alone, in the default order, and orders that have an index. */
const CONNECTIONS: readonly Row[] = [
  ['matched', where('events', ({ events }) => `in: [${events}]`)],
  ['matched', where('events', 'slugIn: ["open-day", "fair"]')],
  ...['UPCOMING', 'RUNNING', 'PAST'].map((when): Row => ['ordered', where('events', `when: ${when}`)]),
  ...[
    'startsAfter',
    'startsBefore',
    'startsOnOrAfter',
    'startsOnOrBefore',
    'endsAfter',
    'endsBefore',
    'endsOnOrAfter',
    'endsOnOrBefore',
    'onDate',
  ].map((filter): Row => ['ordered', where('events', `${filter}: "2026-12-01"`)]),
  ...['startsBetween', 'endsBetween', 'runsBetween', 'dateOverlaps'].map(
    (filter): Row => ['ordered', where('events', `${filter}: { from: "2026-12-01", to: "2026-12-20" }`)],
  ),
  ['matched', where('events', ({ category }) => `categoriesIn: [${category}]`)],
  ['matched', where('events', ({ category }) => `categoriesIn: [${category}], withDescendants: false`)],
  ['matched', where('events', ({ tags }) => `tagsIn: [${tags}]`)],
  ['matched', where('events', ({ venues }) => `venuesIn: [${venues}]`)],
  ['matched', where('events', ({ organizer }) => `organizersIn: [${organizer}]`)],
  [
    'matched',
    where(
      'events',
      ({ latitude, longitude }) => `near: { latitude: ${latitude}, longitude: ${longitude}, radiusKm: 20 }`,
    ),
  ],
  ['matched', where('events', 'city: "Sevilla"')],
  ['matched', where('events', 'country: "ES"')],
  ['matched', where('events', 'isFree: true')],
  ['matched', where('events', 'price: { min: 40, max: 40 }')],
  ['searched', where('events', 'price: { min: 40, max: 40, currencyCode: "EUR" }')],
  ['matched', where('events', 'translatedInto: KO')],
  ['matched', where('events', 'multiday: true')],
  ['matched', where('events', 'allDay: true')],
  ['matched', where('events', 'timezone: "Europe/Madrid"')],
  ['ordered', where('events', 'featured: true')],
  ['matched', where('events', 'sticky: true')],
  ['matched', where('events', 'eventStatus: [CANCELED, POSTPONED]')],
  ['matched', where('events', 'attendance: ONLINE')],
  ['matched', where('events', 'author: 2')],
  ['matched', where('events', 'modifiedAfter: "2026-11-15"')],
  ['matched', where('events', 'modifiedBefore: "2026-11-15"')],
  ['ordered', where('events', 'status: [PUBLISH]')],
  ['searched', where('events', 'search: "market"')],
  ['ordered', part('events', 'orderBy: { field: MODIFIED }')],
  ['searched', part('events', 'where: { search: "market" }, orderBy: { field: RELEVANCE }')],
  [
    'matched',
    part(
      'events',
      ({ latitude, longitude }) =>
        `where: { near: { latitude: ${latitude}, longitude: ${longitude}, radiusKm: 20 } }, orderBy: { field: DISTANCE }`,
    ),
  ],
  ...['venues', 'organizers'].flatMap((kind): Row[] => [
    ['matched', where(kind, ({ venues }) => `in: [${venues}]`)],
    ['matched', where(kind, 'slugIn: ["town-hall", "barn"]')],
    ['matched', where(kind, 'hasEvents: true')],
    ['matched', where(kind, 'hasUpcomingEvents: true')],
    ['matched', where(kind, 'author: 2')],
    ['matched', where(kind, 'modifiedAfter: "2026-11-01"')],
    ['matched', where(kind, 'modifiedBefore: "2026-11-01"')],
    ['ordered', where(kind, 'status: [PUBLISH]')],
    ['searched', where(kind, 'search: "a"')],
  ]),
  ...['categories', 'tags'].flatMap((kind): Row[] => [
    ['matched', where(kind, ({ tags, category }) => `in: [${kind === 'tags' ? tags : category}]`)],
    ['searched', where(kind, 'search: "a"')],
  ]),
  ['matched', where('categories', ({ categoryAbove }) => `parentIn: [${categoryAbove}]`)],
  ['matched', where('categories', 'isTop: true')],
  ['searched', cities('first: 100')],
  ['searched', cities('first: 100, country: "ES"')],
];

const NAMES = new Proxy({} as Record<string, string>, { get: (_, name) => `{${String(name)}}` });

/** The address with the names of what is filled in. */
const worded = (path: Row[1]): string =>
  typeof path === 'string'
    ? path
    : decodeURIComponent(
        path(
          new Proxy({} as Sample, {
            get: (_, name) =>
              ['events', 'venues', 'tags'].includes(String(name)) ? [`{${String(name)}}`] : NAMES[String(name)],
          }),
        ),
      );

const listed = (callers: readonly Caller[], rows: readonly Row[]): List[] =>
  rows.flatMap(([kind, path]) =>
    callers.map((as) => ({ as, kind, what: worded(path), path: typeof path === 'string' ? () => path : path })),
  );

/** Every filter and order of the lists of the specification, for the callers whom it makes a difference to. */
export const LISTS: readonly List[] = [
  ...listed(ALL, EVENTS),
  ...listed(EDITORS, EVENTS_BY_STATE),
  ...listed(['anonymous', 'administrator'], CONNECTIONS),
  ...(['venues', 'organizers'] as const).flatMap((kind) => [
    ...listed(ALL, linked(kind)),
    ...listed(EDITORS, linkedByState(kind)),
  ]),
  ...(['categories', 'tags'] as const).flatMap((kind) => [
    ...listed(PUBLIC, [...terms(kind), ['ordered', where(kind, 'hasEvents: true')]]),
    ...listed(EDITORS, [...termsForEditors(kind), ['matched', where(kind, 'hasEvents: true')]]),
  ]),
  ...listed(PUBLIC, [
    ['matched', ({ categoryAbove }) => `/categories?parent=${categoryAbove}`],
    ['matched', '/categories?parent=0'],
  ]),
];

const REST = '/wp-json/calendar/events/v1';

/** Ids and slugs that lists can be asked for, of records that have something to list. */
export async function sampled(app: TestApp): Promise<Sample> {
  const listed = async (path: string) => (await app.fetch(`${REST}${path}`, { as: 'administrator' })).body;
  const { events } = await listed('/events?per_page=50&page=3');
  const linked = events.filter(({ venue, organizer, categories, tags }: Record<string, unknown[]>) =>
    [venue, organizer, categories, tags].every((links) => Object.keys(links!).length > 0),
  );
  const { id: parent } = linked[0];
  const children = events.map(({ id }: { id: number }) => id);
  await app.store.updateMany('events', { _id: { $in: children } }, { $set: { parent } });
  const { categories } = await listed('/categories?orderby=parent&order=desc&per_page=1');
  const { venue, organizer, tags } = linked[1];
  return {
    events: children.slice(0, 5),
    event: linked[1].id,
    parent,
    venues: [venue.id, linked[2].venue.id],
    latitude: venue.geo_lat ?? 40,
    longitude: venue.geo_lng ?? -3,
    organizer: organizer[0].id,
    category: linked[1].categories[0].id,
    categorySlug: linked[1].categories[0].slug,
    categoryAbove: categories[0].parent,
    tags: [tags[0].id, linked[2].tags[0].id],
    tagSlug: tags[0].slug,
  };
}

/** Where a list is asked for. */
export const addressOf = ({ path }: List, sample: Sample): string =>
  path(sample).startsWith('/graphql') ? path(sample) : `${REST}${path(sample)}`;
