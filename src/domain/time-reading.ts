import type { Said } from './time-said.ts';
import { DAY, type Instant } from './zones.ts';

/** What a text means at a moment, from which relative words count. */
interface DateReading {
  /** What the clock shows, as if it were UTC; undefined for the moment itself. */
  clock: Instant | undefined;
  /** The seconds to add to that. */
  seconds: number;
  /** False for bare dates. */
  hasTime: boolean;
}

/**
 * What a text means when the clock shows `now`, taken as if it were UTC. Undefined for a text that contradicts itself, and for a
 * day that its month does not have.
 */
export function readingOf(said: Said, now: Instant): DateReading | undefined {
  if (isContradiction(said)) return undefined;
  const { date, time, fromToday, count } = said;
  const sinceMidnight = ((now % DAY) + DAY) % DAY;
  const today = new Date(now - sinceMidnight);
  const start = date
    ? utc(date.year ?? today.getUTCFullYear(), date.month - 1, date.day ?? 1)
    : plusDays(today, fromToday ?? 0);
  const day = said.ofMonth ? dayOfMonth(said, start) : moved(said, start);
  if (!day) return undefined;
  const fromNow = !date && !said.wholeDay && !time;
  const [hour, minute, second] = time ?? [0, 0, 0];
  const ofDay = fromNow ? sinceMidnight : (hour * 3600 + minute * 60 + second) * 1000;
  const clock = plusWeekdays(day, count.weekdays).getTime() + ofDay;
  return {
    clock: fromNow && clock === now ? undefined : clock,
    seconds: count.seconds,
    hasTime: fromNow || time !== undefined || count.seconds !== 0,
  };
}

/** Whether PHP would read this only by ignoring part of it, or by counting in an order that loses the day of the week. */
function isContradiction({ date, fromToday, weekday, week, ofMonth, count }: Said) {
  const namesDay = weekday !== undefined || week !== undefined;
  return [
    date !== undefined && date.day === undefined && !ofMonth,
    ofMonth !== undefined && (namesDay || fromToday !== undefined),
    typeof ofMonth === 'string' && count.days !== 0,
    namesDay && (fromToday !== undefined || count.months !== 0 || count.years !== 0),
    week !== undefined && weekday !== undefined && (weekday.past || weekday.weeks !== 0),
  ].includes(true);
}

function utc(year: number, month: number, day: number) {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  return date;
}

const plusDays = (date: Date, days: number) => utc(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + days);

/** Days until the next such day of the week; 0 when it is this day. */
const until = (date: Date, weekday: number) => (weekday - date.getUTCDay() + 7) % 7;

function dayOfMonth({ ofMonth, count }: Said, start: Date) {
  const year = start.getUTCFullYear() + count.years;
  const month = start.getUTCMonth() + count.months;
  const first = utc(year, month, 1);
  const last = utc(year, month + 1, 0);
  if (ofMonth === 'first') return first;
  if (ofMonth === 'last') return last;
  const { day, nth } = ofMonth!;
  const from = nth < 0 ? plusDays(last, -6) : plusDays(first, (nth - 1) * 7);
  const found = plusDays(from, until(from, day));
  return found.getUTCMonth() === first.getUTCMonth() ? plusDays(found, count.days) : undefined;
}

function moved({ weekday, week, count }: Said, start: Date) {
  let day = start;
  if (week !== undefined) {
    const monday = plusDays(day, -((day.getUTCDay() + 6) % 7));
    day = plusDays(monday, until(monday, weekday?.day ?? 1) + week * 7);
  } else if (weekday) {
    const days = until(day, weekday.day);
    day = plusDays(day, (days === 0 && weekday.past ? 7 : days) + weekday.weeks * 7);
  }
  return utc(day.getUTCFullYear() + count.years, day.getUTCMonth() + count.months, day.getUTCDate() + count.days);
}

/** Counts Monday to Friday only. From a weekend it counts forward from the Friday before, and back from the Monday after. */
function plusWeekdays(date: Date, amount: number) {
  if (amount === 0) return date;
  const weekday = (date.getUTCDay() + 6) % 7;
  const reached = Math.min(weekday, amount > 0 ? 4 : 5) + amount;
  const weeks = Math.floor(reached / 5);
  return plusDays(date, weeks * 7 + (reached - weeks * 5) - weekday);
}
