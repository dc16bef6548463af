import ICAL from 'ical.js';
import { wallAsUtc } from '../../src/domain/zones.ts';

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
