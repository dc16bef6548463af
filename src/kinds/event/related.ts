import type { Versioned } from '../../cache/records.ts';
import { type ConnectionInput, LONGEST_SLICE, readSlice } from '../../domain/fields/slice.ts';
import type { Context } from '../context.ts';
import type { Connection } from '../shared/connection.ts';
import type { Repository } from '../shared/repository.ts';
import type { TermRecord } from '../term/record.ts';
import type { VenueRecord } from '../venue/record.ts';
import type { EventRecord, Naming, NamingField } from './record.ts';

/** The minimum number of events to read for each category or venue. */
const FEWEST = 10;

type Shared = Extract<keyof Naming, 'categories' | 'venues'>;

/** The events of each record that events name in this field. Categories include those below them. */
export type EventsOf = (
  named: { list: NamingField; ids: readonly number[] },
  input: ConnectionInput,
  ctx: Context,
) => Promise<Map<number, Connection<EventRecord>>>;

/** The related events of each event. @throws INVALID_FIELD naming `first` if it is out of range */
export type Related = (ids: readonly number[], first: number, ctx: Context) => Promise<Map<number, EventRecord[]>>;

interface RelatedDeps {
  repository: Repository<EventRecord>;
  venues: Repository<VenueRecord>;
  categories: Repository<TermRecord>;
  eventsOf: EventsOf;
}

/**
 * Finds the related events of each event. The candidates are the next ten public events, or as many as requested, in or
 * below each of its categories and at each of its venues. Those that share the most categories and venues come first,
 * then the earliest. Many events take as many queries as one.
 */
export const createRelated =
  ({ repository, venues, categories, eventsOf }: RelatedDeps): Related =>
  async (ids, first, ctx) => {
    const { limit } = readSlice({ first }, { order: '', sort: [] });
    const events = await Promise.all(ids.map((_id) => ctx.loaders.of(repository).one({ _id })));
    const ofAll = (list: Shared) => [...new Set(events.flatMap((event) => event?.[list] ?? []))];
    // One extra, because one of them may be the event itself.
    const most = Math.min(Math.max(limit, FEWEST) + 1, LONGEST_SLICE);
    const next = async (list: Shared, among: readonly number[]) => {
      const nodes = new Map<number, EventRecord[]>();
      if (among.length === 0) return nodes;
      const input = { first: most, where: { when: 'upcoming', status: ['publish'], collapseSeries: true } };
      for (const [id, { edges }] of await eventsOf({ list, ids: among }, input, ctx))
        nodes.set(
          id,
          (await edges()).map(({ node }) => node),
        );
      return nodes;
    };
    // Events may still name what was deleted or hidden.
    const nextBy = async <R extends Versioned>(list: Shared, among: Repository<R>) =>
      next(
        list,
        (await ctx.loaders.of(among).linked(ofAll(list))).map(({ _id }) => _id),
      );
    // One after the other, so that the second finds what the first has read, and always asks as often.
    const inCategories = await nextBy('categories', categories);
    const atVenues = await nextBy('venues', venues);

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
        const isOwn = ({ _id, series }: EventRecord) =>
          _id === event._id || (series !== undefined && series === event.series);
        const ranked = [...alike.values()]
          .filter(({ other }) => !isOwn(other))
          .sort((a, b) => b.shared - a.shared || a.other.startsAt - b.other.startsAt || a.other._id - b.other._id);
        return [[event._id, ranked.slice(0, limit).map(({ other }) => other)] as const];
      }),
    );
  };
