import type { Context } from '../../context.ts';
import { invalid } from '../../fields/examine.ts';
import type { DateRange } from '../../fields/where.ts';
import { mayEditOthers } from '../../rules/access.ts';
import { cityFacet, countryFacet, type EventFacet } from '../../rules/facets.ts';
import { searchTerms, withoutCommonWords } from '../../rules/text.ts';
import { endOfDay, type Instant, startOfDay, toInstant, toWall } from '../../rules/time.ts';
import { minuteOf, nextWindow } from '../../rules/window.ts';
import type { Filter } from '../../store/port.ts';
import { byList, type LinkList } from '../event-links.ts';
import { statesAmong, visible } from '../post/filter.ts';
import type { LinkedRecord } from '../post/record.ts';
import type { FilterParts } from '../shared/filter-parts.ts';
import type { Repository } from '../shared/repository.ts';
import { searchFilter } from '../shared/text.ts';
import { type TimeSpan, timeSpan } from '../shared/time-span.ts';
import type { LinkDeps } from './links.ts';
import { venuesIn, venuesWithin } from './places.ts';
import type { EventWhere } from './where-fields.ts';

/** What the filters of a connection of events look at. */
export interface Known {
  deps: LinkDeps;
  ctx: Context;
}

type Part<V> = (value: V, known: Known, beside: EventWhere) => Filter | Promise<Filter>;

/** What a text means: a moment, or a day. */
const meant = (text: string, { datesIn }: EventWhere, ctx: Context): TimeSpan =>
  timeSpan(text, datesIn ?? ctx.zone, ctx);

const after =
  (field: string): Part<string> =>
  (text, { ctx }, beside) => ({ [field]: { $gt: meant(text, beside, ctx).last } });

const before =
  (field: string): Part<string> =>
  (text, { ctx }, beside) => ({ [field]: { $lt: meant(text, beside, ctx).first } });

const onOrAfter =
  (field: string): Part<string> =>
  (text, { ctx }, beside) => ({ [field]: { $gte: meant(text, beside, ctx).first } });

const onOrBefore =
  (field: string): Part<string> =>
  (text, { ctx }, beside) => ({ [field]: { $lte: meant(text, beside, ctx).last } });

const between =
  (field: string): Part<DateRange> =>
  ({ from, to }, { ctx }, beside) => ({
    [field]: { $gte: meant(from, beside, ctx).first, $lte: meant(to, beside, ctx).last },
  });

const running = (first: Instant, last: Instant): Filter => ({ startsAt: { $lte: last }, endsAt: { $gte: first } });

const terms =
  (kind: 'categories' | 'tags', operator: '$in' | '$nin'): Part<string[]> =>
  async (texts, { deps }, { withDescendants }) => {
    const service = kind === 'tags' ? deps.tagService : deps.categoryService;
    const ids = await service.resolve(texts);
    const field = `${kind}${operator === '$in' ? 'In' : 'NotIn'}`;
    if (ids.includes(undefined))
      throw invalid([{ field, code: 'unknown', message: 'Names a record that is not there.' }]);
    const all = withDescendants === false ? ids : await service.withDescendants(ids as number[]);
    return { [kind]: { [operator]: all as number[] } };
  };

type LinkPart = Record<`${LinkList}In` | `${LinkList}NotIn`, Part<number[]>>;

const LINKED = Object.assign(
  {},
  ...Object.values(
    byList(({ inEvents }) => ({
      [`${inEvents}In`]: async (ids: number[], known: Known): Promise<Filter> => ({
        [inEvents]: { $in: await seen(inEvents, ids, known) },
      }),
      [`${inEvents}NotIn`]: async (ids: number[], known: Known): Promise<Filter> => ({
        [inEvents]: { $nin: await seen(inEvents, ids, known) },
      }),
    })),
  ),
) as LinkPart;

/** Those of these records that the caller may see: what links to another is nobody's business. */
async function seen(inEvents: LinkList, ids: number[], { deps, ctx }: Known): Promise<number[]> {
  if (mayEditOthers(ctx.viewer)) return ids;
  const repository = deps.linked[inEvents].repository as Repository<LinkedRecord>;
  return (await repository.find({ _id: { $in: ids }, ...visible(ctx) }, { only: [], index: '_id_' })).map(
    ({ _id }) => _id,
  );
}

const has =
  (facet: EventFacet) =>
  (wanted: boolean): Filter => ({ facets: wanted ? { $in: [facet] } : { $ne: facet } });

/** What stands beside other filters and says what they mean asks for nothing itself. */
const nothing = (): undefined => undefined;

export const EVENT_PARTS: FilterParts<EventWhere, Known> = {
  in: (ids) => ({ _id: { $in: ids } }),
  notIn: (ids) => ({ _id: { $nin: ids } }),
  when(when, { ctx: { now, basis } }) {
    if (when === 'all') return undefined;
    basis.until = Math.min(basis.until, nextWindow(now));
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
  runsBetween: ({ from, to }, { ctx }, beside) => running(meant(from, beside, ctx).first, meant(to, beside, ctx).last),
  dateOverlaps({ from, to }, { ctx }, beside) {
    const [start, end] = [meant(from, beside, ctx), meant(to, beside, ctx)];
    return { startsAt: end.day ? { $lte: end.last } : { $lt: end.last }, endsAt: { $gt: start.first } };
  },
  onDate(text, { ctx }, beside) {
    const zone = beside.datesIn ?? ctx.zone;
    const wall = toWall(meant(text, beside, ctx).first, zone);
    return running(toInstant(startOfDay(wall), zone), toInstant(endOfDay(wall), zone));
  },
  datesIn: nothing,
  search: (text, { ctx }) => searchFilter(withoutCommonWords(searchTerms(text)), ctx.language),
  categoriesIn: terms('categories', '$in'),
  categoriesNotIn: terms('categories', '$nin'),
  withDescendants: nothing,
  tagsIn: terms('tags', '$in'),
  tagsNotIn: terms('tags', '$nin'),
  ...LINKED,
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
  author: (author) => ({ author }),
  modifiedAfter: (text, { ctx }, beside) => ({ modifiedAt: { $gt: meant(text, beside, ctx).last } }),
  status: (status, { ctx }) => statesAmong(status, ctx.viewer),
};
