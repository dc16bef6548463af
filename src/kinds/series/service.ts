import type { Store } from '../../data/port.ts';
import type { Key } from '../../domain/cursor.ts';
import { Conflict, codeOf, DomainError } from '../../domain/errors.ts';
import { invalidField, validate } from '../../domain/fields/examine.ts';
import { INPUT_LIMITS } from '../../domain/fields/limits.ts';
import type { RecordRef } from '../../domain/fields/ref.ts';
import type { PatchOf } from '../../domain/fields/table.ts';
import { meets } from '../../domain/precondition.ts';
import { startAt, startsOf } from '../../domain/recurrence/expand.ts';
import { type Instant, readTime, startOfDay, toInstant, type WallTime } from '../../domain/time.ts';
import { DAY } from '../../domain/zones.ts';
import type { Context } from '../context.ts';
import type { NewUid } from '../event/identity.ts';
import { createLinking, type LinkDeps, shownIn } from '../event/linked-records.ts';
import type { EventRecord } from '../event/record.ts';
import type { EventService } from '../event/service.ts';
import { eventWriting } from '../event/writing.ts';
import { POST_PARTS } from '../post/filter.ts';
import { refuseTrashed } from '../post/read.ts';
import { createPostService, type PostDeps, type PostService } from '../post/service.ts';
import { beyond, keyedOrder } from '../shared/keyed-list.ts';
import type { Repository } from '../shared/repository.ts';
import { type Where, whereFilters } from '../shared/where.ts';
import { MOST_PARTS, partsOf } from './chain.ts';
import { dateFields, type SeriesWhere } from './fields.ts';
import { type SeriesInput, type SeriesPatch, seriesKind } from './kind.ts';
import { makeOccurrences, recurrenceAfter } from './make.ts';
import { firstStartOf, horizonAt, madeUpTo, recurrenceOf, startsToMake, TIMES } from './occurrences.ts';
import { SERIES, type SeriesRecord } from './record.ts';
import type { Scopes } from './scopes.ts';
import { withSeriesSequence } from './sequence.ts';

const IN_TRASH = codeOf('series', 'ALREADY_TRASHED');

/** For a write of a single occurrence: the version that was sent is that of the series. */
const alone = (ctx: Context): Context => ({ ...ctx, precondition: undefined });

type OneDate = PatchOf<typeof dateFields>;

export interface SeriesService
  extends Pick<
    PostService<SeriesRecord, Where<SeriesWhere>, SeriesInput, SeriesPatch>,
    'connection' | 'read' | 'restore' | 'create' | 'update' | 'removeTranslation'
  > {
  /** Moves a series and its occurrences into the trash; with `keepPast`, only those that have yet to start. */
  remove(ref: RecordRef, ctx: Context, input?: { keepPast?: boolean | null }): Promise<SeriesRecord>;
  /** Adds the occurrence of one date, or takes it out of the trash. */
  addOccurrence(ref: RecordRef, date: OneDate, ctx: Context): Promise<SeriesRecord>;
  /** Moves the occurrence of one date into the trash. @throws INVALID_FIELD if there is none */
  removeOccurrence(ref: RecordRef, date: OneDate, ctx: Context): Promise<SeriesRecord>;
  /**
   * The parts that each of these series is in, itself among them, in the order of their first starts: without those in the trash and those
   * that the caller may not see. At most 100, the latest. A series that was never divided has none.
   */
  parts(ids: readonly number[], ctx: Context): Promise<Map<number, SeriesRecord[]>>;
  /** The original starts of the occurrences in the trash, for each series that has some. */
  deletedStarts(ids: readonly number[], ctx: Pick<Context, 'loaders'>): Promise<Map<number, Instant[]>>;
  /**
   * Makes the occurrences that have come into the horizon, and returns how many. The clock may jump, several servers may do it at once,
   * and any may be killed: each occurrence is made once. `failed` gets a series that fails, which does not stop the others.
   */
  extend(now: Instant, failed: (error: unknown, series: number) => void): Promise<number>;
}

interface SeriesDeps extends PostDeps<SeriesRecord>, LinkDeps {
  store: Store;
  events: Repository<EventRecord>;
  newUid: NewUid;
  scopes: Scopes;
  /** Writes single occurrences. */
  occurrence: Pick<EventService, 'remove' | 'restore'>;
}

const TO_MAKE = [
  ['madeBefore', 1],
  ['_id', 1],
] as const;

/** The most occurrences that one unit makes. */
const AT_ONCE = 500;

export function createSeriesService({ store, events, scopes, occurrence, ...deps }: SeriesDeps): SeriesService {
  const { repository, write } = deps;
  const writing = eventWriting({ newUid: deps.newUid, linking: createLinking(deps) });

  /** Makes what is missing of a series before its horizon. Part of the caller's unit. */
  async function make(series: SeriesRecord, now: Instant): Promise<{ made: number; madeBefore: Instant | undefined }> {
    const { madeBefore: from } = series;
    if (from === undefined || series.trashed) return { made: 0, madeBefore: from };
    const { starts, madeBefore } = await startsToMake(series, { from, now, most: AT_ONCE });
    // An import may have made some of them.
    const there = await events.find(
      { series: series._id, originalStartsAt: { $gte: from } },
      { index: 'original_start', only: ['originalStartsAt'] },
    );
    const taken = new Set(there.map(({ originalStartsAt }) => originalStartsAt));
    const missing = starts.filter(({ at }) => !taken.has(at));
    const made = await makeOccurrences({ events }, series, missing, now);
    await events.insertAll(made);
    return { made: made.length, madeBefore };
  }

  const service = createPostService<SeriesRecord, Where<SeriesWhere>, SeriesPatch, SeriesInput>(
    seriesKind,
    {
      ...writing,
      repair: (series, damaged, ctx) => writing.repair(series, damaged, ctx),
      computed(values, before, ctx) {
        const event = writing.computed(values, before, ctx);
        // The clock may skip the first start, which is not the time of the others.
        const isThere = before && TIMES.every((key) => event[key] === before[key]);
        const kept = isThere ? { ...event, startDate: before.startDate, endDate: before.endDate } : event;
        return { ...kept, ...recurrenceAfter(values, { ...before, ...kept }, ctx) };
      },
      async listing({ where, orderBy, status }, ctx) {
        const filters = await whereFilters<SeriesWhere, { ctx: Context }>(where, POST_PARTS, { ctx });
        const byId = filters.some(({ _id }) => Object(_id).$in !== undefined);
        return {
          filter: { $and: [status.filter, ...filters] },
          index: byId ? '_id_' : filters.some(({ author }) => author !== undefined) ? 'of_author' : status.index,
          ...keyedOrder('created', { field: undefined, orderBy }),
        };
      },
      async complete({ before, after, values, origin }, ctx) {
        if (!before) return after;
        if (origin && after.trashed === before.trashed) return withSeriesSequence(after, before, []);
        if (after.trashed) {
          // Its occurrences are in the trash each for a reason, which a change could not keep.
          refuseTrashed(before, ctx, IN_TRASH);
          await scopes.trash(after, ({ startsAt }) => !values.keepPast || startsAt > ctx.now, ctx);
          return after;
        }
        if (before.trashed) await scopes.restore(after, ctx);
        const followed = await scopes.follow(before, after, ctx);
        return before.trashed ? madeUpTo(followed, (await make(followed, ctx.now)).madeBefore) : followed;
      },
    },
    deps,
  );

  /** The start that a date means in a series, with its occurrence, if there is one. */
  async function dated(ref: RecordRef, input: OneDate, ctx: Context) {
    const { date } = validate({ table: dateFields, use: 'create' }, input, ctx);
    const known = await service.read(ref, ctx);
    // What this server knows may be half a second old.
    const [series = known] = await repository.byIds([known._id]);
    const first = firstStartOf(series);
    const { wall: said, hasTime } = readTime(date!, series.timezone, ctx.now)!;
    const asked = hasTime && !series.allDay ? said : said.slice(0, 10) + first.slice(10);
    const { wall, at } = startAt(toInstant(asked, series.timezone), recurrenceOf(series));
    if (!meets(series, ctx.precondition ?? {})) throw new Conflict(series);
    return { series, wall, at, event: await events.one({ series: series._id, originalStartsAt: at }) };
  }

  const isByRule = async (series: SeriesRecord, at: Instant) =>
    (await startsOf({ ...recurrenceOf(series), rdates: [], exdates: [] }, at, at + 1, 1)).length > 0;

  /** The dates that are left out, but for one start. Others of its day stay out. */
  async function exdatesBut(series: SeriesRecord, wall: WallTime): Promise<readonly string[]> {
    const day = wall.slice(0, 10);
    const others = series.exdates.filter((date) => date !== wall && date !== day);
    if (series.allDay || !series.exdates.includes(day)) return others;
    const from = toInstant(startOfDay(day), series.timezone);
    const starts = await startsOf(
      { ...recurrenceOf(series), exdates: [] },
      from,
      from + 2 * DAY,
      INPUT_LIMITS.dates.values + 1,
    );
    return [...others, ...starts.map((start) => start.wall).filter((its) => its.startsWith(day) && its !== wall)];
  }

  async function extendOne(id: number, now: Instant) {
    return write({ now }, async () => {
      const [series] = await repository.byIds([id]);
      if (!series) return 0;
      const { made, madeBefore } = await make(series, now);
      // The clock may have gone back: what is made is made.
      if (madeBefore !== series.madeBefore)
        await store.update(
          SERIES.name,
          id,
          madeBefore === undefined ? { $unset: { madeBefore: true } } : { $set: { madeBefore } },
        );
      return made;
    });
  }

  return {
    ...service,
    remove: (ref, ctx, { keepPast } = {}) => service.update(ref, { status: 'trash', keepPast: keepPast ?? false }, ctx),
    async addOccurrence(ref, input, ctx) {
      const { series, wall, at, event } = await dated(ref, input, ctx);
      refuseTrashed(series, ctx, IN_TRASH);
      const exdates = await exdatesBut(series, wall);
      // The past is not made by a rule.
      const isGiven = event !== undefined || (at > ctx.now && (await isByRule(series, at)));
      const rdates = isGiven ? series.rdates : [...series.rdates, wall];
      if (!isGiven || exdates.join() !== series.exdates.join()) {
        const precondition = ctx.precondition ?? { versions: [series.version] };
        await service.update(ref, { rdates: [...rdates], exdates: [...exdates] }, { ...ctx, precondition });
      }
      if (event?.trashed) await occurrence.restore({ id: event._id }, { ...alone(ctx), once: undefined });
      return service.read(ref, ctx);
    },
    async removeOccurrence(ref, input, ctx) {
      const { event } = await dated(ref, input, ctx);
      // With its key, a request that comes again finds the occurrence in the trash.
      if (!event || (event.trashed && !ctx.once))
        throw invalidField('date', 'unknown', 'There is no occurrence at this start.');
      await occurrence.remove({ id: event._id }, alone(ctx));
      return service.read(ref, ctx);
    },
    async parts(ids, ctx) {
      const { loaders } = ctx;
      const asked = (await loaders.of(repository).linked(ids)).filter(({ chain }) => chain !== undefined);
      const chains = [...new Set(asked.map(({ chain }) => chain!))];
      const { dependencies } = loaders;
      const found = chains.length
        ? await repository.shown({ chain: { $in: chains } }, { ...partsOf(chains.length), dependencies })
        : [];
      const seen = found.filter((part) => shownIn(part, ctx));
      const inOrder = ({ chain }: SeriesRecord) => seen.filter((part) => part.chain === chain).slice(0, MOST_PARTS);
      return new Map(asked.map((series) => [series._id, inOrder(series).reverse()]));
    },
    async deletedStarts(ids, { loaders }) {
      const gone = await events.find(
        { series: { $in: [...ids] }, trashed: true },
        { index: 'series', only: ['series', 'originalStartsAt'], dependencies: loaders.dependencies },
      );
      const starts = new Map<number, Instant[]>();
      for (const { series, originalStartsAt } of gone)
        starts.set(series!, [...(starts.get(series!) ?? []), originalStartsAt!]);
      return starts;
    },
    async extend(now, failed) {
      let total = 0;
      for (let after: Key | undefined, more = true; more; ) {
        const due = await repository.find(
          {
            $and: [{ trashed: false, madeBefore: { $lt: horizonAt(now) } }, ...(after ? [beyond(TO_MAKE, after)] : [])],
          },
          { sort: TO_MAKE, index: 'to_make', limit: 100, only: ['madeBefore'], dependencies: null },
        );
        more = due.length === 100;
        for (const { _id, madeBefore } of due) {
          after = [madeBefore!, _id];
          try {
            for (let made = AT_ONCE; made === AT_ONCE; total += made) made = await extendOne(_id, now);
          } catch (error) {
            // The data may be away for a moment: the next run goes on.
            if (error instanceof DomainError && error.code === 'UNAVAILABLE') throw error;
            failed(error, _id);
          }
        }
      }
      return total;
    },
  };
}
