import { mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
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

test('a backup of MongoDB is refused in a line that names its own program', async () => {
  const { code, error } = await backup({ MONGODB_URI: 'mongodb://ana:secret@localhost/' }, '/tmp/none');
  expect(code).toBe(1);
  expect(error).toMatch(/^[^\n]*mongodump\n$/);
  expect(error).not.toContain('secret');
});
