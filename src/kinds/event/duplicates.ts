import type { Filter } from '../../data/port.ts';
import type { Language } from '../../domain/language.ts';
import { isSameEvent, type Where } from '../../domain/same-event.ts';
import { toInstant } from '../../domain/time.ts';
import type { Context } from '../context.ts';
import { readable } from '../post/filter.ts';
import type { Repository } from '../shared/repository.ts';
import { pointOf, type VenueRecord } from '../venue/record.ts';
import { BY_START, type EventRecord } from './record.ts';

/** The events of one start that are compared. A calendar that has more at one moment finds pairs among the first of them. */
const MOST = 100;

/** Finds the events that are most likely the same as another, by the rule of `src/domain/same-event.ts`. */
export interface Duplicates {
  /** For answers: those of each event that the caller may see in lists. */
  possibleDuplicates(ids: readonly number[], ctx: Context): Promise<Map<number, EventRecord[]>>;
  /** Within a unit: those of one event that another source brought. `places` are of venues that it has, but that are not stored. */
  duplicatesOf(event: EventRecord, ctx: Context, places?: readonly Where[]): Promise<EventRecord[]>;
}

interface DuplicatesDeps {
  repository: Repository<EventRecord>;
  venues: Repository<VenueRecord>;
}

/** A venue as a place. */
export function whereOf({ _id: id, text, ...venue }: VenueRecord): Where {
  const said = (key: 'name' | 'city') =>
    (Object.keys(text) as Language[]).map((language) => text[language]?.[key]).filter((each) => each !== undefined);
  return { id, names: said('name'), cities: said('city'), point: pointOf(venue as VenueRecord) };
}

/** The moments at which a likely duplicate starts: of an all-day event, its day in its zone, in that of the site, and in UTC. */
const startsOf = ({ allDay, startsAt, startDate }: EventRecord, zone: string): number[] =>
  allDay ? [...new Set([startsAt, ...[zone, 'UTC'].map((each) => toInstant(startDate, each))])] : [startsAt];

export function createDuplicates({ repository, venues }: DuplicatesDeps): Duplicates {
  /** The events that start at these moments, in list order. */
  const startingAt = (starts: readonly number[], { viewer, loaders: { dependencies } }: Context, among: Filter = {}) =>
    repository.find(
      { ...readable(viewer), ...among, hideFromListings: false, startsAt: { $in: starts } },
      { sort: BY_START, index: 'not_in_trash', limit: MOST, without: ['search', 'names', 'searchTitle'], dependencies },
    );

  const venuesIn = (events: readonly EventRecord[]) => [...new Set(events.flatMap((event) => event.venues))];

  /** Those among `others` that are most likely the same as the event. */
  function sameAs(
    event: EventRecord,
    others: readonly EventRecord[],
    where: ReadonlyMap<number, Where>,
    unstored?: readonly Where[],
  ) {
    const occasion = ({ startsAt, startDate, allDay, text, venues }: EventRecord, places: readonly Where[] = []) => ({
      startsAt,
      day: startDate.slice(0, 10),
      allDay,
      titles: Object.values(text).flatMap(({ title }) => title ?? []),
      places: [...venues.flatMap((id) => where.get(id) ?? []), ...places],
    });
    const its = occasion(event, unstored);
    return others.filter(
      (other) =>
        other._id !== event._id &&
        (other.series === undefined || other.series !== event.series) &&
        isSameEvent(its, occasion(other)),
    );
  }

  return {
    async possibleDuplicates(ids, ctx) {
      const loader = ctx.loaders.of(repository);
      const events = await loader.linked(ids);
      // Events of one start share a question.
      const asked = new Map<string, Promise<EventRecord[]>>();
      const beside = await Promise.all(
        events.map((event) => {
          const starts = startsOf(event, ctx.zone);
          const found = asked.get(starts.join()) ?? startingAt(starts, ctx);
          asked.set(starts.join(), found);
          return found;
        }),
      );
      const all = [...events, ...beside.flat()];
      const places = await ctx.loaders.of(venues).linked(venuesIn(all));
      const where = new Map(places.map((venue) => [venue._id, whereOf(venue)]));
      const same = events.map((event, at) => [event._id, sameAs(event, beside[at]!, where)] as const);
      // As other answers show them, from the cache.
      const shown = await loader.linked([...new Set(same.flatMap(([, others]) => others.map(({ _id }) => _id)))]);
      const byId = new Map(shown.map((event) => [event._id, event]));
      return new Map(same.map(([id, others]) => [id, others.flatMap(({ _id }) => byId.get(_id) ?? [])]));
    },
    async duplicatesOf(event, ctx, places) {
      const site = event.source?.site;
      const others = await startingAt(startsOf(event, ctx.zone), ctx, {
        'source.site': site === undefined ? { $exists: true } : { $ne: site },
      });
      const stored = await venues.byIds(venuesIn([event, ...others]));
      return sameAs(event, others, new Map(stored.map((venue) => [venue._id, whereOf(venue)])), places);
    },
  };
}
