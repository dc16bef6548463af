import type { Said, Unit } from './span-words.ts';
import { DAY } from './zones.ts';

/** The first and the last day of something. Days are clocks that show midnight, as if they were UTC. */
export type Days = readonly [first: number, last: number];

const dateOf = (year: number, month: number, day: number): number => new Date(0).setUTCFullYear(year, month - 1, day);

/** Months are counted from the year 0 on. */
const monthOf = (day: number): number => new Date(day).getUTCFullYear() * 12 + new Date(day).getUTCMonth();
const daysOfMonth = (month: number): Days => [dateOf(0, month + 1, 1), dateOf(0, month + 2, 0)];

/** Days until such a weekday, 0 on one. */
const until = (weekday: number, today: number): number => (weekday - new Date(today).getUTCDay() + 7) % 7;

const [THURSDAY, SATURDAY] = [4, 6];

const oneDay = (day: number): Days => [day, day];
const twoDays = (day: number): Days => [day, day + DAY];

/** The span of this kind that is so many away from that of a day. Weeks begin on Monday. */
const UNITS: Readonly<Record<Unit, (by: number, today: number) => Days>> = {
  days: (by, today) => oneDay(today + by * DAY),
  weeks(by, today) {
    const sunday = today + (until(0, today) + by * 7) * DAY;
    return [sunday - 6 * DAY, sunday];
  },
  months: (by, today) => daysOfMonth(monthOf(today) + by),
  years(by, today) {
    const year = new Date(today).getUTCFullYear() + by;
    return [dateOf(year, 1, 1), dateOf(year, 12, 31)];
  },
};

const weekOf = (day: number): Days => UNITS.weeks(0, day);

const then = (found: Days | undefined, more: (day: number) => Days | undefined): Days | undefined =>
  found && more(found[0]);

const only = (day: number, [first, last]: Days): Days | undefined =>
  first <= day && day <= last ? oneDay(day) : undefined;

const nthWeekday = (month: Days, weekday: number, nth = 1): Days | undefined => {
  const [first, last] = month;
  const sixBefore = last - 6 * DAY;
  return only(
    nth > 0 ? first + (until(weekday, first) + (nth - 1) * 7) * DAY : sixBefore + until(weekday, sixBefore) * DAY,
    month,
  );
};

const dateIn = ({ date = 1 }: Said, month: Days): Days | undefined => only(month[0] + (date - 1) * DAY, month);

const nthDay = ({ nth = 1 }: Said, month: Days): Days | undefined =>
  only(nth > 0 ? month[0] + (nth - 1) * DAY : month[1], month);

const nthNamed = ({ nth, weekday = 0 }: Said, month: Days): Days | undefined => nthWeekday(month, weekday, nth);

const nthWeekend = ({ nth }: Said, month: Days): Days | undefined => then(nthWeekday(month, SATURDAY, nth), twoDays);

const onWeekday = (weekday: number | undefined, day: number): Days | undefined =>
  until(weekday ?? 0, day) === 0 ? oneDay(day) : undefined;

/** What words say of a month, by what they are about, in the order of the alphabet. */
const OF_MONTH: Readonly<Record<string, (said: Said, month: Days) => Days | undefined>> = {
  '': (_, month) => month,
  date: dateIn,
  'date weekday': (said, month) => then(dateIn(said, month), (day) => onWeekday(said.weekday, day)),
  'date week': (said, month) => then(dateIn(said, month), weekOf),
  // From Monday to Thursday, either of two weekends could be meant.
  'date weekend': (said, month) =>
    then(dateIn(said, month), (day) => (until(0, day) <= 2 ? twoDays(weekOf(day)[1] - DAY) : undefined)),
  nth: nthDay,
  'day nth': nthDay,
  // A week with its Thursday in a month has most of its days there.
  'nth week': ({ nth }, month) => then(nthWeekday(month, THURSDAY, nth), weekOf),
  'nth weekday': nthNamed,
  'nth week weekday': nthNamed,
  'nth weekend': nthWeekend,
  'nth week weekend': nthWeekend,
  stretch: ({ stretch = [1, 31] }, [first, last]) => [
    first + (stretch[0] - 1) * DAY,
    Math.min(first + (stretch[1] - 1) * DAY, last),
  ],
};

const relative = (unit: Unit) => (said: Said, today: number) => UNITS[unit](said[unit] ?? 0, today);

const isLater = ({ which }: Said): boolean => which === 'next' || which === 'coming';

/** The coming such day, which may be today; after `next` and its like, it is later. */
function weekdayOf(said: Said, today: number): Days {
  const ahead = until(said.weekday ?? 0, today);
  return oneDay(today + (said.which === 'last' ? ahead - 7 : ahead || (isLater(said) ? 7 : 0)) * DAY);
}

/** The weekend of this week, of another, or the first that begins after today. */
function weekendOf({ which, weeks }: Said, today: number): Days {
  const hasBegun = until(0, today) <= 1;
  const by = { this: 0, next: 1, last: -1, coming: hasBegun ? 1 : 0, by: 0 }[which ?? 'this'];
  return twoDays(UNITS.weeks(weeks ?? by, today)[1] - DAY);
}

/** So many units from today on, or until today. */
function countedDays({ unit = 'days', count = 1 }: Said, today: number): Days {
  const by = (of: Unit, days = 1) => (unit === of ? count * days : 0);
  const date = new Date(today);
  const away = dateOf(
    date.getUTCFullYear() + by('years'),
    date.getUTCMonth() + 1 + by('months'),
    date.getUTCDate() + by('weeks', 7) + by('days'),
  );
  return count < 0 ? [away, today] : [today, away - DAY];
}

/** What words say that name no month, likewise. */
const BY_ITSELF: Readonly<Record<string, (said: Said, today: number) => Days | undefined>> = {
  days: relative('days'),
  'days weekday': (said, today) => then(relative('days')(said, today), (day) => onWeekday(said.weekday, day)),
  weeks: relative('weeks'),
  years: relative('years'),
  year: ({ year = 0 }) => UNITS.years(0, dateOf(year, 1, 1)),
  'count unit': countedDays,
  weekday: weekdayOf,
  'weekday which': weekdayOf,
  'weekday weeks': (said, today) => then(relative('weeks')(said, today), (monday) => weekdayOf(said, monday)),
  weekend: weekendOf,
  'weekend which': weekendOf,
  'weekend weeks': weekendOf,
  // The morning could be that of tomorrow.
  '': ({ part }, today) => (part === 'evening' ? oneDay(today) : undefined),
  which: ({ part, which }, today) => (part && which === 'this' ? oneDay(today) : undefined),
};

/** Which of several such days are meant. */
const MEANT: Readonly<Record<NonNullable<Said['which']>, (days: Days, today: number) => boolean>> = {
  this: ([, last], today) => last >= today,
  coming: ([first], today) => first > today,
  next: ([first], today) => first > today,
  last: ([, last], today) => last < today,
  by: ([first], today) => first <= today,
};

/** What names a month, and how it does that alone. A date that can be no other number is of this or a coming month. */
const ANCHORS = /^(?:months?|th|which|years?)$/;
const ANCHORED = /^(?:month(?: th)?(?: which| years?)?|months(?: th)?|th(?: which)?)$/;

/** What is said, apart from the part of the day. */
const keysOf = (said: Said, are: (key: string) => boolean = () => true): string =>
  Object.entries(said)
    .flatMap(([key, value]) => (value !== undefined && key !== 'part' && are(key) ? [key] : []))
    .sort()
    .join(' ');

/** The months that words can mean, the likeliest first; none if they name none. */
function monthsMeant(said: Said, today: number): number[] {
  const { month, months, year, years, which } = said;
  if (!ANCHORED.test(keysOf(said, (key) => ANCHORS.test(key)))) return [];
  const step = which === 'last' || which === 'by' ? -1 : 1;
  const present = monthOf(today);
  if (months !== undefined) return [present + months];
  if (month === undefined) return [0, 1, 2].map((by) => present + by * step);
  if (month < 1 || month > 12) return [];
  const inYear = (by: number): number => ((year ?? Math.floor(present / 12)) + by) * 12 + month - 1;
  if (year !== undefined || which === 'this') return [inYear(0)];
  return years === undefined ? [inYear(0), inYear(step)] : [inYear(years)];
}

/** The days that words mean; undefined if they name none. */
export function daysOf({ rest, ...said }: Said, today: number): Days | undefined {
  if (rest) {
    const whole = daysOf(said, today);
    return whole && then(only(today, whole), () => [today, whole[1]]);
  }
  const months = monthsMeant(said, today);
  if (months.length === 0) return BY_ITSELF[keysOf(said)]?.(said, today);
  const within = OF_MONTH[keysOf(said, (key) => !ANCHORS.test(key))];
  const found = months.map((month) => within?.(said, daysOfMonth(month)));
  if (said.month !== undefined && !found[0]) return undefined;
  return found.find(
    (days) => days && ((months.length === 1 && !said.which) || MEANT[said.which ?? 'this'](days, today)),
  );
}

const isWithin = ({ date, nth, stretch }: Said): boolean => (date ?? nth ?? stretch) !== undefined;

/** What one end of a span leaves to the other: `14 to 24 December`, `first to third week of May`, `Friday to Sunday next week`. */
function completed(one: Said, { month, months, weeks, ...other }: Said): Said {
  const { nth, weekday, week, weekend, day } = one;
  const isOfMonth = isWithin(one) && isWithin(other) && (one.month ?? one.months) === undefined;
  const isBare = nth !== undefined && other.nth !== undefined && (weekday ?? week ?? weekend ?? day) === undefined;
  return {
    ...(isOfMonth && { month, months }),
    ...(isBare && { week: other.week, weekend: other.weekend, weekday: other.weekday }),
    ...(weekday !== undefined && other.weekday !== undefined && { weeks }),
    ...one,
  };
}

/** The days of the two ends of a span; undefined if the second is before the first. */
export function endsOf(left: Said, right: Said, today: number): readonly [Days, Days] | undefined {
  const [one, other] = [completed(left, right), completed(right, left)];
  const isOpen = (said: Said): boolean => said.which === undefined && monthsMeant(said, today).length > 1;
  // 28 December to 3 January: the December before the January that is running or to come.
  const isBefore = isOpen(one) && monthsMeant(other, today).length > 0;
  const from = isBefore
    ? then(daysOf(other, today), (day) => daysOf({ ...one, which: 'by' }, day))
    : daysOf(one, today);
  // Friday to Sunday: the Sunday after that Friday.
  const follows = isOpen(other) || /^week(?:day|end)$/.test(keysOf(other));
  const to = then(from, (day) => daysOf(other, follows ? day : today));
  if (!from || !to || to[1] < from[0]) return undefined;
  const isYear = one.month !== undefined && one.month === other.month && to[0] - from[0] > 31 * DAY;
  return isYear && !(one.year && other.year) ? undefined : [from, to];
}
