/** One argument as the specification lists it: type, whether it is required, and its default (`-` is none). */
export type Said = `${string} | ${'yes' | 'no'} | ${string}`;

/** The arguments of one endpoint by name. */
export type Arguments = Readonly<Record<string, Said>>;

const rows = (table: string): Arguments =>
  Object.fromEntries(
    table
      .trim()
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .map(([name = '', ...cells]) => [name, cells.join(' | ') as Said]),
  );

const optional = (fields: Arguments): Arguments =>
  Object.fromEntries(Object.entries(fields).map(([name, said]) => [name, said.replace('| yes |', '| no |') as Said]));

/** §4.0 */
export const LANGUAGE = rows('multilang_language | string of en, ko, es | no | -');

/** §2.1 */
const EVENT = rows(`
  title              | string           | yes | -
  start_date         | string           | yes | -
  end_date           | string           | yes | -
  author             | integer          | no  | -
  date               | string           | no  | -
  date_utc           | string           | no  | -
  description        | string           | no  | -
  slug               | string           | no  | -
  excerpt            | string           | no  | -
  status             | string           | no  | -
  timezone           | string           | no  | -
  all_day            | boolean          | no  | false
  image              | string           | no  | -
  cost               | untyped          | no  | -
  website            | untyped          | no  | null
  show_map           | boolean          | no  | -
  show_map_link      | boolean          | no  | -
  hide_from_listings | boolean          | no  | -
  sticky             | boolean          | no  | -
  featured           | boolean          | no  | -
  categories         | array of integer | no  | null
  tags               | array of integer | no  | null
  venue              | array of integer | no  | null
  organizer          | array of integer | no  | null`);

/** §2.2 */
const VENUE = rows(`
  venue         | string  | yes | -
  author        | integer | no  | -
  date          | string  | no  | -
  date_utc      | string  | no  | -
  description   | string  | no  | null
  status        | string  | no  | -
  show_map      | string  | no  | null
  show_map_link | string  | no  | null
  address       | string  | no  | null
  city          | string  | no  | null
  country       | string  | no  | null
  province      | string  | no  | null
  state         | string  | no  | null
  zip           | string  | no  | null
  phone         | string  | no  | null
  stateprovince | string  | no  | null
  website       | string  | no  | null
  image         | string  | no  | null`);

/** §2.3 */
const ORGANIZER = rows(`
  organizer   | string  | yes | null
  author      | integer | no  | null
  date        | string  | no  | null
  date_utc    | string  | no  | null
  description | string  | no  | null
  status      | string  | no  | null
  phone       | string  | no  | null
  website     | string  | no  | null
  email       | string  | no  | null
  image       | string  | no  | null`);

/** §2.5 */
const TAG = rows(`
  name        | string | yes | -
  description | string | no  | -
  slug        | string | no  | -`);

/** §2.4 */
const CATEGORY = { ...TAG, ...rows('parent | integer | no | -') };

/** §4.2; the two dates are those of the moment of the test. */
const EVENTS = rows(`
  page        | integer          | no | 1
  per_page    | integer          | no | 10
  start_date  | string           | no | "2026-11-20 11:30:00"
  end_date    | string           | no | "2028-11-20 11:30:00"
  search      | string           | no | -
  categories  | array of integer | no | -
  tags        | array of integer | no | -
  venue       | array of integer | no | -
  organizer   | array of integer | no | -
  featured    | boolean          | no | -
  status      | string           | no | -
  geoloc      | boolean          | no | -
  geoloc_lat  | number (double)  | no | -
  geoloc_lng  | number (double)  | no | -
  include     | array of integer | no | -
  post_parent | integer          | no | -`);

/** §4.3 and §4.4 */
const LINKED = rows(`
  page               | integer | no | 1
  per_page           | integer | no | 10
  search             | string  | no | -
  event              | integer | no | -
  has_events         | untyped | no | -
  only_with_upcoming | untyped | no | false
  status             | string  | no | -`);

/** §4.6 */
const TAGS = rows(`
  page       | integer          | no | 1
  per_page   | integer          | no | 10
  search     | string           | no | -
  exclude    | array of integer | no | -
  include    | array of integer | no | -
  order      | string           | no | -
  orderby    | string           | no | -
  hide_empty | boolean          | no | "1"
  post       | integer          | no | -
  event      | integer          | no | -
  slug       | string           | no | -`);

/** §4.5 */
const CATEGORIES = { ...TAGS, ...rows('parent | integer | no | -') };

const MODIFIED = rows(`
  modified_after  | string | no | -
  modified_before | string | no | -`);

/**
 * What we list besides: filters of the reference that clients use, what its extensions let events say, what makes the
 * geolocation filters work, filters of the host by the last change, and what was changed.
 */
export const EXTRAS: Readonly<Record<string, Arguments>> = {
  'GET /changes': rows(`
    after    | string          | no | -
    kinds    | array of string | no | -
    per_page | integer         | no | 50`),
  'GET /export.jsonl': rows(`
    kinds | array of string | no | -
    trash | boolean         | no | false
    users | boolean         | no | false`),
  'GET /events': rows(`
    starts_before | untyped         | no | -
    starts_after  | untyped         | no | -
    ends_before   | untyped         | no | -
    ends_after    | untyped         | no | -
    strict_dates  | untyped         | no | false
    geoloc_radius | number (double) | no | 25`),
  'event body': rows(`
    event_status        | string of scheduled, canceled, postponed | no | -
    event_status_reason | string  | no | null
    virtual_url         | string  | no | -
    is_virtual          | boolean | no | -
    custom_fields       | object  | no | -`),
  'venue body': rows(`
    geo_lat | number (double) | no | -
    geo_lng | number (double) | no | -
    custom_fields | object    | no | -`),
  'organizer body': rows('custom_fields | object | no | -'),
};

/** An export has every event that is not left out, and no pages. */
const {
  page: _,
  per_page: __,
  ...EVERY_EVENT
} = {
  ...{ ...EVENTS, ...EXTRAS['GET /events'], ...MODIFIED },
  ...rows(`
    start_date | string | no | -
    end_date   | string | no | -`),
};

const ID = rows('id | integer | yes | -');
const SLUG = rows('slug | string | yes | -');

const UPDATE = 'POST,PUT,PATCH';

const item = (path: string, address: Arguments, patch: Arguments): Record<string, Arguments> => ({
  [`GET ${path}`]: address,
  [`${UPDATE} ${path}`]: patch,
  [`DELETE ${path}`]: address,
});

const posts = (plural: string, list: Arguments, body: Arguments): Record<string, Arguments> => ({
  [`GET /${plural}`]: list,
  [`POST /${plural}`]: body,
  ...item(`/${plural}/<id>`, ID, { ...optional(body), ...ID }),
  // Where the body has a slug of its own, the one of the path is not marked as required (§4.2).
  ...item(`/${plural}/by-slug/<slug>`, SLUG, { ...SLUG, ...optional(body) }),
});

const terms = (plural: string, list: Arguments, body: Arguments): Record<string, Arguments> => ({
  [`GET /${plural}`]: list,
  [`POST /${plural}`]: body,
  ...item(`/${plural}/<id>`, ID, { ...optional(body), ...ID }),
});

/** Every endpoint of specification §4 by its methods and path, with its arguments, written down by hand. */
export const ENDPOINTS: Readonly<Record<string, Arguments>> = {
  'GET ': rows(`
    namespace | untyped | no | "calendar/events/v1"
    context   | untyped | no | "view"`),
  'GET /doc': {},
  ...posts('events', { ...EVENTS, ...EXTRAS['GET /events'], ...MODIFIED }, { ...EVENT, ...EXTRAS['event body'] }),
  ...posts('venues', { ...LINKED, ...MODIFIED }, { ...VENUE, ...EXTRAS['venue body'] }),
  ...posts('organizers', { ...LINKED, ...MODIFIED }, { ...ORGANIZER, ...EXTRAS['organizer body'] }),
  ...terms('categories', CATEGORIES, CATEGORY),
  ...terms('tags', TAGS, TAG),
  'GET /changes': EXTRAS['GET /changes']!,
  'GET /export.jsonl': { ...EVERY_EVENT, ...EXTRAS['GET /export.jsonl'] },
};
