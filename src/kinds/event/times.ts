import { invalid, invalidField } from '../../domain/fields/examine.ts';
import type { Surroundings } from '../../domain/fields/kind.ts';
import { endOfDay, type Instant, readTime, startOfDay, toInstant, toWall, type WallTime } from '../../domain/time.ts';
import { isInYears, OUTSIDE_YEARS } from '../../domain/years.ts';
import type { EventRecord } from './record.ts';

/** When an event takes place. Wall clock, zone and moments always agree. */
export type EventTimes = Pick<EventRecord, 'startDate' | 'endDate' | 'timezone' | 'startsAt' | 'endsAt' | 'allDay'>;

interface TimeValues {
  startDate?: string | null;
  endDate?: string | null;
  /** The same as moments. Each replaces its date. */
  startsAt?: Instant | null;
  endsAt?: Instant | null;
  timezone?: string | null;
  allDay?: boolean | null;
}

/**
 * The times of an event after `values` were sent. `before` holds its previous times. Input without an offset is in the zone
 * of the event, and input that equals the shown time changes nothing. Another zone keeps the wall clock. All-day events
 * begin at 00:00:00 and end at 23:59:59. A moment is kept whatever its offset, and shown in that zone.
 * @throws INVALID_FIELD naming what lies outside the years 1 to 9999, or the end if it would be before the start.
 */
export function eventTimes(
  values: TimeValues,
  before: EventTimes | undefined,
  { zone: siteZone, now }: Surroundings,
): EventTimes {
  const timezone = values.timezone === undefined ? (before?.timezone ?? siteZone) : (values.timezone ?? siteZone);
  const allDay = values.allDay ?? before?.allDay ?? false;
  // A wall time may stand for two moments. Unless something else is sent, it keeps its moment.
  const moment = ({ field, text }: Said, wall: WallTime | undefined, at: Instant | undefined): Instant => {
    if (text != null && text.trim() !== wall) {
      const read = readTime(text, timezone, now);
      if (!read || !isInYears(read.wall)) throw invalid([{ field, ...OUTSIDE_YEARS }]);
      return read.at;
    }
    if (wall === undefined || at === undefined) return now;
    return timezone === before?.timezone ? at : toInstant(wall, timezone);
  };
  const [first, last] = [saidOf(values, 'startDate', 'startsAt'), saidOf(values, 'endDate', 'endsAt')];
  const start = moment(first, before?.startDate, before?.startsAt);
  const end = moment(last, before?.endDate, before?.endsAt);
  const startsAt = allDay ? toInstant(startOfDay(toWall(start, timezone)), timezone) : start;
  const endsAt = allDay ? toInstant(endOfDay(toWall(end, timezone)), timezone) : end;
  const moved = startsAt !== before?.startsAt || endsAt !== before.endsAt;
  if (moved && endsAt < startsAt) {
    // Another zone alone can do that as well, where a clock skips the start.
    const field = [last, first].find(({ text }) => text !== undefined)?.field ?? 'timezone';
    throw invalidField(field, 'invalid_order', 'An event cannot end before it starts.');
  }
  // Derived from the moments, so that a wall time skipped by a clock change is moved forward.
  return {
    startDate: toWall(startsAt, timezone),
    endDate: toWall(endsAt, timezone),
    timezone,
    allDay,
    startsAt,
    endsAt,
  };
}

/** What was sent for a start or an end, in the form that `readTime` takes, and the field it was sent in. */
interface Said {
  field: string;
  text: string | null | undefined;
}

function saidOf(values: TimeValues, date: 'startDate' | 'endDate', moment: 'startsAt' | 'endsAt'): Said {
  const at = values[moment];
  return at == null ? { field: date, text: values[date] } : { field: moment, text: `@${at / 1000}` };
}
