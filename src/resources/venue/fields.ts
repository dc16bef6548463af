import { validate } from '../../fields/examine.ts';
import type { Surroundings } from '../../fields/kind.ts';
import { flag, number } from '../../fields/kinds.ts';
import { type InputOf, type PatchOf, patchTable, table } from '../../fields/table.ts';
import type { Point } from '../../rules/geo.ts';
import {
  htmlText,
  linkedFilters,
  linkedImageField,
  nameText,
  postFields,
  sharedLine,
  statusField,
  translatedLine,
  websiteField,
} from '../post/fields.ts';

const shownByDefault = { kind: flag('string'), stored: 'shared', blank: true, default: null } as const;

/** What a venue is made of (specification §2.2). A plain field is a row here and its word in the operation document. */
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
      'State or province. Without it, it follows from {state}, {province} and {country}.',
    ),
    onUpdate:
      'State or province. Without it, one that was chosen stays as it is, and another follows from {state}, {province} and {country}.',
  },
  ...websiteField,
  geoLat: {
    kind: number(-90, 90),
    wire: 'geo_lat',
    clearable: true,
    stored: 'shared',
    shown: 'apart',
    description: 'Latitude in degrees; shown when the longitude is known too.',
  },
  geoLng: {
    kind: number(-180, 180),
    wire: 'geo_lng',
    clearable: true,
    stored: 'shared',
    shown: 'apart',
    description: 'Longitude in degrees; shown when the latitude is known too.',
  },
  ...linkedImageField,
});

/** A point that something is measured from. */
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

export const venuePatch = patchTable({
  ...venueFields,
  name: { ...venueFields.name, whenBlank: 'BLANK_VENUE_RENAME' },
});

/** What a list of venues is filtered by (specification §4.3). */
export const venueFilters = linkedFilters;

export type VenueInput = InputOf<typeof venueFields>;
export type VenuePatch = PatchOf<typeof venueFields>;
