import { randomUUID } from 'node:crypto';
import type { Store } from '../../src/data/port.ts';
import { storeUsers } from '../../src/data/users/store-users.ts';
import type { Viewer } from '../../src/domain/access.ts';
import { type Calendar, openCalendar } from '../../src/import/calendar.ts';
import { dryStore } from '../../src/import/dry-store.ts';
import { type ImportOptions, importCalendar } from '../../src/import/import-calendar.ts';
import type { Source } from '../../src/import/item.ts';
import type { Report } from '../../src/import/report.ts';
import { type NamedSite, readSite } from '../../src/import/site/address.ts';
import { createSiteClient, type SiteClient } from '../../src/import/site/client.ts';
import { type SiteSourceDeps, siteSource } from '../../src/import/site/source.ts';
import { createLog } from '../../src/process/log.ts';
import { LINKS } from '../support/services.ts';

/** How an import is run in a test. */
export interface Run extends Partial<ImportOptions> {
  source: Source;
  viewer?: Viewer;
  now?: number;
  /** Called after each part. */
  after?: () => void;
}

const ADMINISTRATOR: Viewer = { id: 1, role: 'administrator' };

const NOW = Date.parse('2026-11-20T12:00:00Z');

/** The calendar in a store, as programs open it. */
export const calendarIn = (store: Store, { viewer = ADMINISTRATOR, now = NOW }: Partial<Run> = {}): Calendar =>
  openCalendar({
    store,
    viewer,
    usersByIds: storeUsers(store).byIds,
    zone: 'UTC',
    embedHosts: [],
    links: LINKS,
    clock: () => now,
    newUid: randomUUID,
    isReserved: () => false,
    log: createLog('silent'),
  });

/** Imports into a store as the program does. */
export async function importInto(store: Store, { source, viewer, now = NOW, after, ...options }: Run): Promise<Report> {
  const { dryRun = false } = options;
  return importCalendar({
    calendar: calendarIn(dryRun ? dryStore(store) : store, { ...(viewer && { viewer }), now }),
    source,
    progress: () => after?.(),
    clock: () => now,
    giveWay: async () => undefined,
    dryRun,
    winner: undefined,
    trash: false,
    authors: new Map(),
    ...options,
  });
}

export interface Asking {
  credentials?: string;
  /** Takes the pauses that are made. */
  paused?: number[];
  /** Milliseconds for an answer. */
  longestAnswer?: number;
}

/** What asks a site on the loopback, without waiting. */
export function clientOf(url: string, { credentials, paused = [], longestAnswer = 60_000 }: Asking = {}): SiteClient {
  let now = 0;
  return createSiteClient({
    sites: [readSite(url) as NamedSite],
    credentials,
    perSecond: Number.POSITIVE_INFINITY,
    longestAnswer,
    clock: () => now,
    async pause(milliseconds) {
      paused.push(milliseconds);
      now += milliseconds;
    },
  });
}

/** A site on the loopback as a source. */
export const sourceAt = (url: string, asking: Asking & Partial<SiteSourceDeps> = {}): Promise<Source> =>
  siteSource({
    client: clientOf(url, asking),
    site: readSite(url) as NamedSite,
    signedIn: asking.credentials !== undefined,
    language: 'en',
    calendar: 'another',
    warn: () => undefined,
    ...asking,
  });

/** A store whose process ends at one of its writes. */
export function dying(store: Store, writes: number): Store {
  let left = writes;
  const mortal = <T extends object>(whole: T, verbs: readonly string[], inside: object = {}): T =>
    new Proxy(whole, {
      get(target, name) {
        const value: unknown = Reflect.get(name in inside ? inside : target, name);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          left -= Number(verbs.includes(String(name)));
          if (left < 0) throw new Error('killed');
          return Reflect.apply(value, target, args);
        };
      },
    });
  const pictures = mortal(store.pictures, ['put', 'touch']);
  return mortal(store, ['insert', 'update', 'updateMany', 'put', 'nextId'], { pictures });
}
