import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/kinds/database.ts';
import { quiet } from '../store/quiet.ts';
import { runCommand } from '../support/commands.ts';

const NOTHING_TO_DO = { code: 0, out: 'The data is in the newest form already.\n', error: '' };

let dataDir: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'migrate-'));
  await (await openDatabase({ dataDir }, quiet)).close();
});
afterAll(() => rmSync(dataDir, { recursive: true }));

const runMigrate = (DATA_DIR: string, ...args: string[]) => runCommand('migrate', args, { env: { DATA_DIR } });

test('npm run migrate says that nothing is to do, and lets go of the folder', async () => {
  expect(await runMigrate(dataDir)).toEqual(NOTHING_TO_DO);
  await (await openDatabase({ dataDir }, quiet)).close();
});

test('npm run migrate runs beside a server, and finds nothing to do', async () => {
  const store = await openDatabase({ dataDir }, quiet);
  onTestFinished(() => store.close());
  expect(await runMigrate(dataDir)).toEqual(NOTHING_TO_DO);
});

test('npm run migrate takes no arguments, and touches nothing when it is given one', async () => {
  const { code, out, error } = await runMigrate(dataDir, '--force');
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(error).toMatch(/^There is no option --force\. [^\n]+\n$/);
});

test('npm run migrate refuses what keeps nothing with one line', async () => {
  const { code, error } = await runMigrate(':memory:');
  expect(code).toBe(1);
  expect(error).toMatch(/^DATA_DIR is :memory:[^\n]+\n$/);
});
