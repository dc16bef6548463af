import { categoryRoutes } from '../resources/category/routes.ts';
import { eventRoutes } from '../resources/event/routes.ts';
import { linkedRoutes } from '../resources/post/routes.ts';
import { tagRoutes } from '../resources/tag/routes.ts';
import type { HostRoute, Route } from './route.ts';

/** The namespace as it is named in every path and link. */
export const NAMESPACE = 'calendar/events/v1';

/** The routes of the host that clients ask besides: they lie in its own namespace, which has no others here. */
export const HOST_ROUTES: readonly HostRoute[] = [
  // Writing clients try a log-in here.
  { namespace: 'wp/v2', path: '/users/me', operation: 'ReadViewer', nobody: 'NOT_LOGGED_IN' },
];

/** Every route that reaches the data. */
export const ROUTES: readonly Route[] = [...eventRoutes, ...linkedRoutes, ...categoryRoutes, ...tagRoutes];
