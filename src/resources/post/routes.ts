import { codeOf } from '../../errors.ts';
import { itemRoutes, type Route } from '../../rest/route.ts';
import { capitalized } from '../../rules/text.ts';
import { EVENT_LINKS } from '../event-links.ts';

/** The routes of the kinds that events link to (specification §4.3, §4.4). */
export const linkedRoutes: readonly Route[] = EVENT_LINKS.flatMap(
  ({ name: kind, inEvents, fields, filters, patch }): Route[] => {
    const path = `/${inEvents}`;
    const name = capitalized(kind);
    const item = { name, kind, patch };
    return [
      {
        operation: `List${capitalized(inEvents)}`,
        methods: ['GET'],
        path,
        kind,
        filter: filters,
        pastTheEnd: codeOf(kind, 'PAGE_NOT_FOUND'),
      },
      { operation: `Create${name}`, methods: ['POST'], path, kind, input: fields },
      ...itemRoutes(`${path}/<id>`, { ...item, unknown: 'id' }),
      ...itemRoutes(`${path}/by-slug/<slug>`, { ...item, unknown: 'slug' }),
    ];
  },
);
