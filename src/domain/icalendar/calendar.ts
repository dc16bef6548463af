import type { Point } from '../geo.ts';
import { isInYears } from '../years.ts';
import {
  DAY,
  fixedOffset,
  type Instant,
  isShownTwice,
  offsetAt,
  toWall,
  utcAsWall,
  wallAsUtc,
  zoneName,
} from '../zones.ts';
import { contentLine, textValue } from './lines.ts';
import { compactTime, timeZoneLines } from './time-zones.ts';

/** An event as calendar programs know it. Texts are plain, with line breaks. */
export interface CalendarEvent {
  /** The same in all languages, forever. */
  uid: string;
  sequence: number;
  status: 'confirmed' | 'tentative' | 'cancelled';
  title: string;
  startsAt: Instant;
  endsAt: Instant;
  zone: string;
  /** Whether it lasts whole days. Then it is written in days, without a zone. */
  allDay: boolean;
  /** Of events that repeat: the lines that say when, or which of them it is. A rule counts by the clock of the zone. */
  repeats?: { lines: readonly string[]; byClock: boolean };
  /** The last change of anything shown here. */
  modifiedAt: Instant;
  /** Its page. */
  url: string;
  categories: readonly string[];
  /** The venue, in one line. */
  location?: string;
  point?: Point;
  /** Address of a picture. */
  image?: string;
  /** Where it takes place online. */
  conference?: string;
  /** Whom to ask, one line each. */
  contacts: readonly string[];
}

const BEGIN = contentLine('BEGIN', 'VEVENT');

/**
 * An event in iCalendar (RFC 5545, and RFC 7986 for pictures and links), in two parts. The description, if any, stands between
 * them. Nothing in it depends on when it is written.
 */
export function eventParts(event: CalendarEvent): [before: string, after: string] {
  const { uid, sequence, status, title, url, categories, location, point, image, conference, contacts } = event;
  const changed = compactTime(utcWall(event.modifiedAt));
  const lines = [
    BEGIN,
    contentLine('UID', textValue(uid)),
    contentLine('DTSTAMP', changed),
    contentLine('LAST-MODIFIED', changed),
    contentLine('SEQUENCE', String(sequence)),
    contentLine('STATUS', status.toUpperCase()),
    ...timeLines(event),
    ...(event.repeats?.lines ?? []),
    contentLine('SUMMARY', textValue(title)),
    contentLine('URL', uriValue(url)),
  ];
  if (location) lines.push(contentLine('LOCATION', textValue(location)));
  if (point) lines.push(contentLine('GEO', `${degrees(point.lat)};${degrees(point.lng)}`));
  if (categories.length > 0) lines.push(contentLine('CATEGORIES', categories.map(textValue).join(',')));
  for (const contact of contacts) lines.push(contentLine('CONTACT', textValue(contact)));
  if (conference) lines.push(contentLine('CONFERENCE;VALUE=URI', uriValue(conference)));
  if (image) lines.push(contentLine('IMAGE;VALUE=URI', uriValue(image)));
  return [lines.join(''), END];
}

const END = contentLine('END', 'VEVENT');

/** The description of an event. */
export const descriptionLine = (text: string): string => contentLine('DESCRIPTION', textValue(text));

function timeLines(event: CalendarEvent) {
  const { startsAt, endsAt, zone, allDay } = event;
  if (allDay) return dayLines(toWall(startsAt, zone), toWall(endsAt, zone));
  const isInUtc = inUtc({ ...event, byClock: event.repeats?.byClock });
  const line = (name: string, at: Instant) => contentLine(...timeValue(name, at, isInUtc(at) ? undefined : zone));
  const lines = [line('DTSTART', startsAt)];
  if (startsAt !== endsAt) lines.push(line('DTEND', endsAt));
  if (fixedOffset(zone)) lines.push(contentLine(ZONE_NAME, textValue(zoneName(zone))));
  return lines;
}

/** Names the zone of an event that is written in UTC because its zone is an offset, which few programs know. */
export const ZONE_NAME = 'X-EVENT-TIMEZONE';

/**
 * The start and the end in days. The end is the day after the last one. Nothing comes after the last day of the calendar: there a
 * duration in days takes the place of the end.
 */
function dayLines(start: string, end: string) {
  const [first, last] = [start, end].map((wall) => wallAsUtc(`${wall.slice(0, 10)} 00:00:00`)) as [Instant, Instant];
  const next = utcAsWall(last + DAY);
  return [
    contentLine('DTSTART;VALUE=DATE', compactDay(start)),
    isInYears(next)
      ? contentLine('DTEND;VALUE=DATE', compactDay(next))
      : contentLine('DURATION', `P${(last - first) / DAY + 1}D`),
    // People who add it to their own calendar are not away for all of these days.
    contentLine('TRANSP', 'TRANSPARENT'),
  ];
}

const compactDay = (wall: string) => wall.slice(0, 10).replace(/-/g, '');

/** A moment by the clock of its zone, or without one in UTC. */
function timeValue(name: string, at: Instant, zone: string | undefined): [name: string, value: string] {
  if (zone === undefined) return [name, compactTime(utcWall(at))];
  return [`${name};${zoneParameter(zone)}`, compactTime(toWall(at, zone))];
}

/** The parameter that names a zone. A colon, as in `UTC+5:30`, stands between quotation marks. */
export const zoneParameter = (zone: string): string =>
  zoneName(zone).includes(':') ? `TZID="${zoneName(zone)}"` : `TZID=${zoneName(zone)}`;

const utcWall = (at: Instant) => `${utcAsWall(at)}Z`;

/**
 * Which ends of an event are written in UTC: both or none, because some programs refuse two forms in one event. They are when its
 * zone is an offset, and where programs read the clock of a zone differently: in an hour that comes twice, in local mean time, and on
 * the last day of the calendar, because some look at the next day for the offset. UTC must show years of four digits: if it does not
 * at one end, the other counts alone.
 */
function inUtc({ startsAt, endsAt, zone, byClock }: Timed): (at: Instant) => boolean {
  if (byClock) return () => fixedOffset(zone) === 0;
  const isShown = (at: Instant) => isInYears(utcAsWall(at));
  const isMeant = (at: Instant) =>
    fixedOffset(zone) !== undefined ||
    isShownTwice(at, zone) ||
    offsetAt(zone, at) % QUARTER !== 0 ||
    !isInYears(toWall(at + DAY, zone));
  const ends = [startsAt, endsAt];
  const both = ends.every(isShown) && ends.some(isMeant);
  return (at) => both || (isMeant(at) && isShown(at));
}

/** A quarter of an hour, in milliseconds. Offsets of local mean time are not multiples of it. */
const QUARTER = 900_000;

const degrees = (degrees: number) => String(Number(degrees.toFixed(6)));

/** Percent-encodes white space and control characters: a line break would begin another line. */
const uriValue = (address: string) => address.replace(/[\p{Cc}\s]/gu, encodeURIComponent);

/** `byClock`: it is written by the clock of its zone, whatever that is. */
type Timed = Pick<CalendarEvent, 'startsAt' | 'endsAt' | 'zone' | 'allDay'> & { byClock?: boolean };

/**
 * The zones that events are written in, each with all changes of its offset in the years of these events. Without events it is UTC,
 * because a calendar must have something in it (RFC 5545, section 3.6).
 */
export function zonesOf(events: readonly Timed[]): string {
  if (events.length === 0) return timeZoneLines('UTC', new Set([2000]));
  const zones = new Map<string, Set<number>>();
  for (const event of events) {
    const { startsAt, endsAt, zone, allDay } = event;
    if (allDay) continue;
    const isInUtc = inUtc(event);
    for (const at of [startsAt, endsAt]) {
      if (isInUtc(at)) continue;
      const name = zoneName(zone);
      const years = zones.get(name) ?? new Set();
      zones.set(name, years.add(Number(toWall(at, zone).slice(0, 4))));
    }
  }
  return [...zones]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([zone, years]) => timeZoneLines(zone, years))
    .join('');
}

/** The program that wrote a calendar, as all of ours say. */
export const PRODUCT = '-//Event calendar gateway//iCalendar//EN';

/** What stands before and after the zones and events of a calendar. Programs that follow it ask again after an hour. */
export const calendarParts = (name: string): [before: string, after: string] => [
  [
    contentLine('BEGIN', 'VCALENDAR'),
    contentLine('VERSION', '2.0'),
    contentLine('PRODID', PRODUCT),
    contentLine('CALSCALE', 'GREGORIAN'),
    contentLine('NAME', textValue(name)),
    contentLine('X-WR-CALNAME', textValue(name)),
    contentLine('REFRESH-INTERVAL;VALUE=DURATION', HOURLY),
    contentLine('X-PUBLISHED-TTL', HOURLY),
  ].join(''),
  contentLine('END', 'VCALENDAR'),
];

const HOURLY = 'PT1H';
