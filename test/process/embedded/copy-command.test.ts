import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { storeUsers } from '../../../src/data/users/store-users.ts';
import { openDatabase } from '../../../src/kinds/database.ts';
import { quiet } from '../../store/quiet.ts';
import { copiedOf, filledFolder, numbersOf, runCopy } from '../copy/support.ts';

let folder: string;
let data: string;
let empty: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'copy-'));
  data = join(folder, 'data');
  await filledFolder(data);
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  empty = mkdtempSync(join(folder, 'to-'));
});

/** What a folder holds, read as the server does. */
async function inFolder(dataDir: string) {
  const store = await openDatabase({ dataDir }, quiet);
  const all = await copiedOf({ store, users: storeUsers(store) });
  await store.close();
  return all;
}

describe('npm run copy', () => {
  test('copies a folder to a new one and says how many there were, then that nothing is to do', async () => {
    const to = join(empty, 'new');
    const { code, out, error } = await runCopy('--from', data, '--to', to);
    const source = await inFolder(data);
    expect({ code, out }).toEqual({ code: 0, out: `Copied: ${numbersOf(source)}.\n` });
    expect(error).toContain(`${source.events.length} of ${source.events.length}`);
    expect(await inFolder(to)).toEqual(source);
    const again = await runCopy(`--from=${data}`, `--to=${to}`);
    const said = `Everything was copied before, and is the same: ${numbersOf(source)}.\n`;
    expect(again).toMatchObject({ code: 0, out: said });
  });

  test('copies to a folder that a server has open', async () => {
    const store = await openDatabase({ dataDir: empty }, quiet);
    onTestFinished(() => store.close());
    expect(await runCopy('--from', data, '--to', empty)).toMatchObject({ code: 0 });
    expect(await store.count('events', {})).toBeGreaterThan(0);
  });

  test('gives both folders back', async () => {
    await runCopy('--from', data, '--to', empty);
    for (const dataDir of [data, empty]) await (await openDatabase({ dataDir }, quiet)).close();
  });
});

describe('npm run copy ends with 2 and one line', () => {
  test.each([
    ['nothing', [], 'copy needs --from and --to.'],
    ['places without options', ['./data', 'mongodb://ana:secret@localhost'], 'copy takes options only'],
    ['another option', ['--from', './data', '--into=mongodb://ana:secret@localhost'], 'There is no option --into.'],
    ['an address as an option', ['--mongodb://ana:secret@localhost'], 'There is no option of that name.'],
    ['another database', ['--from', './data', '--to', 'postgres://ana:secret@localhost'], '--to is no data folder'],
    ['what keeps nothing', ['--from', ':memory:', '--to', './data'], '--from is no data folder'],
  ])('for %s', async (_what, args, message) => {
    const { code, out, error } = await runCopy(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(error).toContain(message);
    expect(error).toMatch(/^[^\n]+ npm run --silent copy -- --help says more\.\n$/);
    expect(error).not.toMatch(/ana|secret/);
  });
});

describe('npm run copy ends with 1 and one line', () => {
  const refused = async (from: string, to: string): Promise<string> => {
    const { code, out, error } = await runCopy('--from', from, '--to', to);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(error).toMatch(/^[^\n]+\n$/);
    return error;
  };

  test('for a folder that is not there, and makes none', async () => {
    const [from, to] = [join(empty, 'none'), join(empty, 'new')];
    expect(await refused(from, to)).toBe('--from: there is no calendar\n');
    expect(readdirSync(empty)).toEqual([]);
  });

  test('for a folder without a calendar, and puts nothing there', async () => {
    writeFileSync(join(empty, 'notes.txt'), 'something else');
    expect(await refused(empty, join(empty, 'new'))).toBe('--from: there is no calendar\n');
    expect(readdirSync(empty)).toEqual(['notes.txt']);
  });

  test('for one folder under two names', async () => {
    const link = join(empty, 'link');
    symlinkSync(data, link);
    expect(await refused(data, link)).toBe('--from and --to are the same folder\n');
  });

  test('for a URI that cannot be used, without its password', async () => {
    const line = await refused(data, 'mongodb://ana:secret@host/x?nonsense=1');
    expect(line).toMatch(/^--to: MONGODB_URI cannot be used: /);
    expect(line).not.toMatch(/ana|secret/);
  });
});
