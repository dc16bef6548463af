import { allIds } from '../../data/all-ids.ts';
import type { Filter, Projection, Scalar, Stored } from '../../data/port.ts';
import { monthAfter } from '../../domain/days.ts';
import { DomainError } from '../../domain/errors.ts';
import { cityFacet, countryFacet, type EventFacet } from '../../domain/facets.ts';
import { message } from '../../domain/message.ts';
import { once } from '../../domain/once-for.ts';
import { giveUpWhenLate } from '../../domain/request.ts';
import { type Instant, toInstant, toWall } from '../../domain/time.ts';
import { inParts } from '../../domain/values.ts';
import type { Context } from '../context.ts';
import type { Exact } from '../counts/spans.ts';
import { readable } from '../post/filter.ts';
import type { Repository } from '../shared/repository.ts';
import type { TermRecord } from '../term/record.ts';
import { byEvents, type City, placesOf } from './cities.ts';
import type { LinkDeps } from './linked-records.ts';
import { venuesIn } from './places.ts';
import { EVENTS, type EventRecord, IN_EVENTS, type Naming } from './record.ts';

/** A record, and how many events of a list would be left by the filter for it. */
export interface RecordCount {
  id: number;
  count: number;
}

/** How many events of a list start in a month, as `2026-11`. */
export interface MonthCount {
  month: string;
  count: number;
}

/**
 * How many events of a list each further filter would leave. Each part is counted when it is asked for, and is at most
 * `MOST.values` long, those with the most events first; ties by id, of cities by name.
 */
export interface FacetCounts {
  categories(): Promise<RecordCount[]>;
  tags(): Promise<RecordCount[]>;
  venues(): Promise<RecordCount[]>;
  cities(): Promise<City[]>;
  /** From the first month on, in the zone of the site. */
  months(): Promise<MonthCount[]>;
  free(): Promise<number>;
  online(): Promise<number>;
}

/** Counts the events that a list holds. @throws QUERY_TOO_COMPLEX for a list of more than `MOST.events` */
export type CountFacets = (list: { filter: Filter; index: string }, ctx: Context) => FacetCounts;

interface FacetCountDeps extends Pick<LinkDeps, 'linked'> {
  exact: Exact;
  repository: Repository<EventRecord>;
  categories: Repository<TermRecord>;
}

/** Limits. Up to `few` events are read one by one, more by the indexes of their lists. */
const MOST = { values: 50, events: 500_000, few: 1000, busiest: 2000, cities: 200, atOnce: 100 } as const;

/** The facets of events that people can take part in online. */
const ONLINE: readonly EventFacet[] = ['attendance:online', 'attendance:mixed'];

/** The lists that are counted. */
type List = keyof Pick<Naming, 'categories' | 'tags' | 'venues'> | 'facets';

/** The events of a list that have each value. */
type Members = Map<Scalar, readonly number[]>;

export const createFacetCounts =
  ({ exact, repository, linked, categories }: FacetCountDeps): CountFacets =>
  ({ filter, index }, ctx) => {
    // Any event may gain or lose a value.
    ctx.loaders.dependencies?.add('event');
    const dependencies = null;

    /** The events of the list, with their starts. */
    const listed = once(async (): Promise<ReadonlyMap<number, Instant>> => {
      giveUpWhenLate(ctx.running);
      const found = await repository.find(filter, { only: ['startsAt'], index, limit: MOST.events + 1, dependencies });
      if (found.length > MOST.events)
        throw new DomainError(
          'QUERY_TOO_COMPLEX',
          message('Facets count at most {0} events. Please filter the list.', MOST.events),
        );
      return new Map(found.map(({ _id, startsAt }) => [_id, startsAt]));
    });

    /** What few events have. */
    const ofFew = once(async () =>
      repository.find(
        { _id: { $in: [...(await listed()).keys()] } },
        { only: ['categories', 'tags', 'venues', 'facets'], index: '_id_', dependencies },
      ),
    );

    async function membersOf(list: List, all: AsyncIterable<Scalar[]> | readonly Scalar[][]): Promise<Members> {
      const events = await listed();
      const members = new Map<Scalar, number[]>();
      if (events.size <= MOST.few) {
        for (const { _id, [list]: values } of await ofFew())
          for (const value of new Set<Scalar>(Array.isArray(values) ? values : []))
            members.set(value, [...(members.get(value) ?? []), _id]);
        return members;
      }
      for await (const values of all) {
        for (const some of inParts(values, MOST.atOnce)) {
          giveUpWhenLate(ctx.running);
          const how = { values: some, ids: true, index: INDEXES[list], dependencies } as const;
          for (const { value, ids = [] } of await exact.tally(EVENTS.name, list, {}, how)) {
            const here = ids.filter((id) => events.has(id));
            if (here.length > 0) members.set(value, here);
          }
        }
      }
      return members;
    }

    const membersOfEach = (list: Exclude<List, 'facets'>) => membersOf(list, allIds<number>(exact, list, { from: 1 }));
    const ofVenues = once(() => membersOfEach('venues'));
    const ofFacets = once(() => membersOf('facets', [['free', ...ONLINE]]));
    const venues = linked.venues.repository;
    const named = (some: readonly RecordCount[]): Filter => ({ _id: { $in: some.map(({ id }) => id) } });
    const seenAmong = (some: readonly RecordCount[], how: Projection) =>
      venues.find({ $and: [readable(ctx.viewer), named(some)] }, { ...how, index: '_id_' });
    const countOf = async (...facets: readonly EventFacet[]) => union(facets, await ofFacets());

    /** Those with the most events among the records that are found. */
    async function mostFound(
      counts: RecordCount[],
      find: (some: readonly RecordCount[]) => Promise<readonly Stored[]>,
    ) {
      const shown: RecordCount[] = [];
      for (const some of inParts(most(counts, Number.POSITIVE_INFINITY), MOST.atOnce)) {
        if (shown.length >= MOST.values) break;
        const found = new Set((await find(some)).map(({ _id }) => _id));
        shown.push(...some.filter(({ id }) => found.has(id)));
      }
      return shown.slice(0, MOST.values);
    }
    /** Events may still name terms that are gone. */
    const there = (list: List) => (some: readonly RecordCount[]) =>
      exact.find(list, named(some), { only: [], index: '_id_', dependencies });

    return {
      async categories() {
        const members = await membersOfEach('categories');
        const own = { _id: { $in: [...members.keys()] } };
        const within = new Map<number, Set<number>>();
        for (const { _id, ancestors } of await categories.find(own, { only: ['ancestors'], index: '_id_' })) {
          giveUpWhenLate(ctx.running);
          // Those of a damaged category may be anything.
          for (const id of [_id, ancestors].flat().filter(Number.isSafeInteger)) {
            const events = within.get(id) ?? new Set();
            for (const event of members.get(_id)!) events.add(event);
            within.set(id, events);
          }
        }
        const counts = [...within].map(([id, { size }]) => ({ id, count: size }));
        return mostFound(counts, there('categories'));
      },
      tags: async () => mostFound(countsOf(await membersOfEach('tags')), there('tags')),
      venues: async () => mostFound(countsOf(await ofVenues()), (some) => seenAmong(some, { only: [] })),
      async cities() {
        const members = await ofVenues();
        const busiest = await seenAmong(most(countsOf(members), MOST.busiest), {});
        const places = placesOf(
          busiest.map((venue) => ({ ...venue, events: members.get(venue._id)!.length })),
          ctx,
        );
        const found: City[] = [];
        for (const { city, country, countryCode } of places.slice(0, MOST.cities)) {
          giveUpWhenLate(ctx.running);
          const facets = [cityFacet(city), ...(country === undefined ? [] : [countryFacet(country)])];
          const there = await venuesIn(facets, { venues, viewer: ctx.viewer });
          found.push({ city, country, countryCode, eventCount: union(there, members) });
        }
        return found.sort(byEvents(ctx.language)).slice(0, MOST.values);
      },
      months: async () => monthsOf([...(await listed()).values()], ctx.zone),
      free: () => countOf('free'),
      online: () => countOf(...ONLINE),
    };
  };

const INDEXES: Readonly<Record<List, string>> = { ...IN_EVENTS, facets: 'facet' };

const countsOf = (members: Members): RecordCount[] =>
  [...members].map(([id, events]) => ({ id: Number(id), count: events.length }));

/** Those with the most events. */
const most = (counts: RecordCount[], length: number = MOST.values) =>
  counts
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || a.id - b.id)
    .slice(0, length);

/** How many events have at least one of these values. */
function union(values: readonly Scalar[], members: Members) {
  const lists = values.flatMap((value) => [members.get(value) ?? []]);
  return lists.length === 1 ? lists[0]!.length : new Set(lists.flat()).size;
}

/** Counts starts by month. Those that are damaged, or outside of the years 1 to 9999 of the zone, are in none that a filter can name. */
function monthsOf(starts: readonly Instant[], zone: string) {
  const [first, last] = [toInstant('0001-01-01 00:00:00', zone), toInstant('9999-12-31 23:59:59', zone)];
  const inOrder = starts.filter((start) => start >= first && start <= last).sort((a, b) => a - b);
  const months: MonthCount[] = [];
  let next = Number.NEGATIVE_INFINITY;
  for (const start of inOrder) {
    if (start >= next) {
      if (months.length === MOST.values) break;
      const month = toWall(start, zone).slice(0, MONTH_LENGTH);
      const after = monthAfter(month, 1);
      next = after === undefined ? Number.POSITIVE_INFINITY : toInstant(`${after}-01 00:00:00`, zone);
      months.push({ month, count: 0 });
    }
    months.at(-1)!.count += 1;
  }
  return months;
}

const MONTH_LENGTH = '2026-11'.length;
