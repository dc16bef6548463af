import { placeLine } from './address.ts';
import { OFF_WORDS } from './event-status.ts';
import { plainText } from './html.ts';
import type { CalendarEvent } from './icalendar/calendar.ts';
import type { Language } from './language.ts';
import type { Instant } from './time.ts';

/** Where a venue is, as queries select it. */
export interface Located {
  address: string;
  city: string;
  stateProvince: string;
  zip: string;
  country: string;
  geoLat: number | null;
  geoLng: number | null;
}

/** A venue, with the fields that the feed queries select. */
interface Venue extends Located {
  databaseId: number;
  name: string;
  modifiedAt: string;
}

interface Organizer {
  name: string;
  phone: string;
  email: string;
  modifiedAt: string;
}

interface Term {
  name: string;
  /** Null if unknown. */
  modifiedAt: string | null;
}

/** An event, with the fields that the feed queries select. */
export interface FeedEvent {
  databaseId: number;
  uid: string;
  sequence: number;
  eventStatus: 'SCHEDULED' | 'CANCELED' | 'POSTPONED';
  statusReason: string;
  onlineUrl: string | null;
  title: string;
  url: string;
  /** HTML. */
  description: string;
  excerpt: string;
  /** These two have an offset; `startDate` and `endDate` are wall clock time. */
  startsAt: string;
  endsAt: string;
  startDate: string;
  endDate: string;
  timezone: string;
  timezoneAbbr: string;
  allDay: boolean;
  publishedAt: string;
  modifiedAt: string;
  image: { url: string } | null;
  venues: Venue[];
  organizers: Organizer[];
  categories: Term[];
  tags: Term[];
}

/** What a calendar in iCalendar shows of an event. */
type CalendarFields = Omit<
  FeedEvent,
  'databaseId' | 'startDate' | 'endDate' | 'timezoneAbbr' | 'publishedAt' | 'description' | 'excerpt' | 'statusReason'
>;

type Announced = Pick<FeedEvent, 'eventStatus' | 'statusReason' | 'description' | 'excerpt'>;

/** The number of characters that a feed reads of a description. No calendar program shows that many. */
const LONGEST = 50_000;

/** The plain text about an event: why it does not take place as planned, then its description or, without one, its summary. */
export function textOf(event: Announced, language: Language): string {
  const { description, excerpt, statusReason } = event;
  const status = statusIn(event, language);
  const html = description || excerpt;
  const text = plainText(html.length > LONGEST ? html.slice(0, LONGEST).replace(/[<&][^<>&;]*$/, '') : html);
  return [status && statusReason && `${status}: ${statusReason}`, text].filter(Boolean).join('\n\n');
}

/**
 * The text about an event, with addresses at its end that many programs show nowhere else: its online address, if its location is a
 * venue, and its page.
 */
export const withAddresses = (
  text: string,
  { venues, onlineUrl, url }: Pick<FeedEvent, 'venues' | 'onlineUrl' | 'url'>,
): string => [text, venues.length > 0 && onlineUrl, url].filter(Boolean).join('\n\n');

/** The word for an event that does not take place as planned; undefined for other events. */
export function statusIn({ eventStatus }: { eventStatus: string }, language: Language): string | undefined {
  const words: Partial<Record<string, string>> = OFF_WORDS[language];
  return words[eventStatus];
}

/** The title of an event. If the event does not take place as planned, the word for that comes first. */
export function titleIn(event: { eventStatus: string; title: string }, language: Language): string {
  const status = statusIn(event, language);
  return status ? `${status}: ${event.title}` : event.title;
}

/** Where the event takes place, in one line: its venues, else its online address. Undefined if it has neither. */
export const placeOf = ({ venues, onlineUrl }: Pick<FeedEvent, 'venues' | 'onlineUrl'>): string | undefined =>
  venues.map(venueLine).join('; ') || onlineUrl || undefined;

const venueLine = ({ name, address, city, stateProvince, zip, country }: Venue) =>
  placeLine(name, { street: address, city, region: stateProvince, postalCode: zip, country });

/** When the event, or anything that a feed shows with it, last changed. */
export function changedAt({ modifiedAt, venues, organizers, categories, tags }: CalendarFields): Instant {
  const shown = [...venues, ...organizers, ...categories, ...tags];
  return Math.max(...[modifiedAt, ...shown.flatMap((each) => each.modifiedAt ?? [])].map(Date.parse));
}

/** When an event takes place, as calendars in iCalendar write it. */
export const timesOf = ({
  startsAt,
  endsAt,
  timezone,
  allDay,
}: Pick<FeedEvent, 'startsAt' | 'endsAt' | 'timezone' | 'allDay'>) => ({
  startsAt: Date.parse(startsAt),
  endsAt: Date.parse(endsAt),
  zone: timezone,
  allDay,
});

/** The event status in iCalendar terms. An event whose new time is not known yet can only be tentative. */
const STATUSES = { SCHEDULED: 'confirmed', CANCELED: 'cancelled', POSTPONED: 'tentative' } as const;

/** An event as feeds and exports in iCalendar show it. */
export function calendarEvent(event: CalendarFields, language: Language): CalendarEvent {
  const { uid, sequence, eventStatus, onlineUrl, url, image, venues, organizers, categories } = event;
  const { geoLat, geoLng } = venues.find((venue) => venue.geoLat !== null && venue.geoLng !== null) ?? {};
  return {
    ...timesOf(event),
    uid,
    sequence,
    url,
    status: STATUSES[eventStatus],
    // Many programs ignore the status.
    title: titleIn(event, language),
    modifiedAt: changedAt(event),
    categories: categories.map(({ name }) => name),
    location: placeOf(event),
    point: geoLat == null || geoLng == null ? undefined : { lat: geoLat, lng: geoLng },
    image: image?.url,
    conference: onlineUrl ?? undefined,
    contacts: organizers.map(({ name, phone, email }) => [name, phone, email].filter(Boolean).join(', ')),
  };
}
