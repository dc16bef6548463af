import { type Days, daysOf, endsOf } from './span-days.ts';
import { saidIn } from './span-said.ts';
import { ALL_BETWEEN, AROUND, BETWEEN, HOURS, OPEN, type Said, WHENS, type When } from './span-words.ts';
import { inOneLine } from './text.ts';
import { endOfDay, type Instant, readTime, startOfDay, toInstant, toWall } from './time.ts';
import { DAY, utcAsWall, wallAsUtc } from './zones.ts';

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

const RELATIVE: ReadonlyMap<string, When> = new Map(
  Object.entries(WHENS).flatMap(([when, words]) => words.split('|').map((word) => [word, when as When] as const)),
);

/** Where and when a text is read. */
interface Place {
  zone: string;
  now: Instant;
}

/** A second less than a day. */
const TO_LAST = DAY - 1000;

/** A span with both ends, as clocks show it. */
type Clocks = Required<{ [End in keyof Span]: Instant }>;

/** What clocks show on these days, or in a part of the only one. */
function clocksOf(days: Days | undefined, { part }: Said): Clocks | undefined {
  if (!days) return undefined;
  const [first, last] = days;
  if (!part) return { first, last: last + TO_LAST };
  const [from, to] = HOURS[part];
  return first === last ? { first: first + (from * DAY) / 24, last: first + (to * DAY) / 24 - 1000 } : undefined;
}

/** Most places at which a text is taken for the two ends of a span. */
const MOST_PLACES = 8;

/** A span by its two ends: `14 to 24 December`. With `and`, one follows the other, unless all between them is said to be meant. */
function rangeIn(text: string, today: number): Clocks | undefined {
  for (const { index, 0: joint, groups } of [...text.matchAll(BETWEEN)].slice(0, MOST_PLACES)) {
    const parts = [text.slice(0, index), text.slice(index + joint.length)];
    const [one, other] = parts.map((part) => saidIn(part.replace(AROUND, '')));
    const ends = one && other && endsOf(one, other, today);
    const [from, to] = ends ? [clocksOf(ends[0], one), clocksOf(ends[1], other)] : [];
    if (!from || !to || to.last <= from.first) continue;
    const isWhole = !groups?.and || ALL_BETWEEN.test(text) || to.first <= from.last + 1000;
    return isWhole ? { first: from.first, last: to.last } : undefined;
  }
  return undefined;
}

const wholeIn = (text: string, today: number): Clocks | undefined => {
  const said = saidIn(text);
  return said && clocksOf(daysOf(said, today), said);
};

/** A span that has only one end: `until Friday`. */
function openIn(text: string, today: number): Span | undefined {
  for (const [how, patterns] of Object.entries(OPEN)) {
    const end = text.replace(new RegExp(patterns.join('|'), 'g'), '');
    const { first, last } = (end !== text && wholeIn(end, today)) || {};
    if (first === undefined || last === undefined) continue;
    return { from: { first }, after: { first: last + 1000 }, until: { last }, before: { last: first - 1000 } }[how];
  }
  return undefined;
}

/**
 * Reads a day, a month, a year, a moment, or words of a span in any of our languages: `tonight`, `este fin de semana`, `다음 주 토요일`,
 * `14 to 24 December`, `until Friday`. Undefined for what cannot be read completely, or could mean several days, such as `Fridays`.
 *
 * - Weeks begin on Monday. Those of a month are the ones with most of their days in it: `first week of December`.
 * - Its beginning, middle and end are the days 1 to 10, 11 to 20, and 21 to the last; its halves meet after the 15th.
 * - The end of the year is that of December; the next few days are seven.
 * - A day or a month without a year is the running or the coming one. Of a span, its end is: `20 December to 5 January`.
 * - `next Friday`, `el próximo viernes`, `다음 금요일` are the first one after today.
 * - `next weekend` and `다음 주말` are in next week; `el próximo fin de semana`, `coming` and `오는` say the first that begins after today.
 * - What has no beginning begins now, unless it is over.
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
  const found: Span | undefined = wholeIn(folded, today) ?? rangeIn(folded, today) ?? openIn(folded, today);
  if (!found) return undefined;
  const real = (clock: Instant | undefined) => (clock === undefined ? undefined : toInstant(utcAsWall(clock), zone));
  const [first, last] = [real(found.first), real(found.last)];
  return { when: first === undefined && last! >= now ? 'upcoming' : 'all', first, last };
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
