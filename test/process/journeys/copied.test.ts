import { afterAll, expect, test } from 'vitest';
import { formOf, jpeg, openHouse, post, type Running, rest, secretIn, typed } from '../support.ts';

const house = openHouse();
afterAll(() => house.remove());

/** The variables of a place, and how `npm run copy` names it. */
type Place = Record<string, string>;
const named = (place: Place): string => Object.values(place)[0]!;

const TIMES = { start_date: '2037-05-01 10:00', end_date: '2037-05-01 12:00' };
const LISTS = ['events', 'venues', 'organizers', 'categories', 'tags'];

/** The highest id in the lists of events, venues and organizers, which share one count. */
const idsIn = (lists: Record<string, { id: number }[]>): number[] =>
  LISTS.slice(0, 3).flatMap((list) => lists[list]!.map(({ id }) => id));

/** Every program that opens a calendar, and what it says beside a server of this one; typed.test.ts has all that they do. */
const PROGRAMS = [
  ['npm run user -- list', /^1\tana\tadministrator\n$/],
  ['npm run fields -- add event age --kind number --en Age', /^Added event\tage\t/],
  ['npm run migrate', /^The data is in the newest form already\.\n$/],
  ['npm run check-data', /^No record is damaged\.\n$/],
  ['npm run pictures -- list', /stage\.jpg .+ shown by 1\n$/],
  ['npm run seed -- --events 20 --around 2026-03-02', /^Nothing to do: seeded before /],
  ['npm run --silent export -- --kinds event --search "In between"', /"In between"/],
] as const;

test('a calendar goes from a folder to the store of this run and back, is changed in between, and is the same at its end', async () => {
  const [folder, middle, back]: Place[] = [
    { DATA_DIR: house.dataFolder() },
    house.place(),
    { DATA_DIR: house.dataFolder() },
  ];
  const run = (line: string, env: Place = {}) => house.run(env, typed(line));
  const copy = (from: Place, to: Place) =>
    run('npm run --silent copy -- --from "$FROM" --to "$TO"', { FROM: named(from), TO: named(to) });
  const ana = {
    Authorization: `Bearer ${secretIn(await run('npm run user -- add ana --role administrator --generate', folder!))}`,
  };
  const read = async (server: Running, path: string) => (await fetch(rest(server, path), { headers: ana })).json();
  const listsOf = async (server: Running) => {
    const lists: Record<string, { id: number; status?: string }[]> = {};
    for (const list of LISTS)
      lists[list] = (
        await read(server, `/${list}?per_page=50&hide_empty=false&start_date=1970-01-01&end_date=2999-01-01`)
      )[list];
    return lists;
  };
  const stop = async (server: Running) => {
    server.send('SIGTERM');
    expect(await server.ended).toMatchObject({ code: 0 });
  };
  // The same address for all: then bodies are the same.
  const served = (place: Place | undefined) => house.start({ ...place, SITE_URL: 'https://calendar.example.org' });

  expect(await run('npm run seed -- --events 20 --around 2026-03-02', folder)).toMatchObject({ code: 0 });
  const first = await served(folder);
  const body = formOf({ title: 'With a picture', ...TIMES, image: await jpeg() });
  const made = await (await fetch(rest(first, '/events'), { method: 'POST', headers: ana, body })).json();
  const { cursor } = await read(first, '/changes');
  const before = await listsOf(first);
  await stop(first);

  expect(await copy(folder!, middle!)).toMatchObject({ code: 0, out: expect.stringMatching(/^Copied: events 21, /) });
  const second = await served(middle);
  expect(await listsOf(second)).toEqual(before);
  const unread = await fetch(rest(second, `/changes?after=${cursor}`), { headers: ana });
  expect([unread.status, await unread.json()]).toMatchObject([410, { data: { reason: 'other_log' } }]);
  const fresh = await (await post(rest(second, '/events'), { title: 'In between', ...TIMES }, ana)).json();
  expect(fresh.id).toBeGreaterThan(Math.max(...idsIn(before)));
  const change = (method: string, path: string, json: object = {}) =>
    fetch(rest(second, path), {
      method,
      headers: { ...ana, 'Content-Type': 'application/json' },
      body: JSON.stringify(json),
    });
  expect((await change('PATCH', `/events/${made.id}?multilang_language=ko`, { title: '사진과 함께' })).status).toBe(
    200,
  );
  expect((await change('DELETE', `/tags/${before.tags![0]!.id}`)).status).toBe(200);
  expect(await copy(folder!, middle!)).toMatchObject({
    code: 1,
    error: expect.stringMatching(/the target is a complete copy, but it or the source was changed since: /),
  });
  for (const [line, says] of PROGRAMS)
    expect([line, await run(line, middle)]).toEqual([
      line,
      { code: 0, out: expect.stringMatching(says), error: expect.anything(), signal: null },
    ]);
  const after = await listsOf(second);
  await stop(second);

  expect(await copy(middle!, back!)).toMatchObject({ code: 0, out: expect.stringMatching(/^Copied: events 22, /) });
  expect(await copy(middle!, back!)).toMatchObject({ code: 0, out: expect.stringMatching(/^Everything was copied /) });
  expect(await run('npm run check-data', back)).toMatchObject({ code: 0, out: 'No record is damaged.\n' });
  const third = await served(back);
  expect(await listsOf(third)).toEqual(after);
  expect(await read(third, `/events/${made.id}?multilang_language=ko`)).toMatchObject({ title: '사진과 함께' });
  const picture = await fetch(third.url + new URL(made.image.url).pathname);
  expect([picture.status, picture.headers.get('Content-Type')]).toEqual([200, 'image/jpeg']);
  expect((await post(rest(third, '/tags'), { name: 'Nobody may' })).status).toBe(401);
  expect((await post(rest(third, '/tags'), { name: 'Ana may' }, ana)).status).toBe(201);
});
