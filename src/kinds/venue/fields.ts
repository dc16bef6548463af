import { validate } from '../../domain/fields/examine.ts';
import type { Surroundings } from '../../domain/fields/kind.ts';
import { flag, number } from '../../domain/fields/kinds.ts';
import { type PatchOf, table } from '../../domain/fields/table.ts';
import type { Point } from '../../domain/geo.ts';
import {
  customFields,
  htmlText,
  linkedImageField,
  nameText,
  postFields,
  sharedLine,
  statusField,
  translatedLine,
  websiteField,
} from '../post/fields.ts';

const shownByDefault = { kind: flag('string'), stored: 'shared', blank: true, default: null } as const;

/** The fields of a venue (specification §2.2). A plain field needs only a row here and its name in the operation document. */
export const venueFields = table({
  ...postFields,
  name: nameText('venue', 'BLANK_VENUE_NAME', 'Name of the venue.'),
  description: { ...htmlText('description', 'Description, as HTML.'), default: null },
  ...statusField,
  showMap: { ...shownByDefault, wire: 'show_map', description: 'Whether events here show a map.' },
  showMapLink: { ...shownByDefault, wire: 'show_map_link', description: 'Whether events here show a link to a map.' },
  address: translatedLine('address', 'Street and number.'),
  city: translatedLine('city', 'City.'),
  country: translatedLine('country', 'Country.'),
  province: translatedLine('province', 'Province, outside the United States.'),
  state: translatedLine('state', 'State, in the United States.'),
  zip: sharedLine('zip', 'Postal code.'),
  phone: sharedLine('phone', 'Telephone number.'),
  stateProvince: {
    ...translatedLine(
      'stateprovince',
      'State or province. If omitted, it follows from {state}, {province} and {country}.',
    ),
    onUpdate:
      'State or province. If omitted, a value that you chose stays, and any other follows from {state}, {province} and {country}.',
  },
  ...websiteField,
  geoLat: {
    kind: number(-90, 90),
    wire: 'geo_lat',
    clearable: true,
    stored: 'shared',
    shown: 'apart',
    description: 'Latitude in degrees; shown only if the longitude is known too.',
  },
  geoLng: {
    kind: number(-180, 180),
    wire: 'geo_lng',
    clearable: true,
    stored: 'shared',
    shown: 'apart',
    description: 'Longitude in degrees; shown only if the latitude is known too.',
  },
  ...linkedImageField,
  ...customFields,
});

/** A point to measure distances from. */
export const pointFields = table({
  latitude: {
    kind: number(-90, 90),
    wire: 'latitude',
    description: 'Latitude of the point in degrees, from -90 to 90.',
  },
  longitude: {
    kind: number(-180, 180),
    wire: 'longitude',
    description: 'Longitude of the point in degrees, from -180 to 180.',
  },
});

/** The point that was sent. @throws INVALID_FIELD naming what is out of range */
export function readPoint(sent: { latitude: number; longitude: number }, surroundings: Surroundings): Point {
  const { latitude: lat, longitude: lng } = validate({ table: pointFields, use: 'filter' }, sent, surroundings);
  return { lat, lng };
}

export type VenuePatch = PatchOf<typeof venueFields>;
