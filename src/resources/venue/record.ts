import type { VenueFacet } from '../../rules/facets.ts';
import type { Point } from '../../rules/geo.ts';
import type { Collection } from '../../store/port.ts';
import { type Html, LINKED_LISTS, LINKED_NUMBERS, type LinkedRecord, POST_SHAPE } from '../post/record.ts';
import { flag, integer, number, optional, type Shape, text } from '../shared/shape.ts';

/** What is said of a venue in one language. */
export interface VenueText {
  name?: string;
  description?: Html;
  address?: string;
  city?: string;
  country?: string;
  province?: string;
  state?: string;
  stateProvince?: string;
}

export interface VenueRecord extends LinkedRecord<VenueText> {
  zip?: string;
  phone?: string;
  website?: string;
  /** Degrees. */
  geoLat?: number;
  geoLng?: number;
  showMap: boolean;
  showMapLink: boolean;
  /** Where it lies, for filters. */
  facets: VenueFacet[];
}

/** What every stored venue is like. */
export const VENUE_SHAPE: Shape = {
  ...POST_SHAPE,
  publicEvents: integer,
  zip: optional(text),
  phone: optional(text),
  website: optional(text),
  geoLat: optional(number),
  geoLng: optional(number),
  showMap: flag,
  showMapLink: flag,
};

/** Where the venue is, when both of its coordinates are known. */
export const pointOf = ({ geoLat: lat, geoLng: lng }: VenueRecord): Point | undefined =>
  lat === undefined || lng === undefined ? undefined : { lat, lng };

export const VENUES = {
  name: 'venues',
  lists: ['slugs', 'names', 'facets'],
  searched: 'search',
  packed: 'text',
  numbers: LINKED_NUMBERS,
  indexes: [
    { name: 'slugs', fields: [['slugs', 1]], unique: true, sparse: true },
    { name: 'images', fields: [['image.id', 1]], sparse: true },
    { name: 'names', fields: [['names', 1]] },
    {
      name: 'place',
      fields: [
        ['geoLat', 1],
        ['geoLng', 1],
      ],
      sparse: true,
    },
    {
      name: 'facet',
      fields: [
        ['facets', 1],
        ['trashed', 1],
        ['status', 1],
      ],
    },
    ...LINKED_LISTS,
  ],
} as const satisfies Collection;
