import { dayAfter } from '../../domain/days.ts';
import { ZONE_NAME } from '../../domain/icalendar/calendar.ts';
import { type Instant, isZone, toInstant, toWall, type WallTime } from '../../domain/time.ts';
import type { ContentLine, Property } from './ics-components.ts';
import type { FileZones } from './ics-zones.ts';

/** An error in a file with its position, for people. */
export interface Fault {
  line: number;
  column: number;
  why: string;
}

export const isFault = (value: unknown): value is Fault =>
  typeof value === 'object' && value !== null && 'why' in value;

/** The column where the value of a line begins. */
export const columnOf = ({ text }: ContentLine): number => text.indexOf(':') + 2;

/** How to read the times of a file. */
export interface TimeReading {
  /** The time zone of our calendar. */
  site: string;
  /** What people are told of a time that has only that zone. */
  unzoned?: string;
  /** The time zone of the file, for times in UTC and for times without a zone. */
  zone: string | undefined;
  zones: FileZones;
  /** Which day a time in UTC means where a date is meant. The zone of our calendar plays no part. */
  dayOf(utc: WallTime): string;
}

/** A moment, or the day of an all-day event. */
interface When {
  at: Instant;
  /** `YYYY-MM-DD` */
  day?: string;
  /** Undefined if the file does not tell. */
  zone: string | undefined;
  /** The name of a zone that only the rules of the file know. */
  unknown?: string;
  /** It has the zone of our calendar, as nothing else tells one. */
  isUnzoned?: true;
}

/** Start and end as fields of an event. */
interface Times extends Pick<When, 'at' | 'day'> {
  values: object;
  /** What was not understood, for people. */
  left: string[];
}

const DATE_TIME = /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d):?(\d\d)(Z?))?$/i;

/** What a date says, before it is known what its zone is. */
export interface Clock {
  wall: string;
  isDay: boolean;
  isUtc: boolean;
  /** The name of its zone in the file. */
  zone: string | undefined;
}

/** The clock of a property; undefined if it is no date. */
export function clockOf({ parameters, values: [value] }: Property): Clock | undefined {
  const [, year, month, date, hour, minute, second, utc] = DATE_TIME.exec(String(value).trim()) ?? [];
  // Clocks here have no leap seconds.
  const wall = `${year}-${month}-${date} ${hour ?? '00'}:${minute ?? '00'}:${second === '60' ? '59' : (second ?? '00')}`;
  if (!year || year === '0000' || !isDate(Number(year), Number(month), Number(date))) return undefined;
  if (Number(hour ?? 0) > 23 || Number(minute ?? 0) > 59 || Number(second ?? 0) > 60) return undefined;
  return { wall, isDay: hour === undefined, isUtc: Boolean(utc), zone: parameters.tzid || undefined };
}

/** Whether a month has this day. The calendar comes back after 400 years. */
const isDate = (year: number, month: number, date: number) =>
  month > 0 && month < 13 && date > 0 && date <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();

/** When that is; undefined if its zone is unknown. `floating` is the zone of a time without one. */
export function momentOf(clock: Clock, { site, zone, zones }: TimeReading, floating = zone): When | undefined {
  const { wall, isDay, isUtc, zone: named } = clock;
  const found = named === undefined ? undefined : zones.find(named, [site, ...(zone ? [zone] : [])]);
  const its = found?.at(wall);
  if (isDay) {
    const own = its !== undefined && isZone(its) ? its : undefined;
    return { at: toInstant(wall, own ?? floating ?? site), day: wall.slice(0, 10), zone: own ?? zone };
  }
  if (isUtc) return { at: toInstant(wall, 'UTC'), zone };
  if (named === undefined)
    return { at: toInstant(wall, floating ?? site), zone: floating ?? site, ...(!floating && { isUnzoned: true }) };
  if (!found || its === undefined || !isZone(its)) return undefined;
  return { at: toInstant(wall, its), zone: its, ...(found.isUnknown && { unknown: named }) };
}

/** When a property says that something is. */
export function whenOf(property: Property, reading: TimeReading, floating = reading.zone): When | Fault {
  const { line } = property;
  const clock = clockOf(property);
  if (!clock) return { line: line.line, column: columnOf(line), why: `${line.name} is no date.` };
  return (
    momentOf(clock, reading, floating) ?? {
      line: line.line,
      column: line.text.toUpperCase().indexOf('TZID') + 1,
      why: `${JSON.stringify(clock.zone!.slice(0, 100))} is no time zone that is known here.`,
    }
  );
}

/** A duration: its days are of the calendar, whatever the clocks do, and its seconds pass. */
interface Duration {
  days: number;
  seconds: number;
}

const NONE: Duration = { days: 0, seconds: 0 };

function durationOf(property: Property | undefined): Duration | Fault {
  if (!property) return NONE;
  const { values, line } = property;
  const [, sign, ...parts] =
    /^([+-])?P(?:(\d{1,5})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,7})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?$/i.exec(
      String(values[0]).trim(),
    ) ?? [];
  if (parts.every((part) => part === undefined))
    return { line: line.line, column: columnOf(line), why: 'DURATION is no duration.' };
  const [weeks, days, hours, minutes, seconds] = parts.map((part) => Number(part ?? 0)) as [number, ...number[]];
  const by = sign === '-' ? -1 : 1;
  return { days: by * (weeks * 7 + days!), seconds: by * (hours! * 3600 + minutes! * 60 + seconds!) };
}

/** The times of an event, of which all faulty parts are told. In iCalendar, an all-day event ends on the day after its last. */
export function timesOf(
  properties: ReadonlyMap<string, readonly Property[]>,
  line: number,
  reading: TimeReading,
): Times | Fault {
  const [first] = properties.get('DTSTART') ?? [];
  if (!first) return { line, column: 1, why: 'The event has no DTSTART.' };
  const begins = whenOf(first, reading);
  if (isFault(begins)) return begins;
  const named = String(properties.get(ZONE_NAME)?.[0]?.values[0] ?? '');
  const start = /z\s*$/i.test(first.line.text) && isZone(named) ? { ...begins, zone: named } : begins;
  const zone = start.zone ?? reading.zone ?? reading.site;
  const [last] = properties.get('DTEND') ?? [];
  const end = last ? whenOf(last, reading, start.zone ?? reading.zone) : start;
  if (isFault(end)) return end;
  const lasts = last ? NONE : durationOf(properties.get('DURATION')?.[0]);
  if (isFault(lasts)) return lasts;
  const unzoned = start.isUnzoned && reading.unzoned;
  const left = start.unknown === undefined ? (unzoned ? [unzoned] : []) : [unknownZone(start)];
  const timezone = start.zone !== undefined && { timezone: start.zone };
  if (start.day !== undefined) {
    const behind = last
      ? (end.day ?? toWall(end.at, zone).slice(0, 10))
      : dayAfter(start.day, Math.max(1, lasts.days + Math.ceil(lasts.seconds / 86_400)));
    // Some programs write the day itself as the end of one day.
    const endDate = behind === start.day ? start.day : dayAfter(behind, -1);
    return { ...start, values: { allDay: true, startDate: start.day, endDate, ...timezone }, left };
  }
  const { days, seconds } = lasts;
  const wall = toWall(start.at, zone);
  const sameTime = days ? toInstant(dayAfter(wall.slice(0, 10), days) + wall.slice(10), zone) : start.at;
  const behind = last ? end.at : sameTime + seconds * 1000;
  return { ...start, values: { allDay: false, startsAt: start.at, endsAt: behind, ...timezone }, left };
}

const unknownZone = ({ zone, unknown }: When) =>
  `The time zone ${JSON.stringify(unknown!.slice(0, 100))}, which is not known: ${zone} stands for it.`;
