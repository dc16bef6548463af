import type { EventRecord } from '../../src/resources/event/record.ts';
import { extensionOf, type ImageCopy } from '../../src/resources/image/record.ts';
import type { OrganizerRecord } from '../../src/resources/organizer/record.ts';
import type { Html, PostRecord } from '../../src/resources/post/record.ts';
import type { TermRecord } from '../../src/resources/term/record.ts';
import { pointOf, type VenueRecord } from '../../src/resources/venue/record.ts';
import { NO_COST } from '../../src/rules/cost.ts';
import { escapeHtml } from '../../src/rules/html.ts';
import { slugIn, textIn } from '../../src/rules/language.ts';
import { onceFor } from '../../src/rules/once-for.ts';
import { wireSlug } from '../../src/rules/slug.ts';
import { timeParts, toWall, zoneAbbreviation } from '../../src/rules/time.ts';

const SITE = 'http://127.0.0.1:4000';

/** What addresses in REST begin with. */
export const NAMESPACE = `${SITE}/wp-json/calendar/events/v1`;

/** An event and all that it shows of others. */
export interface Shown {
  event: EventRecord;
  venues: VenueRecord[];
  organizers: OrganizerRecord[];
  categories: TermRecord[];
  tags: TermRecord[];
}

const published = onceFor(({ publishedAt }: PostRecord) => toWall(publishedAt, 'UTC'));
const modified = onceFor(({ modifiedAt }: PostRecord) => toWall(modifiedAt, 'UTC'));
const starts = onceFor(({ startsAt }: EventRecord) => toWall(startsAt, 'UTC'));
const ends = onceFor(({ endsAt }: EventRecord) => toWall(endsAt, 'UTC'));
const abbreviation = onceFor(({ startsAt, timezone }: EventRecord) => zoneAbbreviation(timezone, startsAt));

const globalId = (id: number): string => `127.0.0.1?id=${id}`;

const slugOf = (record: PostRecord | TermRecord): string => wireSlug(slugIn(record, 'en') ?? '');

const pageOf = (kind: string, record: PostRecord): string =>
  record.status === 'publish' && slugIn(record, 'en') !== undefined
    ? `${SITE}/${kind}/${slugOf(record)}/`
    : `${SITE}/?post_type=${kind}&p=${record._id}`;

const htmlOf = (html: Html | undefined): string => html?.html ?? '';

/** A value that is left out of JSON when it is empty. */
const some = <T>(value: T | undefined): T | undefined => value || undefined;

const imageOf = ({ url, id, width, height, filesize, sizes }: ImageCopy) => ({
  url: url.startsWith('/') ? SITE + url : url,
  id,
  extension: some(extensionOf(url)),
  width: some(width),
  height: some(height),
  filesize: some(filesize),
  sizes,
});

const headOf = (record: PostRecord) => ({
  author: String(record.author),
  status: 'publish',
  date: published(record, ''),
  date_utc: published(record, ''),
  modified: modified(record, ''),
  modified_utc: modified(record, ''),
});

const identityOf = ({ _id }: PostRecord) => ({ global_id: globalId(_id), global_id_lineage: [globalId(_id)] });

const addressOf = (list: string, id: number): string => `${NAMESPACE}/${list}/${id}`;

const termOf = (term: TermRecord, taxonomy: string, urls: object) => ({
  name: escapeHtml(textIn(term, 'name', 'en') ?? ''),
  slug: slugOf(term),
  taxonomy,
  description: textIn(term, 'description', 'en') ?? '',
  parent: term.parent ?? 0,
  count: term.count,
  id: term._id,
  urls,
});

const categoryOf = (term: TermRecord) =>
  termOf(term, 'tribe_events_cat', {
    self: addressOf('categories', term._id),
    collection: `${NAMESPACE}/categories`,
    up: term.parent === undefined ? undefined : addressOf('categories', term.parent),
  });

const tagOf = (term: TermRecord) =>
  termOf(term, 'post_tag', { self: addressOf('tags', term._id), collection: `${NAMESPACE}/tags` });

function venueOf(venue: VenueRecord) {
  const line = (key: 'address' | 'city' | 'country' | 'province' | 'state' | 'stateProvince') =>
    some(textIn(venue, key, 'en'));
  const point = pointOf(venue);
  return {
    id: venue._id,
    ...headOf(venue),
    url: pageOf('venue', venue),
    venue: escapeHtml(textIn(venue, 'name', 'en') ?? ''),
    description: some(htmlOf(textIn(venue, 'description', 'en'))),
    slug: some(slugOf(venue)),
    image: venue.image && imageOf(venue.image),
    address: line('address'),
    city: line('city'),
    country: line('country'),
    province: line('province'),
    state: line('state'),
    zip: some(venue.zip),
    phone: some(venue.phone),
    website: some(venue.website),
    stateprovince: line('stateProvince'),
    geo_lat: point && String(point.lat),
    geo_lng: point && String(point.lng),
    show_map: venue.showMap,
    show_map_link: venue.showMapLink,
    ...identityOf(venue),
  };
}

const organizerOf = (organizer: OrganizerRecord) => ({
  id: organizer._id,
  ...headOf(organizer),
  url: pageOf('organizer', organizer),
  organizer: escapeHtml(textIn(organizer, 'name', 'en') ?? ''),
  description: some(htmlOf(textIn(organizer, 'description', 'en'))),
  slug: some(slugOf(organizer)),
  image: organizer.image && imageOf(organizer.image),
  phone: some(organizer.phone),
  website: some(organizer.website),
  email: some(organizer.email),
  ...identityOf(organizer),
});

/** An event as REST shows it to everybody, in English. */
export function eventOf({ event, venues, organizers, categories, tags }: Shown): object {
  const [utcStart, utcEnd] = [starts(event, ''), ends(event, '')];
  const { text, details } = event.cost ?? NO_COST;
  const page = pageOf('event', event);
  const { author, ...head } = headOf(event);
  return {
    id: event._id,
    ...identityOf(event),
    author,
    ...head,
    url: page,
    rest_url: addressOf('events', event._id),
    title: escapeHtml(textIn(event, 'title', 'en') ?? ''),
    description: htmlOf(textIn(event, 'description', 'en')),
    excerpt: htmlOf(textIn(event, 'excerpt', 'en')),
    slug: slugOf(event),
    image: event.image ? imageOf(event.image) : false,
    all_day: event.allDay,
    start_date: event.startDate,
    start_date_details: timeParts(event.startDate),
    end_date: event.endDate,
    end_date_details: timeParts(event.endDate),
    utc_start_date: utcStart,
    utc_start_date_details: timeParts(utcStart),
    utc_end_date: utcEnd,
    utc_end_date_details: timeParts(utcEnd),
    timezone: event.timezone,
    timezone_abbr: abbreviation(event, ''),
    cost: event.cost ? text : '',
    cost_details: {
      currency_symbol: details.currencySymbol,
      currency_code: details.currencyCode,
      currency_position: details.currencyPosition,
      values: details.values,
    },
    website: escapeHtml(event.website || page),
    show_map: event.showMap,
    show_map_link: event.showMapLink,
    hide_from_listings: event.hideFromListings,
    sticky: event.sticky,
    featured: event.featured,
    categories: categories.map(categoryOf),
    tags: tags.map(tagOf),
    venue: venues.length === 1 ? venueOf(venues[0]!) : venues.map(venueOf),
    organizer: organizers.map(organizerOf),
    custom_fields: [],
  };
}
