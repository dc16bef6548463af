import { isDuplicateKey, type Log, type Store, type Stored, storeRefused } from '../store/port.ts';
import { alone } from './lease.ts';
import type { Migration, Report } from './migration.ts';
import { readSetting, SETTINGS } from './settings.ts';

const SCHEMA = 'schema';
/** The form of data that says nothing of its version. */
const FIRST = 1;

interface Schema extends Stored {
  version: number;
}

/** What migrating needs to know. */
export interface Migrating {
  /** All there are, in order. */
  migrations: readonly Migration[];
  /** The collections whose emptiness makes a store a new one: it has the newest form from the beginning. */
  collections: readonly string[];
  log: Log;
  report: Report;
}

/** Refuses data of a version after ours, which we would spoil. @throws StoreRefused */
export async function refuseNewer(store: Store, migrations: readonly Migration[]): Promise<void> {
  const { version = FIRST } = (await readSetting<Schema>(store, SCHEMA)) ?? {};
  const newest = newestOf(migrations);
  if (version > newest)
    throw storeRefused(
      `the stored data has version ${version}, this program knows ${newest} at the most: run a newer version of the program`,
    );
}

/**
 * Brings the stored data to the newest form: each migration that it has not had, one after the other, in one process at
 * a time. Returns the names of those that ran.
 */
export async function migrate(store: Store, { migrations, collections, log, report }: Migrating): Promise<string[]> {
  const newest = newestOf(migrations);
  const schema = await readSetting<Schema>(store, SCHEMA);
  if (schema?.version === newest) return [];
  if (!schema && (await isEmpty(store, collections))) {
    await writeVersion(store, newest);
    return [];
  }
  return alone(store, 'migration', log, async () => {
    // Somebody else may have done it while we waited.
    const { version = FIRST } = (await readSetting<Schema>(store, SCHEMA)) ?? {};
    const missing = migrations.filter((migration) => migration.version > version);
    for (const migration of missing) {
      log.info({ version: migration.version }, `migrating the stored data: ${migration.name}`);
      await migration.run(store, report);
      await writeVersion(store, migration.version);
    }
    return missing.map(({ name }) => name);
  });
}

const newestOf = (migrations: readonly Migration[]): number => migrations.at(-1)?.version ?? FIRST;

async function isEmpty(store: Store, collections: readonly string[]): Promise<boolean> {
  for (const collection of collections)
    if ((await store.find(collection, {}, { limit: 1, only: [] })).length > 0) return false;
  return true;
}

async function writeVersion(store: Store, version: number): Promise<void> {
  if (await store.update(SETTINGS.name, SCHEMA, { $set: { version } })) return;
  try {
    await store.insert<Schema>(SETTINGS.name, { _id: SCHEMA, version });
  } catch (error) {
    // Another server on the same new store was faster.
    if (!isDuplicateKey(error)) throw error;
  }
}
