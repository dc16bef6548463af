import type { Language } from './language.ts';
import { inOneLine } from './text.ts';
import { endOfDay, type Instant, readTime, startOfDay, toInstant, toWall } from './time.ts';
import { DAY, utcAsWall, wallAsUtc } from './zones.ts';

/** When events take place, relative to now. */
export type When = 'upcoming' | 'running' | 'past' | 'all';

/** A span of time, with its first and its last second. Either may be open. */
export interface Span {
  first?: Instant | undefined;
  last?: Instant | undefined;
}

/** What a caller says of a span, as texts. */
export interface SpanInput {
  when?: string | null;
  from?: string | null;
  to?: string | null;
}

/** What such texts mean: events of this time relative to now that take place within the span. */
export interface Understood extends Span {
  when: When;
}

/** What words say, in any order. */
interface Said {
  /** this, next, last: 0, 1, -1. */
  shift?: number;
  /** Days from today. */
  day?: number;
  unit?: 'day' | 'week' | 'month' | 'year';
  weekend?: true;
  /** 0 is Sunday. */
  weekday?: number;
  month?: number;
  year?: number;
  /** A day of the month, or how many units. */
  number?: number;
  part?: keyof typeof HOURS;
  /** Whether the number counts from now on, or back. */
  ahead?: true;
  back?: true;
}

/** The first and the last hour of the parts of a day. */
const HOURS = { morning: [6, 12], afternoon: [12, 18], evening: [18, 24] } as const;

const named = <K extends keyof Said>(key: K, from: number, words: string): [string, Said][] =>
  words.split(' ').map((word, index) => [word, { [key]: from + index }]);

const same = (said: Said, words: string): [string, Said][] => words.split('|').map((word) => [word, said]);

/** Words that say nothing more, and those of numbers, days, months and spans. Folded: without case and accents. */
const WORDS: Readonly<Record<Language, readonly [string, Said][]>> = {
  en: [
    ...same({}, "on|the|at|of|during|for|days of|'s"),
    ...same({ shift: 0 }, 'this|coming|these'),
    ...same({ shift: 1 }, 'next|following|within'),
    ...same({ shift: -1 }, 'last|past|previous'),
    ...same({ ahead: true }, 'in|from now'),
    ...same({ back: true }, 'ago'),
    ...same({ day: 0 }, 'today'),
    ...same({ day: 0, part: 'evening' }, 'tonight'),
    ...same({ day: 1 }, 'tomorrow'),
    ...same({ day: 2 }, 'day after tomorrow'),
    ...same({ day: -1 }, 'yesterday'),
    ...same({ part: 'morning' }, 'morning'),
    ...same({ part: 'afternoon' }, 'afternoon'),
    ...same({ part: 'evening' }, 'evening|night'),
    ...same({ unit: 'day' }, 'day|days'),
    ...same({ unit: 'week' }, 'week|weeks'),
    ...same({ unit: 'month' }, 'month|months'),
    ...same({ unit: 'year' }, 'year|years'),
    ...same({ weekend: true }, 'weekend'),
    ...named('weekday', 0, 'sunday monday tuesday wednesday thursday friday saturday'),
    ...named('weekday', 0, 'sun mon tue wed thu fri sat'),
    ...named('month', 1, 'january february march april may june july august september october november december'),
    ...named('month', 1, 'jan feb mar apr may jun jul aug sep oct nov dec'),
    ...named('number', 1, 'one two three four five six seven eight nine ten'),
    ...same({ number: 1 }, 'a|an'),
  ],
  es: [
    ...same({}, 'el|la|los|las|de|del|por|durante|a|al'),
    ...same({ shift: 0 }, 'este|esta|estos|estas'),
    ...same({ shift: 1 }, 'proximo|proxima|proximos|proximas|siguiente|que viene'),
    ...same({ shift: -1 }, 'pasado|pasada|pasados|pasadas|ultimo|ultima|ultimos|ultimas'),
    ...same({ ahead: true }, 'en|dentro de'),
    ...same({ back: true }, 'hace'),
    ...same({ day: 0 }, 'hoy'),
    ...same({ day: 1 }, 'manana'),
    ...same({ day: 2 }, 'pasado manana'),
    ...same({ day: -1 }, 'ayer'),
    ...same({ part: 'morning' }, 'esta manana|por la manana|de la manana'),
    ...same({ part: 'afternoon' }, 'tarde'),
    ...same({ part: 'evening' }, 'noche'),
    ...same({ unit: 'day' }, 'dia|dias'),
    ...same({ unit: 'week' }, 'semana|semanas'),
    ...same({ unit: 'month' }, 'mes|meses'),
    ...same({ unit: 'year' }, 'ano|anos'),
    ...same({ weekend: true }, 'fin de semana|finde'),
    ...named('weekday', 0, 'domingo lunes martes miercoles jueves viernes sabado'),
    ...named('month', 1, 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'),
    ...named('number', 1, 'un dos tres cuatro cinco seis siete ocho nueve diez'),
    ...same({ number: 1 }, 'una'),
  ],
  ko: [
    ...same({}, '에|의|간|동안'),
    ...same({ shift: 0 }, '이번|오는'),
    ...same({ shift: 1 }, '다음|앞으로'),
    ...same({ shift: 2 }, '다다음'),
    ...same({ shift: -1 }, '지난'),
    ...same({ ahead: true }, '후|뒤|이후'),
    ...same({ back: true }, '전'),
    ...same({ day: 0 }, '오늘'),
    ...same({ day: 1 }, '내일'),
    ...same({ day: 2 }, '모레'),
    ...same({ day: -1 }, '어제'),
    ...same({ part: 'morning' }, '아침|오전'),
    ...same({ part: 'afternoon' }, '오후|낮'),
    ...same({ part: 'evening' }, '저녁|밤'),
    ...same({ unit: 'day' }, '일|날'),
    ...same({ unit: 'week' }, '주|주일'),
    ...same({ unit: 'month' }, '달|개월'),
    ...same({ unit: 'year' }, '년|해'),
    ...same({ weekend: true }, '주말'),
    ...same({ shift: 0, unit: 'year' }, '올해'),
    ...same({ shift: 1, unit: 'year' }, '내년'),
    ...same({ shift: -1, unit: 'year' }, '작년'),
    ...named('weekday', 0, '일요일 월요일 화요일 수요일 목요일 금요일 토요일'),
    ...named('number', 1, '한 두 세 네'),
    ...same({ number: 1, unit: 'week' }, '일주일'),
    ...same({ number: 2, unit: 'day' }, '이틀'),
    ...same({ number: 3, unit: 'day' }, '사흘'),
  ],
};

/** Whole texts that mean a time relative to now. */
const WHENS: Readonly<Record<When, string>> = {
  all: 'all|any time|anytime|todo|todos|siempre|전체|모두|언제든지',
  past: 'past|pasado|pasados|지난 행사|과거',
  running: 'running|now|right now|ahora|ahora mismo|en curso|지금|진행 중|진행중',
  upcoming: 'upcoming|soon|proximos|proximamente|예정|다가오는',
};

const RELATIVE: ReadonlyMap<string, When> = new Map(
  Object.entries(WHENS).flatMap(([when, words]) => words.split('|').map((word) => [word, when as When] as const)),
);

/** All words, the longest first. */
const LONGEST_FIRST = Object.values(WORDS)
  .flat()
  .sort(([one], [other]) => other.length - one.length);

/** Whether a word ends here. Korean words need no space behind them. */
const ends = (word: string, rest: string): boolean => /[가-힣]$/.test(word) || !/^[a-z]/.test(rest);

/** Adds what a word says; false if the text has said something else. */
function note(said: Said, more: Said): boolean {
  const told = said as Record<string, unknown>;
  for (const [key, value] of Object.entries(more)) {
    if (told[key] !== undefined && told[key] !== value) return false;
    told[key] = value;
  }
  return true;
}

const skipped = (text: string): string => text.replace(/^[\s,.]+/, '');

/** What the words of a folded text say; undefined if one is unknown, or does not go with the others. */
function saidIn(text: string): Said | undefined {
  const said: Said = {};
  for (let rest = skipped(text); rest !== ''; rest = skipped(rest)) {
    // In Korean, months and years are numbers with a word behind them.
    const [all, digits, sign] = /^(\d{1,4})(?!\d)(?:st\b|nd\b|rd\b|th\b|\s*([년월])(?!요일))?/.exec(rest) ?? [];
    if (digits !== undefined) {
      const number = Number(digits);
      const isYear = digits.length === 4;
      const key = sign === '월' ? 'month' : isYear ? 'year' : 'number';
      if (!note(said, { [key]: number, ...(sign === '년' && !isYear && { unit: 'year' }) })) return undefined;
      rest = rest.slice(all!.length);
      continue;
    }
    const [word, more] =
      LONGEST_FIRST.find(([each]) => rest.startsWith(each) && ends(each, rest.slice(each.length))) ?? [];
    if (word === undefined || !note(said, more!)) return undefined;
    rest = rest.slice(word.length);
  }
  return said;
}

const dateOf = (year: number, month: number, day: number): number => new Date(0).setUTCFullYear(year, month - 1, day);

/** A day of a month, if the month has it. */
function dayOf(year: number, month: number, day: number): number | undefined {
  const found = dateOf(year, month, day);
  return new Date(found).getUTCDate() === day && month >= 1 && month <= 12 ? found : undefined;
}

/** The first and the last day of something. Days are clocks that show midnight, as if they were UTC. */
type Days = readonly [first: number, last: number];

/** The days of a unit that contains a day, so many units from it. */
function unitDays(unit: NonNullable<Said['unit']>, today: number, shift: number): Days {
  const date = new Date(today);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1];
  if (unit === 'day') return [today + shift * DAY, today + shift * DAY];
  if (unit === 'month') return [dateOf(year, month + shift, 1), dateOf(year, month + shift + 1, 0)];
  if (unit === 'year') return [dateOf(year + shift, 1, 1), dateOf(year + shift, 12, 31)];
  const monday = today - ((date.getUTCDay() + 6) % 7) * DAY + shift * 7 * DAY;
  return [monday, monday + 6 * DAY];
}

/** The days that go with a month: the coming or running one, unless the words say which. */
function monthDays({ month = 1, year, number, shift, unit, weekday }: Said, today: number): Days | undefined {
  const now = new Date(today);
  const ofYear = (each: number): Days | undefined => {
    const first = dayOf(each, month, number ?? 1);
    if (first === undefined || (weekday !== undefined && new Date(first).getUTCDay() !== weekday)) return undefined;
    return number === undefined ? [first, dateOf(each, month + 1, 0)] : [first, first];
  };
  if (year !== undefined) return ofYear(year);
  const thisYear = now.getUTCFullYear();
  if (unit === 'year') return ofYear(thisYear + (shift ?? 0));
  const inYear = ofYear(thisYear);
  if (shift === 0 || !inYear) return inYear;
  const [first, last] = inYear;
  if (shift === -1) return last < today ? inYear : ofYear(thisYear - 1);
  return (shift === 1 ? first > today : last >= today) ? inYear : ofYear(thisYear + 1);
}

/** Which day of the week is meant: in a week that is named, else the coming one. */
function weekdayOf({ weekday = 0, unit, shift = 0 }: Said, today: number): number {
  if (unit === 'week') return unitDays('week', today, shift)[0] + ((weekday + 6) % 7) * DAY;
  const ahead = (weekday - new Date(today).getUTCDay() + 7) % 7;
  if (shift < 0) return today + (ahead - 7) * DAY;
  return today + (ahead === 0 && shift > 0 ? 7 : ahead) * DAY;
}

/** So many units from today on, or until today; with `in` and `ago` the one unit that is so far away. */
function countedDays({ unit = 'day', number = 1, shift, ahead, back }: Said, today: number): Days | undefined {
  if (ahead || back) return unitDays(unit, today, back ? -number : number);
  if (shift === undefined) return undefined;
  const far = shift < 0 ? -number : number;
  const by = (of: Said['unit'], days = 1) => (unit === of ? far * days : 0);
  const date = new Date(today);
  const away = dateOf(
    date.getUTCFullYear() + by('year'),
    date.getUTCMonth() + 1 + by('month'),
    date.getUTCDate() + by('week', 7) + by('day'),
  );
  return far < 0 ? [away, today] : [today, away - DAY];
}

/** The days that words mean; undefined if they name none. */
function daysOf(said: Said, today: number): Days | undefined {
  const { shift, day, unit, weekend, weekday, month, year, number, part } = said;
  const isDay = weekday !== undefined || day !== undefined || month !== undefined;
  if (weekend && isDay) return undefined;
  if (month !== undefined) return day === undefined && unit !== 'week' ? monthDays(said, today) : undefined;
  if (year !== undefined)
    return Object.keys(said).every((key) => key === 'year' || key === 'ahead')
      ? unitDays('year', dateOf(year, 1, 1), 0)
      : undefined;
  if (weekday !== undefined && day === undefined && number === undefined && (unit ?? 'week') === 'week') {
    const found = weekdayOf(said, today);
    return [found, found];
  }
  if (day !== undefined)
    return (weekday ?? unit ?? number ?? shift === undefined) ? [today + day * DAY, today + day * DAY] : undefined;
  if (isDay) return undefined;
  if (weekend) {
    const [, sunday] = unitDays('week', today, shift ?? 0);
    return number === undefined && (unit ?? 'week') === 'week' ? [sunday - DAY, sunday] : undefined;
  }
  if (number !== undefined) return unit && countedDays(said, today);
  if (unit !== undefined) return shift === undefined ? undefined : unitDays(unit, today, shift);
  return part && (shift ?? 0) <= 0 ? [today + (shift ?? 0) * DAY, today + (shift ?? 0) * DAY] : undefined;
}

/** A span as clocks show it, as if they were UTC. */
function clockSpan(text: string, today: number): Span | undefined {
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?\.?$/.exec(text) ?? [];
  const said: Said | undefined = year
    ? { year: Number(year), month: Number(month), ...(day && { number: Number(day) }) }
    : saidIn(text);
  const days = said && daysOf(said, today);
  if (!days) return undefined;
  const [first, last] = days;
  if (!said.part) return { first, last: last + DAY - 1000 };
  const [from, to] = HOURS[said.part];
  return first === last ? { first: first + (from * DAY) / 24, last: first + (to * DAY) / 24 - 1000 } : undefined;
}

/** What stands between the two ends of a span, and what may stand around them. */
const BETWEEN = /\s+(?:to|until|till|through|and|y|a|al|hasta)\s+|\s*(?:부터|~|–|\.\.|\/)\s*|\s+-\s+/;
const AROUND = /^(?:from|between|de|del|desde|entre)\s+|\s*까지$/g;

/** Where and when a text is read. */
interface Place {
  zone: string;
  now: Instant;
}

/**
 * Reads a day, a month, a year, a moment, or words of a span in any of our languages: `tonight`, `este fin de semana`, `다음 주 토요일`.
 * Weeks begin on Monday. Undefined for what cannot be read completely.
 */
export function readSpan(text: string, { zone, now }: Place): Understood | undefined {
  const folded = inOneLine(text);
  const when = RELATIVE.get(folded);
  if (when) return { when };
  if (/^\d{4}-\d\d-\d\d[t ]\d/.test(folded)) {
    const at = readTime(text.trim(), zone, now)?.at;
    return at === undefined ? undefined : { when: 'all', first: at, last: at };
  }
  const today = wallAsUtc(startOfDay(toWall(now, zone)));
  const real = (clock: Instant | undefined) => (clock === undefined ? undefined : toInstant(utcAsWall(clock), zone));
  const whole = clockSpan(folded, today);
  if (whole) return { when: 'all', first: real(whole.first), last: real(whole.last) };
  const [one = '', other = '', ...more] = folded.split(BETWEEN).map((part) => part.replace(AROUND, ''));
  const from = clockSpan(one, today);
  const dayFrom = from && Math.floor(from.first! / DAY) * DAY;
  // From Friday to Sunday: the Sunday after that Friday.
  const to = [today, dayFrom].flatMap((day) => (day === undefined ? [] : (clockSpan(other, day) ?? [])));
  const end = to.find(({ last }) => from && last! > from.first!);
  return end && more.length === 0 ? { when: 'all', first: real(from!.first), last: real(end.last) } : undefined;
}

/**
 * What the texts of a span mean together. Without `when`, events that have not ended are meant; beside `from`, or a `to` that is over,
 * all. Undefined where they name no common time. The texts must be readable.
 */
export function understood({ when, from, to }: SpanInput, place: Place): Understood | undefined {
  const read = (text: string | null | undefined) => (text == null ? undefined : readSpan(text, place));
  const end = read(to)?.last;
  const said = read(when) ?? { when: from == null && (end === undefined || end >= place.now) ? 'upcoming' : 'all' };
  const first = latest(said.first, read(from)?.first);
  const last = earliest(said.last, end);
  if (first !== undefined && last !== undefined && first > last) return undefined;
  return { when: said.when, first, last };
}

/** One of two moments, or the only one that there is. */
const either =
  (choose: (one: Instant, other: Instant) => Instant) => (one: Instant | undefined, other: Instant | undefined) =>
    one === undefined || other === undefined ? (one ?? other) : choose(one, other);
const [latest, earliest] = [either(Math.max), either(Math.min)];

/** When a day of a zone ends: then relative words mean something else. */
export const endOfToday = ({ zone, now }: Place): Instant => toInstant(endOfDay(toWall(now, zone)), zone) + 1000;
