import { itemRoutes, type Route } from '../../rest/route.ts';
import { eventFields, eventFilters, eventPatch } from './fields.ts';

const item = { name: 'Event', kind: 'event', patch: eventPatch } as const;

/** Specification §4.2. */
export const eventRoutes: readonly Route[] = [
  {
    operation: 'ListEvents',
    methods: ['GET'],
    path: '/events',
    kind: 'event',
    filter: eventFilters,
    pastTheEnd: 'EVENT_PAGE_NOT_FOUND',
  },
  { operation: 'CreateEvent', methods: ['POST'], path: '/events', kind: 'event', input: eventFields },
  ...itemRoutes('/events/<id>', item),
  ...itemRoutes('/events/by-slug/<slug>', { ...item, unknown: 'slug' }),
];
