import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { VERSIONS } from '../../../src/data/migrations/all.ts';
import { SETTINGS } from '../../../src/data/migrations/settings.ts';
import type { Stored } from '../../../src/data/port.ts';
import { openDatabase, openMigrated } from '../../../src/kinds/database.ts';
import { recorded, runMigrate } from '../migrations/support.ts';
import { quiet } from '../quiet.ts';

let dataDir: string;

/** The version after all of ours. */
const NEXT = (VERSIONS.migrations.at(-1)?.version ?? VERSIONS.baseline) + 1;

/** A data folder with a record. */
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'migrations-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const store = await openDatabase({ dataDir }, quiet);
  await store.insert('tags', { _id: 1 });
  await store.close();
});

test('opening runs a migration, once', async () => {
  const { migrations, ran } = recorded(NEXT);
  for (const migrated of [[`to ${NEXT}`], []]) {
    const opened = await openMigrated({ dataDir }, quiet, undefined, { ...VERSIONS, migrations });
    await opened.store.close();
    expect(opened.migrated).toEqual(migrated);
  }
  expect(ran).toEqual([NEXT]);
});

test('a migration that was killed is not waited for: nobody else can have the folder', async () => {
  const said: string[] = [];
  const say = (_fields: object, text: string) => void said.push(text);
  const before = await openDatabase({ dataDir }, quiet);
  await before.put(SETTINGS.name, [{ _id: 'migration', holder: 'killed', until: Date.now() + 3_600_000 } as Stored]);
  await before.close();
  const { migrations } = recorded(NEXT);
  const versions = { ...VERSIONS, migrations };
  const { store } = await openMigrated({ dataDir }, { info: say, warn: say, error: say }, undefined, versions);
  await store.close();
  expect(said).toContain(`migrating the stored data: to ${NEXT}`);
  expect(said).not.toContain('another process prepares the data; waiting for it');
});

test('npm run migrate says that nothing is to do, and lets go of the folder', async () => {
  const ended = await runMigrate({ DATA_DIR: dataDir });
  expect(ended).toEqual({ code: 0, out: 'The data is in the newest form already.\n', error: '' });
  expect(readdirSync(dataDir)).not.toContain('lock');
});

test('npm run migrate runs beside a server, and finds nothing to do', async () => {
  const store = await openDatabase({ dataDir }, quiet);
  onTestFinished(() => store.close());
  expect(await runMigrate({ DATA_DIR: dataDir })).toMatchObject({ code: 0 });
});

test('npm run migrate takes no arguments, and touches nothing when it is given one', async () => {
  const { code, out, error } = await runMigrate({ DATA_DIR: dataDir }, '--force');
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(error).toMatch(/^There is no option --force\. [^\n]+\n$/);
});

test('npm run migrate refuses what keeps nothing with one line', async () => {
  const { code, error } = await runMigrate({ DATA_DIR: ':memory:' });
  expect(code).toBe(1);
  expect(error).toMatch(/^DATA_DIR is :memory:[^\n]+\n$/);
});
