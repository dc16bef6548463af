import { INPUT_LIMITS } from '../../domain/fields/limits.ts';
import { countFault, type Start, seriesFault, startsOf } from '../../domain/recurrence/expand.ts';
import { atClock, type RuleContext, readRule, writeRule } from '../../domain/recurrence/rule.ts';
import { datedSlug } from '../../domain/slug.ts';
import { type Instant, startOfDay, toInstant, toWall, type WallTime } from '../../domain/time.ts';
import { DAY, utcAsWall, wallAfter } from '../../domain/zones.ts';
import { occurrenceUid } from '../../kinds/series/occurrences.ts';
import { hashOf } from '../hashes.ts';
import type { InUid, Item } from '../item.ts';
import { startInUid } from '../shared-uids.ts';
import { type Component, firstOf, propertyOf, textAfterColon } from './ics-components.ts';
import { type Clock, clockOf, momentOf, type TimeReading } from './ics-times.ts';

/** The first start of an event that recurs. */
interface FirstStart {
  wall: WallTime;
  /** The zone whose clock it recurs by: UTC for a start in UTC, whatever the zone of its calendar. */
  zone: string;
  isDay: boolean;
  /** Whether its series is not the first of its UID in the file. */
  isOther?: boolean;
}

/** When an occurrence is by the rule, whenever it takes place. */
interface Original {
  at: Instant;
  day: string;
}

/** An occurrence that a file has as an event of its own. */
export interface Occurrence extends Pick<Item, 'ref' | 'uid' | 'formerRefs'> {
  original: Original;
  isFirst: boolean;
  /** Whether the file has the event that recurs. */
  isOfSeries: boolean;
}

/** What a file says of all its occurrences. */
export interface OccurrencesInFile {
  /** How its times are read. */
  time: TimeReading;
  /** The starts by the rule of those that the file only says to be canceled. */
  leftOutOf(uid: string): readonly Instant[];
  /** Whether an occurrence is in the file as an event of its own. */
  isException(ref: string): boolean;
  /** Whether a series is the only one with its UID in the file, the first to begin, or another. */
  rankOf(series: Component): InUid['rank'];
  /** Of a series that was divided, or one that it was divided into: the UID of the first. They may have one UID. */
  chainOf(uid: string): string | undefined;
}

/** Maximum occurrences of an event that are taken, those of them that are past, and dates beside its rule that are read. */
const [MOST, MOST_PAST, MOST_DATES] = [730, 200, 5_000];

/** Milliseconds before and after today within which they lie, 12 and 24 months, and within which it is looked for more. */
const [BACK, AHEAD, BEYOND] = [366 * DAY, 732 * DAY, 3_653 * DAY];

/** The reference to an event by its UID, and to an occurrence. */
export const named = (uid: string, which: string | undefined): string =>
  which === undefined ? uid : `${uid} ${which}`;

/** Between which moments occurrences are taken; the second is outside. */
export const horizonOf = (now: Instant, since = Math.floor(now / DAY) * DAY - BACK) => ({
  from: since,
  to: Math.floor(now / DAY) * DAY + AHEAD,
});

/** Whether it has the UID of its series. */
const isFirst = ({ at, day }: Original, { wall, zone, isDay, isOther }: FirstStart) =>
  !isOther && (isDay ? day === wall.slice(0, 10) : at === toInstant(wall, zone));

/**
 * What an occurrence is called, for good. The first has the UID and reference of its event. Each other has those of its original
 * start: a moment, however a file writes it, or a day. `said` is that start as the file writes it.
 */
function identityOf(
  uid: string,
  { at, day }: Original,
  { zone, isDay, isOther }: FirstStart,
  first: boolean,
  said = day,
) {
  const moment = new Date(at).toISOString().replace('.000Z', 'Z');
  const start = isDay ? day : moment;
  // Earlier versions read starts as they were written, without their zone, the first of another series as an event alone, and days as
  // the times that stand for them.
  const former = isDay ? [moment] : [toWall(at, zone).replace(' ', 'T'), ...(isOther ? [startInUid({ at })] : [])];
  const starts = [start, ...former, said].map((its) => named(uid, its));
  const [ref = uid, ...formerRefs] = new Set([...(first ? [uid] : []), ...starts]);
  return { ref, uid: first ? uid : occurrenceUid(uid, { at, wall: day }, isDay), formerRefs };
}

function ruleOf({ lines }: Component, context: RuleContext) {
  const line = lines.find(({ name }) => name === 'RRULE');
  return line && readRule(textAfterColon(line), { ...context, imported: true });
}

/** The clock of the first start of an event that recurs, at the time that its rule names. */
export function firstClockOf(event: Component): Clock | undefined {
  const property = firstOf(event, 'DTSTART');
  const clock = property && clockOf(property);
  const read = clock && ruleOf(event, { zone: 'UTC', allDay: clock.isDay });
  return read && 'rule' in read ? { ...clock, wall: atClock(clock.wall, read.clock) } : clock;
}

function firstStartOf(clock: Clock, time: TimeReading): FirstStart | undefined {
  const when = momentOf(clock, time);
  const zone = clock.isUtc ? 'UTC' : (when?.zone ?? time.zone ?? time.site);
  return when && { wall: clock.wall, zone, isDay: clock.isDay };
}

/** The start of a series that a clock means. Programs also write a day for a time, and midnight for a day. */
function originalOf(clock: Clock, { wall, zone, isDay }: FirstStart, time: TimeReading): Original | undefined {
  if (isDay) {
    const day = clock.isUtc ? time.dayOf(clock.wall) : clock.wall.slice(0, 10);
    return { at: toInstant(`${day} 00:00:00`, zone), day };
  }
  const said = clock.isDay ? { ...clock, wall: clock.wall.slice(0, 10) + wall.slice(10), isDay: false } : clock;
  const at = momentOf(said, time, zone)?.at;
  return at === undefined ? undefined : { at, day: toWall(at, zone).slice(0, 10) };
}

/** The clocks of all lines of a name; undefined for what is no date. Of a period, its start. */
export const clocksIn = ({ lines }: Component, name: string): (Clock | undefined)[] =>
  lines.flatMap((line) => {
    if (line.name !== name) return [];
    const [from, colon] = [line.text.search(/[:;]/), line.text.lastIndexOf(':')];
    const values = line.text.slice(colon + 1).split(',');
    const parameters = line.text.slice(from, Math.max(from, colon)).replace(/;VALUE=[^;:]*/i, '');
    const property = propertyOf({ ...line, name: 'DTSTART', text: `DTSTART${parameters}:${values[0]}` });
    return values.map((value) => property && clockOf({ ...property, values: [value.split('/')[0]] }));
  });

/** Which occurrence a RECURRENCE-ID names, by the first start of its series, if the file has that. Undefined if it is no date. */
export function occurrenceOf(
  { uid, said, clock }: { uid: string; said: string; clock: Clock },
  first: Clock | undefined,
  time: TimeReading,
): Occurrence | undefined {
  const series = firstStartOf(first ?? clock, time);
  const original = series && originalOf(clock, series, time);
  if (!original) return undefined;
  const isFirstOne = first !== undefined && isFirst(original, series);
  const identity = identityOf(uid, original, series, isFirstOne, said);
  return { ...identity, original, isFirst: isFirstOne, isOfSeries: first !== undefined };
}

/**
 * The occurrences of an event that recurs, of which `alone` is the first: those within a horizon that are no events of their own. A
 * rule that cannot be read has none. `left` is what is not taken, for people, and `repeats` what gives their starts.
 */
export async function occurrencesOf(
  event: Component,
  alone: Item,
  overview: OccurrencesInFile,
  now: Instant,
  since?: Instant,
) {
  const { time } = overview;
  const first = { ...firstStartOf(firstClockOf(event)!, time)!, isOther: overview.rankOf(event) === 'other' };
  const { zone, isDay: allDay, wall: firstStart } = first;
  const count = (pattern: RegExp) => event.lines.filter(({ text }) => pattern.test(text)).length;
  const left = new Set<string>();
  if (count(/^RRULE[:;]/i) > 1) left.add('RRULE: all but the first.');
  if (count(/^EXRULE[:;]/i) > 0) left.add('EXRULE.');
  if (count(/^RDATE[^:]*=PERIOD/i) > 0) left.add('RDATE: the ends of periods.');
  const read = ruleOf(event, { zone, allDay, dayOf: time.dayOf });
  const wrong =
    read && ('fault' in read ? read : (seriesFault(read.rule, firstStart, true) ?? countFault(read.rule, firstStart)));
  const firstAt = toInstant(firstStart, zone);
  if (wrong) {
    left.add(`RRULE: ${wrong.fault.message} The event is taken once, at its start.`);
    const isLeft = overview.isException(alone.ref) || (since !== undefined && firstAt < since);
    return { items: isLeft ? [] : [alone], left };
  }
  const start = { at: firstAt, day: firstStart.slice(0, 10) };
  const item = first.isOther ? { ...alone, ref: identityOf(alone.uid!, start, first, false).ref } : alone;
  function datesIn(name: 'RDATE' | 'EXDATE') {
    const clocks = clocksIn(event, name);
    if (clocks.length > MOST_DATES) left.add(`${name}: more than ${MOST_DATES} dates.`);
    return clocks.slice(0, MOST_DATES).flatMap((clock) => {
      const its = clock && originalOf(clock, first, time);
      if (!its) left.add(`${name}: dates that cannot be read.`);
      return its ? [clock.isDay || allDay ? its.day : toWall(its.at, zone)] : [];
    });
  }
  const rule = read && 'rule' in read && { rule: read.rule };
  const series = { zone, allDay, firstStart, ...rule, rdates: datesIn('RDATE'), exdates: datesIn('EXDATE') };
  const horizon = { ...horizonOf(now, since), first: firstAt };
  // What begins later is there from its beginning.
  horizon.to = Math.max(horizon.to, firstAt + 1);
  let allPast: Start[] = [];
  // The last ones are near: of a day long ago, not all starts since are sought.
  for (let reach = BACK + DAY, from = now; from > horizon.from && allPast.length <= MOST_PAST; reach *= 10) {
    from = Math.max(horizon.from, now - reach);
    allPast = await startsOf(series, from, Math.min(now, horizon.to), Number.POSITIVE_INFINITY);
  }
  const past = allPast.slice(-MOST_PAST);
  if (past.length < allPast.length) horizon.from = past[0]!.at;
  const ahead = await startsOf(series, Math.max(now, horizon.from), horizon.to, MOST - past.length + 1);
  const [next] = ahead.splice(MOST - past.length);
  if (next) horizon.to = ahead.at(-1)!.at + 1;
  if (firstAt < horizon.from && horizon.from !== since)
    left.add(`Occurrences before ${utcAsWall(horizon.from).slice(0, 10)}.`);
  const isMore = (next ?? (await startsOf(series, horizon.to, horizon.to + BEYOND, 1))[0]) !== undefined;
  if (isMore) left.add(`Occurrences after ${utcAsWall(horizon.to - 1).slice(0, 10)}: import again later.`);
  const all = [...past, ...ahead].map(({ at, wall }) => occurrenceAt({ at, day: wall.slice(0, 10) }, item, first));
  const items = all.filter(({ ref }) => !overview.isException(ref));
  const repeats = { ref: item.ref, series };
  if (all.length === 0) return { items, left, horizon, repeats };
  const leftOut = overview.leftOutOf(alone.ref).map((at) => toWall(at, zone).slice(0, allDay ? 10 : undefined));
  const exdates = [...series.exdates, ...leftOut];
  const recurrence = { ...series, exdates, rule: rule ? writeRule(rule.rule) : null };
  const chain = item.uid === undefined ? undefined : overview.chainOf(item.uid);
  const its = seriesOf(item, first, { ...recurrence, madeBefore: isMore ? horizon.to : undefined });
  return {
    items: [{ ...its, ...(chain !== undefined && { chain }) }, ...items],
    left,
    horizon,
    repeats,
  };
}

/** The series that begins with an event. It repeats by the clock of one zone, which may be another than the event shows. */
function seriesOf(
  item: Item,
  first: FirstStart,
  {
    rule,
    rdates,
    exdates,
    madeBefore,
  }: { rule: string | null; madeBefore: Instant | undefined } & Record<'rdates' | 'exdates', string[]>,
): Item {
  const start = { at: toInstant(first.wall, first.zone), day: first.wall.slice(0, 10) };
  const { occurrence: _, inUid: __, formerRefs: ___, said, ...its } = occurrenceAt(start, item, first);
  const [
    {
      values: { slug: ____, ...values },
      ...words
    },
  ] = said;
  const timezone = first.zone;
  const lastOf = (dates: string[]) => [...new Set(dates)].sort().slice(-INPUT_LIMITS.dates.values);
  const recurrence = { rule, rdates: lastOf(rdates), exdates: lastOf(exdates) };
  return {
    ...its,
    kind: 'series',
    ref: item.ref,
    said: [{ ...words, values: { ...values, timezone, ...recurrence } }],
    madeBefore,
  };
}

/** The occurrence at this start of the series that begins with an event. It lasts as long by the clock. */
function occurrenceAt(start: Original, item: Item, series: FirstStart): Item {
  const [{ values, ...said }] = item.said;
  const { startsAt, endsAt, startDate, endDate } = values as Record<'startsAt' | 'endsAt', number> &
    Record<'startDate' | 'endDate', string>;
  const [{ at, day }, { zone, isDay }, first] = [start, series, isFirst(start, series)];
  const clock = (moment: Instant): WallTime => toWall(moment, zone);
  const times = isDay
    ? { startDate: day, endDate: wallAfter(startOfDay(day), startOfDay(startDate), startOfDay(endDate)).slice(0, 10) }
    : { startsAt: at, endsAt: toInstant(wallAfter(clock(at), clock(startsAt), clock(endsAt)), zone) };
  const moved = { ...values, ...times, ...(!first && { slug: datedSlug(String(values.title), day) }) };
  const { uid, ref } = item;
  return {
    ...item,
    said: [{ ...said, values: first && (isDay || at === startsAt) ? values : moved }],
    occurrence: { series: ref, originalStartsAt: at },
    ...(!first && { ref: hashOf([ref, at]), inUid: undefined, place: `${item.place}, ${day}` }),
    ...(uid !== undefined && identityOf(uid, start, series, first)),
  };
}
