import { DAY, toWall, wallAsUtc } from '../zones.ts';
import { completed, lastStart } from './expand.ts';
import { acceptedRule, DAY_PARTS, type NthWeekday } from './rule.ts';

/** A series as readers know it: dates are days, or moments with an offset. */
export interface ScheduledSeries {
  rule?: string | null;
  rdates: readonly string[];
  exdates: readonly string[];
  startsAt: string;
  endsAt: string;
  timezone: string;
  allDay: boolean;
}

const UNITS = { DAILY: 'D', WEEKLY: 'W', MONTHLY: 'M', YEARLY: 'Y' } as const;
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The parts that a schedule has, as it means them: those of a rule with the days of a week, of each month, or of some months. */
const SAYABLE = /^(?:DAILY|WEEKLY(?: BYDAY)?|MONTHLY (?:BYMONTHDAY|BYDAY)|YEARLY BYMONTH,(?:BYMONTHDAY|BYDAY))$/;

/** Weekdays are of schema.org; their nth is text of iCalendar. */
const dayOf = ([nth, weekday]: NthWeekday) => {
  const name = WEEKDAYS[weekday]!;
  return nth === 0 ? `https://schema.org/${name}` : `${nth}${name.slice(0, 2).toUpperCase()}`;
};

/** When a series takes place, for search engines (https://schema.org/Schedule); undefined for what that does not express. */
export function scheduleOf(series: ScheduledSeries): Record<string, unknown> | undefined {
  const { rdates, exdates, timezone: zone, allDay } = series;
  const accepted = acceptedRule(series.rule, { zone, allDay });
  if (!accepted || rdates.length > 0) return undefined;
  const [start, end] = [series.startsAt, series.endsAt].map((at) => toWall(Date.parse(at), zone)) as [string, string];
  const rule = completed(accepted, start);
  const { FREQ, INTERVAL, COUNT, UNTIL, WKST, BYDAY, BYMONTH, BYMONTHDAY } = rule;
  const used = DAY_PARTS.filter((name) => rule[name].length > 0);
  const isSayable = SAYABLE.test([FREQ, used.join()].filter(Boolean).join(' ')) && WKST === 0;
  // Days from the end of a month have no number there, and each Monday of a month has no name.
  const isNamed = BYMONTHDAY.every((day) => day > 0) && BYDAY.every(([nth]) => nth !== 0 || FREQ === 'WEEKLY');
  if (!isSayable || !isNamed) return undefined;
  const some = (values: readonly unknown[]) => (values.length > 0 ? values : undefined);
  const isShort = wallAsUtc(end) - wallAsUtc(start) < DAY;
  return {
    '@type': 'Schedule',
    repeatFrequency: `P${INTERVAL}${UNITS[FREQ]}`,
    byDay: some(BYDAY.map(dayOf)),
    byMonth: some(BYMONTH),
    byMonthDay: some(BYMONTHDAY),
    startDate: start.slice(0, 10),
    endDate: UNTIL && lastStart(UNTIL, start).slice(0, 10),
    repeatCount: COUNT,
    startTime: allDay ? undefined : start.slice(11),
    endTime: allDay || !isShort ? undefined : end.slice(11),
    scheduleTimezone: zone,
    exceptDate: some(exdates),
  };
}
