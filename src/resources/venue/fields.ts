import { flag, image, number, text, url } from '../../fields/kinds.ts';
import { type InputOf, type PatchOf, patchTable, table } from '../../fields/table.ts';
import { stripTags } from '../../rules/html.ts';
import { html, linkedFilters, postFields, statusField, TITLE } from '../post/fields.ts';

const line = text({ zero: 'allowed', max: 1000 });

/** What a venue is made of (specification §2.2). A plain field is a row here and its word in the operation document. */
export const venueFields = table({
  name: {
    kind: TITLE,
    wire: 'venue',
    required: true,
    whenBlank: 'BLANK_VENUE_NAME',
    stored: 'text',
    shown: 'plain',
    clean: (name: string) => name.trim(),
    description: 'Name of the venue.',
  },
  ...postFields,
  description: {
    kind: text(),
    wire: 'description',
    clearable: true,
    stored: 'text',
    shown: 'html',
    clean: html,
    default: null,
    description: 'Description, as HTML.',
  },
  ...statusField,
  showMap: {
    kind: flag('string'),
    wire: 'show_map',
    stored: 'shared',
    blank: true,
    default: null,
    description: 'Whether events here show a map.',
  },
  showMapLink: {
    kind: flag('string'),
    wire: 'show_map_link',
    stored: 'shared',
    blank: true,
    default: null,
    description: 'Whether events here show a link to a map.',
  },
  address: {
    kind: line,
    wire: 'address',
    clearable: true,
    stored: 'text',
    clean: stripTags,
    shown: 'line',
    default: null,
    description: 'Street and number.',
  },
  city: {
    kind: line,
    wire: 'city',
    clearable: true,
    stored: 'text',
    clean: stripTags,
    shown: 'line',
    default: null,
    description: 'City.',
  },
  country: {
    kind: line,
    wire: 'country',
    clearable: true,
    stored: 'text',
    clean: stripTags,
    shown: 'line',
    default: null,
    description: 'Country.',
  },
  province: {
    kind: line,
    wire: 'province',
    clearable: true,
    stored: 'text',
    clean: stripTags,
    shown: 'line',
    default: null,
    description: 'Province, outside the United States.',
  },
  state: {
    kind: line,
    wire: 'state',
    clearable: true,
    stored: 'text',
    clean: stripTags,
    shown: 'line',
    default: null,
    description: 'State, in the United States.',
  },
  zip: {
    kind: line,
    wire: 'zip',
    clearable: true,
    stored: 'shared',
    clean: stripTags,
    blank: '',
    default: null,
    description: 'Postal code.',
  },
  phone: {
    kind: line,
    wire: 'phone',
    clearable: true,
    stored: 'shared',
    clean: stripTags,
    blank: '',
    default: null,
    description: 'Telephone number.',
  },
  stateProvince: {
    kind: line,
    wire: 'stateprovince',
    clearable: true,
    stored: 'text',
    clean: stripTags,
    shown: 'line',
    default: null,
    description: 'State or province. Without it, it follows from state, province and country.',
  },
  website: {
    kind: url(),
    wire: 'website',
    clearable: true,
    stored: 'shared',
    blank: '',
    default: null,
    description: 'Address of the website of the venue.',
  },
  geoLat: {
    kind: number(-90, 90),
    wire: 'geo_lat',
    clearable: true,
    stored: 'shared',
    description: 'Latitude in degrees; shown when the longitude is known too.',
  },
  geoLng: {
    kind: number(-180, 180),
    wire: 'geo_lng',
    clearable: true,
    stored: 'shared',
    description: 'Longitude in degrees; shown when the latitude is known too.',
  },
  image: {
    kind: image(),
    wire: 'image',
    clearable: true,
    default: null,
    description: 'Id or address of the image of the venue.',
  },
});

export const venuePatch = patchTable({
  ...venueFields,
  name: { ...venueFields.name, whenBlank: 'BLANK_VENUE_RENAME' },
});

/** What a list of venues is filtered by (specification §4.3). */
export const venueFilters = linkedFilters;

export type VenueInput = InputOf<typeof venueFields>;
export type VenuePatch = PatchOf<typeof venueFields>;
