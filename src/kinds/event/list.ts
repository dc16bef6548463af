import type { Filter } from '../../data/port.ts';
import { invalid, invalidField } from '../../domain/fields/examine.ts';
import type { Language } from '../../domain/language.ts';
import type { Context } from '../context.ts';
import type { ListRequest } from '../post/service.ts';
import { type KeyedListing, keyedOrder } from '../shared/keyed-list.ts';
import type { Ordered } from '../shared/page.ts';
import { type Where, whereFilters } from '../shared/where.ts';
import { isCollapsedWithin } from './collapse.ts';
import { distanceBands, type RankDeps, relevanceBands } from './ranks.ts';
import type { EventRecord } from './record.ts';
import { eventIndex } from './repository.ts';
import { type TotalDeps, totalOf } from './total.ts';
import { ALL_DAY, EVENT_PARTS, type FilterContext } from './where.ts';
import type { EventOrder, EventWhere } from './where-fields.ts';
import { inOrderOfDays } from './whole-days.ts';

/** What each order compares before the id. */
const EVENT_SORT_FIELDS: Readonly<Record<EventOrder, (language: Language) => string | undefined>> = {
  start: () => 'startsAt',
  day: () => 'startsAt',
  end: () => 'endsAt',
  title: (language) => `sort.${language}`,
  modified: () => 'modifiedAt',
  published: () => 'publishedAt',
  created: () => undefined,
  distance: () => 'startsAt',
  relevance: () => 'startsAt',
};

/** Creates what lists of events hold. Hidden events are never in a list, for any caller. */
export const createEventListing =
  (deps: TotalDeps & FilterContext['deps'] & Pick<RankDeps, 'numbers'>) =>
  async (
    { where, orderBy, status, isPage }: ListRequest<EventWhere>,
    ctx: Context,
  ): Promise<KeyedListing & Ordered<EventRecord>> => {
    const by = (orderBy?.field ?? 'start') as EventOrder;
    const context: FilterContext = { deps, ctx, isPage, byDates: by === 'day', problems: [] };
    if (isCollapsedWithin(where))
      throw invalidField('collapseSeries', 'at_odds', 'Must stand at the top of the filter.');
    const filtersOf = async (input: Where<EventWhere>) => {
      const parts = await whereFilters(input, EVENT_PARTS, context);
      if (context.problems.length) throw invalid(context.problems);
      return parts;
    };
    const keyed = (order: string) => keyedOrder(order, { field: EVENT_SORT_FIELDS[by](ctx.language), orderBy });
    const listed = (parts: readonly Filter[]) => ({
      filter: { $and: [{ hideFromListings: false }, status.filter, ...parts] },
      index: eventIndex(parts, status.index, by),
    });
    const filters = await filtersOf(where);
    const all = listed(filters);
    const counted = totalOf(deps, { ...all, reader: ctx.loaders });
    // A page by start is counted anyway, and the counts also tell by which month it is full.
    const listing = { ...all, ...(isPage && !orderBy ? counted : { total: counted.total }) };
    if (by === 'relevance') {
      const bands = relevanceBands(where, ctx.language);
      return {
        ...listing,
        ...keyed(`${by} ${ctx.language} ${where.search}`),
        bands: bands.map(({ filter, ...band }) => ({ ...band, ...listed([...filters, filter]) })),
      };
    }
    if (by === 'distance') {
      const { near, ...others } = where;
      const bands = await distanceBands(near, { ...deps, venues: deps.linked.venues.repository }, ctx);
      const remaining = await filtersOf(others);
      return {
        ...listing,
        ...keyed(`${by} ${near?.latitude} ${near?.longitude}`),
        rankIs: 'distanceKm',
        bands: bands.map(({ filter, ...band }) => ({ ...band, ...listed([filter, ...remaining]) })),
      };
    }
    const wholeDays = listed([...filters, ALL_DAY]);
    if (by !== 'day') return { ...listing, ...keyed(by), wholeDays };
    if (!isPage) throw invalidField('orderBy', 'at_odds', 'Must be an order that this list has.');
    const days = { repository: deps.repository, wholeDays, zone: where.datesIn ?? ctx.zone };
    return { ...listing, ...keyed(by), readPart: inOrderOfDays({ ...all, ...keyed(by), ...days }) };
  };
