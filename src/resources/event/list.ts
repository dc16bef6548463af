import type { Context } from '../../context.ts';
import type { Problem } from '../../errors.ts';
import { invalid } from '../../fields/examine.ts';
import { mayRead } from '../../rules/access.ts';
import type { Language } from '../../rules/language.ts';
import type { Applied } from '../../rules/paging.ts';
import { eventsWindow } from '../../rules/window.ts';
import type { Filter } from '../../store/port.ts';
import { EVENT_LINKS } from '../event-links.ts';
import type { LinkedRecord, PostRecord } from '../post/record.ts';
import type { Asked, AskedConnection } from '../post/service.ts';
import { type KeyedListing, keyedOrder } from '../shared/keyed-list.ts';
import type { Listing } from '../shared/page.ts';
import type { Repository } from '../shared/repository.ts';
import { type Where, whereFilters } from '../shared/where.ts';
import type { AskedEvents } from './fields.ts';
import type { LinkDeps } from './links.ts';
import { venuesNear } from './places.ts';
import { distanceBands, relevanceBands } from './ranks.ts';
import { BY_START, type EventRecord } from './record.ts';
import { BY_PUBLICATION, connectionIndex, eventFilter, type FoundIds, listIndex } from './repository.ts';
import { type TotalDeps, totalOf } from './total.ts';
import { EVENT_PARTS } from './where.ts';
import { type EventOrder, type EventWhere, eventWhere } from './where-fields.ts';

interface ResolveDeps extends LinkDeps {
  repository: Repository<EventRecord>;
}

/** Finds the ids that the texts, ids and places of a filter mean. @throws INVALID_FIELD naming every parameter that names nothing */
export const createResolveFilterIds =
  ({ repository, linked, categoryService, tagService }: ResolveDeps) =>
  async (asked: AskedEvents, ctx: Context): Promise<FoundIds> => {
    const problems: Problem[] = [];
    const refuse = (field: string, missing: boolean) => {
      if (missing) problems.push({ field, code: 'unknown', message: 'Names a record that is not there.' });
    };
    /** The records that are there; a problem when one is missing. */
    async function found<R extends PostRecord>(field: string, among: Repository<R>, ids: readonly number[]) {
      const there = await among.byIds(ids);
      refuse(field, there.length < new Set(ids).size);
      return there;
    }
    const categories = asked.categories && (await categoryService.resolve(asked.categories));
    const tags = asked.tags && (await tagService.resolve(asked.tags));
    refuse('categories', categories?.includes(undefined) ?? false);
    refuse('tags', tags?.includes(undefined) ?? false);
    const links: FoundIds['links'] = {};
    for (const { inEvents } of EVENT_LINKS) {
      const there = await found<LinkedRecord>(inEvents, linked[inEvents].repository, asked[inEvents] ?? []);
      // Whose place a hidden record is says something of it.
      links[inEvents] = there.flatMap((record) => (mayRead(ctx.viewer, record, ctx.now) ? [record._id] : []));
    }
    await found('postParent', repository, asked.postParent == null ? [] : [asked.postParent]);
    if (problems.length) throw invalid(problems);
    const [onlyCategory, ...others] = new Set(categories);
    return {
      links,
      ...(categories ? { categories: await categoryService.withDescendants(categories as number[]) } : {}),
      ...(onlyCategory !== undefined && others.length === 0 ? { onlyCategory } : {}),
      ...(tags ? { tags: tags as number[] } : {}),
      ...(await venuesNear(asked, linked.venues.repository, ctx)),
    };
  };

/** What each order compares before the id. */
const ORDERS: Readonly<Record<EventOrder, (language: Language) => string | undefined>> = {
  start: () => 'startsAt',
  end: () => 'endsAt',
  title: (language) => `sort.${language}`,
  modified: () => 'modifiedAt',
  created: () => undefined,
  distance: () => 'startsAt',
  relevance: () => 'startsAt',
};

/** What a connection of events holds. Hidden events are in none, for nobody. */
export const createEventConnection =
  (deps: TotalDeps & LinkDeps) =>
  async ({ where, orderBy, status }: AskedConnection<EventWhere>, ctx: Context): Promise<KeyedListing> => {
    const filtersOf = (asked: Where<EventWhere>) =>
      whereFilters(asked, { table: eventWhere, parts: EVENT_PARTS, known: { deps, ctx } }, ctx);
    const by = (orderBy?.field ?? 'start') as EventOrder;
    const keyed = (order: string) => keyedOrder(order, { field: ORDERS[by](ctx.language), orderBy });
    const partOf = (asked: readonly Filter[]) => ({
      filter: { $and: [{ hideFromListings: false }, status.filter, ...asked] },
      index: connectionIndex(asked, status.index, by),
    });
    const asked = await filtersOf(where);
    const all = partOf(asked);
    const listing = { ...all, total: totalOf(deps, { ...all, reader: ctx.loaders }).total };
    if (by === 'relevance') {
      const bands = relevanceBands(where, ctx.language);
      return {
        ...listing,
        ...keyed(`${by} ${ctx.language} ${where.search}`),
        bands: bands.map(({ filter, ...band }) => ({ ...band, ...partOf([...asked, filter]) })),
      };
    }
    if (by === 'distance') {
      const { near, ...others } = where;
      const bands = await distanceBands(near, deps.linked.venues.repository, ctx);
      const rest = await filtersOf(others);
      return {
        ...listing,
        ...keyed(`${by} ${near?.latitude} ${near?.longitude}`),
        rankIs: 'distanceKm',
        bands: bands.map(({ filter, ...band }) => ({ ...band, ...partOf([filter, ...rest]) })),
      };
    }
    return { ...listing, ...keyed(by) };
  };

/** What a list of events holds, and the window in time that it shows. */
export const createEventListing =
  (deps: TotalDeps) =>
  async (
    { asked, found, status }: Asked<AskedEvents, FoundIds>,
    { zone, now, language, basis, loaders }: Context,
  ): Promise<Listing & { applied?: Applied }> => {
    const window = asked.include ? undefined : eventsWindow(asked, zone, now);
    if (window) {
      basis.until = Math.min(basis.until, window.until ?? Number.POSITIVE_INFINITY);
      basis.moving = [...basis.moving, ...window.moving];
    }
    const filter = await eventFilter(asked, { visible: status.filter, window, found, language });
    const index = listIndex(asked, found, status.index);
    const counted = totalOf(deps, { filter, index, onlyCategory: found.onlyCategory, reader: loaders });
    return {
      filter,
      sort: window ? BY_START : BY_PUBLICATION,
      index,
      ...(window ? { ...counted, applied: window.shown } : { total: counted.total }),
    };
  };
