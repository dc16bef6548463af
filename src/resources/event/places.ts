import type { Context } from '../../context.ts';
import { invalid } from '../../fields/examine.ts';
import { boxAround, distance, type Point } from '../../rules/geo.ts';
import type { Filter } from '../../store/port.ts';
import { readable } from '../post/filter.ts';
import type { Repository } from '../shared/repository.ts';
import { pointOf, type VenueRecord } from '../venue/record.ts';
import type { PlaceFilter } from './fields.ts';
import type { FoundIds } from './repository.ts';

const LOCATED: Filter = { geoLat: { $exists: true }, geoLng: { $exists: true } };

/**
 * The venues that the places of an events filter mean, of those that the caller may see: with or without coordinates, or
 * near a point. @throws INVALID_FIELD for half a point
 */
export async function venuesNear(
  { geoloc, geolocLat, geolocLng, geolocRadius: km }: PlaceFilter,
  venues: Repository<VenueRecord>,
  { viewer }: Context,
): Promise<Pick<FoundIds, 'near' | 'notAt'>> {
  if ((geolocLat == null) !== (geolocLng == null)) {
    const field = geolocLat == null ? 'geolocLng' : 'geolocLat';
    throw invalid([{ field, code: 'invalid_place', message: 'Latitude and longitude are given together.' }]);
  }
  const centre = geolocLat != null && geolocLng != null ? { lat: geolocLat, lng: geolocLng } : undefined;
  const located = async (where: Filter) =>
    venues.find({ $and: [readable(viewer), LOCATED, where] }, { only: ['geoLat', 'geoLng'], index: 'place' });
  const idsOf = (found: readonly VenueRecord[]): number[] => found.map(({ _id }) => _id);
  if (centre) {
    const near = await located(inBox(centre, km));
    const reached = near.filter((venue) => distance(centre, pointOf(venue) ?? centre) <= km);
    return { near: idsOf(reached), ...(geoloc === false ? { notAt: idsOf(reached) } : {}) };
  }
  if (geoloc == null) return {};
  return geoloc ? { near: idsOf(await located({})) } : { notAt: idsOf(await located({})) };
}

function inBox(centre: Point, km: number): Filter {
  const { lat, lng } = boxAround(centre, km);
  return {
    geoLat: { $gte: lat[0], $lte: lat[1] },
    $or: lng.map(([min, max]) => ({ geoLng: { $gte: min, $lte: max } })),
  };
}
