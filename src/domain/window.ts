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

/** Bounds on the start and the end of events, which lie on whole seconds. `from` is included, `before` is not. */
export interface EventsWindow {
  startsFrom?: Instant;
  startsBefore?: Instant;
  endsFrom?: Instant;
  endsBefore?: Instant;
  /** What links show for the two ends of the list, in wall clock time of the site. */
  shown: { startDate?: WallTime; endDate?: WallTime };
  /** Those of them that follow from the current moment alone. */
  moving: readonly WallTime[];
  /** From when on the same request means another window. */
  until?: Instant;
}

const DEFAULT_MONTHS = 24;
const MINUTE = 60_000;

/** The start of the minute. Default windows start there, so that all windows of one minute are equal. */
export const minuteOf = (now: Instant): Instant => Math.floor(now / MINUTE) * MINUTE;

/** When the default window changes. */
export const nextWindow = (now: Instant): Instant => minuteOf(now) + MINUTE;

/** When a text that was read means something else: a time in words at once, a day in words at midnight, others never. */
export const fixedUntil = ({ relative, hasTime }: ReadTime, now: Instant): Instant =>
  relative ? (hasTime ? now + 1 : nextWindow(now)) : Number.POSITIVE_INFINITY;

/** The default window of a list: 24 months from this minute on. Wall clock of the site. */
export function defaultWindow(zone: string, now: Instant): { startDate: WallTime; endDate: WallTime } {
  const startDate = toWall(minuteOf(now), zone);
  return { startDate, endDate: addMonths(startDate, DEFAULT_MONTHS) };
}

/**
 * The window of a list: events that start at or after `startDate` (default: this minute) and before `endDate` (default: 24 months
 * from this minute). A date without a time covers its whole day at either end; with `strictDates` it means 00:00:00 of that day.
 * Any of the other four bounds replaces the defaults. The texts must be readable.
 * Source: specification §4.2; the four bounds and `strictDates` from the reference.
 */
export function eventsWindow(
  request: WindowRequest,
  zone: string,
  now: Instant,
  standardOf: (zone: string, now: Instant) => ReturnType<typeof defaultWindow> | undefined = defaultWindow,
): EventsWindow {
  const { strictDates, startsBefore, startsAfter, endsBefore, endsAfter } = request;
  let until = Number.POSITIVE_INFINITY;
  const read = (text: string | null | undefined) => {
    const time = text == null || text === '0' ? undefined : readTime(text, zone, now);
    if (time) until = Math.min(until, fixedUntil(time, now));
    return time;
  };
  const first = (time: ReadTime): WallTime => (time.hasTime || strictDates ? time.wall : startOfDay(time.wall));
  const last = (time: ReadTime): WallTime => (time.hasTime || strictDates ? time.wall : endOfDay(time.wall));
  const from = (time: ReadTime): Instant => (time.hasTime || strictDates ? time.at : toInstant(first(time), zone));
  const past = (time: ReadTime): Instant => (time.hasTime || strictDates ? time.at : after(endOfDay(time.wall), zone));
  const behind = (time: ReadTime): Instant => (time.hasTime || strictDates ? time.at + SECOND : past(time));

  const bounded = [startsBefore, startsAfter, endsBefore, endsAfter].some((text) => text != null);
  const start = read(request.startDate);
  const end = read(request.endDate);
  const standard = bounded ? undefined : standardOf(zone, now);
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
  if (afterStart) bounds.startsFrom = Math.max(behind(afterStart), bounds.startsFrom ?? Number.NEGATIVE_INFINITY);
  const beforeEnd = read(endsBefore);
  if (beforeEnd) bounds.endsBefore = past(beforeEnd);
  const afterEnd = read(endsAfter);
  if (afterEnd) bounds.endsFrom = behind(afterEnd);
  if (until < Number.POSITIVE_INFINITY) bounds.until = until;
  return bounds;
}

/** How many days before today a feed begins. */
const FEED_DAYS = 30;

/**
 * The window of a feed: the same, without the defaults. Without a requested beginning, news holds what is on or to come; a
 * calendar every event that had not ended 30 days ago, so that an event that began long ago stays while it lasts. That window is
 * the same for a whole day of the site.
 */
export function feedWindow(request: WindowRequest, zone: string, now: Instant, isNews = false): EventsWindow {
  const window = eventsWindow(request, zone, now, () => undefined);
  if (window.startsFrom !== undefined || window.endsFrom !== undefined) return window;
  if (isNews)
    return {
      ...window,
      endsFrom: minuteOf(now) + SECOND,
      until: Math.min(window.until ?? nextWindow(now), nextWindow(now)),
    };
  const day = (days: number): Instant => toInstant(startOfDay(toWall(now + days * DAY, zone)), zone);
  return { ...window, endsFrom: day(-FEED_DAYS), until: Math.min(window.until ?? Number.POSITIVE_INFINITY, day(1)) };
}

const SECOND = 1000;
const DAY = 86_400 * SECOND;

/** The moment after the last second of a day. */
const after = (wall: WallTime, zone: string): Instant => toInstant(wall, zone) + SECOND;
