import type { Point } from '../../rules/geo.ts';
import type { Collection } from '../../store/port.ts';
import { type Html, LINKED_LISTS, type LinkedRecord } from '../post/record.ts';

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

/** Where the venue is, when both of its coordinates are known. */
export const pointOf = ({ geoLat: lat, geoLng: lng }: VenueRecord): Point | undefined =>
  lat === undefined || lng === undefined ? undefined : { lat, lng };

export const VENUES = {
  name: 'venues',
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
