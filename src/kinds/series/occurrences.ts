import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { effectiveStatus } from '../../domain/access.ts';
import { withValue } from '../../domain/fields/custom-fields.ts';
import type { FieldTable } from '../../domain/fields/table.ts';
import { LANGUAGES, type Language, type PerLanguage, textIn } from '../../domain/language.ts';
import { FIRST, LAST, type Series, type Start, startAt, startsOf } from '../../domain/recurrence/expand.ts';
import { acceptedRule, isInfinite } from '../../domain/recurrence/rule.ts';
import { datedSlug } from '../../domain/slug.ts';
import { endOfDay, type Instant, startOfDay, toInstant, toWall, type WallTime } from '../../domain/time.ts';
import { DAY, wallAfter } from '../../domain/zones.ts';
import { eventKind } from '../event/kind.ts';
import { type EventRecord, IN_EVENTS, type OwnField } from '../event/record.ts';
import type { EventTimes } from '../event/times.ts';
import type { Html } from '../post/record.ts';
import type { SeriesRecord } from './record.ts';

/** How far ahead occurrences exist: 24 months, and at most so many that have yet to start. */
const [AHEAD, MOST_AHEAD] = [732 * DAY, 730];

/** Before which moment occurrences are made now. It is the same all day. */
export const horizonAt = (now: Instant): Instant => Math.floor(now / DAY) * DAY + AHEAD;

/** What the clock shows at the first start. */
export const firstStartOf = ({ startDate, allDay }: Pick<EventTimes, 'startDate' | 'allDay'>): WallTime =>
  allDay ? startOfDay(startDate) : startDate;

/** What repeats, as the rules of recurrence take it. */
export function recurrenceOf(series: SeriesRecord): Series {
  const { timezone: zone, allDay, rdates, exdates } = series;
  const rule = acceptedRule(series.rule, { zone, allDay });
  return { firstStart: firstStartOf(series), zone, allDay, rule, rdates, exdates };
}

/**
 * The starts that are to be made from one moment on, at most so many, and before which moment all are made then; undefined if there are
 * no more.
 */
export async function startsToMake(
  series: SeriesRecord,
  { from, now, most }: { from: Instant; now: Instant; most: number },
): Promise<{ starts: Start[]; madeBefore: Instant | undefined }> {
  const recurrence = recurrenceOf(series);
  const { rule, firstStart, zone } = recurrence;
  const [first] = await startsOf(recurrence, FIRST, LAST, 1);
  // What begins later is there from its beginning.
  const end = Math.max(horizonAt(now), toInstant(firstStart, zone) + 1, (first?.at ?? FIRST) + 1);
  const ahead = await startsOf(recurrence, now, end, MOST_AHEAD + 1);
  const horizon = Math.max(from, ahead[MOST_AHEAD]?.at ?? end);
  const begun = from < now ? await startsOf(recurrence, from, Math.min(now, horizon), most + 1) : [];
  const starts = [...begun, ...ahead.filter(({ at }) => at >= from && at < horizon)];
  if (starts.length > most) return { starts: starts.slice(0, most), madeBefore: starts[most]!.at };
  const isMore = (rule && isInfinite(rule)) || (await startsOf(recurrence, horizon, LAST, 1)).length > 0;
  return { starts, madeBefore: isMore ? horizon : undefined };
}

/** The series when all occurrences before a moment are made; without a moment, when there are no more to make. */
export function madeUpTo(series: SeriesRecord, madeBefore: Instant | undefined): SeriesRecord {
  const { madeBefore: _, ...others } = series;
  return { ...others, ...(madeBefore !== undefined && { madeBefore }) };
}

/** The times of the occurrence at a start. It lasts as long by the clock as the first. */
export function occurrenceTimes(series: EventTimes, { wall, at }: Start): EventTimes {
  const { startDate, endDate, timezone, allDay } = series;
  const [first, last] = allDay ? [startOfDay(startDate), endOfDay(endDate)] : [startDate, endDate];
  const end = toInstant(wallAfter(wall, first, last), timezone);
  // A change of the clock between the two may put the end before the start.
  const endsAt = Math.max(at, end);
  return { startDate: toWall(at, timezone), endDate: toWall(endsAt, timezone), timezone, allDay, startsAt: at, endsAt };
}

/** Characters of the UID of a series in those of its occurrences. Of a longer one, there is a hash. */
const LONGEST_UID = 200;

const uidWithin = (uid: string) =>
  uid.length > LONGEST_UID ? createHash('sha256').update(JSON.stringify(uid)).digest('base64url').slice(0, 22) : uid;

/** What an occurrence is called in every calendar, by its start. It never changes. */
export function occurrenceUid(uid: string, { at, wall }: Start, allDay: boolean): string {
  const start = allDay ? wall.slice(0, 10) : new Date(at).toISOString().replace('.000Z', 'Z');
  return `${start.replace(/[-:]/g, '')}-${uidWithin(uid)}`;
}

/** The slugs of an occurrence: those of its series with the day of its start. */
export const occurrenceSlugs = ({ slug }: Pick<SeriesRecord, 'slug'>, { wall }: Pick<Start, 'wall'>) =>
  Object.fromEntries(
    LANGUAGES.flatMap((language) => {
      const its = slug[language];
      return its === undefined ? [] : [[language, datedSlug(its, wall.slice(0, 10))]];
    }),
  ) as SeriesRecord['slug'];

/** A new occurrence of a series, at a start. */
export function occurrenceAt(
  series: SeriesRecord,
  start: Start,
  { id, slug, now }: { id: number; slug: SeriesRecord['slug']; now: Instant },
): EventRecord {
  const { rule: _, rdates: __, exdates: ___, madeBefore: ____, chain: _____, ...template } = series;
  const { formerSlugs: _f, source: _s, statusBeforeTrash: _b, ...shared } = template;
  const slugs = [...new Set(Object.values(slug))];
  const event: EventRecord = {
    ...shared,
    ...occurrenceTimes(series, start),
    _id: id,
    version: 1,
    uid: occurrenceUid(series.uid, start, series.allDay),
    sequence: 0,
    slug,
    ...(slugs.length ? { slugs } : {}),
    status: effectiveStatus(series, now),
    trashed: false,
    createdAt: now,
    modifiedAt: now,
    series: series._id,
    originalStartsAt: start.at,
  };
  return { ...event, ...eventKind.facets(event) };
}

export const TIMES = ['startsAt', 'endsAt', 'timezone', 'allDay'] as const;

/** The fields of an event that an occurrence may have for itself, besides times and texts. */
export const FIELDS = [
  ...['author', 'image', 'isVirtual', ...Object.keys(IN_EVENTS)],
  ...Object.entries(eventKind.fields as FieldTable).flatMap(([key, { stored }]) => (stored === 'shared' ? [key] : [])),
] as readonly (keyof EventRecord)[];

/** An event by the keys of its texts. */
type Keyed = EventRecord & { text: PerLanguage<Record<string, string | Html | undefined>> };

/** Whether two events differ in a part. Being deleted is none. */
export function differIn(part: OwnField, one: EventRecord, other: EventRecord): boolean {
  const differs = (key: keyof EventRecord) => !isDeepStrictEqual(one[key], other[key]);
  if (part === 'times') return TIMES.some(differs);
  if (part === 'status') {
    // Being deleted is no value, and deleting lasts.
    const statuses = [one.status, other.status];
    // The clock alone makes a scheduled event public, and a public one scheduled if it is set back.
    const isByClock = !differs('publishedAt') && statuses.every((each) => each === 'publish' || each === 'future');
    return differs('status') && !isByClock && !statuses.includes('trash');
  }
  const [language, key] = part.split('.') as [Language, string | undefined];
  if (key === undefined) {
    // What nobody has said is as it is shown.
    const said = (event: EventRecord) =>
      event[part as keyof EventRecord] ?? (eventKind.fields as FieldTable)[part]?.blank;
    return !isDeepStrictEqual(said(one), said(other));
  }
  if (part.startsWith('custom.')) return one.custom?.[key] !== other.custom?.[key];
  // A text that is sent back as it was shown, from another language or empty, is the same.
  const shown = (event: EventRecord) => {
    const text = textIn(event as Keyed, key, language) ?? '';
    return typeof text === 'string' ? text : text.raw;
  };
  return shown(one) !== shown(other);
}

/** The parts of an event that differ after a write. */
export function partsChanged(before: EventRecord, after: EventRecord): OwnField[] {
  const both = [before, after];
  const values = both.flatMap(({ custom = {} }) => Object.keys(custom)).map((key) => `custom.${key}`);
  const texts = LANGUAGES.flatMap((language) =>
    both.flatMap(({ text }) => Object.keys(text[language] ?? {})).map((key) => `${language}.${key}`),
  );
  const parts = ['times', 'status', ...FIELDS, ...new Set([...values, ...texts])];
  return parts.filter((part) => differIn(part, before, after));
}

/** Whether a part is an occurrence's own. A reason goes with its status. Values of custom fields were once a part together. */
export const isOwn = ({ own = [] }: Pick<EventRecord, 'own'>, part: OwnField): boolean =>
  own.includes(part) ||
  (part.endsWith('.statusReason') && own.includes('eventStatus')) ||
  (part.startsWith('custom.') && own.includes('custom'));

/** The event with parts of another, except its times. What it shows already is not stored. */
export function withParts<R extends EventRecord>(event: R, parts: readonly OwnField[], from: EventRecord): R {
  let changed = event;
  for (const part of parts) {
    const [language, key] = part.split('.') as [Language, string | undefined];
    if (part === 'status') changed = withStatus(changed, from);
    else if (part === 'times' || !differIn(part, changed, from)) continue;
    else if (key === undefined) changed = { ...changed, [part]: from[part as keyof EventRecord] };
    else if (part.startsWith('custom.')) changed = withValue(changed, key, from.custom?.[key]);
    else {
      const text = { ...changed.text[language], [key]: textIn(from as Keyed, key, language) ?? '' };
      changed = { ...changed, text: { ...changed.text, [language]: text } };
    }
  }
  return changed;
}

/** The event with the status of another, unless it has that. In the trash, it gets it when it comes back. */
function withStatus<R extends EventRecord>(event: R, { status, publishedAt, dated }: EventRecord): R {
  if (event.trashed) return { ...event, statusBeforeTrash: status };
  // What was public already was published when it was.
  if (event.status === status) return event;
  return { ...event, status, publishedAt, ...(dated && { dated }) };
}

/** An occurrence as its series gives it. */
const givenBy = (series: SeriesRecord, { _id: id, slug, originalStartsAt }: EventRecord, now: Instant): EventRecord =>
  occurrenceAt(series, startAt(originalStartsAt!, recurrenceOf(series)), { id, slug, now });

/** An occurrence as an import tells it: what differs from its series is its own, too. */
export function importedOccurrence(series: SeriesRecord, after: EventRecord, now: Instant): EventRecord {
  const { own: known = [], ...event } = after;
  const own = [...new Set([...known, ...partsChanged(givenBy(series, event, now), after)])];
  return own.length ? { ...event, own } : event;
}

/** An occurrence after a write of it alone: what changed is its own from then on, unless its series has the same. */
export function occurrenceAfter(
  before: EventRecord,
  { own: known = [], deletedWithSeries, deletedByRule, ...after }: EventRecord,
  { series, now }: { series: SeriesRecord | undefined; now: Instant },
): EventRecord {
  const changed = partsChanged(before, after);
  const given = series && changed.length > 0 ? givenBy(series, after, now) : undefined;
  const own = [
    ...known.filter((part) => !changed.includes(part)),
    ...changed.filter((part) => !given || differIn(part, given, after)),
  ];
  return {
    ...after,
    ...(own.length && { own }),
    ...(deletedWithSeries && after.trashed && { deletedWithSeries }),
    ...(deletedByRule && after.trashed && { deletedByRule }),
  };
}
