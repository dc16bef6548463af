import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { openDatabase } from '../../../src/kinds/database.ts';
import { quiet } from '../../store/quiet.ts';
import { formOf, jpeg, openHouse, post, type Running, rest, typed } from '../support.ts';

const house = openHouse();
afterAll(() => house.remove());

const TIMES = { start_date: '2037-05-01 10:00', end_date: '2037-05-01 12:00' };
const PREFLIGHT = { 'GraphQL-Require-Preflight': '1' };

/** An image in an answer of REST. */
interface Shown {
  id: number;
  url: string;
}

const send = async (address: string, body: FormData | Blob, headers: Record<string, string> = {}) => {
  const answer = await fetch(address, { method: 'POST', body, headers });
  expect(answer.ok).toBe(true);
  return answer.json();
};

/** Each way to bring a picture to an event. Gives the id of the event. */
const WAYS: Record<string, (server: Running, picture: Blob) => Promise<number>> = {
  async form(server, picture) {
    const { id } = await send(`${server.url}/wp-json/wp/v2/media`, formOf({ file: picture }));
    return withImage(server, id);
  },
  async body(server, picture) {
    const headers = { 'Content-Disposition': 'attachment; filename="stage.jpg"' };
    return withImage(server, (await send(`${server.url}/wp-json/wp/v2/media`, picture, headers)).id);
  },
  async field(server, picture) {
    return (await send(rest(server, '/events'), formOf({ title: 'Shows it', ...TIMES, image: picture }))).id;
  },
  async graphql(server, picture) {
    const query = 'mutation ($input: UploadImageInput!) { uploadImage(input: $input) { image { databaseId } } }';
    const operations = JSON.stringify({ query, variables: { input: { file: null } } });
    const form = formOf({ operations, map: JSON.stringify({ 0: ['variables.input.file'] }), 0: picture });
    const { data } = await send(`${server.url}/graphql`, form, PREFLIGHT);
    return withImage(server, data.uploadImage.image.databaseId);
  },
};

async function withImage(server: Running, image: number): Promise<number> {
  const answer = await post(rest(server, '/events'), { title: 'Shows it', ...TIMES, image });
  return ((await answer.json()) as { id: number }).id;
}

const imagesOf = async (server: Running): Promise<Shown[]> => {
  const { events } = await (await fetch(rest(server, '/events?start_date=2037-01-01&end_date=2038-01-01'))).json();
  return events.map(({ image }: { image: Shown }) => image);
};

/** Lets all files be as old as two days. */
async function age({ DATA_DIR: dataDir = '', MONGODB_URI: mongodbUri }: Record<string, string>): Promise<void> {
  const store = await openDatabase({ dataDir, mongodbUri, beside: true }, quiet);
  const names: string[] = [];
  for await (const { name } of store.pictures.list()) names.push(name);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 2 * 24 * 3_600_000 });
  for (const name of names) await store.pictures.touch(name);
  vi.useRealTimers();
  await store.close();
}

test('a picture that is brought in any way is shown, replaced, moved with its site, exported, and pruned when nobody shows it', async () => {
  const [old, here] = [house.place(), house.place()];
  const first = await house.start(old);
  const env = { SITE: first.url, TO: house.dataFolder() };
  const run = (place: Record<string, string>, line: string) => house.run({ ...env, ...place }, typed(line));

  const ids: number[] = [];
  for (const [at, bring] of Object.values(WAYS).entries()) ids.push(await bring(first, await jpeg(`#0${at}0`)));
  const brought = await imagesOf(first);
  expect(new Set(brought.map(({ url }) => url)).size).toBe(4);
  const shown = async (images: readonly Shown[]) => {
    for (const { url } of images) {
      const answer = await fetch(url);
      expect([url, answer.status, answer.headers.get('Content-Type')]).toEqual([url, 200, 'image/jpeg']);
    }
  };
  await shown(brought);

  const { image } = await send(rest(first, `/events/${ids[2]}`), formOf({ image: await jpeg('#00f') }));
  expect(brought.map(({ id }) => id)).not.toContain(image.id);
  await shown([image]);

  expect(await run(here, 'npm run import -- $SITE --pictures')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/\nPictures: 4 fetched, 0 refused, 0 left; 4 records show them from /),
  });
  const second = await house.start(here);
  first.send('SIGTERM');
  await first.ended;
  const moved = await imagesOf(second);
  expect(moved.filter(({ url }) => !url.startsWith(second.url))).toEqual([]);
  await shown(moved);

  expect(await run(here, 'npm run --silent export -- --pictures $TO > $TO/calendar.jsonl')).toMatchObject({
    code: 0,
    error: '',
  });
  for (const { url } of moved) {
    const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
    expect(readFileSync(join(env.TO, new URL(url).pathname.slice('/pictures/'.length))).equals(bytes)).toBe(true);
  }
  expect(readdirSync(env.TO)).toHaveLength(5);

  const [last] = moved;
  const media = `${second.url}/wp-json/wp/v2/media/${last!.id}?force=true`;
  expect((await fetch(media, { method: 'DELETE' })).status).toBe(409);
  const { events } = await (await fetch(rest(second, '/events?start_date=2037-01-01&end_date=2038-01-01'))).json();
  const { id } = events.find(({ image }: { image: Shown }) => image.id === last!.id);
  await send(rest(second, `/events/${id}`), formOf({ image: '' }));
  expect((await fetch(media, { method: 'DELETE' })).status).toBe(200);
  expect((await run(here, 'npm run pictures -- prune')).out).toBe('Removed: 0 files.\n');
  await age(here);
  const pruned = await run(here, 'npm run pictures -- prune');
  expect(pruned.out).toMatch(/^(no image has \S+ .+\n){3}Removed: 3 files\.\n$/);
  expect((await run(here, 'npm run pictures -- list')).out).toMatch(/^(\d+: \/pictures\/.+, shown by 1\n){3}$/);
  await shown(moved.slice(1));
  expect((await fetch(last!.url)).status).toBe(404);
  expect(await run(here, 'npm run check-data')).toMatchObject({ code: 0, out: 'No record is damaged.\n' });
});
