import { Temporal } from 'temporal-polyfill';
import type { Series } from '../../../src/domain/recurrence/expand.ts';

const DAY = 86_400_000;

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

const known = new Map<number, string>();

function textOf(day: number): string {
  const text = known.get(day) ?? new Date(day * DAY).toISOString().slice(0, 10);
  known.set(day, text);
  return text;
}

const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY;
const yearOf = (day: number): string => textOf(day).slice(0, 4);
const monthOf = (day: number): string => textOf(day).slice(0, 7);
const weekdayOf = (day: number): string => WEEKDAYS[(((day + 4) % 7) + 7) % 7]!;

/** The first day of the week of a day. */
function weekOf(day: number, first: string): number {
  let start = day;
  while (weekdayOf(start) !== first) start--;
  return start;
}

/** Whether a day has a number among those of its row that are steps of so many days apart. Below zero, from the end. */
function isNumber(number: number, day: number, days: number, rowOf: (day: number) => string): boolean {
  const step = number > 0 ? -days : days;
  const edge = day + step * (Math.abs(number) - 1);
  return rowOf(edge) === rowOf(day) && rowOf(edge + step) !== rowOf(day);
}

/**
 * The dates of a rule from the first one to a last day: each day is held against the words of RFC 5545, section 3.3.10. Slow, and
 * written without a look at the code that is tested.
 */
export function datesByModel(rule: string, firstDate: string, lastDate: string): string[] {
  const parts: Record<string, string> = Object.fromEntries(rule.split(';').map((part) => part.split('=')));
  const { FREQ = '', INTERVAL = '1', COUNT, WKST = 'MO' } = parts;
  const [start, last] = [dayOf(firstDate), dayOf(lastDate)];
  const has = (name: string): boolean => name in parts;
  const some = (name: string, fits: (text: string) => boolean): boolean =>
    !has(name) || parts[name]!.split(',').some(fits);

  // A week belongs to the year that has at least four days of it.
  const weekYearOf = (day: number): string => yearOf(weekOf(day, WKST) + 3);
  const years = has('BYWEEKNO') ? weekYearOf : yearOf;
  const periods: Record<string, (day: number) => number> = {
    DAILY: (day) => day,
    WEEKLY: (day) => (weekOf(day, WKST) - weekOf(0, WKST)) / 7,
    MONTHLY: (day) => Number(yearOf(day)) * 12 + Number(monthOf(day).slice(5)),
    YEARLY: (day) => Number(years(day)),
  };
  const periodOf = periods[FREQ]!;
  const first = FREQ === 'YEARLY' ? Number(yearOf(start)) : periodOf(start);

  // What the rule does not say is as on the first date.
  const isDayOpen = !has('BYDAY') && !has('BYMONTHDAY') && !has('BYYEARDAY');
  const isWeekdayKept = isDayOpen && (FREQ === 'WEEKLY' || has('BYWEEKNO'));
  const isDateKept = isDayOpen && !has('BYWEEKNO') && (FREQ === 'MONTHLY' || FREQ === 'YEARLY');
  const isMonthKept = FREQ === 'YEARLY' && !['BYMONTH', 'BYWEEKNO', 'BYYEARDAY', 'BYDAY'].some(has);
  const rowOf = FREQ === 'MONTHLY' || has('BYMONTH') ? monthOf : yearOf;
  const isNamed = (day: number): boolean =>
    (periodOf(day) - first) % Number(INTERVAL) === 0 &&
    some('BYMONTH', (month) => Number(month) === Number(monthOf(day).slice(5))) &&
    some('BYWEEKNO', (week) => isNumber(Number(week), day, 7, weekYearOf)) &&
    some('BYYEARDAY', (place) => isNumber(Number(place), day, 1, yearOf)) &&
    some('BYMONTHDAY', (place) => isNumber(Number(place), day, 1, monthOf)) &&
    some('BYDAY', (text) => {
      const number = text.slice(0, -2);
      return text.endsWith(weekdayOf(day)) && (number === '' || isNumber(Number(number), day, 7, rowOf));
    }) &&
    (!isWeekdayKept || weekdayOf(day) === weekdayOf(start)) &&
    (!isDateKept || textOf(day).slice(8) === firstDate.slice(8)) &&
    (!isMonthKept || textOf(day).slice(5, 7) === firstDate.slice(5, 7));

  // Whole periods, because BYSETPOS counts in them.
  const sets = new Map<number, number[]>();
  for (let day = start - 400; day <= last + 400; day++)
    if (isNamed(day)) sets.set(periodOf(day), [...(sets.get(periodOf(day)) ?? []), day]);
  return [...sets.values()]
    .flatMap((set) =>
      set.filter((_, at) => some('BYSETPOS', (place) => [at + 1, at - set.length].includes(Number(place)))),
    )
    .filter((day) => day >= start)
    .slice(0, COUNT === undefined ? undefined : Number(COUNT))
    .filter((day) => day <= last)
    .map(textOf);
}

/** What a series has by the words of RFC 5545, and by the zones of Temporal. */
export function startsByModel(
  { rule, firstStart, zone, rdates = [], exdates = [] }: Series,
  text: string,
  last: string,
): number[] {
  const [date, time] = [firstStart.slice(0, 10), firstStart.slice(10)];
  const endless = text.replace(/;?(COUNT|UNTIL)=\w+/, '').replace(/^;/, '');
  const isMissed = datesByModel(endless, date, date).length === 0;
  const counted = text.replace(/COUNT=(\d+)/, (_, count) => `COUNT=${count - Number(isMissed)}`);
  const own = datesByModel(counted, date, last).map((each) => each + time);
  const at = (wall: string): number =>
    Temporal.PlainDateTime.from(wall.replace(' ', 'T')).toZonedDateTime(zone).epochMilliseconds;
  const walls = [...own.filter((wall) => wall <= (rule?.UNTIL ?? '9')), firstStart, ...rdates];
  const left = walls.filter((wall) => !exdates.includes(wall) && !exdates.includes(wall.slice(0, 10)));
  return [...new Set(left.map(at))].sort((a, b) => a - b);
}
