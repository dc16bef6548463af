import type { Body } from '../site/bodies.ts';
import { costIn } from './csv-rows.ts';
import type { Element } from './wxr.ts';
import { childOf, metaOf, type Overview, type Post, type PostKind } from './wxr-overview.ts';

const isYes = (text: string): boolean => /^(?:1|yes|true|on)$/i.test(text);

/** The members of REST's bodies, and the fields of WordPress in which they are. */
const FIELDS: Readonly<Record<PostKind, Readonly<Record<string, string>>>> = {
  event: {
    start_date: '_EventStartDate',
    end_date: '_EventEndDate',
    timezone: '_EventTimezone',
    website: '_EventURL',
    event_status: '_tribe_events_status',
    virtual_url: '_tribe_events_virtual_url',
  },
  venue: {
    address: '_VenueAddress',
    city: '_VenueCity',
    country: '_VenueCountry',
    province: '_VenueProvince',
    state: '_VenueState',
    stateprovince: '_VenueStateProvince',
    zip: '_VenueZip',
    phone: '_VenuePhone',
    website: '_VenueURL',
    geo_lat: '_VenueLat',
    geo_lng: '_VenueLng',
  },
  organizer: { phone: '_OrganizerPhone', website: '_OrganizerWebsite', email: '_OrganizerEmail' },
};
const SWITCHES: Readonly<Record<PostKind, Readonly<Record<string, string>>>> = {
  event: {
    all_day: '_EventAllDay',
    show_map: '_EventShowMap',
    show_map_link: '_EventShowMapLink',
    featured: '_tribe_featured',
    hide_from_listings: '_EventHideFromUpcoming',
    is_virtual: '_tribe_events_is_virtual',
  },
  venue: { show_map: '_VenueShowMap', show_map_link: '_VenueShowMapLink' },
  organizer: {},
};

/** The record as REST would show it, but for what it refers to. */
export function bodyOf({ kind, id, element }: Post, { authors, pictures }: Overview): Body {
  const status = childOf(element, 'wp:status');
  const login = childOf(element, 'dc:creator');
  const picture = metaOf(element, '_thumbnail_id');
  const reason = ['canceled', 'postponed']
    .map((each) => metaOf(element, `_tribe_events_status_${each}_reason`))
    .find(Boolean);
  const cost = new Map([
    ['cost', metaOf(element, '_EventCost')],
    ['currencySymbol', metaOf(element, '_EventCurrencySymbol')],
    ['currencyPosition', metaOf(element, '_EventCurrencyPosition')],
    ['currencyCode', metaOf(element, '_EventCurrencyCode')],
  ]);
  return {
    id,
    [kind === 'event' ? 'title' : kind]: childOf(element, 'title'),
    description: childOf(element, 'content:encoded'),
    excerpt: childOf(element, 'excerpt:encoded'),
    slug: childOf(element, 'wp:post_name'),
    status: status === 'trash' ? metaOf(element, '_wp_trash_meta_status') || 'draft' : status,
    date: childOf(element, 'wp:post_date') || undefined,
    date_utc: childOf(element, 'wp:post_date_gmt') || undefined,
    url: childOf(element, 'link'),
    author: authors.get(login) ?? login,
    image: pictures.get(picture) ?? false,
    ...Object.fromEntries(Object.entries(FIELDS[kind]).map(([wire, key]) => [wire, metaOf(element, key)])),
    ...Object.fromEntries(Object.entries(SWITCHES[kind]).map(([wire, key]) => [wire, isYes(metaOf(element, key))])),
    ...(kind === 'event' && {
      sticky: childOf(element, 'wp:menu_order') === '-1',
      cost: costIn(cost),
      ...(reason && { event_status_reason: reason }),
    }),
  };
}

const costHasNoCurrency = (element: Element): boolean =>
  /^[\d.,\s]+$/.test(metaOf(element, '_EventCost')) &&
  metaOf(element, '_EventCurrencySymbol') + metaOf(element, '_EventCurrencyCode') === '';

/** What of a record is not taken. */
export function leftOf({ kind, element }: Post, { pictures }: Overview): string[] {
  const picture = metaOf(element, '_thumbnail_id');
  const fields = [...element.meta.keys()].filter((key) => /^_ecp_custom_|^[^_]/.test(key));
  return [
    ...(picture && picture !== '0' && !pictures.has(picture) ? ['The image: it is not in the file.'] : []),
    ...(kind === 'event' && /^a:[1-9]/.test(metaOf(element, '_EventRecurrence'))
      ? ['The rule by which the event repeats: only its first date is in the file.']
      : []),
    ...(kind === 'event' && /[1-9]/.test(metaOf(element, '_EventCost')) && costHasNoCurrency(element)
      ? ['The currency of the price: the file does not name it.']
      : []),
    ...fields.map((key) => `The field ${key}.`),
  ];
}
