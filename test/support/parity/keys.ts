// biome-ignore lint/suspicious/noExplicitAny: records of every kind are compared, not typed
export type Shown = Record<string, any>;

/** For each key of a REST record: the equal field of the GraphQL record, or how to work it out from that record. */
type Keys = Readonly<Record<string, string | ((record: Shown) => unknown)>>;

/** What a kind selects in GraphQL, and how to turn that into the REST record. */
export interface Shape {
  selection: string;
  body(record: Shown): Shown;
  single(record: Shown): Shown;
}

/** Applies keys to a record. Leaves out undefined values, because JSON has none. */
const through = (keys: Keys, record: Shown): Shown =>
  Object.fromEntries(
    Object.entries(keys)
      .map(([key, from]) => [key, typeof from === 'string' ? record[from] : from(record)])
      .filter(([, value]) => value !== undefined),
  );

/** A text, escaped for HTML. */
export const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#039;');

/** A field that REST leaves out when it is empty. */
const unlessEmpty = (field: string) => (record: Shown) => record[field] || undefined;

const imageOf = ({ image }: Shown): Shown | undefined =>
  image
    ? through(
        {
          url: 'url',
          id: 'id',
          extension: unlessEmpty('extension'),
          width: unlessEmpty('width'),
          height: unlessEmpty('height'),
        },
        image,
      )
    : undefined;

const POST_FIELDS = `id: databaseId globalId globalIdLineage author: authorDatabaseId status date dateUtc modified modifiedUtc slug url restUrl
  image { id: databaseId url extension width height } viewerCan { update delete }`;

const POST_KEYS: Keys = {
  id: 'id',
  global_id: 'globalId',
  global_id_lineage: 'globalIdLineage',
  author: ({ author }) => String(author),
  status: ({ status }) => status.toLowerCase(),
  date: 'date',
  date_utc: 'dateUtc',
  modified: 'modified',
  modified_utc: 'modifiedUtc',
  url: 'url',
};

const LINKED_KEYS: Keys = {
  ...POST_KEYS,
  description: unlessEmpty('description'),
  slug: unlessEmpty('slug'),
  image: imageOf,
  phone: unlessEmpty('phone'),
  website: unlessEmpty('website'),
  custom_fields: unlessEmpty('customFieldsByKey'),
};

const VENUE_FIELDS = `${POST_FIELDS} name description showMap showMapLink address city country province state zip phone
  stateProvince website geoLat geoLng customFieldsByKey`;

const VENUE_KEYS: Keys = {
  ...LINKED_KEYS,
  venue: ({ name }) => escaped(name),
  address: unlessEmpty('address'),
  city: unlessEmpty('city'),
  country: unlessEmpty('country'),
  province: unlessEmpty('province'),
  state: unlessEmpty('state'),
  zip: unlessEmpty('zip'),
  stateprovince: unlessEmpty('stateProvince'),
  show_map: 'showMap',
  show_map_link: 'showMapLink',
  geo_lat: ({ geoLat }) => geoLat?.toString(),
  geo_lng: ({ geoLng }) => geoLng?.toString(),
};

const ORGANIZER_FIELDS = `${POST_FIELDS} name description phone website email customFieldsByKey`;

const ORGANIZER_KEYS: Keys = {
  ...LINKED_KEYS,
  organizer: ({ name }) => escaped(name),
  email: unlessEmpty('email'),
};

const TERM_FIELDS = 'id: databaseId count description name slug url urls { self collection }';

const TERM_KEYS: Keys = {
  id: 'id',
  count: 'count',
  description: 'description',
  name: ({ name }) => escaped(name),
  slug: 'slug',
};

const CATEGORY_FIELDS = `${TERM_FIELDS} parentDatabaseId urls { up }`;

const CATEGORY_KEYS: Keys = {
  ...TERM_KEYS,
  taxonomy: () => 'tribe_events_cat',
  parent: ({ parentDatabaseId }) => parentDatabaseId ?? 0,
  urls: ({ urls }) => ({ ...urls, up: urls.up ?? undefined }),
};

const TAG_KEYS: Keys = { ...TERM_KEYS, taxonomy: () => 'post_tag', urls: 'urls' };

const DETAILS = '{ year month day hour minutes seconds }';

const EVENT_FIELDS = `${POST_FIELDS} title description excerpt allDay startDate startDateDetails ${DETAILS}
  endDate endDateDetails ${DETAILS} utcStartDate utcStartDateDetails ${DETAILS} utcEndDate utcEndDateDetails ${DETAILS}
  timezone timezoneAbbr cost costDetails { currencySymbol currencyCode currencyPosition values } website
  showMap showMapLink hideFromListings sticky featured statedStatus statusReason isVirtual onlineUrl customFieldsByKey
  categories { ${CATEGORY_FIELDS} } tags { ${TERM_FIELDS} }
  venues { ${VENUE_FIELDS} } organizers { ${ORGANIZER_FIELDS} }`;

const EVENT_KEYS: Keys = {
  ...POST_KEYS,
  rest_url: 'restUrl',
  title: ({ title }) => escaped(title),
  description: 'description',
  excerpt: 'excerpt',
  slug: 'slug',
  image: (record) => imageOf(record) ?? false,
  all_day: 'allDay',
  start_date: 'startDate',
  start_date_details: 'startDateDetails',
  end_date: 'endDate',
  end_date_details: 'endDateDetails',
  utc_start_date: 'utcStartDate',
  utc_start_date_details: 'utcStartDateDetails',
  utc_end_date: 'utcEndDate',
  utc_end_date_details: 'utcEndDateDetails',
  timezone: 'timezone',
  timezone_abbr: 'timezoneAbbr',
  cost: 'cost',
  cost_details: ({ costDetails }) => ({
    currency_symbol: costDetails.currencySymbol,
    currency_code: costDetails.currencyCode,
    currency_position: costDetails.currencyPosition,
    values: costDetails.values,
  }),
  website: ({ website }) => escaped(website),
  show_map: 'showMap',
  show_map_link: 'showMapLink',
  hide_from_listings: 'hideFromListings',
  sticky: 'sticky',
  featured: 'featured',
  event_status: ({ statedStatus }) => statedStatus?.toLowerCase(),
  event_status_reason: unlessEmpty('statusReason'),
  is_virtual: unlessEmpty('isVirtual'),
  virtual_url: unlessEmpty('onlineUrl'),
  categories: ({ categories }) => categories.map((term: Shown) => through(CATEGORY_KEYS, term)),
  tags: ({ tags }) => tags.map((term: Shown) => through({ ...TAG_KEYS, parent: () => 0 }, term)),
  venue: ({ venues }) => oneOrList(venues.map((venue: Shown) => linkedBody(VENUE_KEYS, venue))),
  organizer: ({ organizers }) => organizers.map((organizer: Shown) => linkedBody(ORGANIZER_KEYS, organizer)),
  custom_fields: ({ customFieldsByKey }) => customFieldsByKey ?? [],
};

const oneOrList = (list: unknown[]): unknown => (list.length === 1 ? list[0] : list);

/** A record that an event links to. It has JSON-LD only in single reads, which select it. */
const linkedBody = (keys: Keys, record: Shown): Shown =>
  through({ ...keys, json_ld: ({ jsonLd }) => jsonLd ?? undefined }, record);

const singly = (keys: Keys) => (record: Shown) => through({ ...keys, json_ld: 'jsonLd' }, record);

/** What a single read also selects, by the name of the kind. */
export const SINGLE: Readonly<Record<string, string>> = {
  event: 'jsonLd venues { jsonLd } organizers { jsonLd }',
  venue: 'jsonLd',
  organizer: 'jsonLd',
  category: '',
  tag: '',
};

export const EVENT: Shape = {
  selection: EVENT_FIELDS,
  body: (record) => through(EVENT_KEYS, record),
  single: singly(EVENT_KEYS),
};

export const VENUE: Shape = {
  selection: VENUE_FIELDS,
  body: (record) => through(VENUE_KEYS, record),
  single: singly(VENUE_KEYS),
};

export const ORGANIZER: Shape = {
  selection: ORGANIZER_FIELDS,
  body: (record) => through(ORGANIZER_KEYS, record),
  single: singly(ORGANIZER_KEYS),
};

const term = (selection: string, keys: Keys): Shape => {
  const body = (record: Shown): Shown => through({ ...keys, meta: () => [], url: 'url' }, record);
  return { selection, body, single: body };
};

export const CATEGORY: Shape = term(CATEGORY_FIELDS, CATEGORY_KEYS);
export const TAG: Shape = term(TERM_FIELDS, TAG_KEYS);
