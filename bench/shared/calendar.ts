import { randomUUID } from 'node:crypto';
import { type App, createApp } from '../../src/app.ts';
import type { Store } from '../../src/data/port.ts';
import { openUsers } from '../../src/data/users/open-users.ts';
import { generateSecret, hashGenerated } from '../../src/data/users/secrets.ts';
import { storeUsers } from '../../src/data/users/store-users.ts';
import type { Users } from '../../src/data/users/users.ts';
import { openDatabase } from '../../src/kinds/database.ts';
import { type Config, readConfig } from '../../src/process/config.ts';
import { createLog } from '../../src/process/log.ts';
import { withProgress } from '../../src/process/progress.ts';
import { seedCalendar } from '../../src/tools/seed/seed-calendar.ts';

/** The reference day of seeded dates. */
const AROUND = '2026-11-20';

/** The moment at which the clock of a benchmark begins. */
export const BEGIN = Date.parse(`${AROUND}T12:00:00Z`);

/** The calendar of a benchmark. */
export interface Calendar {
  config: Config;
  store: Store;
  users: Users;
  /** The complete app on it, in this process. */
  app: App;
}

/** Seeds a new calendar around a day, with progress on standard error. `env` says where to store it. */
export async function seedIn(env: Record<string, string>, events: number, around = AROUND): Promise<Calendar> {
  const config = readConfig({ NODE_ENV: 'test', ...env });
  const log = createLog('warn');
  const store = await openDatabase(config, log);
  await withProgress(({ report }) =>
    seedCalendar(store, {
      ...{ events, around },
      report: (what, done, total) => report(`${events} events: ${what}`, done, total),
    }),
  );
  return { config, store, users: storeUsers(store), app: newApp(config, store) };
}

/** A server on a calendar, which has cached nothing yet. */
export const newApp = (config: Config, store: Store): App =>
  createApp({
    config,
    store,
    users: openUsers(store),
    clock: createClock(),
    newUid: randomUUID,
    log: createLog('warn'),
  });

/** A clock that starts at `BEGIN`. */
function createClock(): () => number {
  const began = performance.now();
  return () => BEGIN + Math.floor(performance.now() - began);
}

/** Adds an administrator. */
export async function addAdministrator(users: Users): Promise<{ id: number; secret: string }> {
  const secret = generateSecret();
  const { id } = await users.add({ name: 'bench', role: 'administrator', secret: hashGenerated(secret) });
  return { id, secret };
}
