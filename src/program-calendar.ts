import { randomUUID } from 'node:crypto';
import { reservedNames } from './api/rest/reserved-names.ts';
import { NAMESPACE } from './api/rest/table.ts';
import type { Log, Store } from './data/port.ts';
import { storeUsers } from './data/users/store-users.ts';
import type { Viewer } from './domain/access.ts';
import { type Calendar, openCalendar } from './import/calendar.ts';
import { createLinks } from './kinds/record-urls.ts';
import type { Config } from './process/config.ts';
import { linkPartsOf } from './process/link-parts.ts';
import { readOperations } from './schema-files.ts';

/** Opens a store's calendar for a program, with the rights of one of its users. */
export const programCalendar = (
  config: Config,
  { store, viewer, log }: { store: Store; viewer: Viewer; log: Log },
): Calendar =>
  openCalendar({
    store,
    viewer,
    log,
    clock: Date.now,
    newUid: randomUUID,
    usersByIds: storeUsers(store).byIds,
    zone: config.siteTimezone,
    embedHosts: config.embedHosts,
    isReserved: reservedNames(readOperations()),
    links: createLinks({ ...linkPartsOf(config), namespace: NAMESPACE }),
  });
