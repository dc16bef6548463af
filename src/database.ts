import { USERS } from './auth/store-users.ts';
import type { Config } from './config.ts';
import { MIGRATIONS } from './migrations/all.ts';
import { migrate, refuseNewer } from './migrations/migrate.ts';
import type { Report } from './migrations/migration.ts';
import { SETTINGS } from './migrations/settings.ts';
import { COLLECTIONS } from './resources/collections.ts';
import { openStore } from './store/open.ts';
import type { Log, Store } from './store/port.ts';

/** Which store it is, of the configuration. */
type Place = Pick<Config, 'mongodbUri' | 'dataDir'>;

/** Everything that is stored there: users lie in MongoDB, or in a file beside the embedded store. */
export const collectionsOf = ({ mongodbUri }: Place) => [...COLLECTIONS, SETTINGS, ...(mongodbUri ? [USERS] : [])];

/**
 * The store, ready for use: collections and indexes made, data in the newest form.
 * @throws StoreRefused with one line that says why: not reachable, in use, damaged, of a newer version
 */
export async function openDatabase(place: Place, log: Log, report: Report = saidEvery(5_000, log)): Promise<Store> {
  const store = await openStore(place, collectionsOf(place), log);
  try {
    await refuseNewer(store, MIGRATIONS);
    await store.prepare();
    await migrate(store, { migrations: MIGRATIONS, collections: COLLECTIONS.map(({ name }) => name), log, report });
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** A line of the log now and then. */
function saidEvery(milliseconds: number, log: Log): Report {
  let next = 0;
  return (what, done, total) => {
    if (Date.now() < next && done < total) return;
    next = Date.now() + milliseconds;
    log.info({ done, total }, what);
  };
}
