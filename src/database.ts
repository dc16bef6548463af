import { USERS } from './auth/store-users.ts';
import { CHANGES, CHANGES_TO_COUNT } from './changes/record.ts';
import type { Config } from './config.ts';
import { REQUEST_COUNTS } from './http/shared-counts.ts';
import { MIGRATIONS } from './migrations/all.ts';
import { endAbandoned, isNewest, migrate, refuseNewer } from './migrations/migrate.ts';
import { type Report, saidEvery } from './migrations/migration.ts';
import { COPY, SEED, SETTINGS } from './migrations/settings.ts';
import { COLLECTIONS } from './resources/collections.ts';
import { countLeft, UNCOUNTED } from './resources/counting.ts';
import { openStore, type StorePlace } from './store/open.ts';
import { type Log, type Store, storeRefused } from './store/port.ts';

/** Which store it is, of the configuration. */
export type Place = Pick<Config, 'mongodbUri' | 'dataDir'> & Pick<StorePlace, 'beside'>;

/** The place, unless it keeps nothing. @throws Error with one line that says what to set */
export function lasting<P extends Place>(place: P): P {
  if (place.mongodbUri !== undefined || place.dataDir !== ':memory:') return place;
  throw new Error('DATA_DIR is :memory:, which keeps nothing: set it to a directory, or set MONGODB_URI');
}

/** Everything that is stored there: what several servers share lies in MongoDB; beside the embedded store, users are a file. */
export const collectionsOf = ({ mongodbUri }: Place) => [
  ...COLLECTIONS,
  SETTINGS,
  ...(mongodbUri ? [CHANGES_TO_COUNT, USERS, REQUEST_COUNTS] : [CHANGES]),
];

/** A store that is ready for use, and the names of the migrations that made it so. */
export interface Database {
  store: Store;
  migrated: readonly string[];
}

/**
 * The store, ready for use: collections and indexes made, data in the newest form.
 * @throws StoreRefused with one line that says why: not reachable, in use, damaged, of a newer version
 */
export const openDatabase = async (place: Place, log: Log, report?: Report): Promise<Store> =>
  (await openMigrated(place, log, report)).store;

/** `openDatabase`, with what it had to do. @throws StoreRefused likewise */
export async function openMigrated(
  place: Place,
  log: Log,
  report: Report = saidEvery(5_000, (what, done, total) => log.info({ done, total }, what)),
): Promise<Database> {
  const store = await openStore(place, collectionsOf(place), log);
  try {
    await refuseNewer(store, MIGRATIONS);
    await store.prepare();
    // The folder is ours alone: whoever prepared its data is dead, and need not be waited for.
    if (store.kind === 'embedded' && !place.beside && !store.isFull()) await endAbandoned(store);
    const collections = COLLECTIONS.map(({ name }) => name);
    const migrated = await migrate(store, { migrations: MIGRATIONS, collections, log, report });
    // What a server has left that was killed.
    await countLeft(store, (lost) => log.warn(lost, UNCOUNTED));
    return { store, migrated };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Whether requests can be served, as `/ready` says it: `full` is a disk without room, where reads go on. */
export type Readiness = 'ok' | 'full' | 'unavailable';

/**
 * Requests can be served where the store is reached, and its data has the form of this program. Another process may bring it
 * to a newer one while this one runs. @throws DomainError UNAVAILABLE
 */
export async function readinessOf(store: Store): Promise<Readiness> {
  if (!(await store.ping()) || !(await isNewest(store, MIGRATIONS))) return 'unavailable';
  return store.isFull() ? 'full' : 'ok';
}

/**
 * What others have begun to fill is served when it is whole.
 * @throws StoreRefused with the line that says how to finish it
 */
export async function refuseHalfMade(store: Store): Promise<void> {
  const half = (await store.byIds<{ _id: string; finished?: boolean }>(SETTINGS.name, [SEED, COPY])).find(
    ({ finished }) => finished === false,
  );
  if (!half) return;
  throw storeRefused(
    half._id === COPY
      ? 'the calendar is half of a copy: finish it with npm run copy, with the same --from and --to as before'
      : 'the calendar is half seeded: finish it with npm run seed, with the same options as before',
  );
}
