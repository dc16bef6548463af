import { type Form, form, once, type Said } from './time-said.ts';

const DAY_NAME = '(sun(?:day)?|mon(?:day)?|tue(?:sday)?|wed(?:nesday)?|thu(?:rsday)?|fri(?:day)?|sat(?:urday)?)';
const UNIT = '(?:sec(?:ond)?|min(?:ute)?|hour|day|forth?night|month|year|weekday)s?';

const ORDINALS: Readonly<Record<string, number>> = {
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  sixth: 6,
  seventh: 7,
  eight: 8,
  eighth: 8,
  ninth: 9,
  tenth: 10,
  eleventh: 11,
  twelfth: 12,
};
const STEPS: Readonly<Record<string, number>> = { next: 1, last: -1, previous: -1, this: 0 };
const ORDINAL = Object.keys(ORDINALS).join('|');
const STEP = Object.keys(STEPS).join('|');

const numberOf = (word: string) => ORDINALS[word.toLowerCase()] ?? STEPS[word.toLowerCase()]!;

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const dayOf = (name: string) => DAYS.indexOf(name.slice(0, 3).toLowerCase());

const UNITS: Readonly<Record<string, readonly [keyof Said['count'], number]>> = {
  sec: ['seconds', 1],
  second: ['seconds', 1],
  min: ['seconds', 60],
  minute: ['seconds', 60],
  hour: ['seconds', 3600],
  day: ['days', 1],
  weekday: ['weekdays', 1],
  week: ['days', 7],
  fortnight: ['days', 14],
  forthnight: ['days', 14],
  month: ['months', 1],
  year: ['years', 1],
};

function count(said: Said, amount: number, unit: string) {
  const [key, times] = UNITS[unit.toLowerCase().replace(/s$/, '')]!;
  said.count[key] += amount * times;
  return true;
}

/** A word for whole days sets the time back to 00:00:00. It is refused after a time, which would be lost. */
function wholeDay(said: Said) {
  said.wholeDay = true;
  return said.time === undefined;
}

/** Midnight of a day, also after a time: PHP's manual says so of `11:00 tomorrow`, and clients have been answered so for years. */
function midnightOf(said: Said) {
  said.time = undefined;
  return wholeDay(said);
}

const weekday = (said: Said, name: string, amount: number, past: boolean) =>
  once(said, 'weekday', { day: dayOf(name), past, weeks: amount > 0 ? amount - 1 : amount });

/** Turns amounts around. Nothing else can be turned around. */
function ago(said: Said) {
  const { count, weekday, week, fromToday, ofMonth } = said;
  const amounts = Object.keys(count) as (keyof typeof count)[];
  for (const key of amounts) count[key] = -count[key];
  const others = weekday ?? week ?? fromToday ?? (typeof ofMonth === 'object' ? ofMonth : undefined);
  return others === undefined && amounts.some((key) => count[key] !== 0);
}

const FROM_TODAY: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };

/**
 * The relative forms of PHP's strtotime, as its manual defines them.
 * It leaves out the forms on which the manual and PHP disagree: `first day` and `last day` without `of`, `weekday` alone.
 */
export const RELATIVE_FORMS: readonly Form[] = [
  form('(first|last) day of', (said, which) => once(said, 'ofMonth', which!.toLowerCase() as 'first' | 'last')),
  form(
    `(${ORDINAL}|last) ${DAY_NAME} of`,
    (said, nth, name) => once(said, 'ofMonth', { day: dayOf(name!), nth: numberOf(nth!) }) && wholeDay(said),
  ),
  form(`(${STEP}) week`, (said, step) => once(said, 'week', numberOf(step!))),
  form(`([+-]?) ?(\\d{1,9}) ?(?:(${UNIT}|weeks?)|${DAY_NAME})`, (said, sign, digits, unit, name) => {
    const amount = Number(digits) * (sign === '-' ? -1 : 1);
    return unit ? count(said, amount, unit) : weekday(said, name!, amount, false);
  }),
  form(`(?!(?:first|last) day)(${ORDINAL}|${STEP}) (?:(${UNIT}|weeks)|${DAY_NAME})`, (said, word, unit, name) => {
    const amount = numberOf(word!);
    if (name) return weekday(said, name, amount, amount > 0) && wholeDay(said);
    return count(said, amount, unit!) && (!/^weekday/i.test(unit!) || wholeDay(said));
  }),
  form(DAY_NAME, (said, name) => weekday(said, name!, 0, false) && wholeDay(said)),
  form('ago', ago),
  form('now', () => true),
  form(
    '(yesterday|today|tomorrow)',
    (said, word) =>
      said.date === undefined &&
      Object.values(said.count).every((amount) => amount === 0) &&
      once(said, 'fromToday', FROM_TODAY[word!.toLowerCase()]!) &&
      midnightOf(said),
  ),
];
