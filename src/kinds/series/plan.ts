import { isDeepStrictEqual } from 'node:util';
import { mayUpdate } from '../../domain/access.ts';
import { invalidField } from '../../domain/fields/examine.ts';
import type { Language } from '../../domain/language.ts';
import { FIRST, type Start, startsOf } from '../../domain/recurrence/expand.ts';
import { isDivisible, splitAt } from '../../domain/recurrence/split.ts';
import { type Instant, toInstant } from '../../domain/time.ts';
import { DAY } from '../../domain/zones.ts';
import type { Context } from '../context.ts';
import { asPlanned } from '../event/identity.ts';
import { eventKind } from '../event/kind.ts';
import type { EventRecord, OwnField } from '../event/record.ts';
import { withDerived } from '../post/derived.ts';
import { chainOf } from './chain.ts';
import { seriesKind } from './kind.ts';
import {
  datesAfter,
  daysMoved,
  isSameRecurrence,
  refuseAnotherDay,
  refuseDay,
  shiftOf,
  withPart,
  withTimes,
} from './moved-times.ts';
import {
  differIn,
  isOwn,
  madeUpTo,
  occurrenceTimes,
  partsChanged,
  recurrenceOf,
  startsToMake,
  withParts,
} from './occurrences.ts';
import type { SeriesRecord } from './record.ts';
import type { SentParts } from './sent-parts.ts';

/** An occurrence before and after a write. */
export type Pair = readonly [before: EventRecord, after: EventRecord];

/** A write of one occurrence. */
export interface Writing {
  before: EventRecord;
  after: EventRecord;
  values: { startsAt?: unknown };
  sent: SentParts;
}

/** What a write of a series changes besides what its caller stores. It has no slugs yet that another record may have. */
export interface Plan {
  /** The series from then on. If it is divided, that is the later part, and `ended` what is left of it before. */
  series: SeriesRecord;
  ended?: SeriesRecord;
  /** The status that the series gets, if it goes into the trash or comes out of it. */
  status?: SeriesRecord['status'];
  /** Occurrences that change, in an order in which no two have the same start. */
  occurrences: readonly Pair[];
  /** Occurrences that go into the trash or come out of it then. */
  moved: readonly Pair[];
  /** The starts at which occurrences are made. */
  made: readonly Start[];
  /** How many of all these the caller may not change. Then nothing may be written. */
  refused: number;
}

/** Who writes, when, and in which language. */
type Writer = Pick<Context, 'viewer' | 'now' | 'language'>;

/** The most occurrences that a change of a rule makes at once. */
const MOST_MADE = 740;

const isChanged = ([before, after]: Pair) => !isDeepStrictEqual(before, after);

/** A plan that changes these, as far as the caller may. */
function planned(plan: Pick<Plan, 'series'> & Partial<Plan>, { viewer }: Writer): Plan {
  const { moved = [], made = [] } = plan;
  const occurrences = (plan.occurrences ?? []).filter(isChanged);
  const changed = new Map([...moved, ...occurrences].map(([before]) => [before._id, before]));
  const refused = [...changed.values()].filter((event) => !mayUpdate(viewer, event)).length;
  return { ...plan, occurrences, moved, made, refused };
}

const trashed = (event: EventRecord): Pair => [event, { ...event, status: 'trash', deletedWithSeries: true }];

function restored(event: EventRecord): Pair {
  const { deletedWithSeries: _, deletedByRule: __, statusBeforeTrash: status = 'draft', ...alive } = event;
  return [event, { ...alive, status }];
}

/** Moves occurrences of a series into the trash, or takes out those that were deleted with it. */
export function planTrash(
  series: SeriesRecord,
  { all, which }: { all: readonly EventRecord[]; which: 'back' | ((event: EventRecord) => boolean) },
  writer: Writer,
): Plan {
  const moved =
    which === 'back'
      ? all.filter((event) => event.trashed && event.deletedWithSeries).map(restored)
      : all.filter((event) => !event.trashed && which(event)).map(trashed);
  return planned({ series, moved }, writer);
}

/** A record of this series with what follows from its parts. Occurrences mostly have the texts of the series. */
function derived(event: EventRecord, like: EventRecord, before: EventRecord, { now, language }: Writer) {
  const { search, names, sort } = like;
  const record = { ...event, modifiedAt: now };
  const whole = isDeepStrictEqual(record.text, like.text)
    ? { ...record, search, names, sort, ...eventKind.facets(record) }
    : withDerived<EventRecord>(eventKind, record);
  // Where the series has no reason any more, they have none of their own.
  const values = Object.values(like.text).some(({ statusReason }) => statusReason) ? {} : { statusReason: null };
  return eventKind.follow(whole, { values, before, language });
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
}

/** The occurrences with these parts of their series, except what is their own. */
function changed({ before, after, parts, occurrences, reaches, written }: Change, writer: Writer) {
  const isMoved = parts.includes('times');
  const startOf = shiftOf(before, after);
  const starts = (written ? [written] : []).map((event) => startOf(event.originalStartsAt!).at);
  const pairs: Pair[] = [];
  for (const event of occurrences) {
    const { own = [] } = event;
    const its = reaches(event) ? parts.filter((part) => !isOwn(event, part)) : [];
    let next = withParts({ ...event, series: after._id }, its, after);
    if (isMoved) {
      const start = startOf(event.originalStartsAt!);
      const staysThere = own.includes('times') || event.startsAt <= writer.now;
      next = {
        ...next,
        originalStartsAt: start.at,
        ...(staysThere ? { own: [...new Set([...own, 'times'])] } : occurrenceTimes(after, start)),
      };
    }
    starts.push(next.originalStartsAt!);
    if (isChanged([event, next])) pairs.push([event, derived(next, after, event, writer)]);
  }
  if (isMoved && new Set(starts).size < starts.length)
    throw invalidField('allDay', 'at_odds', 'Must not put two occurrences on the same start.');
  // Each moves to a start that no other has any more.
  return isMoved && after.startsAt > before.startsAt ? pairs.reverse() : pairs;
}

/** A series of which `all` are the occurrences, in the order of their original starts. */
interface Known {
  series: SeriesRecord;
  all: readonly EventRecord[];
  /** What the later part is called, if the write may divide the series. */
  divides?: () => Promise<Pick<SeriesRecord, '_id' | 'uid'>>;
}

/**
 * Plans what else the scope `following` or `all` of a write of one occurrence changes, and how that occurrence is to be stored.
 * @throws INVALID_FIELD if the series cannot take what is written
 */
export async function planWrite(
  { before, after, values, sent }: Writing,
  { series, all, divides }: Known,
  writer: Writer,
): Promise<Plan & { written: EventRecord }> {
  const isDeletion = after.trashed !== before.trashed;
  const isRenamed = Object.entries(before.slug).some(([each, its]) => (after.slug[each as Language] ?? its) !== its);
  if (isRenamed && !isDeletion) throw invalidField('slug', 'at_odds', 'Must not stand beside {0}.', { field: 'scope' });
  if (!mayUpdate(writer.viewer, series)) return { ...planned({ series }, writer), refused: 1, written: after };
  if (sent.times.size) refuseAnotherDay({ before, after, values });
  const { originalStartsAt: at } = before;
  const others = all.filter((each) => each._id !== before._id && (!divides || each.originalStartsAt! >= at!));
  const would = seriesWith(series, sent, sent.parts, writer.now);
  const parts = sent.parts.filter((part) => {
    const reached = part === 'times' ? [] : others.filter((event) => !isOwn(event, part));
    return [series, ...reached].some((event) => differIn(part, event, would));
  });
  // What changes nothing for the others divides nothing.
  const isDivided = divides && (isDeletion || parts.length > 0);
  const parted = isDivided && (await divided(series, { at: at!, first: all[0]!.originalStartsAt! }, writer.now));
  const its = parted ? { ...parted[1], ...(await divides()) } : series;
  const next = seriesWith(its, sent, parts, writer.now);
  const pairs = changed(
    { before: its, after: next, parts, occurrences: others, reaches: () => true, written: after },
    writer,
  );
  const follows = (event: EventRecord) =>
    isDeletion && (after.trashed ? !event.trashed : event.deletedWithSeries === true);
  const changes = new Map(pairs.map(([{ _id }, event]) => [_id, event]));
  const moves = (event: EventRecord): Pair => [
    event,
    (after.trashed ? trashed : restored)(changes.get(event._id) ?? event)[1],
  ];
  const status = after.trashed ? 'trash' : (series.statusBeforeTrash ?? 'draft');
  return {
    ...planned(
      {
        series: next,
        ...(parted && { ended: parted[0] }),
        ...(isDeletion && after.trashed !== series.trashed && { status }),
        moved: others.filter(follows).map(moves),
        occurrences: pairs.filter(([event]) => !follows(event)),
      },
      writer,
    ),
    written: writtenIn(next, { after, sent, isDeletion, at: shiftOf(its, next)(at!) }),
  };
}

/** The occurrence of a write, to be stored: what it sends is the occurrence's own only where its series has something else. */
function writtenIn(
  series: SeriesRecord,
  { after, sent: { parts }, isDeletion, at }: Pick<Writing, 'after' | 'sent'> & { isDeletion: boolean; at: Start },
): EventRecord {
  const { own: _, deletedWithSeries, deletedByRule, ...mine } = after;
  const times = parts.includes('times') ? occurrenceTimes(series, at) : {};
  const shared = withParts({ ...after, ...times }, parts, series);
  const own = [
    ...(after.own ?? []).filter((part) => !parts.includes(part)),
    ...parts.filter((part) => differIn(part, shared, after)),
  ];
  return {
    ...mine,
    series: series._id,
    originalStartsAt: at.at,
    ...(own.length && { own }),
    ...(after.trashed && (isDeletion || deletedWithSeries) && { deletedWithSeries: true }),
    ...(after.trashed && deletedByRule && { deletedByRule }),
  };
}

/** The parts of a series that is divided before an occurrence. The occurrences from there on are those of the second. */
async function divided(
  series: SeriesRecord,
  where: { at: Instant; first: Instant },
  now: Instant,
): Promise<[SeriesRecord, SeriesRecord]> {
  const recurrence = recurrenceOf(series);
  if (recurrence.rule && !isDivisible(recurrence.rule)) throw invalidField('scope', 'invalid', 'Is not accepted.');
  const [first, second] = await splitAt(recurrence, where);
  const chained = { ...series, chain: chainOf(series), modifiedAt: now };
  const { source: _, formerSlugs: __, ...later } = withPart(chained, second);
  return [madeUpTo(withPart(chained, first), undefined), { ...later, version: 1, createdAt: now }];
}

/** The series with these parts of what a write says. */
function seriesWith(
  series: SeriesRecord,
  { event, times, values }: SentParts,
  parts: readonly OwnField[],
  now: Instant,
) {
  if (parts.length === 0) return series;
  const moved = parts.includes('times') ? withTimes(series, event, times) : series;
  const next = asPlanned({ ...withParts(moved, parts, event), modifiedAt: now }, series, values);
  return withDerived<SeriesRecord>(seriesKind, next);
}

/**
 * Plans how the occurrences that have yet to start follow a changed series.
 * @throws INVALID_FIELD if its first start would move too far, or two of them would be at the same start
 */
export async function planFollowing(
  before: SeriesRecord,
  { after, all }: { after: SeriesRecord; all: readonly EventRecord[] },
  writer: Writer,
): Promise<Plan> {
  const { now } = writer;
  const parts = partsChanged(before, after);
  const days = daysMoved(before, after);
  if (days !== 0) refuseDay(after, days);
  const series = parts.includes('times') ? { ...after, ...datesAfter(before, after) } : after;
  const reaches = (event: EventRecord) => event.startsAt > now;
  const occurrences = changed({ before, after: series, parts, occurrences: all, reaches }, writer);
  if (days === 0 && isSameRecurrence(before, after)) return planned({ series, occurrences }, writer);
  const { starts, madeBefore } = await startsToMake(series, { from: now + 1, now, most: MOST_MADE });
  // A date that was added may lie in the past.
  const past = await pastAmong(series, before.rdates, now);
  const followed = new Map(occurrences.map(([{ _id }, next]) => [_id, next]));
  const then = all.map((event) => followed.get(event._id) ?? event);
  // A change of the zone may have left some beyond the horizon.
  const until = Math.max(now, ...then.map((event) => event.originalStartsAt!)) + 2 * DAY;
  const coveredBy = (of: SeriesRecord) => startsOf(recurrenceOf(of), now - DAY, until, 2 * MOST_MADE);
  const startOf = shiftOf(before, series);
  const given = new Set((await coveredBy(before)).map(({ at }) => startOf(at).at));
  const still = new Set((await coveredBy(series)).map(({ at }) => at));
  const coming = then.filter(reaches);
  const lost = coming.filter(
    ({ trashed, own, originalStartsAt: at }) => !trashed && !own?.length && given.has(at!) && !still.has(at!),
  );
  const back = coming.filter((event) => event.deletedByRule && still.has(event.originalStartsAt!));
  const there = new Set(then.map((event) => event.originalStartsAt));
  return planned(
    {
      series: madeUpTo(series, madeBefore),
      occurrences,
      moved: [
        ...lost.map((event): Pair => [event, { ...event, status: 'trash', deletedByRule: true }]),
        ...back.map(restored),
      ],
      made: [...starts, ...past].filter(({ at }) => !there.has(at)),
    },
    writer,
  );
}

/** The starts that have begun among the dates of a series that were not there before. */
async function pastAmong(series: SeriesRecord, before: readonly string[], now: Instant) {
  const rdates = series.rdates.filter((date) => !before.includes(date));
  const { rule: _, ...dates } = { ...recurrenceOf(series), rdates };
  const first = toInstant(dates.firstStart, dates.zone);
  const starts = await startsOf(dates, FIRST, now, rdates.length + 1);
  return starts.filter(({ at }) => at !== first);
}
