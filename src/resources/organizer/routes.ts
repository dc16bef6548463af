import { itemRoutes, type Route } from '../../rest/route.ts';
import { organizerFields, organizerFilters, organizerPatch } from './fields.ts';

const item = { name: 'Organizer', kind: 'organizer', patch: organizerPatch } as const;

/** Specification §4.4. */
export const organizerRoutes: readonly Route[] = [
  {
    operation: 'ListOrganizers',
    methods: ['GET'],
    path: '/organizers',
    kind: 'organizer',
    filter: organizerFilters,
    pastTheEnd: 'ORGANIZER_PAGE_NOT_FOUND',
  },
  { operation: 'CreateOrganizer', methods: ['POST'], path: '/organizers', kind: 'organizer', input: organizerFields },
  ...itemRoutes('/organizers/<id>', { ...item, unknown: 'id' }),
  ...itemRoutes('/organizers/by-slug/<slug>', { ...item, unknown: 'slug' }),
];
