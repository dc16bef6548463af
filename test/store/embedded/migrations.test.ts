import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../src/database.ts';
import { MIGRATIONS } from '../../../src/migrations/all.ts';
import { SETTINGS } from '../../../src/migrations/settings.ts';
import type { Stored } from '../../../src/store/port.ts';
import { runMigrate } from '../../migrations/support.ts';
import { buildApp } from '../../support/app.ts';
import { made } from '../../support/making.ts';
import { quiet } from '../quiet.ts';

const NEWEST = MIGRATIONS.at(-1)!;
const MIGRATED = MIGRATIONS.map(({ name }) => `Migrated: ${name}.\n`).join('');

let dataDir: string;

/** A data folder as version 1 has left it: without settings, and nobody says whether it lies in the trash. */
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'migrations-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const app = await open();
  await made(app, 'events', { title: 'Alive' });
  const { id } = await made(app, 'events', { title: 'Gone' });
  await app.rest('DELETE', `/events/${id}`, { as: 'administrator' });
  await made(app, 'venues');
  for (const kind of ['events', 'venues']) await app.store.updateMany(kind, {}, { $unset: { trashed: true } });
  await app.store.delete(SETTINGS.name, 'schema');
  await app.close();
});

const open = () => buildApp({ env: { MONGODB_URI: '', DATA_DIR: dataDir }, users: [] });

async function setSettings(...settings: (Stored & Record<string, unknown>)[]): Promise<void> {
  const store = await openDatabase({ dataDir }, quiet);
  await store.put(SETTINGS.name, settings);
  await store.close();
}

test('a server on the files of version 1 starts and lists', async () => {
  const app = await open();
  onTestFinished(app.close);
  const titles = async (query: string) =>
    (await app.rest('GET', `/events?${query}`)).body.events.map(({ title }: { title: string }) => title);
  expect(await titles('status=any')).toEqual(['Alive']);
  expect(await titles('status=trash')).toEqual(['Gone']);
  expect((await app.rest('GET', '/venues?status=any')).body.total).toBe(1);
});

test('a migration that was killed is not waited for: nobody else can have the folder', async () => {
  const said: string[] = [];
  const say = (_fields: object, text: string) => void said.push(text);
  await setSettings(
    { _id: 'migration', holder: 'killed', until: Date.now() + 3_600_000 },
    { _id: 'schema', version: 1 },
  );
  const store = await openDatabase({ dataDir }, { info: say, warn: say, error: say });
  await store.close();
  expect(said).toContain(`migrating the stored data: ${NEWEST.name}`);
  expect(said).not.toContain('another process prepares the data; waiting for it');
});

test('npm run migrate says what ran, and then that nothing is to do', async () => {
  const first = await runMigrate({ DATA_DIR: dataDir });
  expect(first).toMatchObject({ code: 0, out: MIGRATED });
  expect(first.error).toContain('2 of 2');
  const second = await runMigrate({ DATA_DIR: dataDir });
  expect(second).toEqual({ code: 0, out: 'The data is in the newest form already.\n', error: '' });
  expect(readdirSync(dataDir)).not.toContain('lock');
});

test('npm run migrate refuses data of a newer version with one line that names both', async () => {
  await setSettings({ _id: 'schema', version: 99 });
  const { code, out, error } = await runMigrate({ DATA_DIR: dataDir });
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(error).toMatch(/^the stored data has version 99, this program knows \d+ at the most: [^\n]+\n$/);
  expect(error).toContain(` knows ${NEWEST.version} at`);
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
