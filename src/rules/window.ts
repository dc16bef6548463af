import {
  addMonths,
  endOfDay,
  type Instant,
  type ReadTime,
  readTime,
  startOfDay,
  toInstant,
  toWall,
  type WallTime,
} from './time.ts';

/** The date parameters of a list of events, as they were sent. */
export interface WindowRequest {
  startDate?: string | null;
  endDate?: string | null;
  startsBefore?: string | null;
  startsAfter?: string | null;
  endsBefore?: string | null;
  endsAfter?: string | null;
  strictDates?: boolean | null;
}

/** Bounds on the start and the end of events. Lower bounds `from` are inclusive, all others exclusive. */
export interface EventsWindow {
  startsFrom?: Instant;
  startsBefore?: Instant;
  startsAfter?: Instant;
  endsBefore?: Instant;
  endsAfter?: Instant;
  /** What links show for the two ends of the list, wall clock of the site. */
  shown: { startDate?: WallTime; endDate?: WallTime };
}

const DEFAULT_MONTHS = 24;

/** The window of a list that is not asked for one: from now on, for 24 months. Wall clock of the site. */
export function defaultWindow(zone: string, now: Instant): { startDate: WallTime; endDate: WallTime } {
  const startDate = toWall(now, zone);
  return { startDate, endDate: addMonths(startDate, DEFAULT_MONTHS) };
}

/**
 * Which events a list holds: those that start at or after `startDate` (default: now) and before `endDate` (default: 24
 * months from now). A date without a time covers its whole day at either end; with `strictDates` it is its 00:00:00.
 * The other four bounds, when one is given, take the place of the defaults. Expects texts that can be read.
 * Source: specification §4.2; the four bounds and `strictDates` from the reference.
 */
export function eventsWindow(request: WindowRequest, zone: string, now: Instant): EventsWindow {
  const { strictDates, startsBefore, startsAfter, endsBefore, endsAfter } = request;
  const read = (text: string | null | undefined): ReadTime | undefined =>
    text == null || text === '0' ? undefined : readTime(text, zone, now);
  const first = (time: ReadTime): WallTime => (time.hasTime || strictDates ? time.wall : startOfDay(time.wall));
  const last = (time: ReadTime): WallTime => (time.hasTime || strictDates ? time.wall : endOfDay(time.wall));
  const from = (time: ReadTime): Instant => (time.hasTime || strictDates ? time.at : toInstant(first(time), zone));
  const past = (time: ReadTime): Instant => (time.hasTime || strictDates ? time.at : after(endOfDay(time.wall), zone));

  const bounded = [startsBefore, startsAfter, endsBefore, endsAfter].some((text) => text != null);
  const start = read(request.startDate);
  const end = read(request.endDate);
  const standard = bounded ? undefined : defaultWindow(zone, now);
  const startDate = start ? first(start) : standard?.startDate;
  const endDate = end ? last(end) : standard?.endDate;

  const bounds: EventsWindow = { shown: {} };
  if (startDate !== undefined) {
    bounds.startsFrom = start ? from(start) : now;
    bounds.shown.startDate = startDate;
  }
  if (endDate !== undefined) {
    bounds.startsBefore = end ? past(end) : toInstant(endDate, zone);
    bounds.shown.endDate = endDate;
  }
  const before = read(startsBefore);
  if (before) bounds.startsBefore = Math.min(past(before), bounds.startsBefore ?? Number.POSITIVE_INFINITY);
  const afterStart = read(startsAfter);
  if (afterStart) bounds.startsAfter = lastMoment(afterStart, past(afterStart));
  const beforeEnd = read(endsBefore);
  if (beforeEnd) bounds.endsBefore = past(beforeEnd);
  const afterEnd = read(endsAfter);
  if (afterEnd) bounds.endsAfter = lastMoment(afterEnd, past(afterEnd));
  return bounds;
}

/** The moment after the last second of a day. */
const after = (wall: WallTime, zone: string): Instant => toInstant(wall, zone) + 1000;

/** "After a day" means after its last second; after a moment means after it. */
const lastMoment = (time: ReadTime, past: Instant): Instant => (past === time.at ? past : past - 1);
