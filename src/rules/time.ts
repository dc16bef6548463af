import strtotime from 'locutus/php/datetime/strtotime.js';
import { fixedOffset, type Instant, isZone, toInstant, toWall, utcAsWall, type WallTime, wallAsUtc } from './zones.ts';

export { type Instant, isZone, toInstant, toWall, type WallTime, zoneAbbreviation } from './zones.ts';

/** A moment that was read from text. */
export interface ReadTime {
  /** What the clock shows in the zone it was read for. */
  wall: WallTime;
  at: Instant;
  /** False for a bare date, which stands for its whole day. */
  hasTime: boolean;
}

/** A wall clock reading in parts, as REST's `*_date_details` shows it: text, padded with zeros. */
export interface TimeParts {
  year: string;
  month: string;
  day: string;
  hour: string;
  minutes: string;
  seconds: string;
}

const LONGEST = 100;
const DAY = 86_400;

/**
 * Reads what PHP's strtotime reads, and ISO 8601; undefined for what cannot be read.
 * A zone or offset in the text is honoured; without one the text is wall clock time in `zone`, and relative words
 * count from `now` there. 8 digits are YYYYMMDD, 14 YYYYMMDDHHMMSS, 4 a time or a year, other numbers time stamps in
 * seconds. A time in a gap of summer time moves forward, days and months that overflow roll over.
 */
export function readTime(input: string, zone: string, now: Instant): ReadTime | undefined {
  if (input.length > LONGEST) return undefined;
  const plain = input.replace(/\s+/g, ' ').trim();
  if (plain === '') return undefined;
  const stamp = /^@?([+-]?\d+(?:\.\d*)?)$/.exec(plain);
  if (stamp && !/^(\d{4}|\d{8}|\d{14})$/.test(plain)) return moment(Number(stamp[1]), zone, true);

  const text = normalise(plain);
  const iso = readIso(text);
  const { rest, name } = iso ? { rest: text, name: undefined } : cutZoneName(text);
  const words = iso ?? readWords(rest, name ?? zone, now);
  if (!words) return undefined;
  const { seconds, elapsed, offset } = words;
  if (offset !== undefined) return moment(seconds - offset, zone, words.hasTime);
  if (elapsed !== undefined) return moment(now / 1000 + elapsed, zone, true);
  if (outOfRange(seconds)) return undefined;
  return moment(toInstant(utcAsWall(seconds * 1000), name ?? zone) / 1000, zone, words.hasTime);
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

/** So many calendar months later, as PHP's `+n months`: 31 January and one month is 3 March (or 2 March). */
export function addMonths(wall: WallTime, months: number): WallTime {
  const date = new Date(wallAsUtc(wall));
  return utcAsWall(date.setUTCMonth(date.getUTCMonth() + months));
}

function moment(seconds: number, zone: string, hasTime: boolean): ReadTime | undefined {
  if (outOfRange(seconds)) return undefined;
  const at = Math.floor(seconds) * 1000;
  const wall = toWall(at, zone);
  // Around the ends of the range the zone decides.
  if (!/^(?!0000)\d{4}-/.test(wall)) return undefined;
  return { wall, at, hasTime: hasTime || !wall.endsWith(' 00:00:00') };
}

// Years 1 to 9999, and a day beyond for the zones.
const FIRST = -62_135_596_800 - DAY;
const LAST = 253_402_300_800 + DAY;

function outOfRange(seconds: number): boolean {
  return !(seconds > FIRST && seconds < LAST);
}

/** Brings what the parser does not know into a form that it knows. */
function normalise(text: string): string {
  return (
    text
      .replace(/^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d))?$/, (_all, year, month, day, hour, minute, second) =>
        hour === undefined ? `${year}-${month}-${day}` : `${year}-${month}-${day} ${hour}:${minute}:${second}`,
      )
      .replace(/^(\d{4})-(\d{3})(?!\d)/, '$1.$2')
      .replace(/^(\d{4}-\d\d-\d\d)t(?=\d)/, '$1T')
      .replace(/(:\d\d:\d\d)[.,]\d+/, '$1')
      // The name that JavaScript's Date puts behind an offset.
      .replace(/([+-]\d\d:?\d\d) ?\([^)]*\)$/, '$1')
      .replace(/\(([A-Za-z]{1,5})\)/, '$1')
      .replace(/(:\d\d| )([+-]\d{1,2})$/, '$1$2:00')
      .replace(/(?<![A-Za-z/])(?:UTC|GMT) ?[+-]\d[\d:.]*/gi, asOffset)
      .replace(/(?<![A-Za-z/_[])[A-Za-z]{1,5}(?![A-Za-z/_+-])/g, asOffset)
  );
}

function asOffset(text: string): string {
  const offset = fixedOffset(text.replace(' ', ''));
  if (offset === undefined) return text;
  const minutes = Math.abs(offset) / 60_000;
  return `${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}${pad(minutes % 60)}`;
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}

/** Cuts a zone name (`Europe/Paris`, also in brackets behind an offset, which then decides) from the end. */
function cutZoneName(text: string): { rest: string; name?: string } {
  const match = /(?<=[ \d])[A-Za-z][\w/+-]*$|\[([A-Za-z][\w/+-]*)\]$/.exec(text);
  const name = match && (match[1] ?? match[0]);
  if (!match || !name || fixedOffset(name) !== undefined || !isZone(name)) return { rest: text };
  const rest = text.slice(0, match.index).trim();
  if (!hasZone(rest)) return { rest, name };
  return { rest: match[1] ? rest : text };
}

interface Words {
  /** Seconds since the epoch, the wall clock taken as UTC. */
  seconds: number;
  hasTime: boolean;
  /** In seconds, when the text states one. */
  offset?: number;
  /** Seconds from now, for what counts in seconds from now. */
  elapsed?: number;
}

const ISO =
  /^(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?:[T ]((?:[01]\d|2[0-4]):[0-5]\d)(?::([0-5]\d))?)?(?: ?([+-])(0\d|1[0-3]):?([0-5]\d))?$/;

/** The parser takes a hundred times as long for what most texts are. */
function readIso(text: string): Words | undefined {
  const parts = ISO.exec(text);
  if (!parts) return undefined;
  const [, date, time, second = '00', sign, hours, minutes] = parts;
  const seconds = wallAsUtc(`${date} ${time ?? '00:00'}:${second}`) / 1000;
  const size = Number(hours) * 3600 + Number(minutes) * 60;
  return { seconds, hasTime: time !== undefined, ...(sign ? { offset: sign === '-' ? -size : size } : {}) };
}

function readWords(text: string, zone: string, now: Instant): Words | undefined {
  if (!hasZone(text)) return readLocal(text, zone, now);
  const offset = read(`${text} Z`, 0) - read(text, 0);
  // Two zones contradict each other, a zone alone names no moment.
  if (!(Math.abs(offset) <= 14 * 3600) || /^[^ \d]+$|^[+-][\d:]+$/.test(text)) return undefined;
  const local = readLocal(`${text} Z`, offsetZone(offset), now);
  return local && { ...local, offset, elapsed: undefined };
}

function readLocal(text: string, zone: string, now: Instant): Words | undefined {
  const base = Math.floor(wallAsUtc(toWall(now, zone)) / 1000);
  const seconds = read(text, base);
  if (Number.isNaN(seconds)) return undefined;
  const midday = base - (((base % DAY) + DAY) % DAY) + DAY / 2;
  const fromNow = read(text, midday + 1) - read(text, midday) === 1;
  // The parser refuses a second time of day.
  const statesTime = Number.isNaN(read(`${text} t12:34:56`, base)) || /midnight/i.test(text);
  const elapsed = fromNow && Math.abs(seconds - base) < DAY ? seconds - base : undefined;
  return { seconds, elapsed, hasTime: fromNow || statesTime };
}

/** The parser refuses a third zone: so it tells whether there is one already. */
function hasZone(text: string): boolean {
  return !Number.isNaN(read(text, 0)) && Number.isNaN(read(`${text} Z Z`, 0));
}

function offsetZone(seconds: number): string {
  const minutes = Math.abs(seconds) / 60;
  return `${seconds < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}

function read(text: string, now: number): number {
  const seconds = strtotime(text, now);
  return seconds === false ? Number.NaN : seconds;
}
