import { categoryRoutes } from '../resources/category/routes.ts';
import { eventRoutes } from '../resources/event/routes.ts';
import { organizerRoutes } from '../resources/organizer/routes.ts';
import { tagRoutes } from '../resources/tag/routes.ts';
import { venueRoutes } from '../resources/venue/routes.ts';
import type { Route } from './route.ts';

/** The namespace as it is named in every path and link. */
export const NAMESPACE = 'calendar/events/v1';

/** Every route that reaches the data. */
export const ROUTES: readonly Route[] = [
  ...eventRoutes,
  ...venueRoutes,
  ...organizerRoutes,
  ...categoryRoutes,
  ...tagRoutes,
];
