import { type Language, perLanguage } from '../language.ts';
import { once } from '../once-for.ts';
import { DAY, type WallTime, wallAsUtc } from '../zones.ts';
import { completed } from './expand.ts';
import { DAY_PARTS, type Frequency, type Rule } from './rule.ts';

/** How a language says rules. Sentences begin with small letters. */
interface Words {
  locale: string;
  and: string;
  each: Readonly<Record<Frequency, string>>;
  /** Each so many: `#` is the number. */
  every: Readonly<Record<Frequency, string>>;
  /** On weekdays, each week or every so many weeks; workdays are Monday to Friday. */
  weekly(days: string, every?: string): string;
  workdays(every?: string): string;
  /** On days, each month or year or every so many. */
  on(days: string, each: string, every?: string): string;
  /** The first to fifth, last and second to last of the days of a month that are of one kind. */
  ordinals: readonly string[];
  nth(ordinals: string, kind: string): string;
  kinds: { day: string; workday: string };
  monthDays(list: string, isOne: boolean): string;
  ofMonth(nth: string, month: string): string;
  date(date: string): string;
  times(count: number): string;
  until(sentence: string, date: string): string;
}

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    locale: 'en-GB',
    and: ' and ',
    each: { DAILY: 'every day', WEEKLY: 'every week', MONTHLY: 'every month', YEARLY: 'every year' },
    every: { DAILY: 'every # days', WEEKLY: 'every # weeks', MONTHLY: 'every # months', YEARLY: 'every # years' },
    weekly: (days, every) => (every ? `${every} on ${days}` : `every ${days}`),
    workdays: (every) => (every ? `${every} on weekdays` : 'every weekday'),
    on: (days, each, every = each) => `${every} on ${days}`,
    ordinals: ['first', 'second', 'third', 'fourth', 'fifth', 'last', 'second to last'],
    nth: (ordinals, kind) => `the ${ordinals} ${kind}`,
    kinds: { day: 'day', workday: 'weekday' },
    monthDays: (list, isOne) => (isOne ? `day ${list}` : `days ${list}`),
    ofMonth: (nth, month) => `${nth} of ${month}`,
    date: (date) => date,
    times: (count) => (count === 1 ? 'once' : `${count} times`),
    until: (sentence, date) => `${sentence} until ${date}`,
  },
  ko: {
    locale: 'ko',
    and: ', ',
    each: { DAILY: '매일', WEEKLY: '매주', MONTHLY: '매월', YEARLY: '매년' },
    every: { DAILY: '#일마다', WEEKLY: '#주마다', MONTHLY: '#개월마다', YEARLY: '#년마다' },
    weekly: (days, every = '매주') => `${every} ${days}`,
    workdays: (every) => (every ? `${every} 평일` : '평일마다'),
    on: (days, each, every = each) => `${every} ${days}`,
    ordinals: ['첫 번째', '두 번째', '세 번째', '네 번째', '다섯 번째', '마지막', '끝에서 두 번째'],
    nth: (ordinals, kind) => `${ordinals} ${kind}`,
    kinds: { day: '날', workday: '평일' },
    monthDays: (list) => list.replace(/\d+/g, '$&일'),
    ofMonth: (nth, month) => `${month} ${nth}`,
    date: (date) => date,
    times: (count) => `총 ${count}회`,
    until: (sentence, date) => `${date}까지 ${sentence}`,
  },
  es: {
    locale: 'es',
    and: ' y ',
    each: { DAILY: 'cada día', WEEKLY: 'cada semana', MONTHLY: 'cada mes', YEARLY: 'cada año' },
    every: { DAILY: 'cada # días', WEEKLY: 'cada # semanas', MONTHLY: 'cada # meses', YEARLY: 'cada # años' },
    // The other weekdays end in s, and are their own plural.
    weekly: (days, every) => (every ? `${every} los ${days.replace(/sábado|domingo/g, '$&s')}` : `cada ${days}`),
    workdays: (every) => (every ? `${every} de lunes a viernes` : 'de lunes a viernes'),
    on: (days, each, every = `de ${each}`) => `${days} ${every}`,
    ordinals: ['primer', 'segundo', 'tercer', 'cuarto', 'quinto', 'último', 'penúltimo'],
    nth: (ordinals, kind) => `el ${ordinals} ${kind}`,
    kinds: { day: 'día', workday: 'día laborable' },
    monthDays: (list, isOne) => (isOne ? `el día ${list}` : `los días ${list}`),
    ofMonth: (nth, month) => `${nth} de ${month}`,
    date: (date) => `el ${date}`,
    times: (count) => (count === 1 ? 'una vez' : `${count} veces`),
    until: (sentence, date) => `${sentence} hasta ${date}`,
  },
};

/** The numbers of `ordinals`. */
const ORDINALS = [1, 2, 3, 4, 5, -1, -2];

const WORKDAYS = '0,1,2,3,4';
const ALL_DAYS = '0,1,2,3,4,5,6';

/** More dates of a year are no sentence. */
const MOST_DATES = 6;

/** The words with the names of Intl. Made once, because that takes long. */
const languages = once(() =>
  perLanguage((language) => {
    const words = WORDS[language];
    const format = (options: Intl.DateTimeFormatOptions): ((at: number) => string) => {
      const made = new Intl.DateTimeFormat(words.locale, { ...options, timeZone: 'UTC' });
      return (at) => made.format(at);
    };
    const weekdays = format({ weekday: 'long' });
    return {
      ...words,
      // 0 is Monday, as 5 January 1970 was.
      weekday: (weekday: number): string => weekdays((weekday + 4) * DAY),
      month: format({ month: 'long' }),
      yearDay: format({ month: 'long', day: 'numeric' }),
      fullDate: format({ year: 'numeric', month: 'long', day: 'numeric' }),
      list: (items: readonly (string | number)[]): string =>
        items.length < 2 ? items.join() : items.slice(0, -1).join(', ') + words.and + items.at(-1),
    };
  }),
);

type Speech = ReturnType<typeof languages>[Language];

/**
 * A rule as a sentence without a full stop, such as `Every Tuesday until 15 December 2026`; null if none fits. With the first start,
 * it also says what the rule leaves to that.
 */
export function ruleText(rule: Rule, language: Language, firstStart?: WallTime): string | null {
  const speech = languages()[language];
  const days = daysText(firstStart === undefined ? rule : completed(rule, firstStart), speech);
  if (days === undefined) return null;
  const counted = rule.COUNT === undefined ? days : `${days}, ${speech.times(rule.COUNT)}`;
  // The last day is out if UNTIL is earlier in it than the start.
  const time = firstStart === undefined ? 0 : wallAsUtc(`1970-01-01 ${firstStart.slice(11)}`);
  const last = rule.UNTIL && speech.date(speech.fullDate(wallAsUtc(rule.UNTIL) - time));
  const sentence = last ? speech.until(counted, last) : counted;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function daysText(rule: Rule, speech: Speech): string | undefined {
  const { FREQ, INTERVAL, BYDAY } = rule;
  const every = INTERVAL === 1 ? undefined : speech.every[FREQ].replace('#', String(INTERVAL));
  const used = String(DAY_PARTS.filter((name) => rule[name].length > 0));
  if (used === '') return every ?? speech.each[FREQ];
  if (used === 'BYDAY' && (FREQ === 'WEEKLY' || (FREQ === 'DAILY' && !every))) {
    const weekdays = BYDAY.map(({ weekday }) => weekday);
    if (String(weekdays) === ALL_DAYS && !every) return speech.each.DAILY;
    if (String(weekdays) === WORKDAYS) return speech.workdays(every);
    return speech.weekly(speech.list(weekdays.map(speech.weekday)), every);
  }
  if (!/^(MONTHLY |YEARLY BYMONTH,)(BYMONTHDAY|BYDAY(,BYSETPOS)?)$/.test(`${FREQ} ${used}`)) return undefined;
  const days = FREQ === 'MONTHLY' ? monthDays(rule, speech) : yearDays(rule, speech);
  const isShort = days.length > 0 && days.length <= MOST_DATES;
  return isShort ? speech.on(speech.list(days), speech.each[FREQ], every) : undefined;
}

function monthDays(rule: Rule, speech: Speech): string[] {
  const dates = rule.BYMONTHDAY.filter((date) => date > 0);
  const others = nthDays(rule, speech);
  return others && dates.length > 0
    ? [speech.monthDays(speech.list(dates), dates.length === 1), ...others]
    : (others ?? []);
}

function yearDays(rule: Rule, speech: Speech): string[] {
  const others = nthDays(rule, speech);
  // Of several months, the places of BYSETPOS are places in the year.
  if (!others || (rule.BYSETPOS.length > 0 && rule.BYMONTH.length > 1)) return [];
  return rule.BYMONTH.flatMap((month) => {
    const days = rule.BYMONTHDAY.filter((date) => date > 0).map((date) => Date.UTC(2024, month - 1, date));
    const real = days.filter((day) => new Date(day).getUTCMonth() === month - 1);
    const name = speech.month(Date.UTC(2024, month - 1));
    return [...real.map((day) => speech.date(speech.yearDay(day))), ...others.map((nth) => speech.ofMonth(nth, name))];
  });
}

/** What is the first, last, … of its kind in a month; undefined if words do not say all of it. */
function nthDays({ BYMONTHDAY, BYDAY, BYSETPOS }: Rule, { kinds, weekday, ordinals, nth, list }: Speech) {
  const [one, ...more] = BYDAY.map((day) => day.weekday);
  const set = String([one, ...more]);
  const kind =
    set === WORKDAYS ? kinds.workday : set === ALL_DAYS ? kinds.day : more.length === 0 ? weekday(one ?? 0) : '';
  const named: [kind: string, number: number][] =
    BYSETPOS.length > 0
      ? BYSETPOS.map((place) => [BYDAY.some((day) => day.nth !== 0) ? '' : kind, place])
      : BYDAY.map((day) => [weekday(day.weekday), day.nth]);
  for (const date of BYMONTHDAY) if (date < 0) named.push([kinds.day, date]);
  const byKind = new Map<string, string[]>();
  for (const [of, number] of named) {
    const ordinal = ordinals[ORDINALS.indexOf(number)];
    if (!of || !ordinal) return undefined;
    byKind.set(of, [...(byKind.get(of) ?? []), ordinal]);
  }
  return [...byKind].map(([of, each]) => nth(list(each), of));
}
