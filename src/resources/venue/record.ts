import type { Point } from '../../rules/geo.ts';
import type { Collection } from '../../store/port.ts';
import { type Html, LINKED_LISTS, type LinkedRecord, POST_SHAPE } from '../post/record.ts';
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
  lists: ['slugs', 'names'],
  searched: 'search',
  packed: 'text',
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
    ...LINKED_LISTS,
  ],
} as const satisfies Collection;
