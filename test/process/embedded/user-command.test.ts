import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../src/data/open.ts';
import { DATA_FILE } from '../../../src/data/sqlite.ts';
import { storeUsers, USERS } from '../../../src/data/users/store-users.ts';
import type { Users } from '../../../src/data/users/users.ts';
import { authenticatorOf, basic, temporaryDirectory } from '../../http/auth/support.ts';
import { quiet } from '../../store/quiet.ts';
import { type Ended, runCommand } from '../../support/commands.ts';

/** Runs the command with these arguments, and with `input` as its standard input. */
const runWith =
  (dataDir: string, input: string) =>
  (...args: string[]): Promise<Ended> =>
    runCommand('user', args, { env: { DATA_DIR: dataDir }, input });

/** The users of a folder, as they are stored. */
async function usersOf(dataDir: string): Promise<Users> {
  const store = await openStore({ dataDir, beside: true }, [USERS], quiet);
  onTestFinished(() => store.close());
  return storeUsers(store);
}

const runIn = (dataDir: string) => runWith(dataDir, 'a password\n');

describe('npm run user', () => {
  it('adds, lists, changes and removes users', async () => {
    const run = runIn(temporaryDirectory());
    expect(await run('list')).toEqual({ code: 0, out: 'There is no user.\n', error: '' });
    expect(await run('add', 'Ana', '--role', 'administrator')).toMatchObject({ code: 0, error: '' });
    expect(await run('add', 'bora', '--role=author', '--password', 'long enough')).toMatchObject({ code: 0 });
    expect(await run('role', 'BORA', 'editor')).toEqual({ code: 0, out: 'bora is now editor.\n', error: '' });
    expect(await run('list')).toMatchObject({ out: '1\tAna\tadministrator\n2\tbora\teditor\n' });
    expect(await run('rename', 'BORA', 'Bo')).toEqual({ code: 0, out: 'BORA is now Bo (id 2).\n', error: '' });
    expect(await run('rename', 'bo', 'bora')).toMatchObject({ code: 0 });
    expect(await run('display', 'bora', 'Bora 김')).toEqual({ code: 0, out: 'bora is shown as Bora 김.\n', error: '' });
    expect(await run('display', 'bora', '')).toMatchObject({ code: 0, out: 'bora has no name to show now.\n' });
    const out = 'Removed ana. Records keep the id of their author; assign gives them to another.\n';
    expect(await run('remove', 'ana')).toMatchObject({ code: 0, out });
    expect(await run('list')).toMatchObject({ out: '2\tbora\teditor\n' });
    expect(await run('assign', '1', 'bora')).toMatchObject({ code: 0, out: 'Records given from 1 to bora: 0.\n' });
  });

  it('shows a made password once, and it signs in', async () => {
    const dataDir = temporaryDirectory();
    const { out } = await runIn(dataDir)('add', 'ana', '--role', 'editor', '--generate');
    const password = /shown only now: (.+)\n$/.exec(out)?.[1] ?? '';
    const authenticate = authenticatorOf(await usersOf(dataDir));
    expect(await authenticate(basic('ana', password))).toEqual({ id: 1, role: 'editor' });
    expect(await authenticate(`Bearer ${password}`)).toEqual({ id: 1, role: 'editor' });
  });

  it.each([
    ['of a line of standard input', 'pass word\n', []],
    ['of an argument', '', ['--password', 'pass word']],
  ])('takes the password %s without showing it, and it signs in', async (_what, input, args) => {
    const dataDir = temporaryDirectory();
    const ended = await runWith(dataDir, input)('add', 'ana', '--role', 'editor', ...args);
    const authenticate = authenticatorOf(await usersOf(dataDir));
    expect(ended).toEqual({ code: 0, out: 'Added ana (editor, id 1).\n', error: '' });
    expect(await authenticate(basic('ana', 'pass word'))).toEqual({ id: 1, role: 'editor' });
  });

  it('replaces a password, and the user keeps id and role', async () => {
    const dataDir = temporaryDirectory();
    await runIn(dataDir)('add', 'ana', '--role', 'editor');
    const changed = await runWith(dataDir, 'pass word\n')('password', 'ANA');
    const authenticate = authenticatorOf(await usersOf(dataDir));
    const out = 'ana has a new password; the old one is no longer valid.\n';
    expect(changed).toEqual({ code: 0, out, error: '' });
    expect(await authenticate(basic('ana', 'pass word'))).toEqual({ id: 1, role: 'editor' });
    await expect(authenticate(basic('ana', 'a password'))).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
    const made = (await runIn(dataDir)('password', 'ana', '--generate')).out;
    const generated = /shown only now: (.+)\n$/.exec(made)?.[1] ?? '';
    expect(await authenticate(`Bearer ${generated}`)).toEqual({ id: 1, role: 'editor' });
    await expect(authenticate(basic('ana', 'pass word'))).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
  });

  it('makes the folder and the data file alone, for its owner only', async () => {
    const dataDir = join(temporaryDirectory(), 'not', 'there');
    await runIn(dataDir)('add', 'ana', '--role', 'editor');
    expect(readdirSync(dataDir)).toEqual([DATA_FILE]);
    expect(statSync(join(dataDir, DATA_FILE)).mode & 0o777).toBe(0o600);
  });

  it('leaves a new calendar as empty as it is: it can be seeded', async () => {
    const dataDir = temporaryDirectory();
    await runIn(dataDir)('add', 'ana', '--role', 'editor');
    const seeded = await runCommand('seed', ['--events', '5'], { env: { DATA_DIR: dataDir } });
    expect(seeded).toMatchObject({ code: 0, out: expect.stringMatching(/^Seeded 5 events/) });
    expect(await (await usersOf(dataDir)).list()).toMatchObject([{ id: 1, name: 'ana' }]);
  });

  it('may run several times at once', async () => {
    const dataDir = temporaryDirectory();
    const run = runIn(dataDir);
    const ended = await Promise.all(['a', 'b', 'c', 'd'].map((name) => run('add', name, '--role', 'editor')));
    expect(ended.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect((await (await usersOf(dataDir)).list()).map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  });

  it('says that a server may be open again when the last user goes', async () => {
    const run = runIn(temporaryDirectory());
    await run('add', 'ana', '--role', 'editor');
    expect((await run('remove', 'ana')).out).toContain('There is no user now');
  });
});

describe('npm run user ends with 2 and one line', () => {
  it.each([
    ['nothing', [], 'Say what to do: add, list, role, rename, display, password, assign or remove.'],
    ['an unknown command', ['promote', 'ana'], 'There is no command "promote".'],
    ['rename without the new name', ['rename', 'ana'], 'rename takes NAME and NEW.'],
    ['display without a text', ['display', 'ana'], 'display takes NAME and TEXT.'],
    ['the password of two', ['password', 'ana', 'bora'], 'password takes one NAME.'],
    ['a role with a password', ['password', 'ana', '--role', 'editor'], 'password takes no --role.'],
    ['assign to nobody', ['assign', 'ana'], 'assign takes OLD and NEW.'],
    ['an unknown option', ['add', 'ana', '--admin'], '--admin'],
    ['add without a name', ['add', '--role', 'editor'], 'add takes one NAME.'],
    ['add without a role', ['add', 'ana'], 'add needs --role.'],
    ['add with an unknown role', ['add', 'ana', '--role', 'owner'], 'There is no role "owner".'],
    ['role without a role', ['role', 'ana'], 'role takes NAME and ROLE.'],
    ['role with an unknown role', ['role', 'ana', 'owner'], 'There is no role "owner".'],
    ['remove of two', ['remove', 'ana', 'bora'], 'remove takes one NAME.'],
    ['list of one', ['list', 'ana'], 'list takes nothing more.'],
    ['an option of add', ['remove', 'ana', '--role', 'editor'], 'Only add and password take options.'],
    [
      'two passwords',
      ['add', 'ana', '--role', 'editor', '--generate', '--password', 'pass word'],
      '--generate and --password are two passwords.',
    ],
  ])('for %s', async (_what, args, message) => {
    const dataDir = temporaryDirectory();
    const { code, out, error } = await runIn(dataDir)(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(error).toContain(message);
    expect(error).toMatch(/^[^\n]+ npm run user -- --help says more\.\n$/);
    expect(readdirSync(dataDir)).toEqual([]);
  });
});

describe('npm run user ends with 1 and one line', () => {
  it.each([
    ['a short password', ['add', 'ana', '--role', 'editor', '--password', '1234567'], 'at least 8 characters'],
    ['a bad name', ['add', 'a b', '--role', 'editor'], 'is no name for a user'],
    ['an unknown user to change', ['role', 'ana', 'editor'], 'There is no user "ana"'],
    ['an unknown user to rename', ['rename', 'ana', 'bora'], 'There is no user "ana"'],
    ['an unknown user with a new password', ['password', 'ana', '--generate'], 'There is no user "ana"'],
    ['records of an unknown user', ['assign', 'ana', 'bora'], 'There is no user "ana"'],
    ['records to an unknown user', ['assign', '1', 'bora'], 'There is no user "bora"'],
    ['an unknown user to remove', ['remove', 'ana'], 'There is no user "ana"'],
  ])('for %s', async (_what, args, message) => {
    const { code, out, error } = await runIn(temporaryDirectory())(...args);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(error).toMatch(/^[^\n]+\n$/);
    expect(error).toContain(message);
  });

  it.each([
    ['none', ''],
    ['a short one', '1234567\n'],
    ['one with NUL', 'a pass\0word\n'],
  ])('for %s on standard input', async (_what, input) => {
    const dataDir = temporaryDirectory();
    const { code, out, error } = await runWith(dataDir, input)('add', 'ana', '--role', 'editor');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(error).toMatch(/^[^\n]*password[^\n]*\n$/);
    expect(await (await usersOf(dataDir)).any()).toBe(false);
  });

  it.each([['list'], ['add', 'ana', '--role', 'editor']])('for a data folder that is a file: %s', async (...args) => {
    const file = join(temporaryDirectory(), 'file');
    writeFileSync(file, '');
    const { code, error } = await runIn(file)(...args);
    expect(code).toBe(1);
    expect(error).toMatch(/^the data folder [^\n]*file cannot be used: [^\n]*\n$/);
  });

  it('for a name that is taken', async () => {
    const run = runIn(temporaryDirectory());
    await run('add', 'ana', '--role', 'editor');
    const again = await run('add', 'ANA', '--role', 'editor');
    expect(again).toEqual({ code: 1, out: '', error: 'There is already a user ANA\n' });
  });

  it('for a store that keeps nothing', async () => {
    const { code, error } = await runIn(':memory:')('list');
    expect(code).toBe(1);
    expect(error).toMatch(/^DATA_DIR is :memory:[^\n]+\n$/);
  });
});
