import { isDeepStrictEqual } from 'node:util';
import { Conflict, DomainError } from '../../domain/errors.ts';
import { invalidField } from '../../domain/fields/examine.ts';
import type { Language } from '../../domain/language.ts';
import { message } from '../../domain/message.ts';
import type { Context } from '../context.ts';
import type { EventPatch } from '../event/fields.ts';
import type { NewUid } from '../event/identity.ts';
import { eventKind } from '../event/kind.ts';
import type { EventRecord, Naming } from '../event/record.ts';
import { withDerived } from '../post/derived.ts';
import { prepareRecord } from '../post/write.ts';
import { differ, type Repository } from '../shared/repository.ts';
import { seriesKind } from './kind.ts';
import { freeSlugs, makeOccurrences, seriesSlugs } from './make.ts';
import { importedOccurrence, occurrenceAfter } from './occurrences.ts';
import { type Pair, type Plan, planFollowing, planTrash, planWrite, type Writing } from './plan.ts';
import type { SeriesRecord } from './record.ts';
import { sentParts } from './sent-parts.ts';
import { aboveAll, isShownElse, withSeriesSequence } from './sequence.ts';

interface ScopeDeps {
  events: Repository<EventRecord>;
  series: Repository<SeriesRecord>;
  newUid: NewUid;
}

/** Whether a date that people see is another one by a write, wherever it belongs. */
function isChangedDate([before, after]: Pair) {
  const { series, own, originalStartsAt } = before;
  return (
    (before.status !== 'trash' || after.status !== 'trash') &&
    differ(before, { ...after, series, own, originalStartsAt })
  );
}

/** A write of one occurrence. */
interface ScopedWrite extends Pick<Writing, 'before' | 'after'> {
  /** What was sent, and that without what the occurrence showed already. */
  sent: EventPatch;
  values: EventPatch;
  /** The links of another event after the same values. */
  linksOf(event: EventRecord): Promise<Naming>;
}

/** Writes of several occurrences as one: each is planned (`plan.ts`), then applied. All of them are part of the caller's unit. */
export interface Scopes {
  /** Notes for the caller that a write changes all dates of a series. */
  touchAll(series: number, ctx: Context): void;
  /** Writes what else the scope of a write of one occurrence changes, and returns that occurrence as it is to be stored. */
  write(writing: ScopedWrite, ctx: Context): Promise<EventRecord>;
  /** An occurrence as an import tells it, to be stored. */
  imported(event: EventRecord, ctx: Context): Promise<EventRecord>;
  /** Brings the occurrences that have yet to start in line with a changed series, and returns the series as it is to be stored. */
  follow(before: SeriesRecord, after: SeriesRecord, ctx: Context): Promise<SeriesRecord>;
  /** Moves occurrences of a series into the trash, or takes out those that were deleted with it. */
  trash(series: SeriesRecord, which: (event: EventRecord) => boolean, ctx: Context): Promise<void>;
  restore(series: SeriesRecord, ctx: Context): Promise<void>;
}

export function createScopes(deps: ScopeDeps): Scopes {
  const { events } = deps;

  /** All occurrences, also those in the trash, in the order of their original starts. */
  async function occurrencesOf({ _id: series }: SeriesRecord) {
    const found = await events.find({ series }, { index: 'series' });
    return found.sort((a, b) => a.originalStartsAt! - b.originalStartsAt!);
  }

  /** Tells calendars that the dates of a series have changed by a write of one occurrence. */
  async function raise(series: SeriesRecord, ctx: Context) {
    const all = await events.find({ series: series._id }, { index: 'series', only: ['sequence'] });
    // A clock that was set back does not make it older: then it would count as scheduled.
    const modifiedAt = Math.max(ctx.now, series.modifiedAt);
    await deps.series.replace(series, { ...aboveAll(series, series, all), modifiedAt });
  }

  /** An occurrence with its slugs, besides those `taken` by others that are not stored yet. */
  async function named([before, record]: Pair, taken: Set<string>, ctx: Context) {
    const posts = { kind: eventKind, repository: events };
    const next = await prepareRecord<EventRecord>(posts, { record, values: {}, before }, ctx);
    const slug = await freeSlugs(deps, next, taken);
    return isDeepStrictEqual(slug, next.slug) ? next : withDerived<EventRecord>(eventKind, { ...next, slug });
  }

  /** Stores the series of a plan. One that is divided keeps its slugs, and the later part gets its own. */
  async function applyToSeries(before: SeriesRecord, { series, ended, status }: Plan, ctx: Context) {
    const slug = await (ended ? seriesSlugs(deps, { ...series, slug: {} }, series.slug) : seriesSlugs(deps, series));
    let after = isDeepStrictEqual(slug, series.slug)
      ? series
      : { ...series, slug, slugs: [...new Set(Object.values(slug))] };
    if (status !== undefined) {
      const record = { ...after, status, modifiedAt: ctx.now };
      const posts = { kind: seriesKind, repository: deps.series };
      after = await prepareRecord<SeriesRecord>(posts, { record, values: { status }, before: after }, ctx);
    }
    if (ended) {
      await deps.series.replace(before, ended);
      await deps.series.insert(after);
    } else await deps.series.replace(before, after);
  }

  /** Stores the occurrences of a plan. `written` is stored by the caller then. */
  async function apply({ series, occurrences, moved, made }: Plan, ctx: Context, written?: EventRecord) {
    const taken = new Set(written?.slugs);
    const isTitled = ([{ text, trashed }, { text: next }]: Pair) =>
      !trashed && Object.keys(next).some((language) => text[language as Language] === undefined);
    const changed: Pair[] = [];
    for (const pair of occurrences) changed.push(isTitled(pair) ? [pair[0], await named(pair, taken, ctx)] : pair);
    await events.replaceAll(changed);
    const others: Pair[] = [];
    for (const [before, after] of moved)
      others.push([before, await named([before, { ...after, modifiedAt: ctx.now }], taken, ctx)]);
    await events.replaceAll(others);
    await events.insertAll(await makeOccurrences(deps, series, made, ctx.now));
  }

  const datesOf = (series: readonly number[]) =>
    events.count({ series: { $in: [...series] }, trashed: false }, { index: 'series' });

  /** Notes for the caller how many of the dates of these series a write changes. It makes some of them. */
  function touch(series: readonly number[], pairs: readonly Pair[], { touched }: Context, made = 0) {
    if (!touched) return;
    const changed = pairs.filter(isChangedDate);
    const gone = changed.filter(([, after]) => after.status === 'trash').length;
    touched.dates = async () => ({ changed: changed.length + made, of: (await datesOf(series)) + gone });
  }

  /** The plan. @throws FORBIDDEN, saying how many, unless the caller may change all that it changes */
  function allowed<P extends Plan>(plan: P) {
    if (plan.refused === 0) return plan;
    const said = message('You may not change {0} of these occurrences, so nothing was changed.', plan.refused);
    throw new DomainError('FORBIDDEN', said, [], { viewerCan: { update: false, delete: false } });
  }

  return {
    touchAll(series, { touched }) {
      if (!touched) return;
      touched.dates = async () => {
        const of = await datesOf([series]);
        return { changed: of, of };
      };
    },
    async write({ sent, linksOf, ...writing }, ctx) {
      const { before, after, values } = writing;
      const { scope = 'this', ifSeriesVersion } = values;
      const series = await deps.series.one({ _id: before.series! });
      const isStatus = values.status != null && after.trashed === before.trashed && after.status !== before.status;
      if (isStatus && values.scope == null && series && (series.status === 'draft' || series.status === 'pending'))
        throw invalidField('scope', 'missing', 'Must be this, following or all, because the series is not published.');
      if (scope === 'this' || scope === null || !series) {
        if (series) touch([series._id], [[before, after]], ctx);
        if (series && isShownElse(before, after)) await raise(series, ctx);
        return occurrenceAfter(before, after, { series, now: ctx.now });
      }
      if (ifSeriesVersion != null && series.version !== ifSeriesVersion)
        throw new Conflict(before, { facts: { about: 'ifSeriesVersion' } });
      const all = await occurrencesOf(series);
      const divides = async () => ({ _id: await deps.series.nextId(), uid: deps.newUid() });
      const isWhole = scope === 'all' || all[0]!._id === before._id;
      const parts = sentParts({ ...writing, sent }, { series, links: await linksOf(series) }, ctx);
      const known = { series, all, ...(!isWhole && { divides }) };
      const plan = allowed(await planWrite({ ...writing, sent: parts }, known, ctx));
      const pairs: Pair[] = [...plan.occurrences, ...plan.moved, [before, plan.written]];
      const part = plan.ended ? 'ended' : 'series';
      // Dates may come and go although their series stays as it is.
      const isElse = !isShownElse(series, plan.series) && pairs.some(([was, is]) => isShownElse(was, is));
      const counted = (isElse ? aboveAll : withSeriesSequence)(plan[part]!, series, all);
      await applyToSeries(series, { ...plan, [part]: counted }, ctx);
      await apply(plan, ctx, after);
      touch([plan.series._id, ...(plan.ended ? [plan.ended._id] : [])], pairs, ctx, plan.made.length);
      return plan.written;
    },
    async imported(event, ctx) {
      const series = await deps.series.one({ _id: event.series! });
      return series ? importedOccurrence(series, event, ctx.now) : event;
    },
    async follow(before, after, ctx) {
      const all = await occurrencesOf(before);
      const plan = allowed(await planFollowing(before, { after, all }, ctx));
      await apply(plan, ctx);
      return withSeriesSequence(plan.series, before, all);
    },
    async trash(series, which, ctx) {
      await apply(allowed(planTrash(series, { all: await occurrencesOf(series), which }, ctx)), ctx);
    },
    async restore(series, ctx) {
      await apply(allowed(planTrash(series, { all: await occurrencesOf(series), which: 'back' }, ctx)), ctx);
    },
  };
}
