import { dayAfter } from './days.ts';
import type { CalendarEvent } from './icalendar/calendar.ts';
import { compactTime } from './icalendar/time-zones.ts';
import { toIso } from './iso.ts';
import { shortened } from './text.ts';
import { fixedOffset, type Instant, toWall, utcAsWall, zoneName } from './zones.ts';

/** What a link says to add an event to a calendar on the web. Texts are plain. */
export interface Invitation
  extends Pick<CalendarEvent, 'title' | 'startsAt' | 'endsAt' | 'zone' | 'allDay' | 'location' | 'url'> {
  onlineUrl?: string | null;
  details?: string;
}

/** The most characters of each text: servers refuse addresses that are too long. */
const LONGEST = 200;

/** The description of an event, followed by its online address, if the location is a venue, and the address of its page. */
const detailsOf = ({ details, location, onlineUrl, url }: Invitation) =>
  [details && shortened(details, LONGEST), location && onlineUrl, url].filter(Boolean).join('\n\n');

/** Where the event takes place, as a parameter of a link. */
const placeOf = ({ location, onlineUrl }: Invitation): object => {
  const place = location || onlineUrl;
  return place ? { location: shortened(place, LONGEST) } : {};
};

/** The first day and the day after the last one. */
function daysOf({ startsAt, endsAt, zone }: Invitation): [first: string, behind: string] {
  const [first, last] = [startsAt, endsAt].map((at) => toWall(at, zone).slice(0, 10)) as [string, string];
  return [first, dayAfter(last)];
}

/** The address that adds an event to Google Calendar. */
export function googleCalendarUrl(event: Invitation): string {
  const { title, startsAt, endsAt, zone, allDay } = event;
  const moment = (at: Instant) => `${compactTime(utcAsWall(at))}Z`;
  const dates = allDay ? daysOf(event).map(compactTime) : [moment(startsAt), moment(endsAt)];
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: shortened(title, LONGEST),
    dates: dates.join('/'),
    ...(allDay || fixedOffset(zone) !== undefined ? {} : { ctz: zoneName(zone) }),
    ...placeOf(event),
    details: detailsOf(event),
  });
  return `https://calendar.google.com/calendar/render?${query}`;
}

/** Outlook on the web: for everybody, and for accounts of an employer or a school. */
type OutlookHost = 'outlook.live.com' | 'outlook.office.com';

/** The address that adds an event to Outlook on the web. */
export function outlookCalendarUrl(event: Invitation, host: OutlookHost = 'outlook.live.com'): string {
  const { title, startsAt, endsAt, allDay } = event;
  const [start, end] = allDay ? daysOf(event) : [startsAt, endsAt].map((at) => toIso(at, 'UTC'));
  const query = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: shortened(title, LONGEST),
    startdt: start!,
    enddt: end!,
    ...(allDay ? { allday: 'true' } : {}),
    ...placeOf(event),
    body: detailsOf(event),
  });
  return `https://${host}/calendar/0/deeplink/compose?${query}`;
}

/** The addresses by which calendar programs follow the feed at an http or https address. */
export function subscriptionLinks(feed: string, name: string): Record<'webcal' | 'google' | 'outlook', string> {
  const webcal = feed.replace(/^https?:/, 'webcal:');
  return {
    webcal,
    google: `https://calendar.google.com/calendar/render?${new URLSearchParams({ cid: webcal })}`,
    outlook: `https://outlook.live.com/calendar/0/addfromweb?${new URLSearchParams({ url: webcal, name })}`,
  };
}
