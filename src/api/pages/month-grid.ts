import { dayAfter, weekdayOf } from '../../domain/days.ts';
import { DAY, wallAsUtc } from '../../domain/zones.ts';

/** What the grid needs to know about an event. */
interface Spanning {
  featured: boolean;
}

/** A day as `eventDays` gives it: what runs over several days is in the first of them only. */
export interface GridDay<E extends Spanning> {
  day: string;
  total: number;
  events: readonly E[];
}

/** A bar in a cell: from its first cell in a week over those that follow. */
export interface Bar<E> {
  event: E;
  /** How many days the bar that begins here covers; 0 if it began further left. */
  span: number;
}

/** A cell of the grid. */
export interface Cell<E> {
  day: string;
  /** Whether it belongs to the month itself, not to the one before or after. */
  isInside: boolean;
  /** Its rows of bars, from the top. Each bar stays in one row over all of its days; undefined is a gap. */
  bars: readonly (Bar<E> | undefined)[];
  /** Some of the events that are over within the day. */
  single: readonly E[];
  /** How many more events the day has. */
  more: number;
}

/** How to tell what runs over several days, and until which of those of the site. */
interface Spans<E> {
  isLong(event: E): boolean;
  lastDayOf(event: E): string;
}

/** The first day of the grid of a month, and its number of days: whole weeks, which begin on `weekStart` (0 is Sunday). */
export function gridOf(month: string, weekStart: number): { from: string; days: number } {
  const first = `${month}-01`;
  const before = (weekdayOf(first) - weekStart + 7) % 7;
  return { from: dayAfter(first, -before), days: Math.ceil((before + daysIn(month)) / 7) * 7 };
}

/** How many days a month has. */
export function daysIn(month: string): number {
  const first = wallAsUtc(`${month}-01 00:00:00`);
  const date = new Date(first);
  return (date.setUTCMonth(date.getUTCMonth() + 1) - first) / DAY;
}

/** The weeks of a month; undefined for days outside the calendar. */
export function weeksOf<E extends Spanning>(
  month: string,
  weekStart: number,
  { days, isLong, lastDayOf }: Spans<E> & { days: readonly GridDay<E>[] },
): (Cell<E> | undefined)[][] {
  const { from, days: count } = gridOf(month, weekStart);
  const byDay = new Map(days.map((each) => [each.day, each]));
  const long = days.flatMap(({ day, events }) =>
    events.filter(isLong).map((event): Long<E> => ({ event, first: day, last: lastDayOf(event) })),
  );
  return Array.from({ length: count / 7 }, (_, week) => {
    const dates = Array.from({ length: 7 }, (_, at) => dayAfter(from, week * 7 + at));
    const rows = rowsOf(long, dates);
    return dates.map((date, at) => {
      const day = byDay.get(date);
      if (!day) return undefined;
      const runs = rows.map((row) => row.find((run) => run.from <= at && at <= run.to));
      const bars = runs.map((run) => run && { event: run.event, span: run.from === at ? run.to - at + 1 : 0 });
      const single = day.events.filter((event) => !isLong(event));
      return {
        day: date,
        isInside: date.startsWith(month),
        bars: bars.slice(0, bars.findLastIndex(Boolean) + 1),
        single,
        more: Math.max(0, day.total - single.length - bars.filter(Boolean).length),
      };
    });
  });
}

/** An event of several days, with the first that is shown of them and its last. */
interface Long<E> {
  event: E;
  first: string;
  last: string;
}

/** A bar in a week: its first and its last place among the seven. */
interface Run<E> {
  event: E;
  from: number;
  to: number;
}

/** The rows of bars of a week. Among those that begin in one cell, featured events are above others. */
function rowsOf<E extends Spanning>(long: readonly Long<E>[], week: readonly string[]) {
  const runs = long
    .map(({ event, first, last }) => ({
      event,
      from: week.findIndex((day) => day >= first),
      to: week.findLastIndex((day) => day <= last),
    }))
    .filter(({ from, to }) => from >= 0 && from <= to)
    .sort((a, b) => a.from - b.from || Number(b.event.featured) - Number(a.event.featured));
  const rows: Run<E>[][] = [];
  for (const run of runs) {
    const free = rows.find((row) => row.at(-1)!.to < run.from);
    if (free) free.push(run);
    else rows.push([run]);
  }
  return rows;
}
