import { mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openEvents } from '../../kinds/changes/events.ts';
import { formOf, jpeg, openHouse, post, type Running, rest, secretIn, typed } from '../support.ts';

const house = openHouse();
afterAll(() => house.remove());

test('a calendar of which a backup is put back after a crash has all of then, and its clients are told to begin anew', async () => {
  const env = { DATA_DIR: house.dataFolder(), TO: join(house.dataFolder(), 'backup.sqlite') };
  const run = (line: string) => house.run(env, typed(line));
  const ana = { Authorization: `Bearer ${secretIn(await run('npm run user -- add ana --role editor --generate'))}` };
  const make = async (server: Running, venue: string) => (await post(rest(server, '/venues'), { venue }, ana)).status;

  const first = await house.start(env);
  expect(await make(first, 'Hall')).toBe(201);
  const upload = { method: 'POST', headers: ana, body: formOf({ file: await jpeg() }) };
  const picture = await (await fetch(`${first.url}/wp-json/wp/v2/media`, upload)).json();
  const stream = await openEvents(rest(first, '/changes'));
  expect(await stream.next()).toMatchObject({ id: expect.any(String) });
  expect(await run('npm run backup -- --to $TO')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Wrote \S+backup\.sqlite \(.+ MB\) and \S+backup\.sqlite\.pictures \(.+ MB\)\.\n$/),
  });
  expect(statSync(env.TO).mode & 0o777).toBe(0o600);
  expect(await make(first, 'Later')).toBe(201);
  const { id: cursor } = await stream.next();
  first.send('SIGKILL');
  await first.ended;
  await expect(stream.next()).rejects.toThrow();

  // The folder is lost, and the backup takes its place.
  const DATA_DIR = join(house.dataFolder(), 'data');
  mkdirSync(DATA_DIR);
  renameSync(env.TO, join(DATA_DIR, 'calendar.sqlite'));
  renameSync(`${env.TO}.pictures`, join(DATA_DIR, 'pictures'));
  env.DATA_DIR = DATA_DIR;
  expect(await run('npm run check-data')).toMatchObject({ code: 0, out: 'No record is damaged.\n' });
  const second = await house.start(env);
  const status = async (path: string) => (await fetch(rest(second, path))).status;
  expect([await status('/venues/by-slug/hall'), await status('/venues/by-slug/later')]).toEqual([200, 400]);
  const shown = await fetch(second.url + new URL(picture.source_url).pathname);
  expect([shown.status, shown.headers.get('Content-Type')]).toEqual([200, 'image/jpeg']);

  const again = await openEvents(rest(second, '/changes'), { headers: { 'Last-Event-ID': cursor! } });
  const resync = await again.next();
  expect([resync.event, JSON.parse(resync.data!)]).toEqual(['resync', { reason: 'other_log' }]);
  const unread = await fetch(rest(second, `/changes?after=${cursor}`));
  expect([unread.status, await unread.json()]).toEqual([410, expect.objectContaining({ code: 'rest_resync' })]);
  const anew = await openEvents(rest(second, '/changes'));
  await anew.next();
  expect(await make(second, 'Annex')).toBe(201);
  expect(JSON.parse((await anew.next()).data!)).toMatchObject({ kind: 'venue' });
  expect((await post(rest(second, '/venues'), { venue: 'Nobody' })).status).toBe(401);
  second.send('SIGTERM');
  expect(await second.ended).toMatchObject({ code: 0 });
});
