import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { VERSIONS } from '../../../src/data/migrations/all.ts';
import type { Stored } from '../../../src/data/port.ts';
import { SETTINGS } from '../../../src/data/settings.ts';
import { openDatabase, openMigrated } from '../../../src/kinds/database.ts';
import { recorded } from '../migrations/support.ts';
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
  await before.put(SETTINGS.name, [{ _id: 'migration', holder: 'killed', until: Number.MAX_SAFE_INTEGER } as Stored]);
  await before.close();
  const { migrations } = recorded(NEXT);
  const versions = { ...VERSIONS, migrations };
  const { store } = await openMigrated({ dataDir }, { info: say, warn: say, error: say }, undefined, versions);
  await store.close();
  expect(said).toContain(`migrating the stored data: to ${NEXT}`);
  expect(said).not.toContain('another process prepares the data; waiting for it');
});
