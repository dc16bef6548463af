import { pause } from '../event-loop.ts';
import type { Fault } from '../fields/kind.ts';
import { type Instant, toInstant, toWall, type WallTime } from '../time.ts';
import { DAY, utcAsWall, wallAsUtc } from '../zones.ts';
import { DAY_PARTS, type Rule, type RuleContext, ruleFault } from './rule.ts';

/** What repeats. */
export interface Series extends Omit<RuleContext, 'imported'> {
  /** What the clock of the zone shows at the first start; at 00:00:00 without times. */
  firstStart: WallTime;
  /** Without one, the series is its first start and `rdates`. */
  rule?: Rule;
  /** More starts: a clock reading in the zone, or a day (`2027-03-02`), which has the time of the first start. */
  rdates?: readonly string[];
  /** Starts that are left out: a clock reading in the zone, or a day, which leaves out all starts on it. */
  exdates?: readonly string[];
}

/** The start of an occurrence. */
export interface Start {
  /** The clock reading that the rule gives (RFC 5545: RECURRENCE-ID). In a gap of summer time, no clock shows it. */
  wall: WallTime;
  /** The moment: in a gap later by its length; of two the first. */
  at: Instant;
}

/** A moment before all starts, and one after them. */
export const [FIRST, LAST]: readonly [Instant, Instant] = [Date.UTC(-1, 0), Date.UTC(9999, 11, 31)];

/** A day, in days since 1970-01-01, a Thursday. */
type Day = number;

/** The days within which a rule must give a date: ten years. */
const REACH = 3_653;

const dayOf = (wall: WallTime): Day => Math.floor(wallAsUtc(wall) / DAY);
const dateOf = (day: Day) => utcAsWall(day * DAY).slice(0, 10);
const dayNumber = (year: number, month: number, date: number): Day =>
  new Date(0).setUTCFullYear(year, month, date) / DAY;
const LAST_DAY = dayNumber(9999, 11, 31);
const yearOf = (day: Day) => new Date(day * DAY).getUTCFullYear();
const monthOf = (day: Day) => new Date(day * DAY).getUTCMonth();
/** 0 is Monday. */
const weekdayOf = (day: Day) => (((day + 3) % 7) + 7) % 7;

/** Periods of one kind: the number of the period `of` a day, and the day on which it begins. Weeks have a first weekday. */
type Periods = Record<'of' | 'begin', (dayOrPeriod: number, firstWeekday: number) => number>;

const WEEKS: Periods = {
  of: (day, start) => Math.floor((day + 3 - start) / 7),
  begin: (week, start) => week * 7 - 3 + start,
};
const MONTHS: Periods = { of: (day) => yearOf(day) * 12 + monthOf(day), begin: (month) => dayNumber(0, month, 1) };
const YEARS: Periods = { of: yearOf, begin: (year) => dayNumber(year, 0, 1) };
/** Years of whole weeks. The first has at least four days of the year, and so 4 January. */
const WEEK_YEARS: Periods = {
  of: yearOf,
  begin: (year, start) => WEEKS.begin(WEEKS.of(dayNumber(year, 0, 4), start), start),
};
const PERIODS = { DAILY: { of: Number, begin: Number }, WEEKLY: WEEKS, MONTHLY: MONTHS, YEARLY: YEARS };

/** A place in a row, from 1, and the length of the row. */
type Place = readonly [place: number, length: number];

/** The first day of the period in which a day lies, and its number of days. */
function rowAt({ of, begin }: Periods, day: Day): Row {
  const period = of(day, 0);
  const first = begin(period, 0);
  return { first, length: begin(period + 1, 0) - first };
}

interface Row {
  first: Day;
  length: number;
}

/** The place of a day among those of its row that are so many days apart. */
function placeIn({ first, length }: Row, day: Day, days = 1): Place {
  const place = Math.floor((day - first) / days) + 1;
  return [place, place + Math.floor((first + length - 1 - day) / days)];
}

/** Whether numbers name a place, or there are none. Those below zero count from the end. */
function allows(numbers: readonly number[], placeOf: () => Place) {
  if (numbers.length === 0) return true;
  const [place, length] = placeOf();
  return numbers.includes(place) || numbers.includes(place - length - 1);
}

/**
 * The rule with what it leaves to the first start (RFC 5545, section 3.3.10: "Information, not contained in the rule, … are derived
 * from" it). A yearly BYMONTHDAY alone means days of that month; beside BYDAY, days of any month, as BYDAY means the whole year.
 */
export function completed(rule: Rule, firstStart: WallTime): Rule {
  const { FREQ, BYMONTH, BYWEEKNO, BYYEARDAY, BYMONTHDAY, BYDAY } = rule;
  const [month, date] = firstStart.split(/[- ]/).slice(1, 3).map(Number) as [number, number];
  const isYear = FREQ === 'YEARLY' && BYWEEKNO.length === 0;
  if (FREQ === 'DAILY' || BYDAY.length + BYYEARDAY.length > 0 || (BYMONTHDAY.length > 0 && !isYear)) return rule;
  if (FREQ !== 'MONTHLY' && !isYear) return { ...rule, BYDAY: [[0, weekdayOf(dayOf(firstStart))]] };
  return {
    ...rule,
    BYMONTH: isYear && BYMONTH.length === 0 ? [month] : BYMONTH,
    BYMONTHDAY: BYMONTHDAY.length === 0 ? [date] : BYMONTHDAY,
  };
}

/**
 * The days of a period that each part names. The parts that expand a period in the table of RFC 5545, section 3.3.10, and those that
 * limit it come to the same: days of the period that all of them name.
 */
function chosen(rule: Rule, begin: Day, end: Day): Day[] {
  const { BYMONTH, BYWEEKNO, BYYEARDAY, BYMONTHDAY, BYDAY } = rule;
  const isOfDates = BYMONTH.length + BYYEARDAY.length + BYMONTHDAY.length > 0 || BYDAY.some(([nth]) => nth !== 0);
  const days: Day[] = [];
  for (let from = begin, to = end; from < end; from = to) {
    const month = isOfDates ? rowAt(MONTHS, from) : undefined;
    to = month ? Math.min(end, month.first + month.length) : end;
    if (month && !allows(BYMONTH, () => [monthOf(from) + 1, 12])) continue;
    const year = isOfDates ? rowAt(YEARS, from) : undefined;
    const row = rule.FREQ === 'MONTHLY' || BYMONTH.length > 0 ? month : year;
    for (let day = from; day < to; day++) {
      const isAllowed =
        allows(BYWEEKNO, () => [Math.floor((day - begin) / 7) + 1, (end - begin) / 7]) &&
        allows(BYYEARDAY, () => placeIn(year!, day)) &&
        allows(BYMONTHDAY, () => placeIn(month!, day));
      const nths = BYDAY.flatMap(([nth, weekday]) => (weekday === weekdayOf(day) ? nth : []));
      const isOn = nths.includes(0) || (nths.length > 0 && allows(nths, () => placeIn(row!, day, 7)));
      if (isAllowed && (isOn || BYDAY.length === 0)) days.push(day);
    }
  }
  return days.filter((_, at) => allows(rule.BYSETPOS, () => [at + 1, days.length]));
}

/** The last start that UNTIL allows a rule, on its day or, if it is earlier in it than the first start, on the day before. */
export const lastStart = (until: WallTime, firstStart: WallTime): WallTime => {
  const first = wallAsUtc(firstStart);
  return utcAsWall(first + Math.floor((wallAsUtc(until) - first) / DAY) * DAY);
};

/** Whether numbers name as many days in each month or year: those that all have, from one end alone. */
const isInAll = (numbers: readonly number[], most: number) =>
  numbers.every((number) => Math.abs(number) <= most && number > 0 === numbers[0]! > 0 && number !== 0);

/** How many starts each period of a rule has; undefined where that depends on the period. */
function startsInEach({ FREQ, BYMONTH, BYMONTHDAY, BYDAY, ...rule }: Rule) {
  const used = DAY_PARTS.filter((name) => ({ ...rule, BYMONTH, BYMONTHDAY, BYDAY })[name].length > 0).join();
  const months = Math.max(BYMONTH.length, 1);
  const nths = BYDAY.map(([nth]) => nth);
  if (used === '') return FREQ === 'DAILY' ? 1 : undefined;
  if (FREQ === 'WEEKLY') return used === 'BYDAY' ? BYDAY.length : undefined;
  if (FREQ === 'DAILY' || !/^(?:BYMONTH,)?(?:BYMONTHDAY|BYDAY)$/.test(used)) return undefined;
  // In a month that BYMONTH leaves out, a monthly rule has none.
  if (BYMONTH.length > 0 && FREQ === 'MONTHLY') return undefined;
  if (BYMONTHDAY.length > 0)
    return (FREQ === 'MONTHLY' || BYMONTH.length > 0) && isInAll(BYMONTHDAY, 28)
      ? months * BYMONTHDAY.length
      : undefined;
  return isInAll(nths, FREQ === 'MONTHLY' || BYMONTH.length > 0 ? 4 : 52) ? months * nths.length : undefined;
}

/** A day that a rule gives, and its place among all of them if the rule counts. */
type Counted = readonly [day: Day, place: number];

/**
 * The days from one to another that a rule gives, in order, counted from the first start on; by themselves, all to the year 9999.
 * Undefined before each period, so that other work may go on. A rule that counts is counted from its first start on, unless
 * each period has as many starts.
 */
function* countedDays(
  rule: Rule,
  firstStart: WallTime,
  from = -LAST_DAY,
  to = LAST_DAY,
): Generator<Counted | undefined> {
  const { INTERVAL, COUNT = Number.POSITIVE_INFINITY, WKST } = rule;
  const full = completed(rule, firstStart);
  const { of, begin } = rule.BYWEEKNO.length > 0 ? WEEK_YEARS : PERIODS[rule.FREQ];
  const first = dayOf(firstStart);
  const until = rule.UNTIL ? dayOf(lastStart(rule.UNTIL, firstStart)) : LAST_DAY;
  const last = Math.min(to, until, LAST_DAY);
  const daysIn = (period: number): Day[] =>
    chosen(full, begin(period, WKST), begin(period + 1, WKST)).filter((day) => day >= first);
  const each = rule.COUNT === undefined ? 0 : startsInEach(full);
  // January may begin with the last week of the year before.
  let period = of(first, WKST) - INTERVAL;
  let counted = 0;
  if (each !== undefined) {
    const passed = Math.max(0, Math.floor((of(from, WKST) - period) / INTERVAL) - 1);
    period += passed * INTERVAL;
    if (each > 0 && passed > 1) counted = daysIn(of(first, WKST)).length + (passed - 2) * each;
  }
  for (; counted < COUNT && begin(period, WKST) <= last; period += INTERVAL) {
    yield undefined;
    for (const day of daysIn(period)) {
      if (day > last || counted === COUNT) return;
      counted++;
      if (day >= from) yield [day, counted];
    }
  }
}

/** The same without their places. */
export function* daysOf(...of: Parameters<typeof countedDays>): Generator<Day | undefined> {
  for (const each of countedDays(...of)) yield each?.[0];
}

/** The first day that a rule gives in so many days after the first start, whether or not it ends before. */
function firstDay(rule: Rule, firstStart: WallTime, reach = REACH): Day | undefined {
  const { COUNT: _, UNTIL: __, ...endless } = rule;
  for (const day of daysOf(endless, firstStart, undefined, dayOf(firstStart) + reach))
    if (day !== undefined) return day;
  return undefined;
}

/** A date of a series as a clock reading. A day has the time of the first start. */
export const withTime = (date: string, firstStart: WallTime): WallTime =>
  date.length === 10 ? date + firstStart.slice(10) : date;

/** The clock reading by the rule of a series at a moment: in a gap of summer time, the time of the first start, which no clock shows. */
export function startAt(at: Instant, { firstStart, zone }: Pick<Series, 'firstStart' | 'zone'>): Start {
  const shown = toWall(at, zone);
  const byRule = shown.slice(0, 10) + firstStart.slice(10);
  return { wall: toInstant(byRule, zone) === at ? byRule : shown, at };
}

/**
 * The starts from one moment to before another, in order, each moment once, and at most so many. The first start is one even if the
 * rule misses it; it counts towards COUNT (RFC 5545, section 3.3.10: DTSTART "always counts as the first occurrence"). Gives way to
 * other work. Takes less than 0.1 ms for each year that is looked at; with COUNT, that may be each year from the first start on.
 */
export async function startsOf(series: Series, from: Instant, to: Instant, most: number): Promise<Start[]> {
  const { firstStart, zone, allDay, rule, rdates = [], exdates = [] } = series;
  const excluded = new Set(
    exdates.map((each) => (allDay || each.length === 10 ? each.slice(0, 10) : toInstant(each, zone))),
  );
  const starts = new Map<Instant, Start>();
  const add = (wall: WallTime) => {
    const at = toInstant(wall, zone);
    if (at >= from && at < to && !excluded.has(at) && !excluded.has(wall.slice(0, 10))) starts.set(at, { wall, at });
  };
  for (const each of [firstStart, ...rdates]) add(withTime(each, firstStart));
  const enough = starts.size + most;
  const counted = rule && withoutMissed(rule, firstStart);
  // No clock is two days from UTC.
  const days = counted && daysOf(counted, firstStart, Math.floor(from / DAY) - 2, Math.floor(to / DAY) + 2);
  for (const day of days ?? []) {
    if (day === undefined) await pause();
    else add(withTime(dateOf(day), firstStart));
    if (starts.size >= enough) break;
  }
  return [...starts.values()].sort((a, b) => a.at - b.at).slice(0, most);
}

/** The rule of the other starts, if it misses the first one, which counts. */
const withoutMissed = (rule: Rule, firstStart: WallTime) =>
  rule.COUNT !== undefined && firstDay(rule, firstStart, 0) === undefined ? { ...rule, COUNT: rule.COUNT - 1 } : rule;

/** A day after all that a rule gives, soon after the last if that is plain. */
function endOf(rule: Rule, firstStart: WallTime): Day {
  const { COUNT, INTERVAL, UNTIL, WKST } = rule;
  if (UNTIL) return dayOf(UNTIL) + 2;
  const each = COUNT === undefined ? undefined : startsInEach(completed(rule, firstStart));
  if (each === undefined) return LAST_DAY;
  const { of, begin } = PERIODS[rule.FREQ];
  const end = begin(of(dayOf(firstStart), WKST) + (Math.ceil(COUNT! / each) + 1) * INTERVAL, WKST) + 2;
  // No clock shows a day that is too far.
  return Math.min(LAST_DAY, end || LAST_DAY);
}

/**
 * The last start by the rule before a moment, and the place that it counts for among all of them; undefined where the first start is
 * not before it.
 */
export async function lastBefore(
  { firstStart, zone, rule }: Series,
  before: Instant,
): Promise<{ start: Start; place: number } | undefined> {
  const first = { wall: firstStart, at: toInstant(firstStart, zone) };
  if (first.at >= before) return undefined;
  let found = { start: first, place: 1 };
  if (!rule) return found;
  const counted = withoutMissed(rule, firstStart);
  const missed = (rule.COUNT ?? 0) - (counted.COUNT ?? 0);
  const end = Math.min(Math.floor(before / DAY) + 2, endOf(counted, firstStart));
  const begin = Math.floor(first.at / DAY) - 2;
  const isCounted = rule.COUNT !== undefined && startsInEach(completed(rule, firstStart)) === undefined;
  // Most rules give a date within a few months. One that has to be counted is counted once.
  for (let reach = isCounted ? LAST_DAY : 100, from = end; found.start === first && from > begin; reach *= 10) {
    from = Math.max(begin, end - reach);
    for (const each of countedDays(counted, firstStart, from, end)) {
      if (!each) await pause();
      else {
        const wall = withTime(dateOf(each[0]), firstStart);
        const at = toInstant(wall, zone);
        if (at < before) found = { start: { wall, at }, place: each[1] + missed };
      }
    }
  }
  return found;
}

/** The most steps to the last start of a rule that counts. A month is looked at in four, a year in 50. */
const MOST_STEPS = 10_000;
const STEPS = { DAILY: 1, WEEKLY: 1, MONTHLY: 4, YEARLY: 50 };

/** Why a rule is refused that counts further than what can be looked at whenever its starts are asked for. */
export function countFault(rule: Rule, firstStart: WallTime): { fault: Fault } | undefined {
  const { COUNT, FREQ } = rule;
  if (COUNT === undefined || startsInEach(completed(rule, firstStart)) !== undefined) return undefined;
  let steps = 0;
  // No step has more than eight days.
  if (COUNT > 8 * MOST_STEPS) steps = MOST_STEPS;
  for (const each of countedDays(rule, firstStart)) {
    if (each === undefined) steps += STEPS[FREQ];
    if (steps > MOST_STEPS)
      return ruleFault('COUNT must be reached within 10,000 days or weeks, 2,500 months or 200 years of this rule.');
  }
  return undefined;
}

/**
 * Why a series is refused: its rule gives no date in ten years, or misses the first start, unless it is imported. Names the parts
 * without which it would not. Takes a few milliseconds at the most.
 */
export function seriesFault(rule: Rule, firstStart: WallTime, imported = false): { fault: Fault } | undefined {
  const first = firstDay(rule, firstStart);
  if (first !== undefined && imported) return undefined;
  if (rule.UNTIL && rule.UNTIL < firstStart) return ruleFault('UNTIL is before the first start.');
  if (first === dayOf(firstStart)) return undefined;
  const reach = first === undefined ? REACH : 0;
  const used = DAY_PARTS.filter((name) => rule[name].length > 0);
  const wrong = used.filter((name) => firstDay({ ...rule, [name]: [] }, firstStart, reach) !== undefined);
  const parts = (wrong.length > 0 ? wrong : used).join(' + ');
  return first === undefined
    ? ruleFault('{0} gives no date in ten years.', parts)
    : ruleFault('{0} gives its first date on {1}, not on the first start.', parts, dateOf(first));
}
