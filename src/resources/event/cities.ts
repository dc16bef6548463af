import type { Context } from '../../context.ts';
import { validate } from '../../fields/examine.ts';
import { text } from '../../fields/kinds.ts';
import { readSlice } from '../../fields/slice.ts';
import { table } from '../../fields/table.ts';
import { giveUpWhenLate } from '../../request.ts';
import { countryCode } from '../../rules/address.ts';
import { cityFacet, countryFacet, type VenueFacet, venueFacets } from '../../rules/facets.ts';
import { type Language, textIn } from '../../rules/language.ts';
import { sortKey } from '../../rules/text.ts';
import type { Instant } from '../../rules/time.ts';
import { minuteOf, nextWindow } from '../../rules/window.ts';
import type { Filter } from '../../store/port.ts';
import { statusFilter } from '../post/filter.ts';
import type { PublishDue } from '../post/publish-due.ts';
import { NEWEST_FIRST } from '../post/record.ts';
import type { Repository } from '../shared/repository.ts';
import type { VenueRecord } from '../venue/record.ts';
import { type EventRecord, IN_EVENTS, LISTED } from './record.ts';
import { type TotalDeps, totalOf } from './total.ts';

/** A city, as venues there name it in the language of the request. */
export interface City {
  city: string;
  /** Undefined where a venue names none: then it is the city of this name in whichever country. */
  country: string | undefined;
  /** ISO 3166-1, where the name of the country is one in our languages. */
  countryCode: string | undefined;
  /** How many public events there have not ended. */
  eventCount: number;
}

export interface AskedCities {
  first?: number | null;
  country?: string | null;
}

/**
 * The cities that have public events to come at venues that the caller may see, those with the most first. Of each, as many
 * events as a list has that is filtered by this city and country and by what has not ended.
 * @throws INVALID_FIELD naming the argument that is wrong
 */
export type Cities = (asked: AskedCities, ctx: Context) => Promise<City[]>;

export interface CitiesDeps extends TotalDeps {
  repository: Repository<EventRecord>;
  venues: Repository<VenueRecord>;
  publishDue: PublishDue;
}

const asked = table({ country: { kind: text(), wire: 'country', description: 'The country of the cities.' } });

/** The most that is read and counted, whatever a calendar holds. */
const MOST = { running: 10_000, venues: 2000, cities: 200 } as const;

/** A city before its events are counted. */
interface Place extends Omit<City, 'eventCount'> {
  venues: number[];
  /** Public events at these venues, whenever: no fewer than those to come. */
  most: number;
}

export const createCities =
  ({ repository, venues, publishDue, ...deps }: CitiesDeps): Cities =>
  async ({ first, country }, ctx) => {
    const { limit } = readSlice({ first }, { order: '', sort: [] });
    const { country: within } = validate({ table: asked, use: 'filter' }, { country }, ctx);
    await publishDue(ctx);
    ctx.basis.until = Math.min(ctx.basis.until, nextWindow(ctx.now));
    const minute = minuteOf(ctx.now);
    const running = await runningAt(repository, minute);
    const places = placesOf(await venuesOf(running, minute), ctx);

    const found: City[] = [];
    for (const { venues: ids, most, ...place } of places.slice(0, MOST.cities)) {
      // No city that follows has more events than this one can have.
      if (found.length >= limit && (found[limit - 1]?.eventCount ?? Number.POSITIVE_INFINITY) > most) break;
      giveUpWhenLate(ctx.running);
      const eventCount = begunAt(running, ids) + (await startingAt(ids, minute));
      if (eventCount > 0) found.push({ ...place, eventCount });
      found.sort((a, b) => b.eventCount - a.eventCount || compared(a.city, b.city, ctx.language));
    }
    return found.slice(0, limit);

    /** Those at which something runs or has yet to start. */
    function venuesOf(running: readonly EventRecord[], minute: Instant): Promise<VenueRecord[]> {
      const status = statusFilter(undefined, ctx.viewer);
      const ids = [...new Set(running.flatMap((event) => event.venues))];
      const busy: Filter = { $or: [{ lastPublicStart: { $gt: minute } }, { _id: { $in: ids } }] };
      const place: Filter[] = within == null ? [] : [{ facets: { $in: [countryFacet(within)] } }];
      const index = within == null ? status.index : 'facet';
      return venues.shown({ $and: [status.filter, ...place, busy] }, { sort: NEWEST_FIRST, index, limit: MOST.venues });
    }

    /** Counted as the list of these events is. */
    function startingAt(ids: readonly number[], minute: Instant): Promise<number> {
      const filter = { $and: [LISTED, { venues: { $in: ids } }, { startsAt: { $gt: minute } }] };
      return totalOf(deps, { filter, index: IN_EVENTS.venues, reader: ctx.loaders }).total();
    }
  };

const runningAt = (events: Repository<EventRecord>, minute: Instant): Promise<EventRecord[]> =>
  events.find(
    { ...LISTED, startsAt: { $lte: minute }, endsAt: { $gt: minute } },
    { only: ['venues'], index: 'in_state', limit: MOST.running },
  );

function begunAt(running: readonly EventRecord[], ids: readonly number[]): number {
  const here = new Set(ids);
  return running.filter((event) => event.venues.some((id) => here.has(id))).length;
}

const compared = (a: string, b: string, language: Language): number =>
  sortKey(a, language) < sortKey(b, language) ? -1 : 1;

/**
 * The places that venues name in the language of the request, with all venues that name them in any: a filter finds these.
 * Those with the most public events come first, under the name that the busiest of their venues has for them. Where one of
 * these venues has a name in the language of the request, the city is not given under one of another language as well.
 */
function placesOf(venues: readonly VenueRecord[], { language }: Pick<Context, 'language'>): Place[] {
  const busiestFirst = venues.toSorted((a, b) => b.publicEvents - a.publicEvents || a._id - b._id);
  const at = new Map<VenueFacet, Set<VenueRecord>>();
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
    const isKnown = (other: VenueRecord) => nameIn(other, language, facets.city) !== facets.city;
    if (!venue.text[language]?.city && [...at.get(facets.city)!].some(isKnown)) continue;
    const there = [...at.get(facets.city)!].filter((each) => !facets.country || at.get(facets.country)!.has(each));
    places.set(key, {
      ...{ city, country, countryCode: country && countryCode(country) },
      venues: there.map(({ _id }) => _id),
      most: there.reduce((sum, { publicEvents }) => sum + publicEvents, 0),
    });
  }
  return [...places.values()].sort((a, b) => b.most - a.most);
}

/** What cities are compared by, of the name that a venue itself has in a language; without one, `otherwise`. */
function nameIn({ text }: VenueRecord, language: Language, otherwise: VenueFacet): VenueFacet {
  const city = text[language]?.city?.trim();
  return city ? cityFacet(city) : otherwise;
}
