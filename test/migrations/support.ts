import { type Migrating, migrate } from '../../src/migrations/migrate.ts';
import type { Migration } from '../../src/migrations/migration.ts';
import { readSetting, SETTINGS } from '../../src/migrations/settings.ts';
import { COLLECTIONS } from '../../src/resources/collections.ts';
import type { Log, Store, Stored } from '../../src/store/port.ts';
import { buildApp } from '../support/app.ts';
import { type Ended, runCommand } from '../support/commands.ts';

interface Schema extends Stored {
  version: number;
}

/** Migrations that only say that they ran. */
export interface Recorded {
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

/** An open store on which data lies that names no version, and the lines that were logged about it. */
export interface Unversioned {
  store: Store;
  /** The database, on MongoDB. */
  uri: string | undefined;
  said: string[];
  /** `migrate` as a server calls it. */
  migrate(migrations: readonly Migration[], more?: Partial<Migrating>): Promise<string[]>;
  version(): Promise<number | undefined>;
  /** Writes the version as a program had left it. */
  setVersion(version: unknown): Promise<void>;
}

/** The store of this run, with one record; `after` is told what to do at the end. */
export async function unversioned(after: (work: () => Promise<void>) => void): Promise<Unversioned> {
  const { store, uri, close } = await buildApp({ users: [] });
  after(close);
  await store.delete(SETTINGS.name, 'schema');
  await store.insert('images', { _id: 1 });
  const said: string[] = [];
  const say: Log['info'] = (_fields, text) => void said.push(text);
  return {
    store,
    uri,
    said,
    migrate: (migrations, more = {}) =>
      migrateOn(store, migrations, { log: { info: say, warn: say, error: say }, ...more }),
    version: async () => (await readSetting<Schema>(store, 'schema'))?.version,
    async setVersion(version) {
      await store.put(SETTINGS.name, [{ _id: 'schema', version } as Stored]);
    },
  };
}

/** `migrate` as a server calls it, with a log and a report that say nothing. */
export const migrateOn = (store: Store, migrations: readonly Migration[], more: Partial<Migrating> = {}) =>
  migrate(store, {
    migrations,
    collections: COLLECTIONS.map(({ name }) => name),
    log: { info() {}, warn() {}, error() {} },
    report: () => undefined,
    ...more,
  });

/** Runs the command of `npm run migrate` with these variables. */
export const runMigrate = (env: Record<string, string>, ...args: string[]): Promise<Ended> =>
  runCommand('migrate', args, { env });
