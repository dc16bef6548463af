import type { Language, Row, WholeEvent } from './read.ts';

const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
};

const STATUSES: Record<string, string> = { canceled: 'EventCancelled', postponed: 'EventPostponed' };

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPED[sign]!);

/** What a clock in UTC shows at a moment. */
const wall = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

const detailsOf = (date: string) => ({
  year: date.slice(0, 4),
  month: date.slice(5, 7),
  day: date.slice(8, 10),
  hour: date.slice(11, 13),
  minutes: date.slice(14, 16),
  seconds: date.slice(17, 19),
});

/** A moment with the offset of the clock that shows it so. */
function isoOf(date: string, at: number): string {
  const minutes = Math.round((Date.parse(`${date}Z`) - at) / 60_000);
  const two = (number: number): string => String(number).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${date.replace(' ', 'T')}${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** A value that is left out of JSON when it is empty. */
const some = <T>(value: T | null | undefined): T | undefined => value || undefined;

const slugOf = ({ slug }: Row): string => encodeURIComponent(slug ?? '').replace(/%../g, (code) => code.toLowerCase());

const EXTENSION = /\.([a-z0-9]{1,8})(?:\?.*)?$/i;

/** Makes JSON of events, in a language, with addresses below that of the site. */
export function createShow(site: string, language: Language) {
  const home = language === 'en' ? site : `${site}/${language}`;
  const namespace = `${home}/wp-json/calendar/events/v1`;
  const host = new URL(site).hostname;

  const pageOf = (kind: string, row: Row): string =>
    (row.status === 'publish' || row.status === 'private') && row.slug
      ? `${home}/${kind}/${slugOf(row)}/`
      : `${home}/?post_type=${kind}&p=${row.id}`;
  const imageUrl = ({ image_url: url }: Row): string => (url.startsWith('/') ? site + url : url);
  const imageOf = (row: Row) => ({
    url: imageUrl(row),
    id: row.image_id,
    extension: EXTENSION.exec(row.image_url)?.[1]?.toLowerCase(),
    width: some(row.width),
    height: some(row.height),
    filesize: some(row.filesize),
    sizes: row.sizes ? JSON.parse(row.sizes) : undefined,
  });
  const identityOf = ({ id }: Row) => ({ global_id: `${host}?id=${id}`, global_id_lineage: [`${host}?id=${id}`] });

  function headOf(row: Row) {
    const [published, modified] = [wall(row.published_at), wall(row.modified_at)];
    return {
      author: String(row.author),
      status: row.status,
      date: published,
      date_utc: published,
      modified,
      modified_utc: modified,
    };
  }

  const termOf = (term: Row, taxonomy: string, urls: object) => ({
    name: escaped(term.name),
    slug: slugOf(term),
    taxonomy,
    description: term.description ?? '',
    parent: term.parent ?? 0,
    count: term.count,
    id: term.id,
    urls,
  });
  const categoryOf = (term: Row) =>
    termOf(term, 'tribe_events_cat', {
      self: `${namespace}/categories/${term.id}`,
      collection: `${namespace}/categories`,
      up: term.parent ? `${namespace}/categories/${term.parent}` : undefined,
    });
  const tagOf = (term: Row) =>
    termOf(term, 'post_tag', { self: `${namespace}/tags/${term.id}`, collection: `${namespace}/tags` });

  const hasPlace = ({ lat, lng }: Row): boolean => lat !== null && lng !== null;

  function placeOf(venue: Row) {
    const address = {
      streetAddress: some(venue.address),
      addressLocality: some(venue.city),
      addressRegion: some(venue.state_province),
      postalCode: some(venue.zip),
      addressCountry: some(venue.country),
    };
    const anywhere = Object.values(address).some((line) => line !== undefined);
    return {
      '@type': 'Place',
      name: venue.name,
      description: venue.description_plain ?? '',
      url: pageOf('venue', venue),
      address: anywhere ? { '@type': 'PostalAddress', ...address } : undefined,
      geo: hasPlace(venue) ? { '@type': 'GeoCoordinates', latitude: venue.lat, longitude: venue.lng } : undefined,
      image: venue.image_url ? imageUrl(venue) : undefined,
      telephone: some(venue.phone),
      sameAs: some(venue.website),
    };
  }

  const personOf = (organizer: Row) => ({
    '@type': 'Person',
    name: organizer.name,
    description: organizer.description_plain ?? '',
    url: pageOf('organizer', organizer),
    image: organizer.image_url ? imageUrl(organizer) : undefined,
    telephone: some(organizer.phone),
    email: some(organizer.email),
    sameAs: some(organizer.website),
  });

  const venueOf = (venue: Row, single: boolean) => ({
    id: venue.id,
    ...headOf(venue),
    url: pageOf('venue', venue),
    venue: escaped(venue.name),
    description: some(venue.description),
    slug: some(slugOf(venue)),
    image: venue.image_url ? imageOf(venue) : undefined,
    address: some(venue.address),
    city: some(venue.city),
    country: some(venue.country),
    province: some(venue.province),
    state: some(venue.state),
    zip: some(venue.zip),
    phone: some(venue.phone),
    website: some(venue.website),
    stateprovince: some(venue.state_province),
    geo_lat: hasPlace(venue) ? String(venue.lat) : undefined,
    geo_lng: hasPlace(venue) ? String(venue.lng) : undefined,
    json_ld: single ? placeOf(venue) : undefined,
    show_map: venue.show_map === 1,
    show_map_link: venue.show_map_link === 1,
    ...identityOf(venue),
  });

  const organizerOf = (organizer: Row, single: boolean) => ({
    id: organizer.id,
    ...headOf(organizer),
    url: pageOf('organizer', organizer),
    organizer: escaped(organizer.name),
    description: some(organizer.description),
    slug: some(slugOf(organizer)),
    image: organizer.image_url ? imageOf(organizer) : undefined,
    phone: some(organizer.phone),
    website: some(organizer.website),
    email: some(organizer.email),
    json_ld: single ? personOf(organizer) : undefined,
    ...identityOf(organizer),
  });

  function locationOf(event: Row, venue: Row | undefined) {
    const place = venue && placeOf(venue);
    if (!event.online_url) return place;
    const online = { '@type': 'VirtualLocation', url: event.online_url };
    return place ? [place, online] : online;
  }

  function offerOf(event: Row) {
    const values: string[] = JSON.parse(event.cost_values);
    return {
      '@type': 'Offer',
      price: values.map((value) => (Number.isNaN(Number(value)) ? '0' : value)).join(' – ') || '0',
      priceCurrency: event.currency_code || 'USD',
      url: pageOf('event', event),
      category: 'primary',
      availability: 'inStock',
      validFrom: `${wall(event.published_at).slice(0, 10)}T00:00:00+00:00`,
    };
  }

  const jsonLdOf = ({ event, venues: [venue], organizers: [organizer] }: WholeEvent) => ({
    '@context': 'http://schema.org',
    '@type': 'Event',
    name: event.title,
    description: event.excerpt_plain || (event.description_plain ?? ''),
    image: event.image_url ? imageUrl(event) : undefined,
    url: pageOf('event', event),
    eventAttendanceMode: `https://schema.org/${event.online_url ? (venue ? 'Mixed' : 'Online') : 'Offline'}EventAttendanceMode`,
    eventStatus: `https://schema.org/${STATUSES[event.event_status] ?? 'EventScheduled'}`,
    startDate: isoOf(event.start_date, event.starts_at),
    endDate: isoOf(event.end_date, event.ends_at),
    location: locationOf(event, venue),
    organizer: organizer && personOf(organizer),
    offers: event.cost === null ? undefined : offerOf(event),
    performer: 'Organization',
  });

  /** An event; asked for alone it says what search engines read too. */
  function eventOf(whole: WholeEvent, single = false): object {
    const { event, venues, organizers, categories, tags } = whole;
    const [utcStart, utcEnd] = [wall(event.starts_at), wall(event.ends_at)];
    const page = pageOf('event', event);
    return {
      id: event.id,
      ...identityOf(event),
      ...headOf(event),
      url: page,
      rest_url: `${namespace}/events/${event.id}`,
      title: escaped(event.title),
      description: event.description ?? '',
      excerpt: event.excerpt ?? '',
      slug: slugOf(event),
      image: event.image_url ? imageOf(event) : false,
      all_day: event.all_day === 1,
      start_date: event.start_date,
      start_date_details: detailsOf(event.start_date),
      end_date: event.end_date,
      end_date_details: detailsOf(event.end_date),
      utc_start_date: utcStart,
      utc_start_date_details: detailsOf(utcStart),
      utc_end_date: utcEnd,
      utc_end_date_details: detailsOf(utcEnd),
      timezone: event.timezone,
      timezone_abbr: event.timezone_abbr,
      cost: event.cost ?? '',
      cost_details: {
        currency_symbol: event.currency_symbol ?? '',
        currency_code: event.currency_code ?? '',
        currency_position: event.currency_position ?? '',
        values: event.cost_values ? JSON.parse(event.cost_values) : [],
      },
      website: escaped(event.website || page),
      show_map: event.show_map === 1,
      show_map_link: event.show_map_link === 1,
      hide_from_listings: event.hidden === 1,
      sticky: event.sticky === 1,
      featured: event.featured === 1,
      event_status: some(event.event_status),
      event_status_reason: some(event.status_reason),
      is_virtual: event.online_url ? true : undefined,
      virtual_url: some(event.online_url),
      categories: categories.map(categoryOf),
      tags: tags.map(tagOf),
      venue: venues.length === 1 ? venueOf(venues[0]!, single) : venues.map((venue) => venueOf(venue, single)),
      organizer: organizers.map((organizer) => organizerOf(organizer, single)),
      custom_fields: [],
      json_ld: single ? jsonLdOf(whole) : undefined,
    };
  }

  return {
    eventOf,

    /** A page of events, with the addresses of the pages beside it. */
    listOf(
      events: readonly WholeEvent[],
      asked: { start: string; end: string; page: number; perPage: number; total: number },
    ) {
      const { start, end, page, perPage, total } = asked;
      const pages = Math.ceil(total / perPage);
      const query = new URLSearchParams({
        start_date: start,
        end_date: end,
        per_page: String(perPage),
        status: 'publish',
      });
      const address = (number?: number): string =>
        `${namespace}/events/?${query}${number === undefined ? '' : `&page=${number}`}`;
      return {
        events: events.map((each) => eventOf(each)),
        rest_url: address(page),
        ...(page < pages ? { next_rest_url: address(page + 1) } : {}),
        ...(page > 1 ? { previous_rest_url: address(page > 2 ? page - 1 : undefined) } : {}),
        total,
        total_pages: pages,
      };
    },
  };
}

export type Show = ReturnType<typeof createShow>;
