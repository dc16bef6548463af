import { mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileUsers } from '../../src/auth/file-users.ts';
import { hashGenerated } from '../../src/auth/secrets.ts';
import { hashCheaply, temporaryDirectory } from './support.ts';

const secret = hashGenerated('abcd');

describe('the file of users', () => {
  it('gives back what another process wrote, chosen passwords too', async () => {
    const dataDir = temporaryDirectory();
    const ana = await fileUsers({ dataDir }).add({
      name: 'ana',
      role: 'editor',
      secret: await hashCheaply('long enough'),
    });
    expect(await fileUsers({ dataDir }).byName('ana')).toEqual(ana);
  });

  it('shows the changes of another process at once', async () => {
    const dataDir = temporaryDirectory();
    const [server, command] = [fileUsers({ dataDir }), fileUsers({ dataDir })];
    expect(await server.any()).toBe(false);
    await command.add({ name: 'ana', role: 'editor', secret });
    expect(await server.byName('ana')).toMatchObject({ role: 'editor' });
    await command.setRole('ana', 'author');
    expect(await server.byName('ana')).toMatchObject({ role: 'author' });
    await command.remove('ana');
    expect(await server.byName('ana')).toBeUndefined();
    rmSync(join(dataDir, 'users.json'));
    expect(await server.list()).toEqual([]);
  });

  it('is looked at no more often than it is to be, and at once after a change of its own', async () => {
    const dataDir = temporaryDirectory();
    let now = 0;
    const server = fileUsers({ dataDir, lookEvery: 1000, clock: () => now });
    expect(await server.any()).toBe(false);
    await fileUsers({ dataDir }).add({ name: 'ana', role: 'editor', secret });
    now += 999;
    expect(await server.any()).toBe(false);
    now += 1;
    expect(await server.byName('ana')).toMatchObject({ role: 'editor' });
    await server.setRole('ana', 'author');
    expect(await server.byName('ana')).toMatchObject({ role: 'author' });
  });

  it('shows an edit by hand that keeps size and time', async () => {
    const dataDir = temporaryDirectory();
    const path = join(dataDir, 'users.json');
    const users = fileUsers({ dataDir });
    await users.add({ name: 'ana', role: 'editor', secret });
    utimesSync(path, new Date(0), new Date(0));
    await users.list();
    writeFileSync(path, readFileSync(path, 'utf8').replace('"ana"', '"eva"'));
    utimesSync(path, new Date(0), new Date(0));
    expect(await users.list()).toMatchObject([{ name: 'eva' }]);
  });

  it('is made with its directory, for its owner only, and leaves nothing beside it', async () => {
    const dataDir = join(temporaryDirectory(), 'not', 'there');
    await fileUsers({ dataDir }).add({ name: 'ana', role: 'editor', secret });
    expect(readdirSync(dataDir)).toEqual(['users.json']);
    expect(statSync(join(dataDir, 'users.json')).mode & 0o777).toBe(0o600);
  });

  it('stays as it was when a change is refused', async () => {
    const dataDir = temporaryDirectory();
    const users = fileUsers({ dataDir });
    await users.add({ name: 'ana', role: 'editor', secret });
    const before = readFileSync(join(dataDir, 'users.json'), 'utf8');
    await expect(users.remove('nobody')).rejects.toThrow('no user');
    expect(readFileSync(join(dataDir, 'users.json'), 'utf8')).toBe(before);
    expect(readdirSync(dataDir)).toEqual(['users.json']);
  });

  it.each([
    ['torn', '{"nextId": 2, "users": [{"id"', 'is not JSON'],
    ['empty', '', 'is not JSON'],
    ['something else', '[]', 'is not a list of users'],
    ['null', 'null', 'is not a list of users'],
    [
      'with a role there is not',
      '{"nextId":2,"users":[{"id":1,"name":"a","role":"owner","secrets":[]}]}',
      'is not a list',
    ],
    ['with no user', '{"nextId":2,"users":[null]}', 'is not a list of users'],
  ])('that is %s is an error, not a calendar without users', async (_what, text, message) => {
    const dataDir = temporaryDirectory();
    writeFileSync(join(dataDir, 'users.json'), text);
    const users = fileUsers({ dataDir });
    const broken = await users.any().catch((error) => error);
    expect(broken).toMatchObject({ name: 'UsersUnreadable', message: expect.stringContaining(message) });
    expect(await users.byName('ana').catch((error) => error)).toBe(broken);
    await expect(users.add({ name: 'ana', role: 'editor', secret })).rejects.toThrow(message);
    expect(readFileSync(join(dataDir, 'users.json'), 'utf8')).toBe(text);
  });
});

it('a file that the system does not let us read is one error for as long as it is so', async () => {
  const dataDir = temporaryDirectory();
  const path = join(dataDir, 'users.json');
  mkdirSync(path);
  const users = fileUsers({ dataDir });
  const broken = await users.any().catch((error) => error);
  expect(broken).toMatchObject({ name: 'UsersUnreadable', message: expect.stringContaining('EISDIR') });
  expect(await users.byName('ana').catch((error) => error)).toBe(broken);
  rmdirSync(path);
  expect(await users.any()).toBe(false);
});

describe('the lock beside the file', () => {
  it('is waited for', async () => {
    const dataDir = temporaryDirectory();
    const lock = join(dataDir, 'users.json.lock');
    writeFileSync(lock, 'another process');
    const added = fileUsers({ dataDir }).add({ name: 'ana', role: 'editor', secret });
    rmSync(lock);
    expect(await added).toMatchObject({ id: 1 });
  });

  it('is named in the refusal when it does not become free, and stays', async () => {
    const dataDir = temporaryDirectory();
    const lock = join(dataDir, 'users.json.lock');
    writeFileSync(lock, 'another process');
    const added = fileUsers({ dataDir }).add({ name: 'ana', role: 'editor', secret });
    await expect(added).rejects.toThrow(
      /^Another process is changing the users \(.*users\.json\.lock exists\): try again$/,
    );
    expect(readdirSync(dataDir)).toEqual(['users.json.lock']);
  });

  it('is taken over when a process died with it', async () => {
    const dataDir = temporaryDirectory();
    const lock = join(dataDir, 'users.json.lock');
    writeFileSync(lock, 'a dead process');
    utimesSync(lock, new Date(0), new Date(0));
    expect(await fileUsers({ dataDir }).add({ name: 'ana', role: 'editor', secret })).toMatchObject({ id: 1 });
    expect(readdirSync(dataDir)).toEqual(['users.json']);
  });
});
