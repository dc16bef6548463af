import { isDeepStrictEqual } from 'node:util';
import { mayUpdate } from '../../domain/access.ts';
import { dayAfter } from '../../domain/days.ts';
import { Conflict, DomainError } from '../../domain/errors.ts';
import { invalidField } from '../../domain/fields/examine.ts';
import type { Language } from '../../domain/language.ts';
import { message } from '../../domain/message.ts';
import { FIRST, lastStart, type Start, seriesFault, startsOf } from '../../domain/recurrence/expand.ts';
import { writeRule } from '../../domain/recurrence/rule.ts';
import { isDivisible, splitAt } from '../../domain/recurrence/split.ts';
import { endOfDay, type Instant, startOfDay, toInstant, toWall, type WallTime } from '../../domain/time.ts';
import { DAY, wallAfter, wallAsUtc } from '../../domain/zones.ts';
import type { Context } from '../context.ts';
import type { NewUid } from '../event/identity.ts';
import { eventKind } from '../event/kind.ts';
import type { EventRecord, OwnField } from '../event/record.ts';
import type { EventTimes } from '../event/times.ts';
import { withDerived } from '../post/derived.ts';
import { prepareRecord } from '../post/write.ts';
import type { Repository } from '../shared/repository.ts';
import { chainOf } from './chain.ts';
import type { Scoped } from './fields.ts';
import { seriesKind } from './kind.ts';
import { freeSlugs, makeOccurrences, seriesSlugs } from './make.ts';
import {
  firstStartOf,
  importedOccurrence,
  isOwn,
  madeUpTo,
  occurrenceAfter,
  occurrenceTimes,
  partsChanged,
  recurrenceOf,
  startsToMake,
  withParts,
} from './occurrences.ts';
import type { SeriesRecord } from './record.ts';

export interface ScopeDeps {
  events: Repository<EventRecord>;
  series: Repository<SeriesRecord>;
  newUid: NewUid;
}

/** An occurrence before and after a write. */
type Pair = readonly [before: EventRecord, after: EventRecord];

/** A write of one occurrence, and what it takes of its series with it. */
interface Writing {
  before: EventRecord;
  after: EventRecord;
  values: Scoped & { status?: unknown; startDate?: unknown; startsAt?: unknown };
}

/** The most occurrences that a change of a rule makes at once. */
const MOST_MADE = 740;

/** Writes of several occurrences as one. All of them are part of the caller's unit. */
export interface Scopes {
  /** Writes what else the scope of a write of one occurrence changes, and returns that occurrence as it is to be stored. */
  write(writing: Writing, ctx: Context): Promise<EventRecord>;
  /** An occurrence as an import tells it, to be stored. */
  imported(event: EventRecord, ctx: Context): Promise<EventRecord>;
  /** Brings the occurrences that have yet to start in line with a changed series, and returns the series as it is to be stored. */
  follow(before: SeriesRecord, after: SeriesRecord, ctx: Context): Promise<SeriesRecord>;
  /** Moves occurrences of a series into the trash, or takes out those that were deleted with it. */
  trash(series: number, which: (event: EventRecord) => boolean, ctx: Context): Promise<void>;
  restore(series: number, ctx: Context): Promise<void>;
}

export function createScopes(deps: ScopeDeps): Scopes {
  const { events } = deps;

  /** All occurrences, also those in the trash, in the order of their original starts. */
  async function occurrencesOf(series: number): Promise<EventRecord[]> {
    const found = await events.find({ series }, { index: 'series' });
    return found.sort((a, b) => a.originalStartsAt! - b.originalStartsAt!);
  }

  /** @throws FORBIDDEN, saying how many, unless the caller may change all of them */
  function refuseOthers(changes: readonly Pair[], ctx: Context): void {
    const others = changes.filter(([before]) => !mayUpdate(ctx.viewer, before)).length;
    if (others === 0) return;
    const said = message('You may not change {0} of these occurrences, so nothing was changed.', others);
    throw new DomainError('FORBIDDEN', said, [], { viewerCan: { update: false, delete: false } });
  }

  async function writeAll(pairs: readonly Pair[], ctx: Context): Promise<void> {
    const changed = pairs.filter(([before, after]) => !isDeepStrictEqual(before, after));
    refuseOthers(changed, ctx);
    await events.replaceAll(changed);
  }

  /** An occurrence with its slugs, besides those `taken` by others that are not stored yet. */
  async function named([before, record]: Pair, taken: Set<string>, ctx: Context): Promise<EventRecord> {
    const posts = { kind: eventKind, repository: events };
    const next = await prepareRecord<EventRecord>(posts, { record, values: {}, before }, ctx);
    const slug = await freeSlugs(deps, next, taken);
    return isDeepStrictEqual(slug, next.slug) ? next : withDerived<EventRecord>(eventKind, { ...next, slug });
  }

  /** Moves occurrences into the trash or out of it, like a write of each. */
  async function withStatus(changes: readonly Pair[], ctx: Context): Promise<void> {
    refuseOthers(changes, ctx);
    const pairs: Pair[] = [];
    const taken = new Set<string>();
    for (const [before, after] of changes)
      pairs.push([before, await named([before, { ...after, modifiedAt: ctx.now }], taken, ctx)]);
    await events.replaceAll(pairs);
  }

  const trashed = (event: EventRecord): Pair => [event, { ...event, status: 'trash', deletedWithSeries: true }];

  function restored(event: EventRecord): Pair {
    const { deletedWithSeries: _, deletedByRule: __, statusBeforeTrash: status = 'draft', ...alive } = event;
    return [event, { ...alive, status }];
  }

  /** A record of this series with what follows from its parts. Occurrences mostly have the texts of the series. */
  function derived(event: EventRecord, like: EventRecord, before: EventRecord, ctx: Context): EventRecord {
    const { search, names, sort } = like;
    const record = { ...event, modifiedAt: ctx.now };
    const whole = isDeepStrictEqual(record.text, like.text)
      ? { ...record, search, names, sort, ...eventKind.facets(record) }
      : withDerived<EventRecord>(eventKind, record);
    return eventKind.follow(whole, { values: {}, before, language: ctx.language });
  }

  interface Change {
    before: SeriesRecord;
    after: SeriesRecord;
    parts: readonly OwnField[];
    occurrences: readonly EventRecord[];
    /** Which occurrences the parts go to, besides those with values of their own. */
    reaches(event: EventRecord): boolean;
    /** An occurrence that is written besides. */
    written?: EventRecord;
    ctx: Context;
  }

  /** The occurrences with these parts of their series, except what is their own. */
  async function changed({ before, after, parts, occurrences, reaches, ctx, ...rest }: Change): Promise<Pair[]> {
    const isMoved = parts.includes('times');
    const startOf = shiftOf(before, after);
    const taken = new Set(rest.written?.slugs);
    const starts = (rest.written ? [rest.written] : []).map((event) => startOf(event.originalStartsAt!).at);
    const pairs: Pair[] = [];
    for (const event of occurrences) {
      const { own = [] } = event;
      const its = reaches(event) ? parts.filter((part) => !isOwn(event, part)) : [];
      let next = withParts({ ...event, series: after._id }, its, after);
      if (isMoved) {
        const start = startOf(event.originalStartsAt!);
        const staysThere = own.includes('times') || event.startsAt <= ctx.now;
        next = {
          ...next,
          originalStartsAt: start.at,
          ...(staysThere ? { own: [...new Set([...own, 'times'])] } : occurrenceTimes(after, start)),
        };
      }
      starts.push(next.originalStartsAt!);
      if (isDeepStrictEqual(next, event)) continue;
      const record = derived(next, after, event, ctx);
      const isTitled = Object.keys(next.text).some((language) => event.text[language as Language] === undefined);
      pairs.push([event, isTitled && !event.trashed ? await named([event, record], taken, ctx) : record]);
    }
    if (isMoved && new Set(starts).size < starts.length)
      throw invalidField('allDay', 'at_odds', 'Must not put two occurrences on the same start.');
    // Each moves to a start that no other has any more.
    return isMoved && after.startsAt > before.startsAt ? pairs.reverse() : pairs;
  }

  /** Divides a series before an occurrence. The occurrences from there on are those of a new series. */
  async function divided(
    series: SeriesRecord,
    where: { at: Instant; first: Instant },
    ctx: Context,
  ): Promise<[SeriesRecord, SeriesRecord]> {
    const recurrence = recurrenceOf(series);
    if (recurrence.rule && !isDivisible(recurrence.rule)) throw invalidField('scope', 'invalid', 'Is not accepted.');
    const [first, second] = await splitAt(recurrence, where);
    const { source: _, formerSlugs: __, ...shared } = { ...series, chain: chainOf(series) };
    const _id = await deps.series.nextId();
    const slug = await seriesSlugs(deps, { ...series, _id, slug: {} }, series.slug);
    const later: SeriesRecord = {
      ...withPart(shared, second),
      ...{ _id, uid: deps.newUid(), version: 1, createdAt: ctx.now, modifiedAt: ctx.now, slug },
      slugs: [...new Set(Object.values(slug))],
    };
    const { chain } = shared;
    return [madeUpTo({ ...withPart(series, first), chain, modifiedAt: ctx.now }, undefined), later];
  }

  async function write({ before, after, values }: Writing, ctx: Context): Promise<EventRecord> {
    const { scope = 'this', ifSeriesVersion } = values;
    const isDeletion = after.trashed !== before.trashed;
    const series = await deps.series.one({ _id: before.series! });
    const isStatus = values.status != null && !isDeletion && after.status !== before.status;
    if (isStatus && values.scope == null && series && (series.status === 'draft' || series.status === 'pending'))
      throw invalidField('scope', 'missing', 'Must be this, following or all, because the series is not published.');
    if (scope === 'this' || scope === null || !series) return occurrenceAfter(before, after);
    if (ifSeriesVersion != null && series.version !== ifSeriesVersion) throw new Conflict(before);
    const isRenamed = Object.entries(before.slug).some(([each, its]) => (after.slug[each as Language] ?? its) !== its);
    if (isRenamed && !isDeletion)
      throw invalidField('slug', 'at_odds', 'Must not stand beside {0}.', { field: 'scope' });
    refuseOthers([[series, series]], ctx);
    const all = await occurrencesOf(series._id);
    const isFirst = all[0]!._id === before._id;
    const isWhole = scope === 'all' || isFirst;
    const [ended, its] = isWhole
      ? [undefined, series]
      : await divided(series, { at: before.originalStartsAt!, first: all[0]!.originalStartsAt! }, ctx);
    const group = isWhole ? all : all.filter((each) => each.originalStartsAt! >= before.originalStartsAt!);
    if (ended) {
      await deps.series.replace(series, ended);
      await deps.series.insert(its);
    }
    const others = group.filter(({ _id }) => _id !== before._id);
    if (isDeletion) return withSeries(its, { before, after, others }, ctx);
    const parts = partsChanged(before, after);
    if (parts.includes('times')) refuseAnotherDay({ before, after, values });
    const next = await seriesWith(its, { before, after }, parts, ctx);
    const change = { before: its, after: next, parts, reaches: () => true, written: after, ctx };
    await writeAll(await changed({ ...change, occurrences: others }), ctx);
    if (!isDeepStrictEqual(next, its)) await deps.series.replace(its, next);
    const start = shiftOf(its, next)(before.originalStartsAt!);
    const shared = parts.includes('times') ? { ...after, ...occurrenceTimes(next, start) } : after;
    const kept = (before.own ?? []).filter((part) => !parts.includes(part));
    const own = [...kept, ...partsChanged(shared, after)];
    const { own: _, ...mine } = after;
    return { ...mine, series: next._id, originalStartsAt: start.at, ...(own.length && { own }) };
  }

  /** Deletes or restores a series with its occurrences, of which the caller writes one. */
  async function withSeries(
    series: SeriesRecord,
    { before, after, others }: { before: EventRecord; after: EventRecord; others: readonly EventRecord[] },
    ctx: Context,
  ): Promise<EventRecord> {
    const { deletedWithSeries: _, ...mine } = { ...after, series: series._id };
    const follows = (event: EventRecord): boolean =>
      after.trashed ? !event.trashed : event.deletedWithSeries === true;
    const [written, left] = [true, false].map((is) => others.filter((event) => follows(event) === is));
    // Those that were divided from their series change it in the same write.
    const inSeries = ([was, is]: Pair): Pair => [was, { ...is, series: series._id }];
    await withStatus(written!.map(after.trashed ? trashed : restored).map(inSeries), ctx);
    await writeAll(
      left!.map((event) => inSeries([event, event])),
      ctx,
    );
    const status = after.trashed ? 'trash' : (series.statusBeforeTrash ?? 'draft');
    if (after.trashed !== series.trashed) {
      const record = { ...series, status, modifiedAt: ctx.now } as SeriesRecord;
      const posts = { kind: seriesKind, repository: deps.series };
      await deps.series.replace(
        series,
        await prepareRecord<SeriesRecord>(posts, { record, values: { status }, before: series }, ctx),
      );
    }
    return after.trashed && !before.trashed ? { ...mine, deletedWithSeries: true } : mine;
  }

  /** The series with these parts of an occurrence. */
  async function seriesWith(
    series: SeriesRecord,
    { before, after }: Pick<Writing, 'before' | 'after'>,
    parts: readonly OwnField[],
    ctx: Context,
  ): Promise<SeriesRecord> {
    if (parts.length === 0) return series;
    const moved = parts.includes('times') ? withTimes(series, before, after) : series;
    const next = { ...withParts(moved, parts, after), modifiedAt: ctx.now };
    return withDerived<SeriesRecord>(seriesKind, { ...next, slug: await seriesSlugs(deps, next) });
  }

  return {
    write,
    async imported(event, ctx) {
      const series = await deps.series.one({ _id: event.series! });
      return series ? importedOccurrence(series, event, ctx.now) : event;
    },
    async follow(before, after, ctx) {
      const parts = partsChanged(before, after);
      const days = daysBetween(before, after);
      if (days !== 0) refuseDay(after, days);
      const moved = parts.includes('times') ? { ...after, ...datesAfter(before, after) } : after;
      const coming = (event: EventRecord): boolean => event.startsAt > ctx.now;
      const occurrences = await occurrencesOf(before._id);
      await writeAll(await changed({ before, after: moved, parts, occurrences, reaches: coming, ctx }), ctx);
      if (days === 0 && isSameRecurrence(before, after)) return moved;
      const { starts, madeBefore } = await startsToMake(moved, { from: ctx.now + 1, now: ctx.now, most: MOST_MADE });
      // A date that was added may lie in the past.
      const past = await pastAmong(moved, before.rdates, ctx.now);
      const now = await occurrencesOf(before._id);
      // A change of the zone may have left some beyond the horizon.
      const until = Math.max(ctx.now, ...now.map((event) => event.originalStartsAt!)) + 2 * DAY;
      const coveredBy = (series: SeriesRecord) => startsOf(recurrenceOf(series), ctx.now - DAY, until, 2 * MOST_MADE);
      const startOf = shiftOf(before, moved);
      const given = new Set((await coveredBy(before)).map(({ at }) => startOf(at).at));
      const still = new Set((await coveredBy(moved)).map(({ at }) => at));
      const isLost = ({ trashed, own, originalStartsAt: at }: EventRecord): boolean =>
        !trashed && !own?.length && given.has(at!) && !still.has(at!);
      const lost = now.filter((event) => coming(event) && isLost(event));
      await withStatus(
        lost.map((event) => [event, { ...event, status: 'trash', deletedByRule: true }]),
        ctx,
      );
      const back = now.filter((event) => coming(event) && event.deletedByRule && still.has(event.originalStartsAt!));
      await withStatus(back.map(restored), ctx);
      const there = new Set(now.map((event) => event.originalStartsAt));
      const missing = [...starts, ...past].filter(({ at }) => !there.has(at));
      await events.insertAll(await makeOccurrences(deps, moved, missing, ctx.now));
      return madeUpTo(moved, madeBefore);
    },
    async trash(series, which, ctx) {
      const alive = (await occurrencesOf(series)).filter((event) => !event.trashed && which(event));
      await withStatus(alive.map(trashed), ctx);
    },
    async restore(series, ctx) {
      const gone = (await occurrencesOf(series)).filter((event) => event.trashed && event.deletedWithSeries);
      await withStatus(gone.map(restored), ctx);
    },
  };
}

/** The starts that have begun among the dates of a series that were not there before. */
async function pastAmong(series: SeriesRecord, before: readonly string[], now: Instant): Promise<Start[]> {
  const rdates = series.rdates.filter((date) => !before.includes(date));
  const { rule: _, ...dates } = { ...recurrenceOf(series), rdates };
  const first = toInstant(dates.firstStart, dates.zone);
  const starts = await startsOf(dates, FIRST, now, rdates.length + 1);
  return starts.filter(({ at }) => at !== first);
}

const ANOTHER_DAY = 'Must be a time of the same day: the rule of the series says on which days it takes place.';

/** By how many days the first start moves. */
const daysBetween = (before: SeriesRecord, after: SeriesRecord): number =>
  (wallAsUtc(startOfDay(after.startDate)) - wallAsUtc(startOfDay(before.startDate))) / DAY;

/** The most days by which the first start may move: within a week it is plain where each occurrence goes. */
const MOST_DAYS = 6;

/** @throws INVALID_FIELD if the first start would move further, or to a day that the rule does not give */
function refuseDay(after: SeriesRecord, days: number): void {
  const { rule, firstStart } = recurrenceOf(after);
  if (Math.abs(days) > MOST_DAYS || (rule && seriesFault(rule, firstStart)))
    throw invalidField('startDate', 'at_odds', ANOTHER_DAY);
}

/** @throws INVALID_FIELD if the occurrence would be on another day, which would have to change the rule */
function refuseAnotherDay({ before, after, values }: Writing): void {
  if (before.startDate.slice(0, 10) === after.startDate.slice(0, 10)) return;
  throw invalidField(values.startsAt == null ? 'startDate' : 'startsAt', 'at_odds', ANOTHER_DAY);
}

const isSameRecurrence = (one: SeriesRecord, other: SeriesRecord): boolean =>
  (['rule', 'rdates', 'exdates'] as const).every((key) => isDeepStrictEqual(one[key], other[key]));

/** The times of a series that begins at a clock reading, also if the clock skips it or its end on that day. */
function timesFrom(event: EventTimes, wall: WallTime): EventTimes {
  const times = occurrenceTimes(event, { wall, at: toInstant(wall, event.timezone) });
  if (event.allDay) return times;
  return { ...times, startDate: wall, endDate: wallAfter(wall, event.startDate, event.endDate) };
}

/** A series with another part of its recurrence. */
function withPart(series: SeriesRecord, part: Awaited<ReturnType<typeof splitAt>>[number]): SeriesRecord {
  const { rule: _, ...rest } = series;
  const { firstStart: wall, rule, rdates, exdates } = part;
  const times = timesFrom(series, wall);
  const isSame = wall === firstStartOf(series);
  return { ...rest, ...(isSame ? {} : times), ...(rule && { rule: writeRule(rule) }), rdates, exdates };
}

/**
 * The series at the time of the day to which an occurrence was moved, and as long. Its own time may have differed before: a zone that
 * was its own, and is not written, stays its own.
 */
function withTimes(series: SeriesRecord, before: EventRecord, event: EventRecord): SeriesRecord {
  const allDayChanges = before.allDay !== event.allDay;
  // Where this occurrence alone is all-day, it says no time for the others.
  if (!allDayChanges && event.allDay !== series.allDay) return series;
  const isMoved = allDayChanges || before.startDate !== event.startDate;
  const time = (isMoved ? firstStartOf(event) : firstStartOf(series)).slice(10);
  const wall = series.startDate.slice(0, 10) + time;
  const { timezone } = before.timezone === event.timezone ? series : event;
  const times = timesFrom({ ...event, timezone }, wall);
  const moved = { ...series, ...times };
  return { ...moved, ...datesAfter(series, moved) };
}

/** Where a clock reading of one series is in another, at whose first start the clock shows something else. */
function wallShift(before: SeriesRecord, after: SeriesRecord): (wall: WallTime) => WallTime {
  const [was, is] = [firstStartOf(before), firstStartOf(after)];
  const days = daysBetween(before, after);
  return (wall) => {
    if (after.allDay) return startOfDay(dayAfter(wall.slice(0, 10), days));
    if (wall.slice(11) === was.slice(11)) return dayAfter(wall.slice(0, 10), days) + is.slice(10);
    return wallAfter(wall, was, is);
  };
}

/** Where a start of one series is in another, at whose first start the clock shows something else. */
function shiftOf(before: SeriesRecord, after: SeriesRecord): (at: Instant) => Start {
  const shift = wallShift(before, after);
  const time = firstStartOf(before).slice(10);
  return (at) => {
    const shown = toWall(at, before.timezone);
    // In a gap of summer time, the clock does not show what the rule says.
    const byRule = shown.slice(0, 10) + time;
    const wall = shift(toInstant(byRule, before.timezone) === at ? byRule : shown);
    return { wall, at: toInstant(wall, after.timezone) };
  };
}

/** The dates of a series whose first start was moved, and before which all are made. UNTIL moves by as many days. */
function datesAfter(before: SeriesRecord, after: SeriesRecord): Partial<SeriesRecord> {
  const shift = wallShift(before, after);
  const days = daysBetween(before, after);
  // Dates that were sent beside another time are right already.
  const shifted = (key: 'rdates' | 'exdates'): readonly string[] =>
    isDeepStrictEqual(before[key], after[key])
      ? after[key].map((date) => (date.length === 10 || after.allDay ? dayAfter(date.slice(0, 10), days) : shift(date)))
      : after[key];
  const { madeBefore } = before;
  const dates = {
    ...{ rdates: shifted('rdates'), exdates: shifted('exdates') },
    // What had yet to be made may start earlier now.
    ...(madeBefore !== undefined && { madeBefore: Math.min(madeBefore, shiftOf(before, after)(madeBefore).at) }),
  };
  const { firstStart, rule } = recurrenceOf(before);
  if (rule?.UNTIL === undefined || after.rule !== before.rule) return dates;
  const last = lastStart(rule.UNTIL, firstStart).slice(0, 10);
  return { ...dates, rule: writeRule({ ...rule, UNTIL: endOfDay(dayAfter(last, days)) }) };
}
