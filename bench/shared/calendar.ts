import { type App, createApp } from '../../src/app.ts';
import { openUsers } from '../../src/auth/open-users.ts';
import { generateSecret, hashGenerated } from '../../src/auth/secrets.ts';
import type { Users } from '../../src/auth/users.ts';
import { type Config, readConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/database.ts';
import { createLog } from '../../src/log.ts';
import { withProgress } from '../../src/progress.ts';
import { seedCalendar } from '../../src/seed/seed-calendar.ts';
import type { Store } from '../../src/store/port.ts';

/** The day that the dates of seeded events lie around. */
const AROUND = '2026-11-20';

/** The moment at which the clock of a bench begins. */
export const BEGIN = Date.parse(`${AROUND}T12:00:00Z`);

/** A calendar of a bench. */
export interface Calendar {
  config: Config;
  store: Store;
  users: Users;
  /** The whole service on it, in this process. */
  app: App;
}

/** Fills a new calendar, which takes a while and says so on standard error. `env` says where it lies, `around` by which day. */
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
  const users = openUsers(config, store);
  return { config, store, users, app: createApp({ config, store, users, clock: createClock(), log }) };
}

/** A clock that goes on from `BEGIN`. */
export function createClock(): () => number {
  const began = performance.now();
  return () => BEGIN + Math.floor(performance.now() - began);
}

/** Adds a user who may do everything. */
export async function addAdministrator(users: Users): Promise<{ id: number; secret: string }> {
  const secret = generateSecret();
  const { id } = await users.add({ name: 'bench', role: 'administrator', secret: hashGenerated(secret) });
  return { id, secret };
}
