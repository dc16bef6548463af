// Alone catches a member of a REST body that says something else than its field in GraphQL.

import { byName, EVENT_LINKS, type EventLink } from '../../../src/kinds/event-links.ts';
import type { KindName } from '../../../src/kinds/kinds.ts';

// biome-ignore lint/suspicious/noExplicitAny: records of every kind are compared, not typed
export type Shown = Record<string, any>;

/** For each key of a REST record: the equal field of the GraphQL record, or how to work it out from that record. */
type Keys = Readonly<Record<string, string | ((record: Shown) => unknown)>>;

/** What a kind selects in GraphQL, and how to turn that into the REST record. */
export interface Shape {
  selection: string;
  /** What a single read also selects. */
  inSingle: string;
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
  ...POST_KEYS,
  ...unlessEmptyEach('slug'),
  image: imageOf,
  custom_fields: unlessEmpty('customFieldsByKey'),
};

/** How REST shows a field of what events link to, where it does not leave it out when it is empty. */
const OWN: Keys = {
  ...shown('showMap', 'showMapLink'),
  geo_lat: ({ geoLat }) => geoLat?.toString(),
  geo_lng: ({ geoLng }) => geoLng?.toString(),
};

/** What posts of all kinds show in the same way, or only take. */
const COMMON = ['author', 'date', 'dateUtc', 'status', 'name', 'image', 'customFields'];

const ownFields = ({ rest }: EventLink): [key: string, wire: string][] =>
  Object.entries(rest.fields!).flatMap(([key, { wire }]) => (COMMON.includes(key) ? [] : [[key, wire]]));

const linkedFields = (kind: EventLink): string =>
  `${POST_FIELDS} name customFieldsByKey ${ownFields(kind)
    .map(([key]) => key)
    .join(' ')}`;

const linkedKeys = (kind: EventLink): Keys => ({
  ...LINKED_KEYS,
  ...Object.fromEntries(ownFields(kind).map(([key, wire]) => [wire, OWN[wire] ?? unlessEmpty(key)])),
  [kind.fields.name!.wire]: ({ name }) => escaped(name),
});

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
  series { databaseId uid url rule version } originalStartsAt
  categories { ${CATEGORY_FIELDS} } tags { ${TERM_FIELDS} }
  ${EVENT_LINKS.map((kind) => `${kind.inEvents} { ${linkedFields(kind)} }`).join(' ')}`;

const EVENT_KEYS: Keys = {
  ...POST_KEYS,
  ...shown('restUrl', 'description', 'excerpt', 'slug', 'allDay', 'timezone', 'timezoneAbbr', 'cost'),
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
  ...byName(
    (kind) => (event: Shown) =>
      (kind.rest.single ? oneOrList : all)(
        event[kind.inEvents].map((record: Shown) => linkedBody(linkedKeys(kind), record)),
      ),
  ),
  series: ({ series, originalStartsAt }) =>
    (series ?? undefined) && {
      id: series.databaseId,
      uid: series.uid,
      url: series.url,
      rule: series.rule ?? '',
      version: series.version,
      original_start_date: originalStartsAt.slice(0, 19).replace('T', ' '),
    },
  custom_fields: ({ customFieldsByKey }) => customFieldsByKey ?? [],
};

const all = (list: unknown[]): unknown => list;
const oneOrList = (list: unknown[]): unknown => (list.length === 1 ? list[0] : list);

/** A record that an event links to. It has JSON-LD only in single reads, which select it. */
const linkedBody = (keys: Keys, record: Shown): Shown =>
  through({ ...keys, json_ld: ({ jsonLd }) => jsonLd ?? undefined }, record);

const post = (selection: string, keys: Keys, inSingle = ''): Shape => ({
  selection,
  inSingle: `jsonLd ${inSingle}`,
  body: (record) => through(keys, record),
  single: (record) => through({ ...keys, json_ld: 'jsonLd' }, record),
});

const term = (selection: string, keys: Keys): Shape => {
  const body = (record: Shown): Shown => through({ ...keys, meta: () => [], url: 'url' }, record);
  return { selection, inSingle: '', body, single: body };
};

export const SHAPES: Readonly<Record<KindName, Shape>> = {
  event: post(EVENT_FIELDS, EVENT_KEYS, EVENT_LINKS.map(({ inEvents }) => `${inEvents} { jsonLd }`).join(' ')),
  ...byName((kind) => post(linkedFields(kind), linkedKeys(kind))),
  category: term(CATEGORY_FIELDS, CATEGORY_KEYS),
  tag: term(TERM_FIELDS, TAG_KEYS),
};
