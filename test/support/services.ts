import { expect } from 'vitest';
import { newFreshness } from '../../src/cache/freshness.ts';
import { createChanges } from '../../src/data/changes/changes.ts';
import type { Store } from '../../src/data/port.ts';
import type { Context } from '../../src/kinds/context.ts';
import type { NewUid } from '../../src/kinds/event/identity.ts';
import { createLinks } from '../../src/kinds/record-urls.ts';
import { createResources, type Services } from '../../src/kinds/services.ts';

export const LINKS = createLinks({
  site: 'http://127.0.0.1:4000',
  restRoot: '/wp-json',
  namespace: 'calendar/events/v1',
  standard: 'en',
});

/** What programs use instead of the APIs. */
export interface Used {
  services: Services;
  /** The context of a request by this caller, at this moment, in this language. */
  contextOf(said: Pick<Context, 'language' | 'now' | 'viewer'>): Context;
}

/** The services of a store, for programs that write without an API. */
export function servicesOf(store: Store, newUid: NewUid): Used {
  const { services, createLoaders } = createResources({
    store,
    changes: createChanges(store, Date.now),
    usersByIds: async (ids) => ids.map((id) => ({ id, name: String(id), role: 'author' })),
    keptBytes: 2 ** 20,
    newUid,
    isReserved: () => false,
    revisions: { moved: async () => undefined, settled: async () => false },
    damaged: (...damage) => expect(damage).toBeUndefined(),
  });
  return {
    services,
    contextOf(said) {
      const caller = { ...said, running: {} };
      return {
        ...caller,
        zone: 'Asia/Tokyo',
        embedHosts: [],
        links: LINKS,
        loaders: createLoaders(caller),
        freshness: newFreshness(),
      };
    },
  };
}
