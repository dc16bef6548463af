// Alone catches a member of a REST body that says something else than its field in GraphQL.

import type { KindName } from '../../../src/kinds/kinds.ts';

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

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Fields that REST shows as they are, in its own spelling. */
const shown = (...names: string[]): Keys => Object.fromEntries(names.map((name) => [snake(name), name]));

const unlessEmpty = (name: string) => (record: Shown) => record[name] || undefined;

/** Fields of one word that REST leaves out when they are empty. */
const unlessEmptyEach = (...names: string[]): Keys =>
  Object.fromEntries(names.map((name) => [name.toLowerCase(), unlessEmpty(name)]));

const IMAGE_KEYS: Keys = { ...shown('url', 'id'), ...unlessEmptyEach('extension', 'width', 'height') };

const imageOf = ({ image }: Shown): Shown | undefined => (image ? through(IMAGE_KEYS, image) : undefined);

const POST_FIELDS = `id: databaseId globalId globalIdLineage author: authorDatabaseId status date dateUtc modified modifiedUtc slug url restUrl
  image { id: databaseId url extension width height } viewerCan { update delete }`;

const POST_KEYS: Keys = {
  ...shown('id', 'globalId', 'globalIdLineage', 'date', 'dateUtc', 'modified', 'modifiedUtc', 'url'),
  author: ({ author }) => String(author),
  status: ({ status }) => status.toLowerCase(),
};

const LINKED_KEYS: Keys = {
  ...{ ...POST_KEYS, ...unlessEmptyEach('description', 'slug', 'phone', 'website'), image: imageOf },
  custom_fields: unlessEmpty('customFieldsByKey'),
};

const VENUE_FIELDS = `${POST_FIELDS} name description showMap showMapLink address city country province state zip phone
  stateProvince website geoLat geoLng customFieldsByKey`;

const VENUE_KEYS: Keys = {
  ...{ ...LINKED_KEYS, ...shown('showMap', 'showMapLink') },
  ...unlessEmptyEach('address', 'city', 'country', 'province', 'state', 'zip', 'stateProvince'),
  venue: ({ name }) => escaped(name),
  geo_lat: ({ geoLat }) => geoLat?.toString(),
  geo_lng: ({ geoLng }) => geoLng?.toString(),
};

const ORGANIZER_FIELDS = `${POST_FIELDS} name description phone website email customFieldsByKey`;

const ORGANIZER_KEYS: Keys = {
  ...{ ...LINKED_KEYS, ...unlessEmptyEach('email') },
  organizer: ({ name }) => escaped(name),
};

const TERM_FIELDS = 'id: databaseId count description name slug url urls { self collection }';

const TERM_KEYS: Keys = { ...shown('id', 'count', 'description', 'slug'), name: ({ name }) => escaped(name) };

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
  ...{
    ...POST_KEYS,
    ...shown('restUrl', 'description', 'excerpt', 'slug', 'allDay', 'timezone', 'timezoneAbbr', 'cost'),
  },
  ...shown('startDate', 'startDateDetails', 'endDate', 'endDateDetails', 'showMap', 'showMapLink', 'hideFromListings'),
  ...shown('utcStartDate', 'utcStartDateDetails', 'utcEndDate', 'utcEndDateDetails', 'sticky', 'featured'),
  title: ({ title }) => escaped(title),
  image: (record) => imageOf(record) ?? false,
  cost_details: ({ costDetails }) =>
    through(shown('currencySymbol', 'currencyCode', 'currencyPosition', 'values'), costDetails),
  website: ({ website }) => escaped(website),
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

/** What a single read also selects, by the name of the kind. */
export const SINGLE: Readonly<Record<KindName, string>> = {
  event: 'jsonLd venues { jsonLd } organizers { jsonLd }',
  ...{ venue: 'jsonLd', organizer: 'jsonLd', category: '', tag: '' },
};

const post = (selection: string, keys: Keys): Shape => ({
  selection,
  body: (record) => through(keys, record),
  single: (record) => through({ ...keys, json_ld: 'jsonLd' }, record),
});

const term = (selection: string, keys: Keys): Shape => {
  const body = (record: Shown): Shown => through({ ...keys, meta: () => [], url: 'url' }, record);
  return { selection, body, single: body };
};

export const SHAPES: Readonly<Record<KindName, Shape>> = {
  event: post(EVENT_FIELDS, EVENT_KEYS),
  venue: post(VENUE_FIELDS, VENUE_KEYS),
  organizer: post(ORGANIZER_FIELDS, ORGANIZER_KEYS),
  category: term(CATEGORY_FIELDS, CATEGORY_KEYS),
  tag: term(TERM_FIELDS, TAG_KEYS),
};
