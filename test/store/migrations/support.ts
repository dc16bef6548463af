import { type Migrating, migrate, type VersionCheck } from '../../../src/data/migrations/migrate.ts';
import type { Migration } from '../../../src/data/migrations/migration.ts';
import type { Log, Store, Stored } from '../../../src/data/port.ts';
import { readSetting, SETTINGS } from '../../../src/data/settings.ts';
import { COLLECTIONS } from '../../../src/kinds/collections.ts';
import { openEmpty } from '../opened.ts';

interface Schema extends Stored {
  version: unknown;
}

/** Migrations that only say that they ran. */
interface Recorded {
  migrations: Migration[];
  /** The versions of those that ran, in the order they did. */
  ran: number[];
}

/** One for each version. */
export function recorded(...versions: number[]): Recorded {
  const ran: number[] = [];
  const migrations = versions.map((version) => ({
    version,
    name: `to ${version}`,
    run: async () => void ran.push(version),
  }));
  return { migrations, ran };
}

/** An open store with data of version 1, and the lines that were logged about it. */
export interface OldData {
  store: Store;
  /** The database, on MongoDB. */
  uri: string | undefined;
  said: string[];
  /** Makes it again what it was at first, but for the log of changes. */
  begin(): Promise<void>;
  close(): Promise<void>;
  /** `migrate` as a server calls it. */
  migrate(migrations: readonly Migration[], more?: Partial<Migrating>): Promise<string[]>;
  version(): Promise<unknown>;
  /** Writes the version as a program had left it; undefined takes it away. */
  setVersion(version: unknown): Promise<void>;
  /** Makes it a new store. */
  empty(): Promise<void>;
}

/** The store of this run, with one record. */
export async function oldData(): Promise<OldData> {
  const { store, uri, close } = await openEmpty();
  async function setVersion(version: unknown): Promise<void> {
    await store.delete(SETTINGS.name, 'schema');
    if (version !== undefined) await store.insert(SETTINGS.name, { _id: 'schema', version } as Stored);
  }
  const said: string[] = [];
  async function begin(): Promise<void> {
    said.length = 0;
    await store.delete(SETTINGS.name, 'migration');
    await store.put('images', [{ _id: 1 }]);
    await setVersion(1);
  }
  await begin();
  const say: Log['info'] = (_fields, text) => void said.push(text);
  return {
    store,
    uri,
    said,
    begin,
    close,
    migrate: (migrations, more = {}) =>
      migrateOn(store, migrations, { log: { info: say, warn: say, error: say }, ...more }),
    version: async () => (await readSetting<Schema>(store, 'schema'))?.version,
    setVersion,
    async empty() {
      await store.delete('images', 1);
      await setVersion(undefined);
    },
  };
}

/** What a program knows that has these migrations: it can work with data from version 1 on, or from `baseline` on. */
export const knownBy = (migrations: readonly Migration[], baseline = 1): VersionCheck => ({
  versions: { baseline, migrations },
  collections: COLLECTIONS.map(({ name }) => name),
});

/** `migrate` as a server calls it, with a log and a report that say nothing. */
export const migrateOn = (store: Store, migrations: readonly Migration[], more: Partial<Migrating> = {}) =>
  migrate(store, {
    ...knownBy(migrations),
    log: { info() {}, warn() {}, error() {} },
    report: () => undefined,
    ...more,
  });
