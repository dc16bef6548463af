import { keyOf } from '../data/changes/cursors.ts';
import { CHANGES } from '../data/changes/record.ts';
import { roomOn, usersFileProblem } from '../data/data-folder.ts';
import { isEmpty } from '../data/empty.ts';
import { IDEMPOTENCY_KEYS } from '../data/idempotency-keys.ts';
import { identityOf } from '../data/identity.ts';
import { VERSIONS } from '../data/migrations/all.ts';
import { endAbandoned, isNewest, migrate, refuseOtherVersions } from '../data/migrations/migrate.ts';
import { type Report, saidEvery, type Versions } from '../data/migrations/migration.ts';
import { openStore, type StorePlace } from '../data/open.ts';
import { type Log, type Store, storeRefused } from '../data/port.ts';
import { COPY, SEED, SETTINGS } from '../data/settings.ts';
import { USERS } from '../data/users/store-users.ts';
import { REQUEST_COUNTS } from '../http/shared-counts.ts';
import { COLLECTIONS } from './collections.ts';
import { IMPORTS } from './imports.ts';

/** Which store to use, from the configuration. */
export type Place = StorePlace;

/** The place, if it keeps data. @throws Error with one line that says what to set */
export function lasting<P extends Place>(place: P): P {
  if (place.mongodbUri !== undefined || place.dataDir !== ':memory:') return place;
  throw new Error('DATA_DIR is :memory:, which keeps nothing: set it to a directory, or set MONGODB_URI');
}

/** Every collection stored there. On MongoDB this includes what several servers share. */
export const collectionsOf = ({ mongodbUri }: Place) => [
  ...COLLECTIONS,
  USERS,
  SETTINGS,
  IMPORTS,
  IDEMPOTENCY_KEYS,
  CHANGES,
  ...(mongodbUri ? [REQUEST_COUNTS] : []),
];

/**
 * Refuses a folder whose users are still in a file. Without those users everybody on this machine would be the
 * administrator, so only the program that adds users opens such a folder.
 * @throws StoreRefused with one line that says what to do
 */
export function refuseUsersFile({ mongodbUri, dataDir }: Place): void {
  const problem = mongodbUri ? undefined : usersFileProblem(dataDir);
  if (problem) throw storeRefused(problem);
}

/** A store that is ready for use, and the names of the migrations that were run. */
interface Database {
  store: Store;
  migrated: readonly string[];
}

/**
 * Opens the store, ready for use: collections and indexes exist, and data is in the newest format.
 * @throws StoreRefused with one line that says why: not reachable, in use, damaged, of another version
 */
export const openDatabase = async (place: Place, log: Log, report?: Report): Promise<Store> =>
  (await openMigrated(place, log, report)).store;

/** Like `openDatabase`, but also returns the migrations it ran. @throws StoreRefused likewise */
export async function openMigrated(
  place: Place,
  log: Log,
  report: Report = saidEvery(5_000, (what, done, total) => log.info({ done, total }, what)),
  versions: Versions = VERSIONS,
): Promise<Database> {
  refuseUsersFile(place);
  const store = await openPrepared(place, log, versions);
  try {
    // We alone hold the folder. Any process that was preparing its data is dead, so do not wait for it.
    if (store.kind === 'embedded' && !place.beside && !store.isFull()) await endAbandoned(store);
    const migrated = await sayingRoom(place, store, () => migrate(store, { ...expectedOf(versions), log, report }));
    // Made now, so that reading the changes, and exporting, never writes.
    if (!store.isFull()) {
      await keyOf(store);
      await identityOf(store);
    }
    return { store, migrated };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/**
 * Opens the store and creates its collections and indexes, if this program supports the version of its data.
 * @throws StoreRefused likewise
 */
export async function openPrepared(place: Place, log: Log, versions: Versions = VERSIONS): Promise<Store> {
  const store = await openStore(place, collectionsOf(place), log);
  try {
    if (
      place.isThere &&
      (await isEmpty(
        store,
        collectionsOf(place).map(({ name }) => name),
      ))
    )
      throw storeRefused('there is no calendar in this database (MONGODB_URI)');
    await refuseOtherVersions(store, expectedOf(versions));
    await sayingRoom(place, store, store.prepare);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Does work that may write; a refusal for want of room also says which disk that is, and what takes room there. */
export async function sayingRoom<T>(place: Place, store: Store, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw store.isFull()
      ? storeRefused(`${(error as Error).message} The data folder is ${place.dataDir}. ${roomOn(place.dataDir)}`)
      : error;
  }
}

const expectedOf = (versions: Versions) => ({ versions, collections: COLLECTIONS.map(({ name }) => name) });

/** Whether requests can be served, as `/ready` reports it. `full` means the disk is full and only reads work. */
type Readiness = 'ok' | 'full' | 'unavailable';

/**
 * Requests can be served if the store is reachable and its data is in this program's format. Another process may migrate
 * it to a newer one while this one runs. @throws DomainError UNAVAILABLE
 */
export async function readinessOf(store: Store): Promise<Readiness> {
  if (!(await store.ping()) || !(await isNewest(store, VERSIONS))) return 'unavailable';
  return store.isFull() ? 'full' : 'ok';
}

/**
 * Refuses a store that is only partly filled.
 * @throws StoreRefused with the line that says how to finish filling it
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
