import { isDay } from './iso.ts';
import { isInYears } from './years.ts';
import { DAY, utcAsWall, wallAsUtc } from './zones.ts';

/** Whether the calendar has this month (`2026-11`) or this day (`2026-11-20`). */
export const isDateOf = (name: 'month' | 'day', date: string): boolean =>
  isInYears(date) && (name === 'month' ? /^\d{4}-\d\d$/.test(date) && isDay(`${date}-01`) : isDay(date));

/** The day of a text as some countries write it, if it can be no other: `20/11/2026`. */
export function dateOf(text: string): string | undefined {
  const [one = '', two = '', three = '', ...more] = text.split(/[/.-]/).map((part) => part.padStart(2, '0'));
  const readings = [
    [one, two, three],
    [three, one, two],
    [three, two, one],
  ].map((parts) => parts.join('-'));
  const [day, ...others] = new Set(readings.filter((each) => isDateOf('day', each)));
  return more.length || others.length ? undefined : day;
}

/** The day this many days later. It may lie outside of the calendar. */
export const dayAfter = (day: string, days = 1): string =>
  utcAsWall(wallAsUtc(`${day} 00:00:00`) + days * DAY).split(' ')[0]!;

/** Until this hour, an evening has not ended yet. */
export const DAWN = ' 06:00:00';

/** Whether an event runs over several days of its own clock. What ends in the night after its first day does not. */
export const isMultiDay = ({ startDate, endDate }: { startDate: string; endDate: string }): boolean => {
  const [first, last] = [startDate.slice(0, 10), endDate.slice(0, 10)];
  return first !== last && endDate >= dayAfter(first) + DAWN;
};

/** The weekday of a day: 0 is Sunday. */
export const weekdayOf = (day: string): number => new Date(wallAsUtc(`${day} 00:00:00`)).getUTCDay();

/** The month this many months later; undefined outside of the calendar. */
export function monthAfter(month: string, months: number): string | undefined {
  const [year, number] = month.split('-').map(Number) as [number, number];
  const count = year * 12 + number - 1 + months;
  const after = `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`;
  return isDateOf('month', after) ? after : undefined;
}
