import { createChanges } from '../changes/changes.ts';
import { isEmpty } from '../store/empty.ts';
import { type Log, type Store, type Stored, storeRefused } from '../store/port.ts';
import { alone, release } from './lease.ts';
import type { Migration, Report } from './migration.ts';
import { readSetting, SETTINGS } from './settings.ts';

const SCHEMA = 'schema';
const LEASE = 'migration';
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
  /** Milliseconds after which a process that gives no sign of life is thought dead; a minute without it. */
  lasts?: number;
}

/** Refuses data of a version after ours, which we would spoil. Reads only. @throws StoreRefused */
export async function refuseNewer(store: Store, migrations: readonly Migration[]): Promise<void> {
  const schema = await store.atomically(() => readSetting<Schema>(store, SCHEMA));
  refuseAfter(newestOf(migrations), schema ? versionOf(schema) : FIRST);
}

/**
 * Brings the stored data to the newest form: each migration that it has not had, one after the other, in one process at
 * a time. Returns the names of those that ran. What a migration throws is thrown: the data keeps the version before it,
 * and the next call runs it again.
 * @throws StoreRefused when the data is of a newer version, or another process took over
 */
export async function migrate(store: Store, migrating: Migrating): Promise<string[]> {
  const { migrations, log, report, lasts } = migrating;
  const missing = async (): Promise<readonly Migration[]> => {
    const version = await storedVersion(store, migrating);
    refuseAfter(newestOf(migrations), version);
    return migrations.filter((migration) => migration.version > version);
  };
  if ((await missing()).length === 0) return [];
  const changes = createChanges(store, Date.now);
  return alone(store, LEASE, { log, lasts }, async (held) => {
    // Somebody else may have done it while we waited.
    const wanted = await missing();
    for (const migration of wanted) {
      log.info({ version: migration.version }, `migrating the stored data: ${migration.name}`);
      await migration.run(store, (...how) => {
        held.check();
        report(...how);
      });
      await changes.unit({ now: Date.now(), atomically: store.atomically }, async () => {
        await held.confirm();
        await writeVersion(store, migration.version);
        changes.noteAll();
      });
    }
    return wanted.map(({ name }) => name);
  });
}

/** Whether the stored data has the form that this program writes. */
export const isNewest = async (store: Store, migrations: readonly Migration[]): Promise<boolean> =>
  (await readSetting<Schema>(store, SCHEMA))?.version === newestOf(migrations);

/** Ends the lease of a process that died. Only for data that no other process can have open. */
export const endAbandoned = (store: Store): Promise<void> => release(store, LEASE);

const newestOf = (migrations: readonly Migration[]): number => migrations.at(-1)?.version ?? FIRST;

function versionOf({ version }: Schema): number {
  if (Number.isInteger(version) && version >= FIRST) return version;
  throw storeRefused(
    `the version of the stored data, ${JSON.stringify(version)}, is none: mend ${SCHEMA} in ${SETTINGS.name}`,
  );
}

function refuseAfter(newest: number, version: number): void {
  if (version <= newest) return;
  throw storeRefused(
    `the stored data has version ${version}, this program knows ${newest} at the most: run a newer version of the program`,
  );
}

/** The version of the data; a store that is new has the newest from now on. One unit: another program may be starting. */
const storedVersion = (store: Store, { migrations, collections }: Migrating): Promise<number> =>
  store.atomically(async () => {
    const schema = await readSetting<Schema>(store, SCHEMA);
    if (schema) return versionOf(schema);
    if (!(await isEmpty(store, collections))) return FIRST;
    const version = newestOf(migrations);
    await store.insert<Schema>(SETTINGS.name, { _id: SCHEMA, version });
    return version;
  });

async function writeVersion(store: Store, version: number): Promise<void> {
  if (await store.update(SETTINGS.name, SCHEMA, { $set: { version } })) return;
  await store.insert<Schema>(SETTINGS.name, { _id: SCHEMA, version });
}
