import type { Collection } from '../../data/port.ts';
import type { VenueFacet } from '../../domain/facets.ts';
import type { Point } from '../../domain/geo.ts';
import {
  FACET_INDEX,
  type Html,
  LINKED_INDEXES,
  LINKED_STORED,
  type LinkedRecord,
  POST_SHAPE,
} from '../post/record.ts';
import { flag, number, optional, type Shape, text } from '../shared/shape.ts';

/** The texts of a venue in one language. */
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
  /** Its city, its country and values of custom fields, for filters. */
  facets: VenueFacet[];
}

/** The shape of every stored venue. */
export const VENUE_SHAPE: Shape = {
  ...POST_SHAPE,
  zip: optional(text),
  phone: optional(text),
  website: optional(text),
  geoLat: optional(number),
  geoLng: optional(number),
  showMap: flag,
  showMapLink: flag,
};

/** The location of the venue, if both coordinates are known. */
export const pointOf = ({ geoLat: lat, geoLng: lng }: VenueRecord): Point | undefined =>
  lat === undefined || lng === undefined ? undefined : { lat, lng };

export const VENUES = {
  name: 'venues',
  lists: ['slugs', 'formerSlugs', 'names', 'facets'],
  ...LINKED_STORED,
  indexes: [
    ...LINKED_INDEXES,
    {
      name: 'place',
      fields: [
        ['geoLat', 1],
        ['geoLng', 1],
      ],
      sparse: true,
    },
    FACET_INDEX,
  ],
} as const satisfies Collection;
