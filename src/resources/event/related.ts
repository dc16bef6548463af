import type { Context } from '../../context.ts';
import { type ConnectionInput, MOST_AT_ONCE, readSlice } from '../../fields/slice.ts';
import type { Connection } from '../../rules/connection.ts';
import type { Repository } from '../shared/repository.ts';
import type { TermRecord } from '../term/record.ts';
import type { VenueRecord } from '../venue/record.ts';
import { shownIn } from './links.ts';
import type { EventRecord, Naming, NamingField } from './record.ts';

/** How many events of a category or a venue are looked at, at least. */
const FEWEST = 10;

type Shared = Extract<keyof Naming, 'categories' | 'venues'>;

/** The events of each of these, which events name in this field; of categories those below them too. */
export type EventsOf = (
  named: { list: NamingField; ids: readonly number[] },
  asked: ConnectionInput,
  ctx: Context,
) => Promise<Map<number, Connection<EventRecord>>>;

/** What is related to each of these events. @throws INVALID_FIELD naming `first` when it is out of range */
export type Related = (ids: readonly number[], first: number, ctx: Context) => Promise<Map<number, EventRecord[]>>;

interface RelatedDeps {
  repository: Repository<EventRecord>;
  venues: Repository<VenueRecord>;
  categories: Repository<TermRecord>;
  eventsOf: EventsOf;
}

/**
 * What is related to each of these events: of the next ten public ones, or as many as are asked for, in or below each of
 * its categories and at each of its venues, those that share most of these with it, then the earliest. In as many queries
 * for many events as for one.
 */
export const createRelated =
  ({ repository, venues, categories, eventsOf }: RelatedDeps): Related =>
  async (ids, first, ctx) => {
    const { limit } = readSlice({ first }, { order: '', sort: [] });
    const events = await Promise.all(ids.map((_id) => ctx.loaders.of(repository).one({ _id })));
    const ofAll = (list: Shared) => [...new Set(events.flatMap((event) => event?.[list] ?? []))];
    // One of them may be the event itself.
    const most = Math.min(Math.max(limit, FEWEST) + 1, MOST_AT_ONCE);
    const next = async (list: Shared, among: readonly number[]): Promise<Map<number, EventRecord[]>> => {
      const nodes = new Map<number, EventRecord[]>();
      if (among.length === 0) return nodes;
      const asked = { first: most, where: { when: 'upcoming', status: ['publish'] } };
      for (const [id, { edges }] of await eventsOf({ list, ids: among }, asked, ctx))
        nodes.set(
          id,
          (await edges()).map(({ node }) => node),
        );
      return nodes;
    };
    const shown = await venues.byIds(ofAll('venues'));
    // Events may still carry what is gone.
    const there = await categories.byIds(ofAll('categories'));
    const inCategories = await next(
      'categories',
      there.map(({ _id }) => _id),
    );
    const atVenues = await next('venues', idsShown(shown, ctx));

    return new Map(
      events.flatMap((event) => {
        if (!event) return [];
        const alike = new Map<number, { other: EventRecord; shared: number }>();
        const lists = [
          ...event.categories.map((id) => inCategories.get(id)),
          ...event.venues.map((id) => atVenues.get(id)),
        ];
        for (const other of lists.flatMap((list) => list ?? []))
          alike.set(other._id, { other, shared: (alike.get(other._id)?.shared ?? 0) + 1 });
        alike.delete(event._id);
        const ranked = [...alike.values()].sort(
          (a, b) => b.shared - a.shared || a.other.startsAt - b.other.startsAt || a.other._id - b.other._id,
        );
        return [[event._id, ranked.slice(0, limit).map(({ other }) => other)] as const];
      }),
    );
  };

const idsShown = (records: readonly VenueRecord[], ctx: Context): number[] =>
  records.filter((record) => shownIn(record, ctx)).map(({ _id }) => _id);
