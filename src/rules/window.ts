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
  /** Those of them that say nothing but which moment it is. */
  moving: readonly WallTime[];
  /** When the same request means another window. */
  until?: Instant;
}

const DEFAULT_MONTHS = 24;
const MINUTE = 60_000;

/** The beginning of the minute. Every window that is not asked for begins there, so that all of one minute are the same. */
export const minuteOf = (now: Instant): Instant => Math.floor(now / MINUTE) * MINUTE;

/** When a window that is not asked for becomes another. */
export const nextWindow = (now: Instant): Instant => minuteOf(now) + MINUTE;

/** The window of a list that is not asked for one: from this minute on, for 24 months. Wall clock of the site. */
export function defaultWindow(zone: string, now: Instant): { startDate: WallTime; endDate: WallTime } {
  const startDate = toWall(minuteOf(now), zone);
  return { startDate, endDate: addMonths(startDate, DEFAULT_MONTHS) };
}

/**
 * Which events a list holds: those that start at or after `startDate` (default: this minute) and before `endDate` (default:
 * 24 months from there). A date without a time covers its whole day at either end; with `strictDates` it is its 00:00:00.
 * The other four bounds, when one is given, take the place of the defaults. Expects texts that can be read.
 * Source: specification §4.2; the four bounds and `strictDates` from the reference.
 */
export function eventsWindow(request: WindowRequest, zone: string, now: Instant): EventsWindow {
  const { strictDates, startsBefore, startsAfter, endsBefore, endsAfter } = request;
  let until = Number.POSITIVE_INFINITY;
  const read = (text: string | null | undefined): ReadTime | undefined => {
    const time = text == null || text === '0' ? undefined : readTime(text, zone, now);
    // A day in words is another one at midnight, a time in words at once.
    if (time?.relative) until = Math.min(until, time.hasTime ? now + 1 : nextWindow(now));
    return time;
  };
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

  const moving = [...(start || !standard ? [] : [standard.startDate]), ...(end || !standard ? [] : [standard.endDate])];
  if (moving.length) until = Math.min(until, nextWindow(now));
  const bounds: EventsWindow = { shown: {}, moving };
  if (startDate !== undefined) {
    bounds.startsFrom = start ? from(start) : minuteOf(now);
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
  if (until < Number.POSITIVE_INFINITY) bounds.until = until;
  return bounds;
}

/** The moment after the last second of a day. */
const after = (wall: WallTime, zone: string): Instant => toInstant(wall, zone) + 1000;

/** "After a day" means after its last second; after a moment means after it. */
const lastMoment = (time: ReadTime, past: Instant): Instant => (past === time.at ? past : past - 1);
