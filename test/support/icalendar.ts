import ICAL from 'ical.js';
import { Temporal } from 'temporal-polyfill';
import { wallAsUtc } from '../../src/domain/zones.ts';
import { datesByModel } from '../rules/recurrence/model.ts';

/** A date of an event: the day, or the moment in milliseconds. */
export type ReadDate = string | number;

/** An event as a calendar program reads it. */
export interface ReadEvent {
  uid: string;
  sequence: number;
  status: string;
  start: ReadDate;
  /** For whole days, the day after the last one. */
  end: ReadDate | undefined;
  title: string;
  description: string;
  location: string;
  categories: string[];
  contacts: string[];
  /** Properties by name, as they are in the calendar. */
  raw: Readonly<Record<string, unknown>>;
}

const two = (number: number): string => String(number).padStart(2, '0');

/** The day, or the moment of a time by the zones of the same file. */
function dateOf(time: ICAL.Time): ReadDate {
  const { year, month, day, hour, minute, second, isDate } = time;
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  if (isDate) return date;
  return wallAsUtc(`${date} ${two(hour)}:${two(minute)}:${two(second)}`) - time.utcOffset() * 1000;
}

/** All dates of a calendar before a moment, in order, as ical.js expands its series. */
export function datesOf(text: string, before: number): ReadDate[] {
  const calendar = new ICAL.Component(ICAL.parse(text));
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  const events = calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component));
  const found = events
    .filter((event) => !event.isRecurrenceException())
    .flatMap((event) => {
      for (const other of events)
        if (other.isRecurrenceException() && other.uid === event.uid) event.relateException(other);
      const dates: ReadDate[] = [];
      for (const expansion = event.iterator(); ; ) {
        const time = expansion.next();
        if (!time || time.toJSDate().getTime() >= before) return dates;
        dates.push(dateOf(event.getOccurrenceDetails(time).startDate));
      }
    });
  return found.sort();
}

/** A date as a file says it. */
interface SaidDate {
  /** What the clock of its zone shows, as in `2027-03-02T19:00:00`. */
  wall: string;
  zone: string;
  isDate: boolean;
}

function saidBy(property: ICAL.Property): SaidDate[] {
  const zone = String(property.getFirstParameter('tzid') ?? 'UTC');
  return property
    .getValues()
    .map((time: ICAL.Time) => ({ wall: String(time).replace('Z', ''), zone, isDate: time.isDate }));
}

/** Of a time that comes twice, the first; of one that a clock skips, by the offset before: as RFC 5545 says, section 3.3.5. */
function momentOf({ wall, zone, isDate }: SaidDate): ReadDate {
  return isDate ? wall : Temporal.PlainDateTime.from(wall).toZonedDateTime(zone).epochMilliseconds;
}

/**
 * All dates of a calendar before a moment, in order: recurrence sets by the words of RFC 5545, sections 3.3.10 and 3.8.5, with the zones
 * of Temporal. ical.js, which reads the lines, has other dates for some rules, and where a clock changes.
 */
export function datesByRfc5545(text: string, before: number): ReadDate[] {
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
  const saidIn = (event: ICAL.Component, name: string) => event.getAllProperties(name).flatMap(saidBy);
  const inUid = (event: ICAL.Component, date: ReadDate) => `${date} ${event.getFirstPropertyValue('uid')}`;
  const found = new Map<string, ReadDate>();
  for (const event of events.filter((each) => !each.hasProperty('recurrence-id'))) {
    const [start] = saidIn(event, 'dtstart') as [SaidDate];
    const [day, time] = [start.wall.slice(0, 10), start.wall.slice(10)];
    const rules = event.getAllProperties('rrule').flatMap((rule) => {
      const { until } = rule.getFirstValue() as ICAL.Recur;
      const endless = rule.toICALString().replace(/^RRULE:|;?UNTIL=\w+/g, '');
      const dates = datesByModel(endless, day, new Date(before).toISOString().slice(0, 10));
      const starts = dates.map((date) => momentOf({ ...start, wall: date + time }));
      const last = until && momentOf({ wall: String(until).replace('Z', ''), zone: 'UTC', isDate: until.isDate });
      return last === null ? starts : starts.filter((date) => date <= last);
    });
    const left = new Set(saidIn(event, 'exdate').map(momentOf));
    for (const date of [momentOf(start), ...rules, ...saidIn(event, 'rdate').map(momentOf)])
      if (!left.has(date)) found.set(inUid(event, date), date);
  }
  for (const event of events.filter((each) => each.hasProperty('recurrence-id'))) {
    const [id, start] = ['recurrence-id', 'dtstart'].map((name) => momentOf(saidIn(event, name)[0]!)) as [
      ReadDate,
      ReadDate,
    ];
    found.set(inUid(event, id), start);
  }
  return [...found.values()].filter((date) => new Date(date).getTime() < before).sort();
}

/** Reads a calendar with ical.js. */
export function readCalendar(text: string): { name: string; events: ReadEvent[] } {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return {
    name: String(calendar.getFirstPropertyValue('x-wr-calname')),
    events: calendar.getAllSubcomponents('vevent').map((component) => {
      const value = (name: string) => component.getFirstPropertyValue(name) as never;
      const text = (name: string) => (value(name) === null ? '' : String(value(name)));
      const all = (name: string) => component.getAllProperties(name).flatMap((each) => each.getValues() as string[]);
      const end = value('dtend') as ICAL.Time | null;
      return {
        uid: text('uid'),
        sequence: Number(value('sequence')),
        status: text('status'),
        start: dateOf(value('dtstart')),
        end: end ? dateOf(end) : undefined,
        title: text('summary'),
        description: text('description'),
        location: text('location'),
        categories: all('categories'),
        contacts: all('contact'),
        raw: Object.fromEntries(component.getAllProperties().map((each) => [each.name, each.getFirstValue()])),
      };
    }),
  };
}
