import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { backUp } from '../../../src/data/backup.ts';
import { isStoreRefused } from '../../../src/data/port.ts';
import { openDatabase } from '../../../src/kinds/database.ts';
import { copyPlaces } from '../../../src/tools/copy/copy-places.ts';
import { quiet } from '../../store/quiet.ts';
import { runCommand } from '../../support/commands.ts';

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'calendar-older-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
});

/** A calendar of a version that kept lines of JSON. */
const lines = () => writeFileSync(join(dir, 'events.db'), '{"_id":1,"status":"publish"}\n');

/** A data file with these tables. */
function tables(sql: string): void {
  const database = new Database(join(dir, 'calendar.sqlite'));
  database.exec(sql);
  database.close();
}

const LINE = /^\S+\/events\.db is of a version before SQLite, this program needs a calendar\.sqlite: run the [^\n]+$/;
const TABLES =
  /^\S+\/calendar\.sqlite is of another version, this program needs one with its own tables: run the [^\n]+$/;

const FILES: [what: string, write: () => void, line: RegExp][] = [
  ['files of a version before SQLite', lines, LINE],
  [
    'tables of an older version',
    () => tables('CREATE TABLE events (n INTEGER PRIMARY KEY, body); CREATE TABLE settings (n, body)'),
    TABLES,
  ],
  ['a file of another program', () => tables('CREATE TABLE letters (text)'), TABLES],
];

const files = () =>
  readdirSync(dir)
    .filter((name) => name !== 'lock.sqlite')
    .map((name) => [name, readFileSync(join(dir, name))]);

test.each(FILES)('%s are refused with one line, and stay as they are', async (_, write, line) => {
  write();
  const before = files();
  for (const beside of [false, true]) {
    const opening = openDatabase({ dataDir: dir, beside }, quiet);
    await expect(opening).rejects.toSatisfy(isStoreRefused);
    await expect(opening).rejects.toThrow(line);
  }
  expect(files()).toEqual(before);
});

test('a server ends on files of a version before SQLite, and makes none beside them', async () => {
  lines();
  const { code, error } = await runCommand('main', [], { env: { DATA_DIR: dir, PORT: '0' } });
  expect({ code, error: error.trimEnd() }).toEqual({ code: 1, error: expect.stringMatching(LINE) });
  expect(readdirSync(dir)).toEqual(['events.db']);
});

test('backup and copy say of files of a version before SQLite what they are', async () => {
  lines();
  expect(() => backUp(dir, join(dir, 'copy.sqlite'))).toThrow(LINE);
  const to = { dataDir: join(dir, 'copy') };
  await expect(copyPlaces({ dataDir: dir }, to, quiet, () => undefined)).rejects.toThrow(
    /^--from: .+ is of a version before/,
  );
  expect(readdirSync(dir)).toEqual(['events.db']);
});
