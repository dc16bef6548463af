import { placeLine } from '../../domain/address.ts';
import { textLines } from '../../domain/html.ts';
import type { Language } from '../../domain/language.ts';
import type { Instant } from '../../domain/time.ts';
import { WORDS } from '../pages/words.ts';

/** A venue, with the fields that the feed queries select. */
interface Venue {
  databaseId: number;
  name: string;
  address: string;
  city: string;
  stateProvince: string;
  zip: string;
  country: string;
  geoLat: number | null;
  geoLng: number | null;
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

/** The number of characters that a feed reads of a description. No calendar program shows that many. */
const LONGEST = 50_000;

/** The plain text about an event: why it does not take place as planned, then its description or, without one, its summary. */
export function textOf(event: FeedEvent, language: Language): string {
  const { description, excerpt, statusReason } = event;
  const status = statusIn(event, language);
  const html = description || excerpt;
  const text = textLines(html.length > LONGEST ? html.slice(0, LONGEST).replace(/[<&][^<>&;]*$/, '') : html);
  return [status && statusReason && `${status}: ${statusReason}`, text].filter(Boolean).join('\n\n');
}

/** The word for an event that does not take place as planned; undefined for other events. */
export const statusIn = ({ eventStatus }: FeedEvent, language: Language): string | undefined =>
  WORDS[language].status[eventStatus];

/** The title of an event. If the event does not take place as planned, the word for that comes first. */
export function titleIn(event: FeedEvent, language: Language): string {
  const status = statusIn(event, language);
  return status ? `${status}: ${event.title}` : event.title;
}

/** Where the event takes place, in one line: its venues, else its online address. Undefined if it has neither. */
export const placeOf = ({ venues, onlineUrl }: FeedEvent): string | undefined =>
  venues.map(venueLine).join('; ') || onlineUrl || undefined;

const venueLine = ({ name, address, city, stateProvince, zip, country }: Venue): string =>
  placeLine(name, { street: address, city, region: stateProvince, postalCode: zip, country });

/** When the event, or anything that a feed shows with it, last changed. */
export function changedAt({ modifiedAt, venues, organizers, categories, tags }: FeedEvent): Instant {
  const shown = [...venues, ...organizers, ...categories, ...tags];
  return Math.max(...[modifiedAt, ...shown.flatMap((each) => each.modifiedAt ?? [])].map(Date.parse));
}
