import type { Instant, WallTime } from './zones.ts';

/** The problem of a date outside of the years of the calendar. */
export const OUTSIDE_YEARS = {
  code: 'invalid_date',
  message: 'Must lie in the years 1 to 9999 of its time zone.',
} as const;

const HOUR = 3_600_000;
const FIRST = -62_135_596_800_000;
const END = 253_402_300_800_000;

/** No clock was ever further from UTC: Manila was nearly 16 hours behind until 1844. */
export const FURTHEST_OFFSET = 16 * HOUR;

/**
 * Whether a wall clock shows a year of the calendar, 1 to 9999 (behaviour §0.41). Ask in the zone of the date: the zone of the
 * event, or the zone of the site for a publication date. The same moment in UTC may lie in the year 0 or 10000.
 */
export const isInYears = (wall: WallTime): boolean => /^(?!0000)\d{4}-/.test(wall);

/** Whether some clock can show this, taken as if it were UTC, at a moment that `isMoment` accepts. */
export const isClock = (shown: Instant): boolean =>
  isMoment(shown - FURTHEST_OFFSET) || isMoment(shown + FURTHEST_OFFSET);

/** Whether a clock somewhere shows a year of the calendar at this moment. Every stored moment is one of these. */
export const isMoment = (at: Instant): boolean => at >= FIRST - FURTHEST_OFFSET && at < END + FURTHEST_OFFSET;
