import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { findDamagedPictures } from '../../../src/tools/kept-pictures.ts';
import { answerLists, type Lists, type Site, serveSite } from '../../import/site.ts';
import { buildApp } from '../../support/app.ts';
import { upTo } from '../../support/making.ts';
import { contents } from '../../support/stored.ts';
import { openHouse } from '../support.ts';
import { killedAt } from './killing.ts';

const house = openHouse();
afterAll(() => house.remove());

const KILLS = process.env.DRAWS === 'all' ? 20 : 8;

/** How many images there are, and as many pictures in texts: some are left until the program was killed often. */
const IMAGES = Math.ceil(KILLS / 5);

const isPicture = (path: string): boolean => path.startsWith('/files/');
/** Asked for after all others, as venues come after events. */
const isLast = (path: string): boolean => path === '/files/hall.png';

/** A site with pictures in several units of records. */
async function serveOld(): Promise<Site> {
  const file = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#a00' } })
    .png()
    .toBuffer();
  const image = (id: number, url: string) => ({ id, url, width: 8, height: 8, sizes: {} });
  return serveSite(({ url }) => {
    const hall = {
      id: 9000,
      venue: 'Hall',
      slug: 'hall',
      status: 'publish',
      image: image(1000, `${url}/files/hall.png`),
    };
    const event = (id: number) => ({
      id,
      title: `Event ${id}`,
      slug: `event-${id}`,
      status: 'publish',
      uid: `${id}@${url}`,
      timezone: 'UTC',
      start_date: '2027-01-05 10:00:00',
      end_date: '2027-01-05 12:00:00',
      all_day: false,
      venue: hall,
      image: image(1000 + Math.ceil(id / 6), `${url}/files/${Math.ceil(id / 6)}.png`),
      description: `<p>See <img src="/files/text-${Math.ceil(id / 6)}.png"></p>`,
    });
    const none = { organizers: [], categories: [], tags: [] };
    const lists: Lists = { ...none, venues: [hall], events: upTo(6 * IMAGES).map(event) };
    return (asked, response) => {
      if (isPicture(asked.url.pathname)) response.end(file);
      else if (!answerLists(lists, asked, response)) response.writeHead(404).end();
    };
  });
}

/** All that a calendar shows, with how often each record was written. Its pictures are whole. */
async function shownIn(env: Record<string, string>): Promise<unknown> {
  const { store, close } = await buildApp({ env, users: [] });
  expect(await findDamagedPictures(store, () => undefined)).toBe(0);
  const { events, venues, images } = await contents(store);
  await close();
  return JSON.parse(JSON.stringify([events, venues, images], (key, value) => (/At$/.test(key) ? undefined : value)));
}

test('killed at random moments and begun again each time, the programs fetch each picture once and end as if never killed', async () => {
  const site = await serveOld();
  const importing = ['dist/import.js', site.url];
  const atOnce = [...importing, '--pictures'];
  const later = ['dist/pictures.js', 'fetch', '--hosts', new URL(site.url).host];
  const moment = fc.record({
    call: fc.constantFrom(atOnce, later),
    asked: fc.integer({ min: 1, max: 2 }),
    units: fc.constantFrom(0, 0, 0, 1, 2),
  });
  const killings = fc.array(moment, { minLength: KILLS, maxLength: KILLS });
  const run = (env: Record<string, string>, call: readonly string[]) => house.run(env, [process.execPath, ...call]);
  const whole = house.place();
  expect((await run(whole, atOnce)).out).toContain(`Pictures: ${2 * IMAGES + 1} fetched, 0 refused, 0 left;`);
  const expected = await shownIn(whole);
  await fc.assert(
    fc.asyncProperty(killings, async (moments) => {
      const env = house.place();
      await run(env, importing);
      for (const { call, ...at } of moments)
        expect(await killedAt(at, { house, env, call, counts: isPicture, isLast })).toBe('SIGKILL');
      expect((await run(env, later)).code).toBe(0);
      expect(await shownIn(env)).toEqual(expected);
      site.asked.length = 0;
      expect((await run(env, atOnce)).out).toContain('Pictures: 0 fetched, 0 refused, 0 left; 0 records');
      expect(site.asked.filter(isPicture)).toEqual([]);
    }),
    // Its one run is never too slow.
    { numRuns: 1, endOnFailure: true, interruptAfterTimeLimit: Number.POSITIVE_INFINITY },
  );
});
