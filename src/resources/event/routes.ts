import { itemRoutes, type Route } from '../../rest/route.ts';
import { postRights } from '../post/routes.ts';
import { eventFields, eventFilters, eventPatch } from './fields.ts';

const item = {
  name: 'Event',
  kind: 'event',
  rights: postRights,
  patch: eventPatch,
  failures: ['EVENT_NOT_ACCESSIBLE', 'EVENT_TRASHED'],
  trashed: 'EVENT_ALREADY_TRASHED',
  offersNothing: ['EVENT_NOT_FOUND', 'NOT_AN_EVENT'],
} as const;

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
  {
    operation: 'CreateEvent',
    methods: ['POST'],
    path: '/events',
    kind: 'event',
    right: postRights.create,
    input: eventFields,
  },
  ...itemRoutes('/events/<id>', { ...item, failures: [...item.failures, 'EVENT_NOT_FOUND'] }),
  ...itemRoutes('/events/by-slug/<slug>', { ...item, unknown: 'slug' }),
];
