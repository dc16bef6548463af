import { invalidField } from '../../domain/fields/examine.ts';
import type { Near } from '../../domain/fields/where.ts';
import type { Language } from '../../domain/language.ts';
import { searchTerms, withoutCommonWords } from '../../domain/text.ts';
import type { Context } from '../context.ts';
import type { EventCounts } from '../counts/event-counts.ts';
import type { Band } from '../shared/keyed-list.ts';
import { negated } from '../shared/negated.ts';
import type { Repository } from '../shared/repository.ts';
import { searchFilter } from '../shared/text.ts';
import type { VenueRecord } from '../venue/record.ts';
import { type VenueAt, venuesWithin } from './places.ts';
import type { EventRecord } from './record.ts';
import type { EventWhere } from './where-fields.ts';

/** A band whose filter only selects its part of the list. */
type EventBand = Omit<Band, 'index'>;

const missing = (field: keyof EventWhere) =>
  invalidField('orderBy', 'at_odds', 'Needs {0} in where, beside all that is combined.', { field });

/** Events with the whole search in their title, then those with it elsewhere. @throws INVALID_FIELD without a search */
export function relevanceBands({ search }: EventWhere, language: Language): EventBand[] {
  if (search == null) throw missing('search');
  const { include } = withoutCommonWords(searchTerms(search));
  const inTitle = searchFilter({ include, exclude: [] }, language, 'searchTitle');
  return [inTitle, negated(inTitle)].map((filter, rank) => ({ filter, lowest: rank, highest: rank }));
}

/** Roughly how many events the first band reads, and the factor by which later bands grow. */
const FIRST = 500;
const MORE = 4;

export interface RankDeps {
  venues: Repository<VenueRecord>;
  numbers: EventCounts;
}

/** Events by their nearest venue, a few venues per band. @throws INVALID_FIELD without a place */
export async function distanceBands(
  near: Near | null | undefined,
  { venues, numbers }: RankDeps,
  { viewer, loaders: { dependencies } }: Pick<Context, 'viewer' | 'loaders'>,
): Promise<EventBand[]> {
  if (near == null) throw missing('near');
  const centre = { lat: near.latitude, lng: near.longitude };
  const all = await venuesWithin(centre, near.radiusKm, { venues, viewer });
  const distances = new Map(all.map(({ _id, km }) => [_id, km]));
  const nearest = (event: object) =>
    Math.min(...(event as EventRecord).venues.map((id) => distances.get(id) ?? Number.POSITIVE_INFINITY));
  const counts = await numbers.of('venues', [...distances.keys()], dependencies);
  return parted(all, (id) => counts.get(id)!.events).map((some) => ({
    filter: { venues: { $in: some.map(({ _id }) => _id) } },
    lowest: some[0]!.km,
    highest: some.at(-1)!.km,
    rank: { of: nearest, only: ['venues'] },
  }));
}

/** Splits venues into parts of growing size. Venues at the same distance share a part. */
function parted(venues: readonly VenueAt[], eventsAt: (venue: number) => number) {
  const parts: VenueAt[][] = [];
  let [room, most] = [0, FIRST];
  for (const venue of venues) {
    const last = parts.at(-1);
    if (last && (room > 0 || last.at(-1)!.km === venue.km)) last.push(venue);
    else {
      parts.push([venue]);
      room = most;
      most *= MORE;
    }
    room -= 1 + eventsAt(venue._id);
  }
  return parts;
}
