import { dayAfter, weekdayOf } from '../../domain/days.ts';
import { DAY, wallAsUtc } from '../../domain/zones.ts';

/** What the grid needs to know about an event. */
export interface Spanning {
  databaseId: number;
}

/** A day as `eventDays` gives it. */
export interface GridDay<E extends Spanning> {
  day: string;
  total: number;
  events: readonly E[];
}

/** An event in a cell. If it runs over several days, it is a bar from its first cell in a week over those that follow. */
export interface Placed<E> {
  event: E;
  /** How many days the bar that begins here covers; 0 if it began further left. */
  span: number;
  /** The row of the bar within the cell, from 1; 0 if the event is not a bar. */
  row: number;
}

/** A cell of the grid. */
export interface Cell<E> {
  day: string;
  /** Whether it belongs to the month itself, not to the one before or after. */
  isInside: boolean;
  placed: readonly Placed<E>[];
  /** How many more events the day has. */
  more: number;
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

/** The weeks of a month; undefined for days outside the calendar. `isLong` says whether an event runs over several days. */
export function weeksOf<E extends Spanning>(
  month: string,
  weekStart: number,
  { days, isLong }: { days: readonly GridDay<E>[]; isLong(event: E): boolean },
): (Cell<E> | undefined)[][] {
  const { from, days: count } = gridOf(month, weekStart);
  const byDay = new Map(days.map((each) => [each.day, each]));
  return Array.from({ length: count / 7 }, (_, week) => {
    const its = Array.from({ length: 7 }, (_, at) => byDay.get(dayAfter(from, week * 7 + at)));
    const placed = placedIn(its, isLong);
    return its.map(
      (day, at) =>
        day && {
          day: day.day,
          isInside: day.day.startsWith(month),
          placed: placed[at]!,
          more: day.total - day.events.length,
        },
    );
  });
}

/** What each day of a week shows. Each bar stays in one row over all of its days. */
function placedIn<E extends Spanning>(
  week: readonly (GridDay<E> | undefined)[],
  isLong: (event: E) => boolean,
): Placed<E>[][] {
  const has = (at: number, { databaseId: id }: E): boolean =>
    week[at]?.events.some(({ databaseId }) => databaseId === id) ?? false;
  let rows = new Map<number, number>();
  return week.map((day, at) => {
    const events = day?.events ?? [];
    rows = new Map([...rows].filter(([id]) => events.some(({ databaseId }) => databaseId === id)));
    return events.map((event) => {
      const existingRow = rows.get(event.databaseId);
      if (existingRow !== undefined) return { event, span: 0, row: existingRow };
      if (!isLong(event)) return { event, span: 1, row: 0 };
      let span = 1;
      while (has(at + span, event)) span += 1;
      const row = firstFree([...rows.values()]);
      rows.set(event.databaseId, row);
      return { event, span, row };
    });
  });
}

const firstFree = (taken: readonly number[]): number => {
  let row = 1;
  while (taken.includes(row)) row += 1;
  return row;
};
