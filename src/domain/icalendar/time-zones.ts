import { DAY, type Instant, offsetAt, utcAsWall, wallAsUtc, zoneAbbreviation } from '../zones.ts';
import { contentLine, textValue } from './lines.ts';

/** The moment from which a zone has an offset from UTC. */
interface Onset {
  at: Instant;
  /** The offset before it and from it on, in milliseconds. */
  from: number;
  to: number;
  /** Whether the new offset is above the smallest one of its year. */
  isDaylight: boolean;
}

/** The search could miss changes that are closer together than this. The time zone database has none. */
const STEP = 7 * DAY;

/** A year by any clock lies within the year in UTC and this much before and after it. */
const MARGIN = 2 * DAY;

/** No onset begins before this, because some programs know no year 0. By clocks ahead of UTC, the calendar begins in it. */
const FIRST = wallAsUtc('0001-01-01 00:00:00');

/** A zone as iCalendar describes it (RFC 5545, section 3.6.5), with each change of its offset in these years. */
export function timeZoneLines(zone: string, years: ReadonlySet<number>): string {
  const onsets: Onset[] = [];
  for (const year of [...years].sort((a, b) => a - b)) {
    const [first, ...changes] = onsetsIn(zone, year);
    const last = onsets.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
    // When the year before is listed too, it says which offset this one begins with.
    if (!years.has(year - 1)) onsets.push(first!);
    onsets.push(...changes.filter(({ at }) => at > last));
  }
  return [
    contentLine('BEGIN', 'VTIMEZONE'),
    contentLine('TZID', textValue(zone)),
    ...onsets.map((onset) => onsetLines(zone, onset)),
    contentLine('END', 'VTIMEZONE'),
  ].join('');
}

function onsetLines(zone: string, { at, from, to, isDaylight }: Onset) {
  const name = isDaylight ? 'DAYLIGHT' : 'STANDARD';
  return [
    contentLine('BEGIN', name),
    contentLine('DTSTART', compactTime(utcAsWall(at + from))),
    contentLine('TZOFFSETFROM', offsetValue(from)),
    contentLine('TZOFFSETTO', offsetValue(to)),
    contentLine('TZNAME', textValue(zoneAbbreviation(zone, at))),
    contentLine('END', name),
  ].join('');
}

/** A wall clock reading as iCalendar writes it: `20261120T190000`. */
export const compactTime = (wall: string): string => wall.replace(/[-:]/g, '').replace(' ', 'T');

/** An offset as iCalendar writes it: `+0100`, or with seconds if it has any: `-001444`. */
function offsetValue(offset: number) {
  const seconds = Math.abs(offset) / 1000;
  const parts = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) =>
    String(Math.floor(part)).padStart(2, '0'),
  );
  if (parts[2] === '00') parts.pop();
  return `${offset < 0 ? '-' : '+'}${parts.join('')}`;
}

const cache = new Map<string, readonly Onset[]>();
const MOST_KNOWN = 2_000;

/** The offset of a zone when a year begins, as an onset a little before it, and each change from there to the end of the year. */
function onsetsIn(zone: string, year: number) {
  const key = `${zone} ${year}`;
  const found = cache.get(key);
  if (found) return found;
  if (cache.size >= MOST_KNOWN) cache.clear();
  const onsets = lookedFor(zone, beginningOf(year) - MARGIN, beginningOf(year + 1) + MARGIN);
  cache.set(key, onsets);
  return onsets;
}

function lookedFor(zone: string, begin: Instant, end: Instant): readonly Onset[] {
  const first = offsetAt(zone, begin);
  const onsets = [{ at: Math.max(begin, FIRST - Math.min(first, 0)), from: first, to: first }];
  for (let at = begin; at < end; at += STEP) {
    const next = Math.min(at + STEP, end);
    const [from, to] = [offsetAt(zone, at), offsetAt(zone, next)];
    if (from !== to) onsets.push({ at: changeBetween(zone, at, next), from, to });
  }
  const least = Math.min(...onsets.map(({ to }) => to));
  return onsets.map((onset) => ({ ...onset, isDaylight: onset.to > least }));
}

/** The second at which the offset changes, in a span with one change. */
function changeBetween(zone: string, before: Instant, after: Instant): Instant {
  const offset = offsetAt(zone, before);
  let [low, high] = [before / 1000, after / 1000];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(zone, middle * 1000) === offset) low = middle;
    else high = middle;
  }
  return high * 1000;
}

/** The start of a year in UTC. Works below 100 too, where `Date.UTC` means other years. */
const beginningOf = (year: number): Instant => new Date(0).setUTCFullYear(year, 0, 1);
