import { codeOf } from '../../errors.ts';
import { itemRoutes, type Rights, type Route } from '../../rest/route.ts';
import { mayEdit } from '../../rules/access.ts';
import { capitalized } from '../../rules/text.ts';
import { EVENT_LINKS } from '../event-links.ts';

/** The rights to events, venues and organizers: to make them goes with the general right, the rest lies with the record. */
export const postRights: Rights = {
  create: mayEdit,
  update: (_, can) => can.update,
  delete: (_, can) => can.delete,
};

/** The routes of the kinds that events link to (specification §4.3, §4.4). */
export const linkedRoutes: readonly Route[] = EVENT_LINKS.flatMap(
  ({ name: kind, inEvents, fields, filters, patch }): Route[] => {
    const path = `/${inEvents}`;
    const name = capitalized(kind);
    const item = {
      name,
      kind,
      rights: postRights,
      patch,
      failures: [codeOf(kind, 'NOT_ACCESSIBLE')],
      trashed: codeOf(kind, 'ALREADY_TRASHED'),
    };
    return [
      {
        operation: `List${capitalized(inEvents)}`,
        methods: ['GET'],
        path,
        kind,
        filter: filters,
        pastTheEnd: codeOf(kind, 'PAGE_NOT_FOUND'),
      },
      { operation: `Create${name}`, methods: ['POST'], path, kind, right: postRights.create, input: fields },
      ...itemRoutes(`${path}/<id>`, { ...item, unknown: 'id' }),
      ...itemRoutes(`${path}/by-slug/<slug>`, { ...item, unknown: 'slug' }),
    ];
  },
);
