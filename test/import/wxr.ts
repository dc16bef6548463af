import { decodeHTML } from 'entities';
import type { Lists } from './site.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies are looked at, not typed
type Body = any;

const cdata = (text: unknown): string => `<![CDATA[${String(text ?? '').replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
const member = (name: string, value: unknown): string => `<${name}>${cdata(value)}</${name}>`;
const meta = ([key, value]: [string, unknown]): string =>
  `<wp:postmeta>${member('wp:meta_key', key)}${member('wp:meta_value', value)}</wp:postmeta>`;
const linkOf = ({ url = '' }: Body): string => url.replaceAll('&', '&#038;');
const yes = (is: unknown): string => (is ? '1' : '');

/** What somebody wrote, of what the plug-in shows: paragraphs without their elements. */
const written = (html: string): string => html.replace(/<\/p>\n?<p>/g, '\n\n').replace(/^<p>|<\/p>\n?$/g, '');

interface Post {
  type: string;
  title: string;
  meta: [string, unknown][];
  terms?: string;
  more?: string;
}

/** A record as WordPress writes it into its export, of its body in REST. */
const item = (body: Body, { type, title, meta: metas, terms = '', more = '' }: Post): string =>
  [
    `<item>${member('title', title)}<link>${linkOf(body)}</link>${member('dc:creator', `user${body.author ?? 1}`)}`,
    `<guid isPermaLink="false">${linkOf(body)}</guid>${member('content:encoded', written(body.description ?? ''))}`,
    `${member('excerpt:encoded', written(body.excerpt ?? ''))}<wp:post_id>${body.id}</wp:post_id>`,
    `${member('wp:post_date', body.date)}${member('wp:post_date_gmt', body.date_utc)}${member('wp:post_name', body.slug)}`,
    `${member('wp:status', body.status ?? 'inherit')}<wp:menu_order>${body.sticky ? -1 : 0}</wp:menu_order>`,
    `${member('wp:post_type', type)}${member('wp:post_password', '')}${more}${terms}`,
    ...(body.image ? [['_thumbnail_id', body.image.id] as [string, unknown]] : []).concat(metas).map(meta),
    '</item>',
  ].join('\n');

/** The price as it was typed, and its currency. */
function costOf({
  cost,
  cost_details: { currency_symbol: symbol, currency_position: position, values },
}: Body): [string, unknown][] {
  const text = decodeHTML(String(cost));
  const isSimple = symbol && [symbol + values[0], values[0] + symbol].includes(text);
  return [
    ['_EventCost', isSimple ? values[0] : text],
    ['_EventCurrencySymbol', symbol],
    ['_EventCurrencyPosition', position],
  ];
}

const event = (body: Body): string => {
  const named = (taxonomy: string, list: Body[]): string =>
    list
      .map(
        ({ slug, name }) => `<category domain="${taxonomy}" nicename="${slug}">${cdata(decodeHTML(name))}</category>`,
      )
      .join('');
  return item(body, {
    type: 'tribe_events',
    title: decodeHTML(body.title),
    terms: named('tribe_events_cat', body.categories) + named('post_tag', body.tags),
    meta: [
      ['_EventStartDate', body.start_date],
      ['_EventEndDate', body.end_date],
      ['_EventTimezone', body.timezone],
      ['_EventAllDay', body.all_day ? 'yes' : ''],
      ['_EventURL', body.website === body.url ? '' : decodeHTML(body.website)],
      ['_EventShowMap', yes(body.show_map)],
      ['_EventShowMapLink', yes(body.show_map_link)],
      ['_EventHideFromUpcoming', body.hide_from_listings ? 'yes' : ''],
      ['_tribe_featured', yes(body.featured)],
      ...costOf(body),
      ...[body.venue].flat().flatMap((venue): [string, unknown][] => (venue ? [['_EventVenueID', venue.id]] : [])),
      ...body.organizer.map(({ id }: Body): [string, unknown] => ['_EventOrganizerID', id]),
      ['_EventOrigin', 'events-calendar'],
    ],
  });
};

const VENUE = {
  ...{
    address: 'Address',
    city: 'City',
    country: 'Country',
    province: 'Province',
    state: 'State',
    zip: 'Zip',
    phone: 'Phone',
  },
  ...{ website: 'URL', geo_lat: 'Lat', geo_lng: 'Lng', stateprovince: 'StateProvince' },
};

const venue = (body: Body): string =>
  item(body, {
    type: 'tribe_venue',
    title: decodeHTML(body.venue),
    meta: [
      ...Object.entries(VENUE).map(([key, name]): [string, unknown] => [
        `_Venue${name}`,
        decodeHTML(String(body[key] ?? '')),
      ]),
      ['_VenueShowMap', yes(body.show_map)],
      ['_VenueShowMapLink', yes(body.show_map_link)],
    ],
  });

const organizer = (body: Body): string =>
  item(body, {
    type: 'tribe_organizer',
    title: decodeHTML(body.organizer),
    meta: [
      ['_OrganizerPhone', decodeHTML(body.phone ?? '')],
      ['_OrganizerWebsite', decodeHTML(body.website ?? '')],
      ['_OrganizerEmail', body.email],
    ],
  });

const text = (value: string): string => `s:${Buffer.byteLength(value)}:"${value}";`;

function attachment({ id, url, width, height, filesize, sizes }: Body): string {
  const named = Object.entries<Body>(sizes).map(
    ([name, size]) =>
      `${text(name)}a:5:{${text('file')}${text(size.url.split('/').at(-1))}${text('width')}i:${size.width};${text('height')}i:${size.height};${text('mime-type')}${text(size['mime-type'])}${text('filesize')}i:${size.filesize};}`,
  );
  const stored = `a:5:{${text('width')}i:${width};${text('height')}i:${height};${text('file')}${text('a.png')}${text('filesize')}i:${filesize};${text('sizes')}a:${named.length}:{${named.join('')}}}`;
  return item(
    { id, url, slug: 'a', date: '2026-11-20 06:26:52' },
    {
      type: 'attachment',
      title: 'A picture',
      meta: [['_wp_attachment_metadata', stored]],
      more: member('wp:attachment_url', url),
    },
  );
}

/** What WordPress exports of a site, by what its interface shows; events come before what they name. `more` are further items. */
export function wxrOf(site: string, lists: Lists, more = ''): string {
  const { events, categories, tags } = lists as Record<keyof Lists, Body[]>;
  // Events also name what no list shows.
  const [venues, organizers] = (['venue', 'organizer'] as const).map((kind) => {
    const all = [...events.flatMap((each) => each[kind] ?? []), ...(lists[`${kind}s`] as Body[])];
    return [...new Map(all.map((each) => [each.id, each])).values()];
  }) as [Body[], Body[]];
  const pictures = new Map(
    [...events, ...venues, ...organizers].flatMap(({ image }) => (image ? [[image.id, image]] : [])),
  );
  const slugOf = (id: unknown): string => categories.find((each) => each.id === id)?.slug ?? '';
  return [
    '<?xml version="1.0" encoding="UTF-8" ?>\n<!-- This is a WordPress eXtended RSS file -->',
    '<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:wp="http://wordpress.org/export/1.2/">',
    `<channel><title>A site</title><link>${site}</link><language>en-US</language><wp:wxr_version>1.2</wp:wxr_version>`,
    `<wp:base_site_url>${site}</wp:base_site_url><wp:base_blog_url>${site}</wp:base_blog_url>`,
    ...['1', '2', '4', '5'].map(
      (id) => `<wp:author><wp:author_id>${id}</wp:author_id>${member('wp:author_login', `user${id}`)}</wp:author>`,
    ),
    ...categories.map(
      ({ id, slug, name, description, parent }) =>
        `<wp:term><wp:term_id>${id}</wp:term_id>${member('wp:term_taxonomy', 'tribe_events_cat')}${member('wp:term_slug', slug)}${member('wp:term_parent', slugOf(parent))}${member('wp:term_name', decodeHTML(name))}${member('wp:term_description', description)}</wp:term>`,
    ),
    ...tags.map(
      ({ id, slug, name, description }) =>
        `<wp:tag><wp:term_id>${id}</wp:term_id>${member('wp:tag_slug', slug)}${member('wp:tag_name', decodeHTML(name))}${member('wp:tag_description', description)}</wp:tag>`,
    ),
    ...[
      ...events.map(event),
      ...venues.map(venue),
      ...organizers.map(organizer),
      ...[...pictures.values()].map(attachment),
    ],
    `${more}</channel></rss>`,
  ].join('\n');
}
