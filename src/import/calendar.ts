import { newFreshness } from '../cache/freshness.ts';
import { createChanges } from '../data/changes/changes.ts';
import type { Log, Store } from '../data/port.ts';
import type { Viewer } from '../domain/access.ts';
import type { Context } from '../kinds/context.ts';
import type { Links } from '../kinds/record-urls.ts';
import { createResources, type ResourcesDeps, type Services } from '../kinds/services.ts';

/** A calendar that a program writes to as one of its users, under the same rules as everyone else. */
export interface Calendar {
  /** Direct access, for data beside the records. */
  store: Store;
  services: Services;
  viewer: Viewer;
  links: Links;
  /** The context of a write at this moment. */
  context(said: Pick<Context, 'language'> & Partial<Pick<Context, 'origin' | 'precondition'>>): Context;
  /** Writes in one unit, which is rolled back if it throws. */
  unit(run: () => Promise<void>, ctx: Context): Promise<unknown>;
}

interface CalendarDeps extends Pick<ResourcesDeps, 'store' | 'usersByIds' | 'newUid' | 'isReserved'> {
  viewer: Viewer;
  zone: string;
  embedHosts: readonly string[];
  links: Links;
  clock(): number;
  log: Log;
}

/** Bytes of cached records. Many events share the same venues and terms. */
const KEPT = 8_000_000;

export function openCalendar({
  store,
  viewer,
  usersByIds,
  clock,
  newUid,
  isReserved,
  log,
  ...site
}: CalendarDeps): Calendar {
  const { services, createLoaders } = createResources({
    store,
    changes: createChanges(store, clock),
    usersByIds,
    damaged: (record) => log.error(record, 'a stored record is damaged'),
    keptBytes: KEPT,
    newUid,
    isReserved,
    // Nobody follows the change log here.
    revisions: { moved: async () => undefined, settled: async () => false },
  });
  return {
    store,
    services,
    viewer,
    links: site.links,
    unit: (run, ctx) => services.batch([undefined], { mode: 'all_or_nothing', isRefused: () => false, run }, ctx),
    context(said) {
      const caller = { viewer, now: clock(), running: {} };
      return { ...caller, ...site, ...said, loaders: createLoaders(caller), freshness: newFreshness() };
    },
  };
}
