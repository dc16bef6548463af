import { DomainError, problem } from '../../domain/errors.ts';
import { invalid, invalidField, notAccepted } from '../../domain/fields/examine.ts';
import type { Fault } from '../../domain/fields/kind.ts';
import { isDay } from '../../domain/iso.ts';
import type { Language } from '../../domain/language.ts';
import { countFault, FIRST, type Start, seriesFault, startAt } from '../../domain/recurrence/expand.ts';
import { readRule, writeRule } from '../../domain/recurrence/rule.ts';
import { slugify } from '../../domain/slug.ts';
import { type Instant, readTime } from '../../domain/time.ts';
import type { Context } from '../context.ts';
import { eventKind } from '../event/kind.ts';
import type { EventRecord } from '../event/record.ts';
import type { EventTimes } from '../event/times.ts';
import type { Repository } from '../shared/repository.ts';
import { freeSlug } from '../shared/slugs.ts';
import type { Recurrence } from './fields.ts';
import { firstStartOf, madeUpTo, occurrenceAt, occurrenceSlugs, startsToMake } from './occurrences.ts';
import type { SeriesRecord } from './record.ts';

/** The most occurrences that a request makes. */
const MOST = 1000;

interface MakingDeps {
  events: Repository<EventRecord>;
  series: Repository<SeriesRecord>;
}

/** Makes the occurrences of a series at these starts. Part of the caller's unit. */
export async function makeOccurrences(
  { events }: Pick<MakingDeps, 'events'>,
  series: SeriesRecord,
  starts: readonly Start[],
  now: Instant,
): Promise<EventRecord[]> {
  const wanted = starts.map((start) => occurrenceSlugs(series, start));
  const slugs = [...new Set(wanted.flatMap((each) => Object.values(each)))];
  const holders = slugs.length ? await events.find({ slugs: { $in: slugs } }, { only: ['slugs'], index: 'slugs' }) : [];
  const taken = new Set(holders.flatMap((holder) => holder.slugs ?? []));
  const made: EventRecord[] = [];
  for (const [at, start] of starts.entries()) {
    const _id = await events.nextId();
    const slug = await freeSlugs({ events }, { _id, slug: wanted[at]! }, taken);
    made.push(occurrenceAt(series, start, { id: _id, slug, now }));
  }
  // Anybody may have given an event the UID of an occurrence to come, which must still be made.
  const named = await events.find({ uid: { $in: made.map(({ uid }) => uid) } }, { only: ['uid'], index: 'uid' });
  const others = new Set(named.map(({ uid }) => uid));
  return made.map((event) => (others.has(event.uid) ? { ...event, uid: `${event.uid}-${event._id}` } : event));
}

/** The slugs that are wanted for an occurrence, or free ones for those that are `taken`. They are taken then. */
export async function freeSlugs(
  { events }: Pick<MakingDeps, 'events'>,
  { _id: self, slug }: Pick<EventRecord, '_id' | 'slug'>,
  taken: Set<string>,
): Promise<EventRecord['slug']> {
  const slugs: EventRecord['slug'] = {};
  for (const [language, its] of Object.entries(slug))
    slugs[language as Language] = taken.has(its)
      ? await freeSlug(events, { slug: its, self, refused: [...taken] })
      : its;
  for (const its of Object.values(slugs)) taken.add(its);
  return slugs;
}

/** The slugs of a series: those that it has, and one for each other language with a title. `wanted` are slugs to find instead. */
export async function seriesSlugs(
  { series }: Pick<MakingDeps, 'series'>,
  record: SeriesRecord,
  wanted: SeriesRecord['slug'] = {},
): Promise<SeriesRecord['slug']> {
  const self = record._id;
  const slugs = { ...record.slug };
  for (const language of Object.keys({ ...record.text, ...wanted }) as Language[]) {
    const slug = wanted[language] ?? (slugify(eventKind.nameIn(record, language)) || String(self));
    slugs[language] ??= await freeSlug(series, { slug, self });
  }
  return slugs;
}

/**
 * Makes a series of a new event that is not stored yet, and all occurrences but the first. Returns the first, to be stored. Part of the
 * event's unit. `slug` is the one that was sent.
 * @throws INVALID_FIELD naming what is wrong with the recurrence
 */
export type MakeSeries = (
  event: EventRecord,
  recurrence: Recurrence,
  slug: string | null | undefined,
  ctx: Context,
) => Promise<EventRecord>;

export function createMakeSeries(deps: MakingDeps): MakeSeries {
  /** How many occurrences each series has that a request has made, by what it has read. Of a unit that is run again, all are gone. */
  const madeBy = new WeakMap<object, Map<number, number>>();

  return async (event, recurrence, given, ctx) => {
    const said = inRecurrence(() => recurrenceAfter(recurrence, event, ctx));
    const begun: SeriesRecord = { ...event, _id: await deps.series.nextId(), ...said };
    if (await deps.series.one({ uid: begun.uid }))
      throw invalidField('uid', 'duplicate', 'Another record has this already.');
    const slug = await seriesSlugs(deps, { ...begun, slug: {} }, given ? { [ctx.language]: given } : {});
    const named = { ...begun, slug, slugs: [...new Set(Object.values(slug))] };
    const made = madeBy.get(ctx.loaders) ?? new Map<number, number>();
    const there = await deps.series.byIds([...made.keys()]);
    const already = there.reduce((sum, { _id }) => sum + made.get(_id)!, 0);
    const { starts, madeBefore } = await startsToMake(named, { from: FIRST, now: ctx.now, most: MOST + 1 });
    inRecurrence(() => refuseNumber(starts.length, already));
    madeBy.set(ctx.loaders, made.set(begun._id, starts.length));
    const series = madeUpTo(named, madeBefore);
    const [first, ...others] = await makeOccurrences(deps, series, starts, ctx.now);
    await deps.series.insert(series);
    await deps.events.insertAll(others);
    return { ...first!, _id: event._id };
  };
}

const refused = (field: string, fault: Fault) => invalid([{ ...fault, field }]);

/** @throws INVALID_FIELD if there are no starts, or with those that a request has made already more than it may make */
function refuseNumber(starts: number, made: number) {
  if (starts === 0) throw refused('exdates', { code: 'invalid', message: 'Leaves no date.' });
  if (made + starts > MOST)
    throw invalidField('rule', 'too_many_items', 'Must not give more than {0} occurrences in one request.', MOST);
}

/** Names what is wrong inside the field `recurrence` of a new event. */
function inRecurrence<T>(work: () => T) {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof DomainError) || error.problems.length === 0) throw error;
    throw refused('recurrence', notAccepted(error.problems).fault);
  }
}

/**
 * The rule and the dates of a series, as they are stored. What is not sent stays.
 * @throws INVALID_FIELD naming what is wrong, in `recurrence` for a new event
 */
export function recurrenceAfter(
  { rule: text, rdates, exdates }: Recurrence,
  event: EventTimes & Partial<Pick<SeriesRecord, 'rule' | 'rdates' | 'exdates'>>,
  { now, origin }: Pick<Context, 'now' | 'origin'>,
): Pick<SeriesRecord, 'rule' | 'rdates' | 'exdates'> {
  const { timezone: zone, allDay } = event;
  const walls = (dates: readonly string[] | null | undefined) =>
    (dates ?? []).map((date) => {
      const said = date.trim();
      if (isDay(said)) return said;
      const { wall } = startAt(readTime(said, zone, now)!.at, { firstStart: firstStartOf(event), zone });
      return allDay ? wall.slice(0, 10) : wall;
    });
  const dates = {
    rdates: rdates === undefined ? (event.rdates ?? []) : walls(rdates),
    exdates: exdates === undefined ? (event.exdates ?? []) : walls(exdates),
  };
  const said = text === undefined ? event.rule : text;
  if (said == null && dates.rdates.length === 0)
    throw refused('rule', problem('rule', 'missing', 'Must be a rule, more dates, or both.'));
  if (said == null) return dates;
  // Programs that make files may repeat the time of the first start, and begin with a start that the rule misses. A rule that is
  // stored already may come from one.
  const imported = origin !== undefined || said === event.rule;
  const read = readRule(said, { zone, allDay, imported });
  if ('fault' in read) throw refused('rule', read.fault);
  const firstStart = firstStartOf(event);
  const wrong =
    seriesFault(read.rule, firstStart, imported) ??
    (said === event.rule ? undefined : countFault(read.rule, firstStart));
  if (wrong) throw refused('rule', wrong.fault);
  return { ...dates, rule: writeRule(read.rule) };
}
