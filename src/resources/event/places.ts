import type { Context } from '../../context.ts';
import { invalid } from '../../fields/examine.ts';
import type { VenueFacet } from '../../rules/facets.ts';
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
  if (centre) {
    const near = idsOf(await venuesWithin(centre, km, { venues, viewer }));
    return { near, ...(geoloc === false ? { notAt: near } : {}) };
  }
  if (geoloc == null) return {};
  const all = idsOf(await located({}, { venues, viewer }));
  return geoloc ? { near: all } : { notAt: all };
}

interface Among extends Pick<Context, 'viewer'> {
  venues: Repository<VenueRecord>;
}

const idsOf = (found: readonly { _id: number }[]): number[] => found.map(({ _id }) => _id);

const located = (where: Filter, { venues, viewer }: Among): Promise<VenueRecord[]> =>
  venues.find(
    { $and: [readable(viewer), LOCATED, where] },
    { only: ['geoLat', 'geoLng', 'publicEvents'], index: 'place' },
  );

/** A venue, with how far from a point it is. */
export interface VenueAt {
  _id: number;
  km: number;
  publicEvents: number;
}

/** The venues within a distance of a point, of those that the caller may see, the nearest first. */
export async function venuesWithin(centre: Point, most: number, among: Among): Promise<VenueAt[]> {
  const near = await located(inBox(centre, most), among);
  return near
    .map((venue) => ({ ...venue, km: distance(centre, pointOf(venue) ?? centre) }))
    .filter(({ km }) => km <= most)
    .sort((a, b) => a.km - b.km);
}

/** The venues that lie in a city or a country, of those that the caller may see. */
export async function venuesIn(places: readonly VenueFacet[], { venues, viewer }: Among): Promise<number[]> {
  const filter = { $and: [...places.map((place) => ({ facets: { $in: [place] } })), readable(viewer)] };
  return idsOf(await venues.find(filter, { only: [], index: 'facet' }));
}

function inBox(centre: Point, km: number): Filter {
  const { lat, lng } = boxAround(centre, km);
  return {
    geoLat: { $gte: lat[0], $lte: lat[1] },
    $or: lng.map(([min, max]) => ({ geoLng: { $gte: min, $lte: max } })),
  };
}
