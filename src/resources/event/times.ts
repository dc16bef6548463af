import { invalid } from '../../fields/examine.ts';
import { endOfDay, type Instant, readTime, startOfDay, toInstant, toWall, type WallTime } from '../../rules/time.ts';
import type { EventRecord } from './record.ts';

/** When an event takes place: wall clock, zone and moments, which always agree. */
export type EventTimes = Pick<EventRecord, 'startDate' | 'endDate' | 'timezone' | 'startsAt' | 'endsAt' | 'allDay'>;

interface TimeValues {
  startDate?: string | null;
  endDate?: string | null;
  timezone?: string | null;
  allDay?: boolean | null;
}

/**
 * The times of an event after `values` were sent; `before` are its times until now. Naive input is in the zone of the
 * event. Moving to another zone keeps the wall clock. All-day events begin at 00:00:00 and end at 23:59:59.
 * @throws INVALID_FIELD naming the end when it would lie before the start.
 */
export function eventTimes(
  values: TimeValues,
  before: EventTimes | undefined,
  siteZone: string,
  now: Instant,
): EventTimes {
  const timezone = values.timezone === undefined ? (before?.timezone ?? siteZone) : (values.timezone ?? siteZone);
  const allDay = values.allDay ?? before?.allDay ?? false;
  const read = (text: string | null | undefined, kept: WallTime | undefined): WallTime =>
    (text == null ? undefined : readTime(text, timezone, now)?.wall) ?? kept ?? toWall(now, timezone);
  const start = read(values.startDate, before?.startDate);
  const end = read(values.endDate, before?.endDate);
  const startsAt = toInstant(allDay ? startOfDay(start) : start, timezone);
  const endsAt = toInstant(allDay ? endOfDay(end) : end, timezone);
  if (endsAt < startsAt) {
    const field = values.endDate === undefined && before ? 'startDate' : 'endDate';
    throw invalid([{ field, code: 'invalid_order', message: 'An event cannot end before it starts.' }]);
  }
  // Written back from the moments: a wall time that a change of the clock leaves out is moved on.
  return {
    startDate: toWall(startsAt, timezone),
    endDate: toWall(endsAt, timezone),
    timezone,
    allDay,
    startsAt,
    endsAt,
  };
}
