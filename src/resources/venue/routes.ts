import { itemRoutes, type Route } from '../../rest/route.ts';
import { venueFields, venueFilters, venuePatch } from './fields.ts';

const item = { name: 'Venue', kind: 'venue', patch: venuePatch } as const;

/** Specification §4.3. */
export const venueRoutes: readonly Route[] = [
  {
    operation: 'ListVenues',
    methods: ['GET'],
    path: '/venues',
    kind: 'venue',
    filter: venueFilters,
    pastTheEnd: 'VENUE_PAGE_NOT_FOUND',
  },
  { operation: 'CreateVenue', methods: ['POST'], path: '/venues', kind: 'venue', input: venueFields },
  ...itemRoutes('/venues/<id>', { ...item, unknown: 'id' }),
  ...itemRoutes('/venues/by-slug/<slug>', { ...item, unknown: 'slug' }),
];
