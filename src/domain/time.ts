import { DATE_FORMS } from './time-dates.ts';
import { readingOf } from './time-reading.ts';
import { RELATIVE_FORMS } from './time-relative.ts';
import { saidBy } from './time-said.ts';
import { isClock, isInYears, isMoment } from './years.ts';
import { type Instant, toInstant, toWall, utcAsWall, type WallTime, wallAsUtc } from './zones.ts';

export { type Instant, isZone, toInstant, toWall, type WallTime, zoneAbbreviation } from './zones.ts';

/** A moment that was read from text. */
export interface ReadTime {
  /** What the clock shows in the zone it was read for. */
  wall: WallTime;
  at: Instant;
  /** False for a bare date, which stands for its whole day. */
  hasTime: boolean;
  /** Whether the text means something else at another moment. */
  relative?: true;
  /** The zone or offset that the text names. */
  stated?: string;
}

/** A wall clock reading in parts, as REST's `*_date_details` shows it: text, padded with zeros. */
interface TimeParts {
  year: string;
  month: string;
  day: string;
  hour: string;
  minutes: string;
  seconds: string;
}

const LONGEST = 100;

const CONTROL = /\p{Cc}/u;

const FORMS = [...RELATIVE_FORMS, ...DATE_FORMS];

/**
 * Reads the formats that the manual of PHP's strtotime defines, and ISO 8601. Undefined for a text that cannot be read, says
 * something twice, or could only be read by ignoring part of it.
 * A zone or offset in the text is honoured. Without one, the text is wall clock time in `zone`, and relative words count from
 * `now` there. 8 digits are YYYYMMDD, 14 digits are YYYYMMDDHHMMSS, four digits, a dot and 001 to 366 are a day of a year (behaviour
 * §0.50), and other numbers are time stamps in seconds.
 * A time in a gap of summer time moves forward. Days and months that overflow roll over. A time that the clock shows twice is the
 * first of the two. Days lie in the years 1 to 9999. A moment may lie outside of them in `zone` when a clock elsewhere shows one
 * of these years.
 */
export function readTime(input: string, zone: string, now: Instant): ReadTime | undefined {
  const key = `${zone} ${input}`;
  const cached = KNOWN.get(key);
  if (cached) return cached;
  const read = readNow(input, zone, now);
  if (read && !read.relative) {
    if (KNOWN.size === MOST_KNOWN) KNOWN.clear();
    KNOWN.set(key, read);
  }
  return read;
}

/** Recently read times that mean the same at any moment. Lists read the same ones several times each. */
const KNOWN = new Map<string, ReadTime>();
const MOST_KNOWN = 1000;

function readNow(input: string, zone: string, now: Instant): ReadTime | undefined {
  const line = input.trim();
  if (input.length > LONGEST || CONTROL.test(line)) return undefined;
  const text = line.replace(/\s+/g, ' ');
  const stamp = /^@?([+-]?\d+(?:\.\d*)?)$/.exec(text);
  if (stamp && !/^(\d{8}|\d{14}|\d{4}\.(?!000)([0-2]\d\d|3[0-5]\d|36[0-6]))$/.test(text))
    return moment(Number(stamp[1]), zone, true);

  const said = saidBy(FORMS, text.replace(/^(\d{8})(\d{6})$/, '$1T$2'));
  if (!said) return undefined;
  const stated = said.zone ?? zone;
  const reading = readingOf(said, wallAsUtc(toWall(now, stated)));
  if (!reading) return undefined;
  const { clock, seconds, hasTime } = reading;
  if (clock !== undefined && !isClock(clock)) return undefined;
  const from = clock === undefined ? now : toInstant(utcAsWall(clock), stated);
  const read = moment(from / 1000 + seconds, zone, hasTime);
  return read && { ...read, stated: said.zone, ...(said.date?.year === undefined ? { relative: true } : {}) };
}

/** The parts of a wall clock reading. */
export function timeParts(wall: WallTime): TimeParts {
  const [year, month, day, hour, minutes, seconds] = wall.split(/[- :]/) as [string, ...string[]];
  return { year, month: month!, day: day!, hour: hour!, minutes: minutes!, seconds: seconds! };
}

/** 00:00:00 of the same day. */
export function startOfDay(wall: WallTime): WallTime {
  return `${wall.split(' ')[0]} 00:00:00`;
}

/** 23:59:59 of the same day. */
export function endOfDay(wall: WallTime): WallTime {
  return `${wall.split(' ')[0]} 23:59:59`;
}

/** Adds calendar months as PHP's `+n months` does: 31 January plus one month is 3 March (or 2 March). */
export function addMonths(wall: WallTime, months: number): WallTime {
  const date = new Date(wallAsUtc(wall));
  return utcAsWall(date.setUTCMonth(date.getUTCMonth() + months));
}

function moment(seconds: number, zone: string, hasTime: boolean): ReadTime | undefined {
  const at = Math.floor(seconds) * 1000;
  if (!isMoment(at)) return undefined;
  const wall = toWall(at, zone);
  const isTime = hasTime || !wall.endsWith(' 00:00:00');
  return isTime || isInYears(wall) ? { wall, at, hasTime: isTime } : undefined;
}
