import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openStore } from '../../../src/data/open.ts';
import { connect } from '../../../src/data/sqlite/sqlite.ts';
import { DATA_FILE } from '../../../src/data/sqlite.ts';
import { openDatabase } from '../../../src/kinds/database.ts';
import { quiet } from '../../store/quiet.ts';
import { keepLog } from '../../support/kept-log.ts';
import { openHouse, post, rest, user } from '../support.ts';

const house = openHouse();
afterAll(() => house.remove());

test.each(['SIGTERM', 'SIGINT'] as const)('a server holds its folder until %s ends it', async (signal) => {
  const env = { DATA_DIR: house.dataFolder() };
  const server = await house.start(env);
  expect(readdirSync(env.DATA_DIR)).toContain(`lock.${server.pid}`);
  server.send(signal);
  expect(await server.ended).toMatchObject({ code: 0, signal: null });
  expect(readdirSync(env.DATA_DIR).filter((name) => /^lock\.\d/.test(name))).toEqual([]);
});

test('a server that does not start gives its folder back', async () => {
  const env = { DATA_DIR: house.dataFolder(), NODE_ENV: 'production' };
  expect(await house.run(env)).toMatchObject({ code: 1 });
  expect(readdirSync(env.DATA_DIR).filter((name) => /^lock\.\d/.test(name))).toEqual([]);
});

test('a store is opened once a program that has the file for itself lets go of it', async () => {
  const dataDir = house.dataFolder();
  await house.run({ DATA_DIR: dataDir }, user('add', 'ana', '--role', 'editor', '--generate'));
  const other = connect(join(dataDir, DATA_FILE));
  other.exec('PRAGMA journal_mode=WAL; PRAGMA locking_mode=EXCLUSIVE; BEGIN IMMEDIATE');
  let tries = 0;
  // It lets go while it is waited for.
  const turns = [() => {}, () => {}, () => other.close()];
  const pause = async () => turns[tries++]!();
  const store = await openDatabase({ dataDir, time: { clock: () => 0, pause } }, quiet);
  expect([await store.ping(), tries]).toEqual([true, 3]);
  await store.close();
});

test('a store is not opened while another program has the file for itself for ten seconds', async () => {
  const dataDir = house.dataFolder();
  await house.run({ DATA_DIR: dataDir }, user('add', 'ana', '--role', 'editor', '--generate'));
  const other = connect(join(dataDir, DATA_FILE));
  other.exec('PRAGMA journal_mode=WAL; PRAGMA locking_mode=EXCLUSIVE; BEGIN IMMEDIATE');
  let now = 0;
  async function pause(): Promise<void> {
    now += 5_000;
  }
  const opening = openDatabase({ dataDir, time: { clock: () => now, pause } }, quiet);
  await expect(opening).rejects.toThrow('Another program is writing');
  expect(now).toBe(15_000);
  other.close();
});

test.each([
  ['is a file', (file: string) => file, 'a file is in its place'],
  ['lies below a file', (file: string) => join(file, 'data'), 'a file is in its place'],
  ['may not be written', () => '/sys', 'this user may not write there'],
  ['lies on a file system that holds no files', () => '/proc/calendar/data', 'no file can be made there'],
])('a server whose folder %s does not start and says why in one line', async (_what, folderOf, why) => {
  const file = join(house.dataFolder(), 'file');
  writeFileSync(file, '');
  const folder = folderOf(file);
  const { code, out, error } = await house.run({ DATA_DIR: folder });
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(error).toMatch(/^[^\n]+ Set DATA_DIR to a folder that can hold files\n$/);
  expect(error).toContain(`the data folder ${folder} cannot be used: ${why}`);
});

test('a server makes its folder and those above it', async () => {
  const folder = join(house.dataFolder(), 'deep', 'down');
  const { pid } = await house.start({ DATA_DIR: folder });
  expect(readdirSync(folder)).toContain(`lock.${pid}`);
});

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

/** The mode of a folder, and those of what lies in it. */
const modesOf = (folder: string) => ({
  folder: modeOf(folder),
  files: [...new Set(readdirSync(folder).map((name) => modeOf(join(folder, name))))],
});

const PRIVATE = { folder: '700', files: ['600'] };

test('the folder and its files are for the user of the server alone, those of killed processes too', async () => {
  const folder = join(house.dataFolder(), 'data');
  await house.run({ DATA_DIR: folder }, user('add', 'ana', '--role', 'administrator', '--generate'));
  expect(modesOf(folder)).toEqual(PRIVATE);
  const first = await house.start({ DATA_DIR: folder });
  expect(modesOf(folder)).toEqual(PRIVATE);
  first.send('SIGTERM');
  await first.ended;

  chmodSync(folder, 0o755);
  // What killed processes leave.
  writeFileSync(join(folder, 'probe.4711'), '');
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644);
  const second = await house.start({ DATA_DIR: folder });
  expect((await post(rest(second, '/tags'), { name: 'Guests' })).status).toBe(401);
  expect(modesOf(folder)).toEqual(PRIVATE);
  second.send('SIGTERM');
  expect((await second.ended).out).not.toContain('chmod');
});

test('a folder that holds other things stays open to whom it was, the files of the calendar do not, and the log says so', async () => {
  const folder = house.dataFolder();
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'letter.txt'), '');
  chmodSync(join(folder, 'letter.txt'), 0o644);
  const server = await house.start({ DATA_DIR: folder });
  expect([modeOf(folder), modeOf(join(folder, 'letter.txt')), modeOf(join(folder, 'calendar.sqlite'))]).toEqual([
    '755',
    '644',
    '600',
  ]);
  server.send('SIGTERM');
  expect((await server.ended).out).toContain(`may look into ${folder}: chmod go= ${folder}"`);
});

const program = (name: string, ...args: string[]): [string, ...string[]] => [
  process.execPath,
  `dist/${name}.js`,
  ...args,
];

test.each([
  ['a server', {}, (_: string) => program('main')],
  ['a server with workers', { WORKERS: '2' }, (_: string) => program('main')],
  ['backup', {}, (to: string) => program('backup', '--to', join(to, 'backup.sqlite'))],
  [
    'copy from it',
    { DATA_DIR: '' },
    (to: string, from: string) => program('copy', '--from', from, '--to', join(to, 'new')),
  ],
  [
    'copy to it',
    { DATA_DIR: '' },
    (to: string, from: string) => program('copy', '--from', join(to, 'data'), '--to', from),
  ],
])('%s does not open a folder with users in a file, and says in one line what to do', async (_what, env, commandOf) => {
  const [folder, other] = [house.dataFolder(), house.dataFolder()];
  await house.run({ DATA_DIR: join(other, 'data') }, user('add', 'ana', '--role', 'editor', '--generate'));
  writeFileSync(join(folder, 'users.json'), '{"nextId":1,"users":[]}');
  const { code, out, error } = await house.run({ DATA_DIR: folder, ...env }, commandOf(other, folder));
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(error).toMatch(
    /^[^\n]*users\.json is not read any more, [^\n]*: add each anew with npm run user -- add NAME --role ROLE, then remove the file\n$/,
  );
  expect([readdirSync(folder), readdirSync(other)]).toEqual([['users.json'], ['data']]);
});

test('beside users in a file they are added anew; without the file a server knows them', async () => {
  const DATA_DIR = house.dataFolder();
  writeFileSync(join(DATA_DIR, 'users.json'), '{"nextId":1,"users":[]}');
  const added = await house.run({ DATA_DIR }, user('add', 'ana', '--role', 'editor', '--generate'));
  expect(added).toMatchObject({ code: 0, error: '' });
  expect(await house.run({ DATA_DIR })).toMatchObject({ code: 1 });
  rmSync(join(DATA_DIR, 'users.json'));
  const server = await house.start({ DATA_DIR, NODE_ENV: 'production' });
  expect((await post(rest(server, '/tags'), { name: 'Guests' })).status).toBe(401);
});

// What is written to this device of Linux is refused as on a full disk.
test.runIf(existsSync('/dev/full'))('a folder on a full disk is refused in one line', async () => {
  const folder = house.dataFolder();
  symlinkSync('/dev/full', join(folder, `probe.${process.pid}`));
  const opening = openStore({ dataDir: folder }, [], quiet);
  await expect(opening).rejects.toThrow(/^the data folder [^\n]+ cannot be used: the disk is full \(ENOSPC\)[^\n]*$/);
  expect(readdirSync(folder)).toEqual([]);
});

test.runIf(existsSync('/dev/full'))(
  'on a full disk what is there is read, and once there is room it is written',
  async () => {
    const dataDir = house.dataFolder();
    const seed = [process.execPath, 'dist/seed.js', '--events', '5', '--around', '2026-11-20'] as const;
    expect(await house.run({ DATA_DIR: dataDir }, [...seed])).toMatchObject({ code: 0 });
    // There is no room for the memory that connections share, either.
    const full = [`probe.${process.pid}`, `${DATA_FILE}-shm`].map((name) => join(dataDir, name));
    for (const path of full) symlinkSync('/dev/full', path);
    const kept = keepLog();
    let now = 0;
    const time = { clock: () => now, pause: async () => {} };
    const store = await openDatabase({ dataDir, time }, kept.log);
    expect([store.isFull(), await store.ping(), await store.count('events', {})]).toEqual([true, true, 5]);
    expect(await store.atomically(() => store.count('events', {}))).toBe(5);
    await expect(store.delete('events', 1)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(store.isFull()).toBe(true);
    const other = await house.run({ DATA_DIR: dataDir }, user('list'));
    expect(other.error).toContain(
      `Another program is writing: the data folder ${dataDir} is in use by process ${process.pid}.`,
    );

    const [one] = await store.find('events', {}, { limit: 1 });
    // The test file is gone since it was tried, so the next one finds room.
    now += 1_000;
    expect([await store.delete('events', one!._id), await store.count('events', {}), store.isFull()]).toEqual([
      true,
      4,
      false,
    ]);
    expect((await house.run({ DATA_DIR: dataDir }, user('list'))).code).toBe(0);
    await store.close();
    expect(kept.lines.findLast(({ level }) => level === 50)?.msg).toMatch(
      /the disk is full \(ENOSPC\)\. .*Until then the calendar is only read, by this process alone$/,
    );
  },
);

test('a folder with pictures and no calendar, and one whose calendar is empty, are refused by name by every program', async () => {
  for (const [name, line] of [
    ['pictures/one', /^there are pictures in \S+, but no calendar\.sqlite: put back [^\n]+\n$/],
    [DATA_FILE, /^\S+calendar\.sqlite is empty, and no calendar is: put back [^\n]+\n$/],
  ] as const) {
    const DATA_DIR = house.dataFolder();
    mkdirSync(dirname(join(DATA_DIR, name)), { recursive: true });
    writeFileSync(join(DATA_DIR, name), '');
    const to = join(house.dataFolder(), 'to');
    for (const call of [
      ...[program('main'), program('check-data'), program('export'), user('list'), program('pictures', 'list')],
      ...[program('backup', '--to', to), program('migrate'), program('seed', '--events', '5')],
    ])
      expect(await house.run({ DATA_DIR }, call)).toEqual({
        ...{ code: 1, signal: null, out: '', error: expect.stringMatching(line) },
      });
    const copied = await house.run({}, program('copy', '--from', DATA_DIR, '--to', to));
    expect(copied.error.replace('--from: ', '')).toMatch(line);
    expect(readdirSync(DATA_DIR)).toEqual([dirname(join(DATA_DIR, name)) === DATA_DIR ? name : dirname(name)]);
  }
});

test('a calendar gets its name when it is whole: what a killed first start left is removed by the next', async () => {
  const dataDir = house.dataFolder();
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  for (const end of ['', '-journal']) writeFileSync(join(dataDir, `${DATA_FILE}.${pid}.part${end}`), '');
  await (await openDatabase({ dataDir }, quiet)).close();
  expect(readdirSync(dataDir).filter((name) => name.includes('.part'))).toEqual([]);
});
