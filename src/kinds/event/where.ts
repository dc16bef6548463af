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
import { statesAmong } from '../post/filter.ts';
import type { LinkedRecord, PostRecord } from '../post/record.ts';
import type { FilterParts } from '../shared/filter-parts.ts';
import type { Repository } from '../shared/repository.ts';
import { searchFilter } from '../shared/text.ts';
import { type TimeSpan, timeSpan } from '../shared/time-span.ts';
import type { LinkDeps } from './links.ts';
import { venuesIn, venuesOnMap, venuesWithin } from './places.ts';
import type { EventRecord } from './record.ts';
import type { EventWhere } from './where-fields.ts';

/** What the filters of a list of events read, and what they report back. */
export interface FilterContext {
  deps: LinkDeps & { repository: Repository<EventRecord> };
  ctx: Context;
  /** Whether a missing record is a problem. It is for pages, as in REST. */
  isPage: boolean;
  problems: Problem[];
  /** The only requested category, if those below it count too. */
  onlyCategory?: number | undefined;
}

type Part<V> = (value: V, context: FilterContext, beside: EventWhere) => Filter | Promise<Filter>;

/** The span of a text: a moment, or a day. */
const spanOf = (text: string, { datesIn }: EventWhere, ctx: Context): TimeSpan =>
  timeSpan(text, datesIn ?? ctx.zone, ctx);

const after =
  (field: string): Part<string> =>
  (text, { ctx }, beside) => ({ [field]: { $gt: spanOf(text, beside, ctx).last } });

const before =
  (field: string): Part<string> =>
  (text, { ctx }, beside) => ({ [field]: { $lt: spanOf(text, beside, ctx).first } });

const onOrAfter =
  (field: string): Part<string> =>
  (text, { ctx }, beside) => ({ [field]: { $gte: spanOf(text, beside, ctx).first } });

const onOrBefore =
  (field: string): Part<string> =>
  (text, { ctx }, beside) => ({ [field]: { $lte: spanOf(text, beside, ctx).last } });

const between =
  (field: string): Part<DateRange> =>
  ({ from, to }, { ctx }, beside) => ({
    [field]: { $gte: spanOf(from, beside, ctx).first, $lte: spanOf(to, beside, ctx).last },
  });

const running = (first: Instant, last: Instant): Filter => ({ startsAt: { $lte: last }, endsAt: { $gte: first } });

const terms =
  (kind: 'categories' | 'tags', operator: '$in' | '$nin'): Part<string[]> =>
  async (texts, context, { withDescendants }) => {
    const { deps, problems } = context;
    const service = kind === 'tags' ? deps.tagService : deps.categoryService;
    const found = await service.resolve(texts);
    const ids = found.filter((id) => id !== undefined);
    if (ids.length < found.length) problems.push(unknown(`${kind}${operator === '$in' ? 'In' : 'NotIn'}`));
    if (withDescendants === false) return { [kind]: { [operator]: ids } };
    const [only, ...others] = new Set(ids);
    if (kind === 'categories' && operator === '$in' && others.length === 0) context.onlyCategory = only;
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

/** The ids that the caller may see. Links to hidden records must not be revealed. */
async function seen(inEvents: LinkList, field: string, ids: number[], context: FilterContext): Promise<number[]> {
  const { ctx } = context;
  const found = await there(context.deps.linked[inEvents].repository as Repository<LinkedRecord>, field, ids, context);
  return found.flatMap((record) => (mayRead(ctx.viewer, record, ctx.now) ? [record._id] : []));
}

/** The records with these ids. */
async function there<R extends PostRecord>(
  repository: Repository<R>,
  field: string,
  ids: readonly number[],
  { isPage, problems }: FilterContext,
): Promise<R[]> {
  const found = await repository.byIds(ids);
  if (isPage && found.length < new Set(ids).size) problems.push(unknown(field));
  return found;
}

const has =
  (facet: EventFacet) =>
  (wanted: boolean): Filter => ({ facets: wanted ? { $in: [facet] } : { $ne: facet } });

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
  notIn: (ids) => ({ _id: { $nin: ids } }),
  when(when, { ctx: { now, freshness } }) {
    if (when === 'all') return undefined;
    freshness.until = Math.min(freshness.until, nextWindow(now));
    const minute = minuteOf(now);
    if (when === 'past') return { endsAt: { $lte: minute } };
    return { endsAt: { $gt: minute }, ...(when === 'running' ? { startsAt: { $lte: minute } } : {}) };
  },
  startsAfter: after('startsAt'),
  startsBefore: before('startsAt'),
  startsOnOrAfter: onOrAfter('startsAt'),
  startsOnOrBefore: onOrBefore('startsAt'),
  startsBetween: between('startsAt'),
  endsAfter: after('endsAt'),
  endsBefore: before('endsAt'),
  endsOnOrAfter: onOrAfter('endsAt'),
  endsOnOrBefore: onOrBefore('endsAt'),
  endsBetween: between('endsAt'),
  runsBetween: ({ from, to }, { ctx }, beside) =>
    running(spanOf(from, beside, ctx).first, spanOf(to, beside, ctx).last),
  dateOverlaps({ from, to }, { ctx }, beside) {
    const [start, end] = [spanOf(from, beside, ctx), spanOf(to, beside, ctx)];
    return { startsAt: end.day ? { $lte: end.last } : { $lt: end.last }, endsAt: { $gt: start.first } };
  },
  onDate(text, { ctx }, beside) {
    const zone = beside.datesIn ?? ctx.zone;
    const wall = toWall(spanOf(text, beside, ctx).first, zone);
    const [first, last] = [toInstant(startOfDay(wall), zone), toInstant(endOfDay(wall), zone)];
    // An event that ends as the day begins belongs to the day before. The bounds can use an index; the `$or` cannot.
    const bounds = { startsAt: { $lte: last }, endsAt: { $gte: first } };
    return { ...bounds, $or: [{ endsAt: { $gt: first } }, { startsAt: { $gte: first } }] };
  },
  datesIn: nothing,
  search: (text, { ctx }) => searchFilter(withoutCommonWords(searchTerms(text)), ctx.language),
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
  async hasCoordinates(has, { deps, ctx }) {
    const ids = await venuesOnMap({ venues: deps.linked.venues.repository, ...ctx });
    return { venues: has ? { $in: ids } : { $nin: ids } };
  },
  async near({ latitude, longitude, radiusKm }, { deps, ctx }) {
    const among = { venues: deps.linked.venues.repository, ...ctx };
    const within = await venuesWithin({ lat: latitude, lng: longitude }, radiusKm, among);
    return { venues: { $in: within.map(({ _id }) => _id) } };
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
    ...(currencyCode == null ? {} : { $or: [{ 'cost.details.currencyCode': currencyCode }, { lowestPrice: 0 }] }),
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
