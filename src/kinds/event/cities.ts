import type { Filter } from '../../data/port.ts';
import { countryCode } from '../../domain/address.ts';
import { cityFacet, countryFacet, type VenueFacet, venueFacets } from '../../domain/facets.ts';
import { validate } from '../../domain/fields/examine.ts';
import { readSlice } from '../../domain/fields/slice.ts';
import { table } from '../../domain/fields/table.ts';
import { text } from '../../domain/fields/text-kinds.ts';
import { type Language, textIn } from '../../domain/language.ts';
import { giveUpWhenLate } from '../../domain/request.ts';
import { sortKey } from '../../domain/text.ts';
import type { Instant } from '../../domain/time.ts';
import { minuteOf, nextWindow } from '../../domain/window.ts';
import type { Context } from '../context.ts';
import { onlyThese } from '../counts/event-counts.ts';
import { statusFilter } from '../post/filter.ts';
import type { PublishDue } from '../post/publish-due.ts';
import { linkedIndex, NEWEST_FIRST } from '../post/record.ts';
import type { Repository } from '../shared/repository.ts';
import type { VenueRecord } from '../venue/record.ts';
import { type EventRecord, IN_EVENTS, LISTED } from './record.ts';
import { type TotalDeps, totalOf } from './total.ts';

/** A city, as its venues name it in the language of the request. */
export interface City {
  city: string;
  /** Undefined if a venue names none. Then the city counts in any country. */
  country: string | undefined;
  /** ISO 3166-1, if the country is named in one of our languages. */
  countryCode: string | undefined;
  /** How many public events there have not ended yet. */
  eventCount: number;
}

interface CitiesInput {
  first?: number | null;
  country?: string | null;
}

/**
 * The cities with public events that have not ended, at venues that the caller may see, those with the most events first.
 * Each count equals that of a list filtered by the same city and country and by what has not ended.
 * @throws INVALID_FIELD naming the argument that is wrong
 */
export type Cities = (input: CitiesInput, ctx: Context) => Promise<City[]>;

interface CitiesDeps extends TotalDeps {
  repository: Repository<EventRecord>;
  venues: Repository<VenueRecord>;
  publishDue: PublishDue;
}

const cityFields = table({ country: { kind: text(), wire: 'country', description: 'The country of the cities.' } });

/** Limits on what is read and counted, whatever the size of the calendar. */
const MOST = { running: 10_000, venues: 2000, cities: 200 } as const;

/** A venue, with how many public events name it. */
interface Venue extends VenueRecord {
  events: number;
}

/** A city before its events are counted. */
interface Place extends Omit<City, 'eventCount'> {
  venues: number[];
  /** All public events at these venues: an upper bound for the count. */
  most: number;
}

export const createCities =
  ({ repository, venues, publishDue, ...deps }: CitiesDeps): Cities =>
  async ({ first, country }, ctx) => {
    const { limit } = readSlice({ first }, { order: '', sort: [] });
    const { country: within } = validate({ table: cityFields, use: 'filter' }, { country }, ctx);
    await publishDue(ctx);
    ctx.freshness.until = Math.min(ctx.freshness.until, nextWindow(ctx.now));
    const minute = minuteOf(ctx.now);
    const running = await runningAt(repository, minute);
    const places = placesOf(await venuesOf(running, minute), ctx);

    const found: City[] = [];
    for (const { venues: ids, most, ...place } of places.slice(0, MOST.cities)) {
      // No later city can have more events than this one.
      if (found.length >= limit && (found[limit - 1]?.eventCount ?? Number.POSITIVE_INFINITY) > most) break;
      giveUpWhenLate(ctx.running);
      const eventCount = begunAt(running, ids) + (await startingAt(ids, minute));
      if (eventCount > 0) found.push({ ...place, eventCount });
      found.sort(byEvents(ctx.language));
    }
    return found.slice(0, limit);

    /** The venues where something is running or has yet to start. */
    async function venuesOf(running: readonly EventRecord[], minute: Instant): Promise<Venue[]> {
      const status = statusFilter(undefined, ctx.viewer);
      const all = await deps.numbers.all('venues', ctx.loaders.dependencies);
      const upcoming = [...all].flatMap(([id, { last }]) => (last !== undefined && last > minute ? [id] : []));
      const busy = onlyThese(new Set([...upcoming, ...running.flatMap((event) => event.venues)]), all.keys());
      const place: Filter[] = within == null ? [] : [{ facets: { $in: [countryFacet(within)] } }];
      const index = within == null ? linkedIndex(status.index) : 'facet';
      const filter = { $and: [status.filter, ...place, busy] };
      const shown = await venues.shown(filter, { sort: NEWEST_FIRST, index, limit: MOST.venues });
      return shown.map((venue) => ({ ...venue, events: all.get(venue._id)?.events ?? 0 }));
    }

    /** Counted in the same way as the list of these events. */
    function startingAt(ids: readonly number[], minute: Instant) {
      const filter = { $and: [LISTED, { venues: { $in: ids } }, { startsAt: { $gt: minute } }] };
      return totalOf(deps, { filter, index: IN_EVENTS.venues, reader: ctx.loaders }).total();
    }
  };

const runningAt = (events: Repository<EventRecord>, minute: Instant) =>
  events.find(
    { ...LISTED, startsAt: { $lte: minute }, endsAt: { $gt: minute } },
    { only: ['venues'], index: 'in_state', limit: MOST.running },
  );

function begunAt(running: readonly EventRecord[], ids: readonly number[]) {
  const here = new Set(ids);
  return running.filter((event) => event.venues.some((id) => here.has(id))).length;
}

/** Cities with more events come first; ties by name. */
export const byEvents = (language: Language) => (a: City, b: City) =>
  b.eventCount - a.eventCount || (sortKey(a.city, language) < sortKey(b.city, language) ? -1 : 1);

/**
 * The cities that venues name in the language of the request, with all venues that name them in any language, as a filter
 * finds them. Those with the most public events come first, under the name that their busiest venue uses. If one of these
 * venues has a name in the language of the request, the city is not listed again under a name in another language.
 */
export function placesOf(venues: readonly Venue[], { language }: Pick<Context, 'language'>): Place[] {
  const busiestFirst = venues.toSorted((a, b) => b.events - a.events || a._id - b._id);
  const at = new Map<VenueFacet, Set<Venue>>();
  for (const venue of busiestFirst)
    for (const facet of venueFacets(venue)) at.set(facet, (at.get(facet) ?? new Set()).add(venue));
  const places = new Map<string, Place>();
  for (const venue of busiestFirst) {
    const city = textIn(venue, 'city', language)?.trim();
    if (!city) continue;
    const country = textIn(venue, 'country', language)?.trim() || undefined;
    const facets = { city: cityFacet(city), ...(country && { country: countryFacet(country) }) };
    const key = JSON.stringify(facets);
    if (places.has(key)) continue;
    const hasOwnName = (other: VenueRecord) => nameIn(other, language, facets.city) !== facets.city;
    if (!venue.text[language]?.city && [...at.get(facets.city)!].some(hasOwnName)) continue;
    const there = [...at.get(facets.city)!].filter((each) => !facets.country || at.get(facets.country)!.has(each));
    places.set(key, {
      city,
      country,
      countryCode: country && countryCode(country),
      venues: there.map(({ _id }) => _id),
      most: there.reduce((sum, { events }) => sum + events, 0),
    });
  }
  return [...places.values()].sort((a, b) => b.most - a.most);
}

/** The facet of the city that a venue itself names in a language, or `otherwise`. */
function nameIn({ text }: VenueRecord, language: Language, otherwise: VenueFacet): VenueFacet {
  const city = text[language]?.city?.trim();
  return city ? cityFacet(city) : otherwise;
}
