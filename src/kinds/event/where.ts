import type { Filter } from '../../data/port.ts';
import { mayRead } from '../../domain/access.ts';
import type { Problem } from '../../domain/errors.ts';
import { ATTENDANCE, EVENT_STATUS } from '../../domain/event-status.ts';
import { cityFacet, countryFacet, type EventFacet } from '../../domain/facets.ts';
import type { DateRange } from '../../domain/fields/where.ts';
import { searchTerms, withoutCommonWords } from '../../domain/text.ts';
import { endOfDay, type Instant, startOfDay, toInstant, toWall } from '../../domain/time.ts';
import { minuteOf, nextWindow } from '../../domain/window.ts';
import type { Context } from '../context.ts';
import { customFilter } from '../custom-fields/values.ts';
import { byList, type LinkList } from '../event-links.ts';
import { statesAmong, withSlugs } from '../post/filter.ts';
import type { LinkedRecord, PostRecord } from '../post/record.ts';
import type { SeriesRecord } from '../series/record.ts';
import type { FilterParts } from '../shared/filter-parts.ts';
import type { Repository } from '../shared/repository.ts';
import { searchFilter } from '../shared/text.ts';
import { type TimeSpan, timeSpan } from '../shared/time-span.ts';
import type { TermRecord } from '../term/record.ts';
import { collapsed } from './collapse.ts';
import type { LinkDeps } from './linked-records.ts';
import { searchWithNames } from './names.ts';
import { venuesIn, venuesInBox, venuesOnMap, venuesWithin } from './places.ts';
import type { EventRecord } from './record.ts';
import type { EventWhere } from './where-fields.ts';
import { type Bound, isDated, onDay, ownDates } from './whole-days.ts';

/** What the filters of a list of events read, and what they report back. */
export interface FilterContext {
  deps: LinkDeps & {
    repository: Repository<EventRecord>;
    categories: Repository<TermRecord>;
    series: Repository<SeriesRecord>;
  };
  ctx: Context;
  /** Whether a missing record is a problem. It is for pages, as in REST. */
  isPage: boolean;
  problems: Problem[];
  /** Whether all-day events start and end with their own dates, not at moments. */
  byDates: boolean;
}

type Part<V> = (value: V, context: FilterContext, beside: EventWhere) => Filter | Promise<Filter>;

/** The zone of the dates of a filter. */
const zoneOf = ({ datesIn }: EventWhere, { zone }: Context): string => datesIn ?? zone;

/** The span of a text: a moment, or a day. */
const spanOf = (text: string, beside: EventWhere, ctx: Context): TimeSpan => timeSpan(text, zoneOf(beside, ctx), ctx);

/** Compares a moment of events with another. In the order by day, all-day events have their own dates instead. */
const compared = (
  field: string,
  bound: Bound,
  at: Instant,
  { ctx, byDates }: FilterContext,
  beside: EventWhere,
): Filter =>
  byDates && isDated(field)
    ? ownDates(field, bound, at, { zone: zoneOf(beside, ctx), collapsed: beside.collapseSeries === true })
    : { [field]: { [bound]: at } };

const bounded =
  (bound: Bound, end: 'first' | 'last') =>
  (field: string): Part<string> =>
  (text, context, beside) =>
    compared(field, bound, spanOf(text, beside, context.ctx)[end], context, beside);

const [after, before] = [bounded('$gt', 'last'), bounded('$lt', 'first')];
const [onOrAfter, onOrBefore] = [bounded('$gte', 'first'), bounded('$lte', 'last')];

const within =
  (from: string, to: string): Part<DateRange> =>
  (range, context, beside) => ({
    $and: [
      compared(from, '$gte', spanOf(range.from, beside, context.ctx).first, context, beside),
      compared(to, '$lte', spanOf(range.to, beside, context.ctx).last, context, beside),
    ],
  });

const terms =
  (kind: 'categories' | 'tags', operator: '$in' | '$nin'): Part<string[]> =>
  async (texts, context, { withDescendants }) => {
    const { deps, problems } = context;
    const service = kind === 'tags' ? deps.tagService : deps.categoryService;
    const found = await service.resolve(texts);
    const ids = found.filter((id) => id !== undefined);
    if (ids.length < found.length && !context.ctx.ignoresUnknown)
      problems.push(unknown(`${kind}${operator === '$in' ? 'In' : 'NotIn'}`));
    if (withDescendants === false) return { [kind]: { [operator]: ids } };
    return { [kind]: { [operator]: await service.withDescendants(ids) } };
  };

const unknown = (field: string): Problem => ({ field, code: 'unknown', message: 'Names a record that is not there.' });

type LinkPart = Record<`${LinkList}In` | `${LinkList}NotIn`, Part<number[]>>;

const LINKED = Object.assign(
  {},
  ...Object.values(
    byList(({ inEvents }) => ({
      [`${inEvents}In`]: async (ids: number[], context: FilterContext): Promise<Filter> => ({
        [inEvents]: { $in: await seen(inEvents, `${inEvents}In`, ids, context) },
      }),
      [`${inEvents}NotIn`]: async (ids: number[], context: FilterContext): Promise<Filter> => ({
        [inEvents]: { $nin: await seen(inEvents, `${inEvents}NotIn`, ids, context) },
      }),
    })),
  ),
) as LinkPart;

const seen = (inEvents: LinkList, field: string, ids: number[], context: FilterContext): Promise<number[]> =>
  seenAmong(context.deps.linked[inEvents].repository as Repository<LinkedRecord>, field, ids, context);

const seriesSeen = (field: string, ids: number[], context: FilterContext): Promise<number[]> =>
  seenAmong(context.deps.series, field, ids, context);

/** The ids that the caller may see. Links to hidden records must not be revealed. */
async function seenAmong<R extends PostRecord>(
  repository: Repository<R>,
  field: string,
  ids: number[],
  context: FilterContext,
): Promise<number[]> {
  const { ctx } = context;
  const found = await there(repository, field, ids, context);
  return found.flatMap((record) => (mayRead(ctx.viewer, record, ctx.now) ? [record._id] : []));
}

/** The records with these ids. */
async function there<R extends PostRecord>(
  repository: Repository<R>,
  field: string,
  ids: readonly number[],
  { isPage, problems, ctx }: FilterContext,
): Promise<R[]> {
  const found = await repository.byIds(ids);
  if (isPage && !ctx.ignoresUnknown && found.length < new Set(ids).size) problems.push(unknown(field));
  return found;
}

const has =
  (facet: EventFacet) =>
  (wanted: boolean): Filter => ({ facets: wanted ? { $in: [facet] } : { $ne: facet } });

export const ALL_DAY: Filter = has('allDay')(true);

/** Matches any of the words. The first word has no facet: it applies to events with none of the others. */
const oneOfWords =
  <W extends string>(name: 'status' | 'attendance', all: readonly [standard: W, ...others: W[]]) =>
  (wanted: readonly W[]): Filter | undefined => {
    const facets = (words: readonly W[]) => words.map((word) => `${name}:${word}`);
    if (!wanted.includes(all[0])) return { facets: { $in: facets(wanted) } };
    const others = all.filter((word) => !wanted.includes(word));
    return others.length ? { facets: { $nin: facets(others) } } : undefined;
  };

/** For options that only change other filters. */
const nothing = (): undefined => undefined;

export const EVENT_PARTS: FilterParts<EventWhere, FilterContext> = {
  in: (ids) => ({ _id: { $in: ids } }),
  slugIn: (slugs, { deps }) => withSlugs(slugs, deps),
  notIn: (ids) => ({ _id: { $nin: ids } }),
  when(when, context, beside) {
    if (when === 'all') return undefined;
    const { now, freshness } = context.ctx;
    freshness.until = Math.min(freshness.until, nextWindow(now));
    const minute = minuteOf(now);
    if (when === 'past') return compared('endsAt', '$lte', minute, context, beside);
    const unended = compared('endsAt', '$gt', minute, context, beside);
    return when === 'running' ? { $and: [unended, compared('startsAt', '$lte', minute, context, beside)] } : unended;
  },
  startsAfter: after('startsAt'),
  startsBefore: before('startsAt'),
  startsOnOrAfter: onOrAfter('startsAt'),
  startsOnOrBefore: onOrBefore('startsAt'),
  startsBetween: within('startsAt', 'startsAt'),
  endsAfter: after('endsAt'),
  endsBefore: before('endsAt'),
  endsOnOrAfter: onOrAfter('endsAt'),
  endsOnOrBefore: onOrBefore('endsAt'),
  endsBetween: within('endsAt', 'endsAt'),
  runsBetween({ from, to }, context, beside) {
    const [first, last] = [spanOf(from, beside, context.ctx).first, spanOf(to, beside, context.ctx).last];
    const begun = compared('startsAt', '$lte', last, context, beside);
    return { $and: [begun, compared('endsAt', '$gte', first, context, beside)] };
  },
  dateOverlaps({ from, to }, context, beside) {
    const [start, end] = [spanOf(from, beside, context.ctx), spanOf(to, beside, context.ctx)];
    const begun = compared('startsAt', end.day ? '$lte' : '$lt', end.last, context, beside);
    return { $and: [begun, compared('endsAt', '$gt', start.first, context, beside)] };
  },
  onDate(text, { ctx }, beside) {
    const zone = zoneOf(beside, ctx);
    const wall = toWall(spanOf(text, beside, ctx).first, zone);
    return onDay(toInstant(startOfDay(wall), zone), toInstant(endOfDay(wall), zone), zone);
  },
  datesIn: nothing,
  search(text, context, { searchNames }) {
    const terms = withoutCommonWords(searchTerms(text));
    return searchNames ? searchWithNames(terms, context) : searchFilter(terms, context.ctx.language);
  },
  searchNames: nothing,
  categoriesIn: terms('categories', '$in'),
  categoriesNotIn: terms('categories', '$nin'),
  withDescendants: nothing,
  tagsIn: terms('tags', '$in'),
  tagsNotIn: terms('tags', '$nin'),
  ...LINKED,
  async parent(parent, context) {
    await there(context.deps.repository, 'parent', [parent], context);
    return { parent };
  },
  seriesIn: async (ids, context) => ({ series: { $in: await seriesSeen('seriesIn', ids, context) } }),
  seriesNotIn: async (ids, context) => ({ series: { $nin: await seriesSeen('seriesNotIn', ids, context) } }),
  inSeries: has('inSeries'),
  collapseSeries: (collapse, { ctx, problems }, beside) => (collapse ? collapsed(beside, ctx, problems) : undefined),
  async hasCoordinates(has, { deps, ctx }) {
    const ids = await venuesOnMap({ venues: deps.linked.venues.repository, ...ctx });
    return { venues: has ? { $in: ids } : { $nin: ids } };
  },
  async near({ latitude, longitude, radiusKm }, { deps, ctx }) {
    const among = { venues: deps.linked.venues.repository, ...ctx };
    const within = await venuesWithin({ lat: latitude, lng: longitude }, radiusKm, among);
    return { venues: { $in: within.map(({ _id }) => _id) } };
  },
  async within(box, { deps, ctx }) {
    return { venues: { $in: await venuesInBox(box, { venues: deps.linked.venues.repository, ...ctx }) } };
  },
  async city(city, { deps, ctx }, { country }) {
    const places = [cityFacet(city), ...(country == null ? [] : [countryFacet(country)])];
    return { venues: { $in: await venuesIn(places, { venues: deps.linked.venues.repository, ...ctx }) } };
  },
  async country(country, { deps, ctx }, { city }) {
    if (city != null) return undefined;
    const places = [countryFacet(country)];
    return { venues: { $in: await venuesIn(places, { venues: deps.linked.venues.repository, ...ctx }) } };
  },
  isFree: has('free'),
  price: ({ min, max, currencyCode }) => ({
    lowestPrice: { $gte: min ?? 0, ...(max == null ? {} : { $lte: max }) },
    ...(currencyCode == null ? {} : { $or: [{ priceCurrency: currencyCode }, { lowestPrice: 0 }] }),
  }),
  translatedInto: (language) => has(`language:${language}`)(true),
  multiday: has('multiday'),
  allDay: has('allDay'),
  timezone: (timezone) => has(`timezone:${timezone}`)(true),
  featured: (featured) => ({ featured }),
  sticky: has('sticky'),
  eventStatus: oneOfWords('status', EVENT_STATUS.words),
  attendance: oneOfWords('attendance', ATTENDANCE.words),
  customFields: (sent, { ctx }) => customFilter('event', sent, ctx),
  author: (author) => ({ author }),
  modifiedAfter: after('modifiedAt'),
  modifiedBefore: before('modifiedAt'),
  status: (status, { ctx }) => statesAmong(status, ctx.viewer),
};
