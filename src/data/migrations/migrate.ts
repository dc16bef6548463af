import { createChanges } from '../changes/changes.ts';
import { isEmpty } from '../empty.ts';
import { type Store, type Stored, storeRefused } from '../port.ts';
import { readSetting, SETTINGS } from '../settings.ts';
import { DAYTIME } from '../time.ts';
import { alone, type Leasing, release } from './lease.ts';
import type { Migration, Report, Versions } from './migration.ts';

const SCHEMA = 'schema';
const LEASE = 'migration';

interface Schema extends Stored {
  version: unknown;
}

/** What is needed to tell whether this program supports the data's version. */
export interface VersionCheck {
  versions: Versions;
  /** If these collections are empty, the store is new and already has the newest version. */
  collections: readonly string[];
}

/** What a migration needs. */
export interface Migrating extends VersionCheck, Leasing {
  report: Report;
}

/** Refuses data of a version that this program neither uses nor migrates. Read-only. @throws StoreRefused */
export async function refuseOtherVersions(store: Store, check: VersionCheck): Promise<void> {
  await store.atomically(() => foundVersion(store, check));
}

/**
 * Migrates the stored data to the newest version: runs each missing migration, one after the other, in one process at a time.
 * Returns the names of those that ran. If a migration throws, so does this: the data keeps the previous version and the next call
 * runs the migration again.
 * @throws StoreRefused when the data's version cannot be migrated, or another process took over
 */
export async function migrate(store: Store, migrating: Migrating): Promise<string[]> {
  const { versions, log, report, lasts, time = DAYTIME } = migrating;
  const missing = async (): Promise<readonly Migration[]> => {
    const stored = await storedVersion(store, migrating);
    return versions.migrations.filter(({ version }) => version > stored);
  };
  const [next] = await missing();
  if (!next) return [];
  if (store.isFull())
    throw storeRefused(
      `The stored data must be migrated to version ${newestOf(versions)}, from before ${next.version}, and there is no room for that.`,
    );
  const changes = createChanges(store, time.clock);
  return alone(store, LEASE, { log, lasts, time }, async (held) => {
    // Another process may have migrated while we waited.
    const wanted = await missing();
    for (const migration of wanted) {
      log.info({ version: migration.version }, `migrating the stored data: ${migration.name}`);
      await migration.run(store, (...how) => {
        held.check();
        report(...how);
      });
      await changes.unit({ now: time.clock(), atomically: store.atomically }, async () => {
        await held.confirm();
        await writeVersion(store, migration.version);
        changes.noteAll();
      });
    }
    return wanted.map(({ name }) => name);
  });
}

/** Whether the stored data has the newest version. */
export const isNewest = async (store: Store, versions: Versions): Promise<boolean> =>
  (await readSetting<Schema>(store, SCHEMA))?.version === newestOf(versions);

/** Ends a dead process's lease. Only for data that no other process can have open. */
export const endAbandoned = (store: Store): Promise<void> => release(store, LEASE);

const newestOf = ({ baseline, migrations }: Versions) => migrations.at(-1)?.version ?? baseline;

const isVersion = (version: unknown): version is number => Number.isInteger(version);

/** The version of the data; undefined if the store is new. @throws StoreRefused when it is not supported */
async function foundVersion(store: Store, { versions, collections }: VersionCheck) {
  const schema = await readSetting<Schema>(store, SCHEMA);
  if (!schema && (await isEmpty(store, collections))) return undefined;
  const version = schema?.version;
  if (isVersion(version) && version >= versions.baseline && version <= newestOf(versions)) return version;
  const which = schema ? `version ${JSON.stringify(version)}` : 'no version';
  const needed = [...new Set([versions.baseline, newestOf(versions)])].join(' to ');
  throw storeRefused(
    `the stored data has ${which}, this program needs version ${needed}: run the version of the program that wrote it, restore a backup of version ${needed}, or set DATA_DIR or MONGODB_URI to another calendar`,
  );
}

/** The version of the data; a new store gets the newest. Runs in one unit, because another program may be starting. */
const storedVersion = (store: Store, check: VersionCheck) =>
  store.atomically(async () => {
    const found = await foundVersion(store, check);
    if (found !== undefined) return found;
    const version = newestOf(check.versions);
    await store.insert<Schema>(SETTINGS.name, { _id: SCHEMA, version });
    return version;
  });

async function writeVersion(store: Store, version: number) {
  await store.update(SETTINGS.name, SCHEMA, { $set: { version } });
}
