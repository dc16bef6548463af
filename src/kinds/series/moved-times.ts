import { isDeepStrictEqual } from 'node:util';
import { dayAfter } from '../../domain/days.ts';
import { invalidField } from '../../domain/fields/examine.ts';
import { lastStart, type Start, seriesFault, startAt } from '../../domain/recurrence/expand.ts';
import { writeRule } from '../../domain/recurrence/rule.ts';
import type { splitAt } from '../../domain/recurrence/split.ts';
import { endOfDay, type Instant, startOfDay, toInstant, type WallTime } from '../../domain/time.ts';
import { DAY, wallAfter, wallAsUtc } from '../../domain/zones.ts';
import type { EventRecord } from '../event/record.ts';
import type { EventTimes } from '../event/times.ts';
import { firstStartOf, occurrenceTimes, recurrenceOf } from './occurrences.ts';
import type { SeriesRecord } from './record.ts';
import type { SentTime } from './sent-parts.ts';

/** An occurrence that a write moves, and what was sent. */
interface Moved {
  before: EventRecord;
  after: EventRecord;
  values: { startsAt?: unknown };
}

const ANOTHER_DAY = 'Must be a time of the same day: the rule of the series says on which days it takes place.';

/** By how many days one clock reading is after another. */
const daysBetween = (before: WallTime, after: WallTime) =>
  (wallAsUtc(startOfDay(after)) - wallAsUtc(startOfDay(before))) / DAY;

/** By how many days the first start moves. */
export const daysMoved = (before: SeriesRecord, after: SeriesRecord) => daysBetween(before.startDate, after.startDate);

/** The most days by which the first start may move: within a week it is plain where each occurrence goes. */
const MOST_DAYS = 6;

/** @throws INVALID_FIELD if the first start would move further, or to a day that the rule does not give */
export function refuseDay(after: SeriesRecord, days: number) {
  const { rule, firstStart } = recurrenceOf(after);
  if (Math.abs(days) > MOST_DAYS || (rule && seriesFault(rule, firstStart)))
    throw invalidField('startDate', 'at_odds', ANOTHER_DAY);
}

/** @throws INVALID_FIELD if the occurrence would be on another day, which would have to change the rule */
export function refuseAnotherDay({ before, after, values }: Moved) {
  if (before.startDate.slice(0, 10) === after.startDate.slice(0, 10)) return;
  throw invalidField(values.startsAt == null ? 'startDate' : 'startsAt', 'at_odds', ANOTHER_DAY);
}

/** Whether two series have the same rule and dates. */
export const isSameRecurrence = (one: SeriesRecord, other: SeriesRecord) =>
  (['rule', 'rdates', 'exdates'] as const).every((key) => isDeepStrictEqual(one[key], other[key]));

/** The times of a series that begins at a clock reading, also if the clock skips it or its end on that day. */
function timesFrom(event: EventTimes, wall: WallTime): EventTimes {
  const times = occurrenceTimes(event, { wall, at: toInstant(wall, event.timezone) });
  if (event.allDay) return times;
  return { ...times, startDate: wall, endDate: wallAfter(wall, event.startDate, event.endDate) };
}

/** A series with another part of its recurrence. */
export function withPart(series: SeriesRecord, part: Awaited<ReturnType<typeof splitAt>>[number]): SeriesRecord {
  const { rule: _, ...others } = series;
  const { firstStart: wall, rule, rdates, exdates } = part;
  const times = timesFrom(series, wall);
  const isSame = wall === firstStartOf(series);
  return { ...others, ...(isSame ? {} : times), ...(rule && { rule: writeRule(rule) }), rdates, exdates };
}

/**
 * The series with what a write says of the times of an occurrence, counted from its day. The rest stays, also where it is the occurrence's
 * own.
 * @throws INVALID_FIELD if it would end before it starts
 */
export function withTimes(series: SeriesRecord, event: EventRecord, sent: ReadonlySet<SentTime>): SeriesRecord {
  const allDay = sent.has('allDay') ? event.allDay : series.allDay;
  const { timezone } = sent.has('timezone') ? event : series;
  // Where this occurrence alone is all-day, it says no time for the others.
  const says = (time: SentTime) => sent.has(time) && event.allDay === allDay;
  const day = series.startDate.slice(0, 10);
  const startDate = says('startDate') ? day + event.startDate.slice(10) : series.startDate;
  const endDate = says('endDate')
    ? dayAfter(day, daysBetween(event.startDate, event.endDate)) + event.endDate.slice(10)
    : series.endDate;
  if (says('startDate') !== says('endDate') && !allDay && endDate < startDate)
    throw invalidField(
      sent.has('endDate') ? 'endDate' : 'startDate',
      'invalid_order',
      'An event cannot end before it starts.',
    );
  const wall = allDay ? startOfDay(day) : startDate;
  const moved = { ...series, ...timesFrom({ ...series, startDate, endDate, timezone, allDay }, wall) };
  return { ...moved, ...datesAfter(series, moved) };
}

/** Where a clock reading of one series is in another, at whose first start the clock shows something else. */
function wallShift(before: SeriesRecord, after: SeriesRecord): (wall: WallTime) => WallTime {
  const [was, is] = [firstStartOf(before), firstStartOf(after)];
  const days = daysMoved(before, after);
  return (wall) => {
    if (after.allDay) return startOfDay(dayAfter(wall.slice(0, 10), days));
    if (wall.slice(11) === was.slice(11)) return dayAfter(wall.slice(0, 10), days) + is.slice(10);
    return wallAfter(wall, was, is);
  };
}

/** Where a start of one series is in another, at whose first start the clock shows something else. */
export function shiftOf(before: SeriesRecord, after: SeriesRecord): (at: Instant) => Start {
  const shift = wallShift(before, after);
  const begin = { firstStart: firstStartOf(before), zone: before.timezone };
  return (at) => {
    const wall = shift(startAt(at, begin).wall);
    return { wall, at: toInstant(wall, after.timezone) };
  };
}

/** The dates of a series whose first start was moved, and before which all are made. UNTIL moves by as many days. */
export function datesAfter(before: SeriesRecord, after: SeriesRecord): Partial<SeriesRecord> {
  const shift = wallShift(before, after);
  const days = daysMoved(before, after);
  // Dates that were sent beside another time are right already.
  const shifted = (key: 'rdates' | 'exdates') =>
    isDeepStrictEqual(before[key], after[key])
      ? after[key].map((date) => (date.length === 10 || after.allDay ? dayAfter(date.slice(0, 10), days) : shift(date)))
      : after[key];
  const { madeBefore } = before;
  const dates = {
    rdates: shifted('rdates'),
    exdates: shifted('exdates'),
    // What had yet to be made may start earlier now.
    ...(madeBefore !== undefined && { madeBefore: Math.min(madeBefore, shiftOf(before, after)(madeBefore).at) }),
  };
  const { firstStart, rule } = recurrenceOf(before);
  if (rule?.UNTIL === undefined || after.rule !== before.rule) return dates;
  const last = lastStart(rule.UNTIL, firstStart).slice(0, 10);
  return { ...dates, rule: writeRule({ ...rule, UNTIL: endOfDay(dayAfter(last, days)) }) };
}
