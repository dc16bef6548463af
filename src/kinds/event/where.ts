import type { Filter } from '../../data/port.ts';
import { mayRead } from '../../domain/access.ts';
import type { Problem } from '../../domain/errors.ts';
import { ATTENDANCE, EVENT_STATUS } from '../../domain/event-status.ts';
import { cityFacet, countryFacet, type EventFacet, type VenueFacet } from '../../domain/facets.ts';
import type { DateRange } from '../../domain/fields/where.ts';
import { endOfToday, understood } from '../../domain/spans.ts';
import { searchTerms, withoutCommonWords } from '../../domain/text.ts';
import { endOfDay, type Instant, startOfDay, toInstant, toWall } from '../../domain/time.ts';
import { minuteOf, nextWindow } from '../../domain/window.ts';
import type { Context } from '../context.ts';
import { customFilter } from '../custom-fields/values.ts';
import { byList, type LinkList } from '../event-links.ts';
import { POST_PARTS, readable, withSlugs } from '../post/filter.ts';
import type { PostRecord } from '../post/record.ts';
import type { SeriesRecord } from '../series/record.ts';
import { idsCalled } from '../shared/called.ts';
import type { FilterParts } from '../shared/filter-parts.ts';
import type { Repository } from '../shared/repository.ts';
import { searchFilter } from '../shared/text.ts';
import { timeSpan } from '../shared/time-span.ts';
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
    tags: Repository<TermRecord>;
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
const zoneOf = ({ datesIn }: EventWhere, { zone }: Context) => datesIn ?? zone;

/** The span of a text: a moment, or a day. */
const spanOf = (text: string, beside: EventWhere, ctx: Context) => timeSpan(text, zoneOf(beside, ctx), ctx);

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
    const { deps, problems, isPage } = context;
    const service = kind === 'tags' ? deps.tagService : deps.categoryService;
    const found = (await service.resolve(texts)).map((id) => (id === undefined ? [] : [id]));
    // A name that is not exact is none in REST, as in the reference.
    const others = isPage ? [] : texts.filter((_, at) => found[at]!.length === 0);
    const dependencies = context.ctx.loaders.dependencies;
    const named = await idsCalled(deps[kind], others, { besides: {}, dependencies });
    const all = texts.map((text, at) => (found[at]!.length ? found[at]! : (named[others.indexOf(text)] ?? [])));
    const missing = all.findIndex((some) => some.length === 0);
    if (missing >= 0 && !context.ctx.ignoresUnknown)
      problems.push({ ...unknown(`${kind}${operator === '$in' ? 'In' : 'NotIn'}`), ...(!isPage && { at: [missing] }) });
    const ids = all.flat();
    if (withDescendants === false) return { [kind]: { [operator]: ids } };
    return { [kind]: { [operator]: await service.withDescendants(ids) } };
  };

const unknown = (field: string): Problem => ({ field, code: 'unknown', message: 'Names a record that is not there.' });

/** Ids, and names of other records. */
type Names = readonly (number | string)[];

type Posts = Pick<Repository<PostRecord>, 'byIds' | 'find'>;

type AmongParts<L extends string> = Record<`${L}In` | `${L}NotIn`, Part<Names>>;

/** The two filters by other records that events name in a field: those of a list, or of the series. */
const among = <L extends string>(
  name: L,
  field: string,
  postsIn: (deps: FilterContext['deps']) => Posts,
): AmongParts<L> =>
  Object.fromEntries(
    Object.entries({ In: '$in', NotIn: '$nin' }).map(([ending, operator]): [string, Part<Names>] => [
      name + ending,
      async (ids, context) => ({
        [field]: { [operator]: await seenAmong(postsIn(context.deps), name + ending, ids, context) },
      }),
    ]),
  ) as AmongParts<L>;

const LINKED = Object.assign(
  {},
  ...Object.values(byList(({ inEvents }) => among(inEvents, inEvents, ({ linked }) => linked[inEvents].repository))),
) as AmongParts<LinkList>;

/** The ids that the caller may see. Links to hidden records must not be revealed. */
async function seenAmong(posts: Posts, field: string, refs: Names, context: FilterContext): Promise<number[]> {
  const { ctx, problems } = context;
  const ids = refs.filter((ref) => typeof ref === 'number');
  const found = await there(posts, field, ids, context);
  const texts = refs.filter((ref) => typeof ref === 'string');
  const { dependencies } = ctx.loaders;
  const named = await idsCalled(posts, texts, { besides: readable(ctx.viewer), dependencies });
  const missing = texts[named.findIndex((some) => some.length === 0)];
  if (missing !== undefined && !ctx.ignoresUnknown) problems.push({ ...unknown(field), at: [refs.indexOf(missing)] });
  return [...found.flatMap((record) => (mayRead(ctx.viewer, record, ctx.now) ? [record._id] : [])), ...named.flat()];
}

/** The records with these ids. */
async function there(
  posts: Posts,
  field: string,
  ids: readonly number[],
  { isPage, problems, ctx }: FilterContext,
): Promise<PostRecord[]> {
  const found = await posts.byIds(ids);
  if (isPage && !ctx.ignoresUnknown && found.length < new Set(ids).size) problems.push(unknown(field));
  return found;
}

const venuesOf = ({ deps, ctx }: FilterContext) => ({ venues: deps.linked.venues.repository, ...ctx });

const inPlaces = async (places: readonly VenueFacet[], context: FilterContext): Promise<Filter> => ({
  venues: { $in: await venuesIn(places, venuesOf(context)) },
});

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

/** All moments of events lie between these. */
const [EARLIEST, LATEST] = [new Date(0).setUTCFullYear(1, 0, 2), Date.UTC(9999, 11, 30)];

/** For options that only change other filters. */
const nothing = () => undefined;

export const EVENT_PARTS: FilterParts<EventWhere, FilterContext> = {
  ...POST_PARTS,
  slugIn: (slugs, { deps }) => withSlugs(slugs, deps),
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
  async span(texts, context, beside) {
    const { freshness, now } = context.ctx;
    const zone = zoneOf(beside, context.ctx);
    const { when, first, last } = understood(texts, { zone, now })!;
    freshness.until = Math.min(freshness.until, endOfToday({ zone, now }));
    const relative = await EVENT_PARTS.when(when, context, beside);
    if (first === undefined && last === undefined) return relative;
    const within = onDay(first ?? EARLIEST, last ?? LATEST, zone);
    return relative ? { $and: [relative, within] } : within;
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
  ...among('series', 'series', ({ series }) => series),
  inSeries: has('inSeries'),
  collapseSeries: (collapse, { ctx, problems }, beside) => (collapse ? collapsed(beside, ctx, problems) : undefined),
  async hasCoordinates(has, context) {
    const ids = await venuesOnMap(venuesOf(context));
    return { venues: has ? { $in: ids } : { $nin: ids } };
  },
  async near({ latitude, longitude, radiusKm }, context) {
    const within = await venuesWithin({ lat: latitude, lng: longitude }, radiusKm, venuesOf(context));
    return { venues: { $in: within.map(({ _id }) => _id) } };
  },
  within: async (box, context) => ({ venues: { $in: await venuesInBox(box, venuesOf(context)) } }),
  city: (city, context, { country }) =>
    inPlaces([cityFacet(city), ...(country == null ? [] : [countryFacet(country)])], context),
  country: (country, context, { city }) => (city == null ? inPlaces([countryFacet(country)], context) : undefined),
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
  isOnline: (wanted) => ({
    facets: { [wanted ? '$in' : '$nin']: (['online', 'mixed'] as const).map((word) => `attendance:${word}`) },
  }),
  attendance: oneOfWords('attendance', ATTENDANCE.words),
  customFields: (sent, { ctx }) => customFilter('event', sent, ctx),
  modifiedAfter: after('modifiedAt'),
  modifiedBefore: before('modifiedAt'),
};
