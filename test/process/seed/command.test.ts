import { readdirSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { type Ended, openHouse, rest } from '../support.ts';

const house = openHouse();
afterAll(() => house.remove());

const seed = (env: Record<string, string>, ...args: string[]): Promise<Ended> =>
  house.run(env, [process.execPath, 'dist/seed.js', ...args]);

test('npm run seed ends with 2 and one line for wrong arguments, and touches nothing', async () => {
  const dataDir = house.dataFolder();
  const { code, out, error } = await seed({ DATA_DIR: dataDir }, '--events', 'many');
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(error).toMatch(/^--events is "many"[^\n]*\n$/);
  expect(readdirSync(dataDir)).toEqual([]);
});

test('npm run seed fills a calendar that the server shows, does nothing a second time, and refuses another', async () => {
  const place = house.place();
  const args = ['--events', '20', '--seed=-3', '--around', '2026-11-20'];
  const first = await seed(place, ...args);
  expect(first).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Seeded 20 events, 3 series, 12 venues, [^\n]* in \d{1,4}\.\d seconds\.\n$/),
  });
  // A step that takes more than a second also says its pace.
  expect(first.error).toMatch(/^([a-z, ]+: \d+ of \d+(, [\d.,]+ a second, \d+ s left)?\n)+$/);
  expect(first.error).toMatch(/\nevents: 20 of 20[,\n]/);
  const again = await seed(place, ...args);
  expect(again).toMatchObject({ code: 0, error: '' });
  expect(again.out).toMatch(/^Nothing to do: seeded before with 20 events, [^\n]*\.\n$/);
  const other = await seed(place, '--events', '20');
  expect(other).toMatchObject({ code: 1, out: '' });
  expect(other.error).toMatch(/^the calendar was seeded with --events 20 --seed -3 --around 2026-11-20 [^\n]*\n$/);
  const server = await house.start(place);
  const { total } = await (await fetch(rest(server, '/tags?hide_empty=false'))).json();
  expect(total).toBe(18);
  const { events } = await (await fetch(rest(server, '/events?start_date=1970-01-01&per_page=50'))).json();
  const urls: string[] = events.flatMap(({ image }: { image: { url: string } | false }) => (image ? [image.url] : []));
  expect(urls.length).toBeGreaterThan(0);
  for (const url of urls) expect((await fetch(url)).headers.get('content-type')).toMatch(/^image\/svg/);
  // Its records are in the time of this city, and so is the site.
  expect(await (await fetch(`${server.url}/wp-json/`)).json()).toMatchObject({ timezone_string: 'Asia/Seoul' });
});

test('npm run seed refuses a store that keeps nothing', async () => {
  const { code, out, error } = await seed({ DATA_DIR: ':memory:' }, '--events', '5');
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(error).toMatch(/^DATA_DIR is :memory:[^\n]+\n$/);
});
