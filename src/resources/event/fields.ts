import { boolean, cost, flag, moment, number, positiveInteger, slug, time, timeZone, url } from '../../fields/kinds.ts';
import { recordLinks, termLinks } from '../../fields/links.ts';
import { ids, statuses, termRefs } from '../../fields/lists.ts';
import { searchField } from '../../fields/search.ts';
import { type DefaultsOf, type InputOf, type PatchOf, patchTable, table } from '../../fields/table.ts';
import { readCost } from '../../rules/cost.ts';
import { capitalized } from '../../rules/text.ts';
import { defaultWindow } from '../../rules/window.ts';
import { categoryFields } from '../category/fields.ts';
import { byList } from '../event-links.ts';
import { htmlText, imageField, nameText, postFields, statusField } from '../post/fields.ts';
import { tagFields } from '../tag/fields.ts';
import type { KeptCost } from './record.ts';

const yesOrNo = { kind: boolean(), stored: 'shared', blank: false } as const;

/** What an event takes of each kind that it links to. */
const linkFields = byList(
  ({ name, inEvents, fields }) =>
    ({
      kind: recordLinks(name, fields),
      wire: name,
      clearable: true,
      inline: fields,
      default: null,
      description: `${capitalized(inEvents)}: ids, or the fields of new ones.`,
    }) as const,
);

/** What an event is made of (specification §2.1). */
export const eventFields = table({
  ...postFields,
  title: nameText('title', 'BLANK_TITLE', 'Title of the event.'),
  description: htmlText('description', 'Description, as HTML.'),
  slug: {
    kind: slug(),
    wire: 'slug',
    clearable: true,
    description: 'The readable part of its address. Without it, made from the title.',
    onUpdate:
      'The readable part of its address. Without it, it stays as it is; null or an empty text makes it anew from the title.',
  },
  excerpt: htmlText('excerpt', 'Summary, as HTML.'),
  ...statusField,
  timezone: {
    kind: timeZone(),
    wire: 'timezone',
    clearable: true,
    description: 'Time zone that the event takes place in. Without it, the one of the site.',
    onUpdate:
      'Time zone that the event takes place in. Without it, it stays as it is; null or an empty text means the one of the site. In another zone, a start or an end that is not sent keeps its wall clock.',
  },
  allDay: { kind: boolean(), wire: 'all_day', default: false, description: 'Whether the event lasts whole days.' },
  startDate: {
    kind: time(),
    wire: 'start_date',
    required: true,
    description: 'When the event starts, in its time zone unless it carries an offset.',
    onUpdate:
      'When the event starts, in its time zone unless it carries an offset. Without it, the start stays as it is.',
  },
  endDate: {
    kind: time(),
    wire: 'end_date',
    required: true,
    description: 'When the event ends, in its time zone unless it carries an offset. Not before it starts.',
    onUpdate:
      'When the event ends, in its time zone unless it carries an offset. Not before it starts. Without it, the end stays as it is.',
  },
  ...imageField,
  cost: {
    kind: cost(),
    wire: 'cost',
    clearable: true,
    stored: 'shared',
    clean: (raw): KeptCost => ({ raw, ...readCost(raw) }),
    shown: 'apart',
    description: 'Price in figures or words; several are separated by commas or dashes, and 0 is free.',
  },
  website: {
    kind: url('untyped'),
    wire: 'website',
    clearable: true,
    stored: 'shared',
    shown: 'apart',
    default: null,
    description: 'Address of the website of the event.',
  },
  showMap: { ...yesOrNo, wire: 'show_map', description: 'Whether to show a map.' },
  showMapLink: { ...yesOrNo, wire: 'show_map_link', description: 'Whether to show a link to a map.' },
  hideFromListings: {
    ...yesOrNo,
    wire: 'hide_from_listings',
    description: 'Whether to leave the event out of every list.',
  },
  sticky: { ...yesOrNo, wire: 'sticky', description: 'Whether the event stands out in the calendar.' },
  featured: { ...yesOrNo, wire: 'featured', description: 'Whether the event is featured on the site.' },
  categories: {
    kind: termLinks('category', categoryFields),
    wire: 'categories',
    clearable: true,
    default: null,
    description: 'Categories, by id or name.',
  },
  tags: {
    kind: termLinks('tag', tagFields),
    wire: 'tags',
    clearable: true,
    default: null,
    description: 'Tags, by id or name.',
  },
  ...linkFields,
});

/** What making an event public does besides, for people. */
const PUBLISHING =
  'Making an event public publishes the drafts of venues and organizers that it links, where the caller may.';

const onUpdate = { status: { ...eventFields.status, onUpdate: `${eventFields.status.description} ${PUBLISHING}` } };

export const eventPatch = patchTable({ ...eventFields, ...onUpdate });

/** What becomes of a moment, for people: `zone` is the one it is shown in where none is sent. */
const asMoment = (zone: string): string =>
  `The moment is kept whatever offset it is written with, and shown in {timezone}; without {timezone}, in the zone of the ${zone}. With {allDay}, the event takes the day that this moment falls on there.`;

/** The same for GraphQL, which takes moments as it shows them, besides the dates of REST. */
export const eventInput = table({
  ...eventFields,
  startDate: { ...eventFields.startDate, instead: 'startsAt' },
  endDate: { ...eventFields.endDate, instead: 'endsAt' },
  startsAt: {
    kind: moment(),
    wire: 'starts_at',
    instead: 'startDate',
    description: `When the event starts. ${asMoment('site')} Send this or {startDate}, not both.`,
    onUpdate: `When the event starts. ${asMoment('event')} Send this or {startDate}, not both; without either, the start stays as it is.`,
  },
  endsAt: {
    kind: moment(),
    wire: 'ends_at',
    instead: 'endDate',
    description: `When the event ends, not before it starts. ${asMoment('site')} Send this or {endDate}, not both.`,
    onUpdate: `When the event ends, not before it starts. ${asMoment('event')} Send this or {endDate}, not both; without either, the end stays as it is.`,
  },
});

export const eventInputPatch = patchTable({ ...eventInput, ...onUpdate });

/** What a list of events is filtered by (specification §4.2), and the extras of the reference that clients use. */
export const eventFilters = table({
  startDate: {
    kind: time(),
    wire: 'start_date',
    default: ({ now, zone }) => defaultWindow(zone, now).startDate,
    description: 'Only events that start at or after this; without it, now. A date means its whole day.',
  },
  endDate: {
    kind: time(),
    wire: 'end_date',
    default: ({ now, zone }) => defaultWindow(zone, now).endDate,
    description: 'Only events that start before this; without it, 24 months from now. A date means its whole day.',
  },
  startsBefore: { kind: time('untyped'), wire: 'starts_before', description: 'Only events that start before this.' },
  startsAfter: { kind: time('untyped'), wire: 'starts_after', description: 'Only events that start after this.' },
  endsBefore: { kind: time('untyped'), wire: 'ends_before', description: 'Only events that end before this.' },
  endsAfter: { kind: time('untyped'), wire: 'ends_after', description: 'Only events that end after this.' },
  strictDates: {
    kind: flag(),
    wire: 'strict_dates',
    default: false,
    description: 'Whether a date without a time means its first second and not its whole day.',
  },
  search: searchField(
    'Every word of this text, or "phrase" in it, occurs in the title, the excerpt or the description, and no -word does. Common words count only when there are no others.',
  ),
  categories: {
    kind: termRefs(),
    wire: 'categories',
    description: 'Only events in one of these categories or below them; ids, slugs or names.',
  },
  tags: { kind: termRefs(), wire: 'tags', description: 'Only events with one of these tags; ids, slugs or names.' },
  ...byList(({ name, filtersEvents }) => ({ kind: ids(), wire: name, description: filtersEvents })),
  featured: { kind: boolean(), wire: 'featured', description: 'Only events that are featured, or that are not.' },
  status: {
    kind: statuses(),
    wire: 'status',
    description: 'Only events in these states. Without the edit right, publish.',
  },
  geoloc: { kind: boolean(), wire: 'geoloc', description: 'Only events whose venue has coordinates, or has none.' },
  geolocLat: {
    kind: number(-90, 90),
    wire: 'geoloc_lat',
    description: 'Latitude that venues are to be near, in degrees.',
  },
  geolocLng: {
    kind: number(-180, 180),
    wire: 'geoloc_lng',
    description: 'Longitude that venues are to be near, in degrees.',
  },
  geolocRadius: {
    kind: number(0, 20_100),
    wire: 'geoloc_radius',
    default: 25,
    description: 'How near to {geolocLat} and {geolocLng} venues are to be, in kilometres.',
  },
  include: { kind: ids(), wire: 'include', description: 'Only events with these ids; dates are not filtered by then.' },
  postParent: { kind: positiveInteger(), wire: 'post_parent', description: 'Only events that belong to this one.' },
});

export type EventInput = InputOf<typeof eventInput>;
export type EventPatch = PatchOf<typeof eventInput>;
export type EventFilter = PatchOf<typeof eventFilters>;

/** The same, with its fixed defaults. */
export type AskedEvents = EventFilter & DefaultsOf<typeof eventFilters>;

/** Those of them that mean places. */
export type PlaceFilter = Pick<AskedEvents, 'geoloc' | 'geolocLat' | 'geolocLng' | 'geolocRadius'>;
