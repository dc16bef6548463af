import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../../src/kinds/database.ts';
import { quiet } from '../../store/quiet.ts';
import { openHouse, post, rest, user } from '../support.ts';

const house = openHouse();
afterAll(() => house.remove());

const backup = (env: object, to: string) =>
  house.run(env as Record<string, string>, [process.execPath, 'dist/backup.js', '--to', to]);

test('a backup beside a running server is a file of its own that another server serves', async () => {
  const env = { DATA_DIR: house.dataFolder() };
  const { out } = await house.run(env, user('add', 'ana', '--role', 'editor', '--generate'));
  const ana = { Authorization: `Bearer ${/shown only now: (.+)\n$/.exec(out)?.[1]}` };
  const server = await house.start(env);
  expect((await post(rest(server, '/venues'), { venue: 'Hall' }, ana)).status).toBe(201);
  const file = join(house.dataFolder(), 'backup.sqlite');
  expect(await backup(env, file)).toMatchObject({ code: 0 });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect((await post(rest(server, '/venues'), { venue: 'Later' }, ana)).status).toBe(201);

  expect(await backup(env, file)).toMatchObject({ code: 1, out: '' });
  const restored = join(house.dataFolder(), 'restored');
  mkdirSync(restored);
  renameSync(file, join(restored, 'calendar.sqlite'));
  const other = await house.start({ DATA_DIR: restored });
  expect((await fetch(rest(other, '/venues/by-slug/hall'))).status).toBe(200);
  expect((await fetch(rest(other, '/venues/by-slug/later'))).status).not.toBe(200);
  expect((await post(rest(other, '/venues'), { venue: 'Annex' })).status).toBe(401);
  expect((await post(rest(other, '/venues'), { venue: 'Annex' }, ana)).status).toBe(201);
});

test('a backup has its name when it is whole: one that fails leaves none, and does not stand in the way of the next', async () => {
  const env = { DATA_DIR: house.dataFolder() };
  await (await openDatabase({ dataDir: env.DATA_DIR }, quiet)).close();
  const pictures = join(env.DATA_DIR, 'pictures');
  mkdirSync(pictures);
  for (const name of ['a', 'b']) writeFileSync(join(pictures, name), name);
  // As one that `pictures prune` removes between the list and the copy.
  symlinkSync('/nowhere', join(pictures, 'gone'));
  const folder = house.dataFolder();
  const file = join(folder, 'backup.sqlite');
  // A file in the place of the folder of pictures, and what killed ones left.
  writeFileSync(`${file}.pictures`, '');
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  for (const end of ['', '-journal']) writeFileSync(`${file}.${pid}.part${end}`, '');
  expect(await backup(env, file)).toMatchObject({ code: 1, out: '' });
  expect(readdirSync(folder)).toEqual(['backup.sqlite.pictures']);
  rmSync(`${file}.pictures`);
  mkdirSync(`${file}.pictures`);
  writeFileSync(join(`${file}.pictures`, 'a'), 'a');
  expect(await backup(env, file)).toMatchObject({ code: 0 });
  expect([readdirSync(folder), readdirSync(`${file}.pictures`)]).toEqual([
    ['backup.sqlite', 'backup.sqlite.pictures'],
    ['a', 'b'],
  ]);
});

test('a backup of MongoDB is refused in a line that names its own program', async () => {
  const { code, error } = await backup({ MONGODB_URI: 'mongodb://ana:secret@localhost/' }, '/tmp/none');
  expect(code).toBe(1);
  expect(error).toMatch(/^[^\n]*mongodump\n$/);
  expect(error).not.toContain('secret');
});
