import { invalid, invalidField } from './fields/examine.ts';
import { type Instant, readTime, toWall } from './time.ts';
import { fixedUntil } from './window.ts';
import { isInYears, OUTSIDE_YEARS } from './years.ts';
import { DAY, utcAsWall, wallAsUtc } from './zones.ts';

/** The greatest number of days of a range: a year in whole weeks, which is what calendars ask for to show a year. */
export const LONGEST_RANGE = 378;

/** What calendars on web pages send for the range that they show. The bounds must be readable in the zone of the site. */
export interface RangeRequest {
  start: string;
  end: string;
  timeZone?: string | null;
}

/** A range, as moments and as the days that it touches. Its end is not in it. */
export interface EventRange {
  start: Instant;
  end: Instant;
  firstDay: string;
  lastDay: string;
  /** The zone in which moments are written. Without one, that of each event. */
  zone: string | undefined;
  /** From when on the same request means another range. */
  until: Instant;
}

/**
 * Reads a range. Its days are those of its zone. Without one, they are those that the bounds name: a browser writes them with the offset
 * of its own place.
 * @throws INVALID_FIELD for a range that is empty, too long or outside of the calendar
 */
export function eventRange({ timeZone, ...texts }: RangeRequest, site: string, now: Instant): EventRange {
  const bound = (field: 'start' | 'end') => {
    const read = readTime(texts[field], timeZone ?? site, now);
    const wall = read && toWall(read.at, timeZone ?? read.stated ?? site);
    if (!wall || !isInYears(wall)) throw invalid([{ field, ...OUTSIDE_YEARS }]);
    return { at: read.at, clock: wallAsUtc(wall), until: fixedUntil(read, now) };
  };
  const [start, end] = [bound('start'), bound('end')];
  if (end.at <= start.at) throw invalidField('end', 'out_of_range', 'Must be after {0}.', { field: 'start' });
  if (end.clock - start.clock > LONGEST_RANGE * DAY)
    throw invalidField('end', 'out_of_range', TOO_LONG, LONGEST_RANGE, { field: 'start' });
  const dayOf = (clock: Instant) => utcAsWall(clock).slice(0, 10);
  return {
    start: start.at,
    end: end.at,
    firstDay: dayOf(start.clock),
    lastDay: dayOf(end.clock - 1),
    zone: timeZone ?? undefined,
    until: Math.min(start.until, end.until),
  };
}

const TOO_LONG = 'Must be at most {0} days after {1}: a year in whole weeks.';
