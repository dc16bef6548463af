/** A moment, in milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number;

/** A wall clock reading without a zone: `YYYY-MM-DD HH:MM:SS`. */
export type WallTime = string;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Milliseconds of a day of 24 hours. */
export const DAY = 24 * HOUR;
const WIDEST_OFFSET = 14 * HOUR;

/**
 * Abbreviations that are zones by themselves, with their fixed offset from UTC in hours.
 * As in PHP, `CET` and `EST` have no summer time; `CEST` and `EDT` are its names.
 */
const ABBREVIATIONS: Readonly<Record<string, number>> = {
  Z: 0,
  UTC: 0,
  GMT: 0,
  UCT: 0,
  WET: 0,
  WEST: 1,
  BST: 1,
  CET: 1,
  CEST: 2,
  MET: 1,
  MEST: 2,
  EET: 2,
  EEST: 3,
  MSK: 3,
  MSD: 4,
  WAT: 1,
  CAT: 2,
  SAST: 2,
  EAT: 3,
  IDT: 3,
  PKT: 5,
  WIB: 7,
  WITA: 8,
  WIT: 9,
  HKT: 8,
  SGT: 8,
  JST: 9,
  KST: 9,
  AWST: 8,
  ACST: 9.5,
  ACDT: 10.5,
  AEST: 10,
  AEDT: 11,
  CHST: 10,
  NZST: 12,
  NZDT: 13,
  SST: -11,
  HST: -10,
  HDT: -9,
  AKST: -9,
  AKDT: -8,
  PST: -8,
  PDT: -7,
  MST: -7,
  MDT: -6,
  CST: -6,
  CDT: -5,
  EST: -5,
  EDT: -4,
  AST: -4,
  ADT: -3,
  NST: -3.5,
  NDT: -2.5,
};

/** The abbreviations of the time zone database, by the long English names of Intl. Other zones show their offset. */
const SHORT_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'Coordinated Universal Time=UTC|Greenwich Mean Time=GMT|British Summer Time=BST|Irish Standard Time=IST',
    'Western European Standard Time=WET|Western European Summer Time=WEST|Moscow Standard Time=MSK',
    'Central European Standard Time=CET|Central European Summer Time=CEST|Moscow Summer Time=MSD',
    'Eastern European Standard Time=EET|Eastern European Summer Time=EEST|South Africa Standard Time=SAST',
    'West Africa Standard Time=WAT|West Africa Time=WAT|Central Africa Time=CAT|East Africa Time=EAT|Israel Standard Time=IST',
    'Israel Daylight Time=IDT|India Standard Time=IST|Pakistan Standard Time=PKT|Hong Kong Standard Time=HKT',
    'China Standard Time=CST|Taipei Standard Time=CST|Taiwan Standard Time=CST|Philippine Standard Time=PST|Japan Standard Time=JST',
    'Korean Standard Time=KST|Western Indonesia Time=WIB|Central Indonesia Time=WITA|Eastern Indonesia Time=WIT',
    'Australian Western Standard Time=AWST|Australian Central Standard Time=ACST|Chamorro Standard Time=ChST',
    'Australian Central Daylight Time=ACDT|Australian Eastern Standard Time=AEST|American Samoa Standard Time=SST',
    'Australian Eastern Daylight Time=AEDT|New Zealand Standard Time=NZST|New Zealand Daylight Time=NZDT',
    'Hawaii-Aleutian Standard Time=HST|Hawaii-Aleutian Daylight Time=HDT|Alaska Standard Time=AKST',
    'Alaska Daylight Time=AKDT|Pacific Standard Time=PST|Pacific Daylight Time=PDT|Mountain Standard Time=MST',
    'Mountain Daylight Time=MDT|Mexican Pacific Standard Time=MST|Yukon Time=MST|Central Standard Time=CST',
    'Central Daylight Time=CDT|Cuba Standard Time=CST|Cuba Daylight Time=CDT|Eastern Standard Time=EST',
    'Eastern Daylight Time=EDT|Atlantic Standard Time=AST|Atlantic Daylight Time=ADT',
    'Samoa Standard Time-1100=SST|Newfoundland Standard Time=NST|Newfoundland Daylight Time=NDT',
  ].flatMap((line) => line.split('|').map((pair) => pair.split('=') as [string, string])),
);

interface FixedZone {
  offset: number;
  label: string;
}

interface NamedZone {
  offsetFormat: Intl.DateTimeFormat;
  nameFormat: Intl.DateTimeFormat;
  /** What holds for a whole UTC day, by its number since the epoch; undefined for days on which the offset changes. */
  days: Map<number, ZoneDay | undefined>;
}

interface ZoneDay {
  offset: number;
  /** The name of the zone on that day, once it was looked up. */
  name?: string;
}

const named = new Map<string, NamedZone>();
const KEPT_DAYS = 4_000;

/** True for an IANA name in any case, `UTC`, `UTC±n`, `GMT±n`, `±hh:mm` and abbreviations; not beyond 14 hours. */
export function isZone(text: string): boolean {
  return fixedZone(text) !== undefined || namedZone(text) !== undefined;
}

/** How far the zone is ahead of UTC at a moment, in milliseconds. Throws a RangeError for a text that is not a zone. */
export function offsetAt(zone: string, at: Instant): number {
  const entry = named.get(zone.toLowerCase());
  if (entry) return namedOffset(entry, at);
  const fixed = fixedZone(zone);
  if (fixed) return fixed.offset;
  const fresh = namedZone(zone);
  if (!fresh) throw new RangeError(`not a time zone: ${zone.slice(0, 60)}`);
  return namedOffset(fresh, at);
}

/** The fixed offset of `UTC±n`, `GMT±n`, `±hh:mm` or an abbreviation, in milliseconds; undefined for anything else. */
export function fixedOffset(text: string): number | undefined {
  return fixedZone(text)?.offset;
}

/**
 * The name of a zone, spelled as in the time zone database, whichever capitals it was sent with. An offset has its abbreviation.
 * An alias of a zone stays as it was sent.
 */
export function zoneName(zone: string): string {
  const fixed = fixedZone(zone);
  if (fixed) return fixed.label;
  const { timeZone } = namedZone(zone)!.offsetFormat.resolvedOptions();
  return timeZone.toLowerCase() === zone.toLowerCase() ? timeZone : zone;
}

/**
 * The moment at which a wall clock shows this. In a gap, the moment is later by the length of the gap; in an overlap, it is the
 * first.
 */
export function toInstant(wall: WallTime, zone: string): Instant {
  const naive = wallAsUtc(wall);
  const before = offsetAt(zone, naive - DAY);
  const after = offsetAt(zone, naive + DAY);
  if (before === after) return naive - before;
  const first = naive - Math.max(before, after);
  const second = naive - Math.min(before, after);
  if (naive - first === offsetAt(zone, first)) return first;
  return naive - second === offsetAt(zone, second) ? second : naive - before;
}

/** Whether a wall clock in the zone shows the same at another moment: in the hour that comes twice when clocks go back. */
export function isShownTwice(at: Instant, zone: string): boolean {
  const naive = at + offsetAt(zone, at);
  const [before, after] = [naive - DAY, naive + DAY].map((near) => offsetAt(zone, near)) as [number, number];
  return before > after && [before, after].every((offset) => offsetAt(zone, naive - offset) === offset);
}

/** What a wall clock in the zone shows at a moment, to the second. */
export function toWall(at: Instant, zone: string): WallTime {
  return utcAsWall(at + offsetAt(zone, at));
}

/** A wall clock reading taken as if it were UTC. */
export function wallAsUtc(wall: WallTime): Instant {
  const [year, month, day, hour, minute, second] = wall.split(/[- :]/).map(Number);
  const date = new Date(0);
  date.setUTCFullYear(year!, month! - 1, day!);
  return date.setUTCHours(hour!, minute!, second!);
}

/** The reverse of `wallAsUtc`; years have four digits, or five from 10000. */
export function utcAsWall(at: Instant): WallTime {
  const iso = new Date(Math.floor(at / 1000) * 1000).toISOString();
  const time = iso.length - 'HH:MM:SS.000Z'.length;
  return `${iso.slice(0, time - 1).replace(/^\+0?/, '')} ${iso.slice(time, time + 8)}`;
}

/** The reading that is as long after another as `to` is after `from`. */
export const wallAfter = (wall: WallTime, from: WallTime, to: WallTime): WallTime =>
  utcAsWall(wallAsUtc(wall) + wallAsUtc(to) - wallAsUtc(from));

// After this Intl has no names.
const LAST_NAMED = Date.UTC(9999, 11, 30);

/**
 * The abbreviation in use at a moment: `EST`, `JST`, `UTC+5.5` for `UTC±n` as given, `GMT+0900` for bare offsets,
 * `+0545` for zones without letters, `LMT` for local mean time.
 */
export function zoneAbbreviation(zone: string, at: Instant): string {
  const fixed = fixedZone(zone);
  if (fixed) return fixed.label;
  const offset = offsetAt(zone, at);
  if (offset % (15 * MINUTE) !== 0) return 'LMT';
  const entry = namedZone(zone)!;
  const day = dayOf(entry, at);
  const name = day?.name ?? lookUpName(entry, at);
  if (day) day.name = name;
  // Older data call both Samoas by one name.
  return SHORT_NAMES[name] ?? SHORT_NAMES[name + signed(offset)] ?? signed(offset).replace(/00$/, '');
}

const lookUpName = ({ nameFormat }: NamedZone, at: Instant) =>
  nameFormat.formatToParts(Math.min(at, LAST_NAMED)).find((part) => part.type === 'timeZoneName')!.value;

const FIXED = /^(UTC|GMT)?([+-])(\d{1,2})(?::?([0-5]\d)|(\.\d{1,4}))?$/i;

function fixedZone(text: string): FixedZone | undefined {
  // No text is both a named and a fixed zone. Most are named, and need no pattern.
  if (named.has(text.toLowerCase())) return undefined;
  const upper = text.toUpperCase();
  if (Object.hasOwn(ABBREVIATIONS, upper)) {
    return { offset: ABBREVIATIONS[upper]! * HOUR, label: upper === 'CHST' ? 'ChST' : upper };
  }
  const parts = FIXED.exec(text);
  if (!parts) return undefined;
  const [, prefix, sign, hours, minutes = '0', fraction = '0'] = parts;
  const size = Number(hours) * HOUR + Number(minutes) * MINUTE + Math.round(Number(fraction) * 60) * MINUTE;
  if (size > WIDEST_OFFSET) return undefined;
  const offset = size === 0 || sign === '+' ? size : -size;
  return { offset, label: prefix?.toUpperCase() === 'UTC' ? text : `GMT${signed(offset)}` };
}

function signed(offset: number) {
  const minutes = Math.abs(offset) / MINUTE;
  const digits = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  return (offset < 0 ? '-' : '+') + digits.join('');
}

function namedZone(text: string) {
  const key = text.toLowerCase();
  const entry = named.get(key);
  if (entry) return entry;
  // Intl also takes offsets; those are the fixed zones.
  if (!/^[a-z][a-z0-9_+-]*(\/[a-z0-9_+-]+){0,2}$/.test(key)) return undefined;
  try {
    const zone: NamedZone = {
      offsetFormat: new Intl.DateTimeFormat('en-US', { timeZone: text, timeZoneName: 'longOffset' }),
      nameFormat: new Intl.DateTimeFormat('en-US', { timeZone: text, timeZoneName: 'long' }),
      days: new Map(),
    };
    named.set(key, zone);
    return zone;
  } catch {
    return undefined;
  }
}

const namedOffset = (zone: NamedZone, at: Instant) => dayOf(zone, at)?.offset ?? lookUpOffset(zone, at);

function dayOf(zone: NamedZone, at: Instant) {
  const day = Math.floor(at / DAY);
  if (!zone.days.has(day)) {
    if (zone.days.size >= KEPT_DAYS) zone.days.clear();
    const offset = lookUpOffset(zone, day * DAY);
    zone.days.set(day, offset === lookUpOffset(zone, (day + 1) * DAY) ? { offset } : undefined);
  }
  return zone.days.get(day);
}

function lookUpOffset(zone: NamedZone, at: Instant) {
  const [, sign, hours, minutes, seconds] = /GMT(?:([+-])(\d+):(\d+)(?::(\d+))?)?$/.exec(zone.offsetFormat.format(at))!;
  if (!sign) return 0;
  const size = Number(hours) * HOUR + Number(minutes) * MINUTE + Number(seconds ?? 0) * 1000;
  return sign === '-' ? -size : size;
}
