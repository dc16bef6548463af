import type { Filter } from '../../data/port.ts';
import type { VenueFacet } from '../../domain/facets.ts';
import type { MapBox } from '../../domain/fields/where.ts';
import { type Box, boxAround, distance, eastward, type Point } from '../../domain/geo.ts';
import type { Context } from '../context.ts';
import { readable } from '../post/filter.ts';
import type { Repository } from '../shared/repository.ts';
import { pointOf, type VenueRecord } from '../venue/record.ts';

const LOCATED: Filter = { geoLat: { $exists: true }, geoLng: { $exists: true } };

interface Among extends Pick<Context, 'viewer'> {
  venues: Repository<VenueRecord>;
}

const idsOf = (found: readonly { _id: number }[]) => found.map(({ _id }) => _id);

const located = (where: Filter, { venues, viewer }: Among) =>
  venues.find({ $and: [readable(viewer), LOCATED, where] }, { only: ['geoLat', 'geoLng'], index: 'place' });

/** The visible venues with coordinates. */
export const venuesOnMap = async (among: Among): Promise<number[]> => idsOf(await located({}, among));

/** A venue, with its distance from a point. */
export interface VenueAt {
  _id: number;
  km: number;
}

/** The visible venues within a distance of a point, nearest first. */
export async function venuesWithin(centre: Point, most: number, among: Among): Promise<VenueAt[]> {
  const near = await located(inBox(boxAround(centre, most)), among);
  return near
    .map((venue) => ({ ...venue, km: distance(centre, pointOf(venue) ?? centre) }))
    .filter(({ km }) => km <= most)
    .sort((a, b) => a.km - b.km);
}

/** The visible venues in a box. */
export async function venuesInBox({ south, west, north, east }: MapBox, among: Among): Promise<number[]> {
  return idsOf(await located(inBox({ lat: [south, north], lng: eastward(west, east) }), among));
}

/** The visible venues in a city or a country. */
export async function venuesIn(places: readonly VenueFacet[], { venues, viewer }: Among): Promise<number[]> {
  const filter = { $and: [...places.map((place) => ({ facets: { $in: [place] } })), readable(viewer)] };
  return idsOf(await venues.find(filter, { only: [], index: 'facet' }));
}

const inBox = ({ lat, lng }: Box): Filter => ({
  geoLat: { $gte: lat[0], $lte: lat[1] },
  $or: lng.map(([min, max]) => ({ geoLng: { $gte: min, $lte: max } })),
});
