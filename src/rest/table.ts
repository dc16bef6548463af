import { categoryRoutes } from '../resources/category/routes.ts';
import { eventRoutes } from '../resources/event/routes.ts';
import { linkedRoutes } from '../resources/post/routes.ts';
import { tagRoutes } from '../resources/tag/routes.ts';
import type { Route } from './route.ts';

/** The namespace as it is named in every path and link. */
export const NAMESPACE = 'calendar/events/v1';

/** Every route that reaches the data. */
export const ROUTES: readonly Route[] = [...eventRoutes, ...linkedRoutes, ...categoryRoutes, ...tagRoutes];
