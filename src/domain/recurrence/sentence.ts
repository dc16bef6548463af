import { LANGUAGES, type Language, perLanguage } from '../language.ts';
import { once } from '../once-for.ts';
import { DAY, type WallTime, wallAsUtc } from '../zones.ts';
import { completed, lastStart } from './expand.ts';
import { DAY_PARTS, type Rule } from './rule.ts';

/** What each language says, in the order of LANGUAGES. `{1}` and `{2}` are for other words. */
const PHRASES = {
  locale: ['en-GB', 'ko', 'es'],
  and: ['{1} and {2}', '{1}, {2}', '{1} y {2}'],
  DAILY: ['every day', '매일', 'cada día'],
  WEEKLY: ['every week', '매주', 'cada semana'],
  MONTHLY: ['every month', '매월', 'cada mes'],
  YEARLY: ['every year', '매년', 'cada año'],
  // Every so many.
  manyDAILY: ['every {1} days', '{1}일마다', 'cada {1} días'],
  manyWEEKLY: ['every {1} weeks', '{1}주마다', 'cada {1} semanas'],
  manyMONTHLY: ['every {1} months', '{1}개월마다', 'cada {1} meses'],
  manyYEARLY: ['every {1} years', '{1}년마다', 'cada {1} años'],
  weekdays: ['every {1}', '매주 {1}', 'cada {1}'],
  manyWeekdays: ['{1} on {2}', '{1} {2}', '{1} los {2}'],
  workdays: ['every weekday', '평일마다', 'de lunes a viernes'],
  manyWorkdays: ['{1} on weekdays', '{1} 평일', '{1} de lunes a viernes'],
  days: ['{1} on {2}', '{1} {2}', '{2} de {1}'],
  manyDays: ['{1} on {2}', '{1} {2}', '{2} {1}'],
  // The days of a month: their numbers, one and several of them, and the nth of a kind.
  number: ['{1}', '{1}일', '{1}'],
  numberedDay: ['day {1}', '{1}', 'el día {1}'],
  numberedDays: ['days {1}', '{1}', 'los días {1}'],
  nth: ['the {1} {2}', '{1} {2}', 'el {1} {2}'],
  nth1: ['first', '첫 번째', 'primer'],
  nth2: ['second', '두 번째', 'segundo'],
  nth3: ['third', '세 번째', 'tercer'],
  nth4: ['fourth', '네 번째', 'cuarto'],
  nth5: ['fifth', '다섯 번째', 'quinto'],
  'nth-1': ['last', '마지막', 'último'],
  'nth-2': ['second to last', '끝에서 두 번째', 'penúltimo'],
  day: ['day', '날', 'día'],
  workday: ['weekday', '평일', 'día laborable'],
  ofMonth: ['{1} of {2}', '{2} {1}', '{1} de {2}'],
  date: ['{1}', '{1}', 'el {1}'],
  once: ['{1}, once', '{1}, 총 1회', '{1}, una vez'],
  times: ['{1}, {2} times', '{1}, 총 {2}회', '{1}, {2} veces'],
  until: ['{1} until {2}', '{2}까지 {1}', '{1} hasta {2}'],
} as const;

/** More dates of a year are no sentence. */
const MOST_DATES = 6;
const NTHS = [1, 2, 3, 4, 5, -1, -2] as const;
const WORKDAYS = '0,1,2,3,4';
const ALL_DAYS = '0,1,2,3,4,5,6';

/** A language: its words, and the names of Intl. Made once, because that takes long. */
const languages = once(() =>
  perLanguage((language) => {
    const say = (words: keyof typeof PHRASES, ...others: (string | number)[]) =>
      PHRASES[words][LANGUAGES.indexOf(language)]!.replace(/\{(\d)\}/g, (_, place) => String(others[place - 1]));
    const format = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(say('locale'), { ...options, timeZone: 'UTC' }).format;
    const weekdays = format({ weekday: 'long' });
    return {
      say,
      // 0 is Monday, as 5 January 1970 was.
      weekday: (weekday: number) => weekdays((weekday + 4) * DAY),
      month: format({ month: 'long' }),
      yearDay: format({ month: 'long', day: 'numeric' }),
      fullDate: format({ year: 'numeric', month: 'long', day: 'numeric' }),
      list: (items: readonly string[]) =>
        items.length < 2 ? items.join() : say('and', items.slice(0, -1).join(', '), items.at(-1)!),
    };
  }),
);

type Speech = ReturnType<typeof languages>[Language];

/**
 * A rule as a sentence without a full stop, such as `Every Tuesday until 15 December 2026`; null if none fits. With the first start, it
 * also says what the rule leaves to that.
 */
export function ruleText(rule: Rule, language: Language, firstStart?: WallTime): string | null {
  const speech = languages()[language];
  const { say } = speech;
  const days = daysText(firstStart === undefined ? rule : completed(rule, firstStart), speech);
  if (days === undefined) return null;
  const counted =
    rule.COUNT === undefined ? days : rule.COUNT === 1 ? say('once', days) : say('times', days, rule.COUNT);
  const last = rule.UNTIL && lastStart(rule.UNTIL, firstStart ?? rule.UNTIL);
  const sentence = last ? say('until', counted, say('date', speech.fullDate(wallAsUtc(last)))) : counted;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function daysText(rule: Rule, speech: Speech) {
  const { FREQ, INTERVAL, BYDAY } = rule;
  const { say, list } = speech;
  const every = INTERVAL === 1 ? undefined : say(`many${FREQ}`, INTERVAL);
  const used = String(DAY_PARTS.filter((name) => rule[name].length > 0));
  if (used === '') return every ?? say(FREQ);
  if (used === 'BYDAY' && (FREQ === 'WEEKLY' || (FREQ === 'DAILY' && !every))) {
    const weekdays = String(BYDAY.map(([, weekday]) => weekday));
    if (weekdays === ALL_DAYS && !every) return say('DAILY');
    if (weekdays === WORKDAYS) return every ? say('manyWorkdays', every) : say('workdays');
    const named = list(BYDAY.map(([, weekday]) => speech.weekday(weekday)));
    // In Spanish, the other weekdays end in s already.
    return every ? say('manyWeekdays', every, named.replace(/sábado|domingo/g, '$&s')) : say('weekdays', named);
  }
  if (!/^(MONTHLY |YEARLY BYMONTH,)(BYMONTHDAY|BYDAY(,BYSETPOS)?)$/.test(`${FREQ} ${used}`)) return undefined;
  const days = daysIn(rule, speech);
  if (days.length === 0 || days.length > MOST_DATES) return undefined;
  return every ? say('manyDays', every, list(days)) : say('days', say(FREQ), list(days));
}

/** The days of each month, or of some; none if words do not say all of them. */
function daysIn({ FREQ, BYMONTH, BYMONTHDAY, BYDAY, BYSETPOS }: Rule, { say, list, ...names }: Speech) {
  const weekdays = String(BYDAY.map(([, weekday]) => weekday));
  const sets: Record<string, string> = { [WORKDAYS]: say('workday'), [ALL_DAYS]: say('day') };
  const set = BYDAY.length === 1 ? names.weekday(BYDAY[0]![1]) : sets[weekdays];
  // Of several months, the places of BYSETPOS are places in the year.
  const isPlain = BYMONTH.length < 2 && BYDAY.every(([nth]) => nth === 0);
  const numbered =
    BYSETPOS.length > 0
      ? BYSETPOS.map((nth) => ({ kind: isPlain && set, nth }))
      : BYDAY.map(([nth, weekday]) => ({ kind: names.weekday(weekday), nth }));
  for (const nth of BYMONTHDAY) if (nth < 0) numbered.push({ kind: say('day'), nth });
  const ordinals = new Map<string, string[]>();
  for (const { kind, nth } of numbered) {
    const known = NTHS.find((each) => each === nth);
    if (!kind || !known) return [];
    ordinals.set(kind, [...(ordinals.get(kind) ?? []), say(`nth${known}`)]);
  }
  const nths = [...ordinals].map(([kind, each]) => say('nth', list(each), kind));
  const dates = BYMONTHDAY.filter((date) => date > 0);
  const days = list(dates.map((date) => say('number', date)));
  if (FREQ === 'MONTHLY')
    return dates.length > 0 ? [say(dates.length === 1 ? 'numberedDay' : 'numberedDays', days), ...nths] : nths;
  return BYMONTH.flatMap((month) => {
    const real = dates
      .map((date) => Date.UTC(2024, month - 1, date))
      .filter((at) => new Date(at).getUTCMonth() === month - 1);
    const name = names.month(Date.UTC(2024, month - 1));
    return [...real.map((at) => say('date', names.yearDay(at))), ...nths.map((nth) => say('ofMonth', nth, name))];
  });
}
