import { dayAfter } from '../days.ts';
import type { Fault } from '../fields/kind.ts';
import { isDay } from '../iso.ts';
import { type Message, message, type Pattern, type ValuesOf } from '../message.ts';
import { endOfDay, toInstant, toWall, type WallTime } from '../time.ts';
import { isInYears } from '../years.ts';
import { utcAsWall, wallAsUtc } from '../zones.ts';

const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** Which weekday of a month or year, of which 0 is Monday: 1 is the first of them, -1 the last, 0 means each. */
export type NthWeekday = readonly [nth: number, weekday: number];

/**
 * A recurrence rule (RFC 5545, section 3.3.10) whose parts fit together; its keys are their names. Lists are sorted, numbers from
 * the end last, and name nothing twice.
 */
export interface Rule {
  FREQ: (typeof FREQUENCIES)[number];
  INTERVAL: number;
  /** Never beside UNTIL. */
  COUNT?: number;
  /** The last moment at which an occurrence may start, on the clock of the zone. */
  UNTIL?: WallTime;
  BYMONTH: readonly number[];
  BYWEEKNO: readonly number[];
  BYYEARDAY: readonly number[];
  BYMONTHDAY: readonly number[];
  BYDAY: readonly NthWeekday[];
  BYSETPOS: readonly number[];
  /** The weekday on which weeks begin; 0, Monday, where that makes no difference. */
  WKST: number;
}

/** The parts that choose days. */
export const DAY_PARTS = ['BYMONTH', 'BYWEEKNO', 'BYYEARDAY', 'BYMONTHDAY', 'BYDAY', 'BYSETPOS'] as const;

/** The hour, minute and second of the day, as far as a rule names them. */
type Clock = readonly (number | undefined)[];

/** The series of a rule. */
export interface RuleContext {
  zone: string;
  /** Whether it has dates and no times. */
  allDay?: boolean;
  /** Whether it is from a file. Then its rule may name one time of the day. */
  imported?: boolean;
  /** Which day a time in UTC means in its file. Without it, the day on the clock of `zone`, by `dayMeant`. */
  dayOf?(utc: WallTime): string;
}

/** Characters of a rule: more than all days of a month beside all months and weekdays take. */
const LONGEST = 500;

/** The largest numbers of parts that begin at 1, of those that also count from the end, and of those that begin at 0. */
const COUNTS = { INTERVAL: 1000, COUNT: 1_000_000, BYMONTH: 12 };
const PLACES = { BYWEEKNO: 53, BYYEARDAY: 366, BYMONTHDAY: 31, BYSETPOS: 366 };
const CLOCK = { BYHOUR: 23, BYMINUTE: 59, BYSECOND: 59 };
const NUMBERS = { ...COUNTS, ...PLACES, ...CLOCK };

type NumberPart = keyof typeof NUMBERS;
type Parts = ReadonlyMap<string, string>;
const CLOCK_PARTS = ['BYHOUR', 'BYMINUTE', 'BYSECOND'] as const;
const PARTS = ['FREQ', 'UNTIL', 'BYDAY', 'WKST', ...Object.keys(NUMBERS)];

/** Why a rule is refused. The message names the part. */
export const ruleFault = <P extends Pattern>(...said: [pattern: P, ...values: ValuesOf<P>]): { fault: Fault } => ({
  fault: { code: 'invalid_rule', message: message(...said) },
});

/** Ends the reading of a rule. Never leaves this file. */
class Refused extends Error {
  constructor(readonly said: Message) {
    super();
  }
}

function refuse<P extends Pattern>(...said: [pattern: P, ...values: ValuesOf<P>]): never {
  throw new Refused(message(...said));
}

/**
 * Reads a rule of at most 500 characters, with or without `RRULE:`, in any case. A fault names the part. If the rule names a time of the
 * day, put the first start there by `atClock`.
 */
export function readRule(text: string, context: RuleContext): { rule: Rule; clock: Clock } | { fault: Fault } {
  if (text.length > LONGEST)
    return { fault: { code: 'too_long', message: message('Must not be longer than {0} characters.', LONGEST) } };
  try {
    return read(partsOf(text), context);
  } catch (error) {
    if (error instanceof Refused) return { fault: { code: 'invalid_rule', message: error.said } };
    throw error;
  }
}

/** The rule of a series as `readRule` accepted it before; undefined without one. */
export function acceptedRule(text: string | null | undefined, context: RuleContext): Rule | undefined {
  const read = text == null ? undefined : readRule(text, context);
  return read && 'rule' in read ? read.rule : undefined;
}

/** A first start at the time of the day that its rule names. */
export function atClock(wall: WallTime, clock: Clock): WallTime {
  const [day, ...shown] = wall.split(/[ :]/);
  return `${day} ${shown.map((digits, at) => String(clock[at] ?? digits).padStart(2, '0')).join(':')}`;
}

/**
 * Writes a rule without `RRULE:`: the same rule always in the same way, and `readRule` reads it again. For a file, name the series:
 * it has UNTIL in UTC, or as a date (RFC 5545, section 3.3.10).
 */
export function writeRule(rule: Rule, file?: RuleContext): string {
  const texts: Readonly<Record<string, unknown>> = {
    ...rule,
    INTERVAL: rule.INTERVAL > 1 ? rule.INTERVAL : '',
    UNTIL: rule.UNTIL && writeUntil(rule.UNTIL, file),
    BYDAY: rule.BYDAY.map(([nth, weekday]) => `${nth || ''}${WEEKDAYS[weekday]}`),
    WKST: rule.WKST > 0 ? WEEKDAYS[rule.WKST] : '',
  };
  return ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', ...DAY_PARTS, 'WKST']
    .flatMap((name) => (String(texts[name] ?? '') === '' ? [] : `${name}=${texts[name]}`))
    .join(';');
}

/** Whether a rule never ends. */
export const isInfinite = ({ COUNT, UNTIL }: Rule): boolean => COUNT === undefined && UNTIL === undefined;

function partsOf(text: string): Parts {
  const parts = new Map<string, string>();
  // Google Calendar has written rules that end with a semicolon.
  const line = text.toUpperCase().replace(/^\s*(RRULE:)?|;?\s*$/g, '');
  for (const part of line.split(';')) {
    const [, name, value] = /^([A-Z][A-Z-]{0,29})=([A-Z0-9,+-]+)$/.exec(part) ?? [];
    if (!name || !value) return refuse('A rule is parts such as FREQ=WEEKLY, with semicolons between them.');
    if (!PARTS.includes(name)) refuse('{0} is no part of a rule.', name);
    if (parts.has(name)) refuse('{0} may be there only once.', name);
    parts.set(name, value);
  }
  return parts;
}

function read(parts: Parts, context: RuleContext): { rule: Rule; clock: Clock } {
  const FREQ = FREQUENCIES.find((name) => name === parts.get('FREQ'));
  if (!FREQ) return refuse('FREQ is DAILY, WEEKLY, MONTHLY or YEARLY.');
  const numbers = (name: NumberPart) => readNumbers(name, parts.get(name));
  const [[INTERVAL = 1], [COUNT]] = [numbers('INTERVAL'), numbers('COUNT')];
  const until = parts.get('UNTIL');
  const rule: Rule = {
    ...{ FREQ, INTERVAL },
    ...(COUNT !== undefined && { COUNT }),
    ...(until !== undefined && { UNTIL: readUntil(until, context) }),
    BYMONTH: numbers('BYMONTH'),
    BYWEEKNO: numbers('BYWEEKNO'),
    BYYEARDAY: numbers('BYYEARDAY'),
    BYMONTHDAY: numbers('BYMONTHDAY'),
    BYDAY: readWeekdays(parts.get('BYDAY')),
    BYSETPOS: numbers('BYSETPOS'),
    WKST: WEEKDAYS.indexOf(parts.get('WKST') ?? 'MO'),
  };
  checkTogether(rule);
  const groupsWeeks = FREQ === 'WEEKLY' && rule.BYDAY.length > 0 && (INTERVAL > 1 || rule.BYSETPOS.length > 0);
  if (!groupsWeeks && rule.BYWEEKNO.length === 0) rule.WKST = 0;
  const named = CLOCK_PARTS.find((name) => parts.has(name));
  if (named && !context.imported) refuse('{0} is not taken: the first start says the time.', named);
  // Beside dates "these rule parts MUST be ignored" (RFC 5545, section 3.3.10).
  return { rule, clock: context.allDay ? [] : CLOCK_PARTS.map((name) => numbers(name)[0]) };
}

/** Refuses what RFC 5545, section 3.3.10, forbids of parts that are right by themselves. */
function checkTogether(rule: Rule) {
  const { FREQ, COUNT, UNTIL, BYDAY, WKST } = rule;
  const used = DAY_PARTS.filter((name) => rule[name].length > 0);
  const isNumbered = BYDAY.some(([nth]) => nth !== 0);
  const problems: [is: boolean, said: Message][] = [
    [WKST < 0, message('WKST is one of {0}.', WEEKDAYS.join(', '))],
    [COUNT !== undefined && UNTIL !== undefined, 'COUNT and UNTIL exclude each other.'],
    [FREQ !== 'YEARLY' && used.includes('BYWEEKNO'), 'BYWEEKNO needs FREQ=YEARLY.'],
    [FREQ !== 'YEARLY' && used.includes('BYYEARDAY'), 'BYYEARDAY needs FREQ=YEARLY.'],
    [FREQ === 'WEEKLY' && used.includes('BYMONTHDAY'), 'BYMONTHDAY is not for FREQ=WEEKLY.'],
    [isNumbered && /DAILY|WEEKLY/.test(FREQ), 'BYDAY has numbers only with FREQ=MONTHLY or FREQ=YEARLY.'],
    [isNumbered && used.includes('BYWEEKNO'), 'BYDAY has no numbers beside BYWEEKNO.'],
    [String(used) === 'BYSETPOS', 'BYSETPOS needs another part that chooses days.'],
  ];
  for (const [is, said] of problems) if (is) throw new Refused(said);
}

/** Numbers from the front come before numbers from the end. */
const inOrder = (a: number, b: number) => Number(a < 0) - Number(b < 0) || a - b;

function readNumbers(name: NumberPart, list: string | undefined) {
  if (list === undefined) return [];
  const [least, most, pattern] = [name in CLOCK ? 0 : 1, NUMBERS[name], name in PLACES ? /^[+-]?\d+$/ : /^\d+$/];
  const isGood = (text: string) =>
    pattern.test(text) && Math.abs(Number(text)) >= least && Math.abs(Number(text)) <= most;
  const texts = list.split(',');
  const isBad = !texts.every(isGood);
  if (isBad && name in PLACES) refuse('{0} is {1} to {2}, or -{2} to -1.', name, least, most);
  if (isBad) refuse('{0} is {1} to {2}.', name, least, most);
  const numbers = [...new Set(texts.map(Number))].sort(inOrder);
  if (numbers.length > 1 && !DAY_PARTS.some((part) => part === name)) refuse('{0} may have only one value.', name);
  return numbers;
}

function readWeekdays(list: string | undefined) {
  const days = new Map<string, NthWeekday>();
  for (const text of list?.split(',') ?? []) {
    const [, nth, name = ''] = /^([+-]?(?:0?[1-9]|[1-4]\d|5[0-3]))?([A-Z]{2})$/.exec(text) ?? [];
    const weekday = WEEKDAYS.indexOf(name);
    if (weekday < 0) refuse('BYDAY is weekdays such as MO, 1TU or -1SU, with numbers up to 53.');
    days.set(`${Number(nth ?? 0)} ${name}`, [Number(nth ?? 0), weekday]);
  }
  return [...days.values()].sort(([a, one], [b, other]) => inOrder(a, b) || one - other);
}

/**
 * Which day a time in UTC means where only a date makes sense: an all-day series. Programs write the date itself at midnight or at the
 * last second, or a midnight of their zone. Without a zone it is the day whose midnight is nearest.
 */
export function dayMeant(utc: WallTime, zone: string | undefined): string {
  const [day = '', clock = ''] = utc.split(' ');
  if (clock === '00:00:00' || clock === '23:59:59') return day;
  if (zone !== undefined) return toWall(wallAsUtc(utc), zone).slice(0, 10);
  return clock < '12:00:00' ? day : dayAfter(day);
}

/** UNTIL on the clock of the zone. A date means its whole day, and so does any time of a series without times. */
function readUntil(text: string, { zone, allDay, dayOf = (its) => dayMeant(its, zone) }: RuleContext): WallTime {
  const [, date = '', hour, minute, second, utc] =
    /^(\d{8})(?:T([01]\d|2[0-3])([0-5]\d)([0-5]\d)(Z)?)?$/.exec(text) ?? [];
  const day = date.replace(/(..)(..)$/, '-$1-$2');
  const said = hour === undefined ? endOfDay(day) : `${day} ${hour}:${minute}:${second}`;
  const inZone = (): WallTime => (allDay ? `${dayOf(said)} 00:00:00` : toWall(wallAsUtc(said), zone));
  const wall = isDay(day) && utc ? inZone() : said;
  if (!isDay(day) || !isInYears(wall)) refuse('UNTIL is a date such as 20261215, or a time such as 20261215T190000Z.');
  return allDay ? endOfDay(wall) : wall;
}

function writeUntil(until: WallTime, file?: RuleContext) {
  const isDate = file ? file.allDay : until === endOfDay(until);
  const wall = file && !isDate ? utcAsWall(toInstant(until, file.zone)) : until;
  const digits = wall.replace(/[-:]/g, '').replace(' ', 'T');
  return isDate ? digits.slice(0, 8) : digits + (file ? 'Z' : '');
}
