import type { Caller } from '../../support/app.ts';

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

/** A list of the specification that somebody asks for. */
export interface List {
  as: Caller;
  what: string;
  /** Below the namespace. */
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
  ['matched', `/${kind}?has_events=false`],
  ['matched', `/${kind}?only_with_upcoming=true`],
  ['searched', `/${kind}?search=a`],
];

const linkedByState = (kind: 'venues' | 'organizers'): Row[] => [
  ['ordered', `/${kind}?status=draft`],
  ['matched', `/${kind}?status=draft,trash`],
];

const terms = (kind: 'categories' | 'tags'): Row[] => [
  ...['name', 'slug', 'count', 'description', 'parent', 'id', 'term_id', 'none', 'term_group', 'include_slugs'].flatMap(
    (orderby): Row[] => [
      ['ordered', `/${kind}?orderby=${orderby}`],
      ['ordered', `/${kind}?orderby=${orderby}&order=desc`],
    ],
  ),
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

const NAMES = new Proxy({} as Record<string, string>, { get: (_, name) => `{${String(name)}}` });

/** The address with the names of what is filled in. */
const worded = (path: Row[1]): string =>
  typeof path === 'string'
    ? path
    : path(
        new Proxy({} as Sample, {
          get: (_, name) =>
            ['events', 'venues', 'tags'].includes(String(name)) ? [`{${String(name)}}`] : NAMES[String(name)],
        }),
      );

const listed = (callers: readonly Caller[], rows: readonly Row[]): List[] =>
  rows.flatMap(([kind, path]) =>
    callers.map((as) => ({ as, kind, what: worded(path), path: typeof path === 'string' ? () => path : path })),
  );

/** Every filter and order of the lists of the specification, for the callers whom it makes a difference to. */
export const LISTS: readonly List[] = [
  ...listed(ALL, EVENTS),
  ...listed(EDITORS, EVENTS_BY_STATE),
  ...(['venues', 'organizers'] as const).flatMap((kind) => [
    ...listed(ALL, linked(kind)),
    ...listed(EDITORS, linkedByState(kind)),
  ]),
  ...(['categories', 'tags'] as const).flatMap((kind) => [
    ...listed(PUBLIC, terms(kind)),
    ...listed(EDITORS, termsForEditors(kind)),
  ]),
  ...listed(PUBLIC, [
    ['matched', ({ categoryAbove }) => `/categories?parent=${categoryAbove}`],
    ['matched', '/categories?parent=0'],
  ]),
];
