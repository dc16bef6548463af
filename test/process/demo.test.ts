import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openHouse, post, type Running, rest } from './support.ts';

const house = openHouse();
let kept: string;
let demo: Running;

beforeAll(async () => {
  kept = house.dataFolder();
  // What a shell may have set for a real calendar is left alone.
  const env = { DATA_DIR: kept, MONGODB_URI: 'mongodb://127.0.0.1:1/calendar', NODE_ENV: 'production' };
  demo = await house.start(env, [process.execPath, 'dist/demo.js']);
});
afterAll(() => house.remove());

const read = async (path: string) => (await fetch(rest(demo, path))).json();

test('npm run demo shows events of these weeks at once', async () => {
  const { total, events } = await read('/events?per_page=50');
  expect(total).toBeGreaterThan(30);
  const days = (Date.parse(`${events[0].utc_start_date}Z`) - Date.now()) / 86_400_000;
  expect(days).toBeLessThan(14);
});

test('all sixty are there, each at one venue or at none', async () => {
  const states = ['publish', 'draft', 'pending', 'private', 'future', 'trash'].join();
  const { events, total } = await read(
    `/events?start_date=1970-01-01&end_date=2999-01-01&status=${states}&per_page=50`,
  );
  // A few are hidden from lists.
  expect(total).toBeGreaterThan(55);
  expect(total).toBeLessThanOrEqual(60);
  const several = events.filter(({ venue }: { venue: object[] | object }) => Array.isArray(venue) && venue.length > 0);
  expect(several).toEqual([]);
});

test('every picture of the demo is there', async () => {
  const query = `{
    eventPage(perPage: 50) { items { image { url } } }
    venuePage(perPage: 50) { items { image { url } } }
    organizerPage(perPage: 50) { items { image { url } } }
  }`;
  const { data } = (await (await post(`${demo.url}/graphql`, { query })).json()) as {
    data: Record<string, { items: { image: { url: string } | null }[] }>;
  };
  const urls = Object.values(data).flatMap(({ items }) => items.flatMap(({ image }) => image?.url ?? []));
  expect(new Set(urls).size).toBeGreaterThan(10);
  for (const url of new Set(urls)) {
    expect(url.startsWith(`${demo.url}/pictures/`)).toBe(true);
    const answer = await fetch(url);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)]);
  }
});

test('it says as many events as its page and its lists show, and that nothing is kept, and keeps nothing', async () => {
  const page = await (await fetch(`${demo.url}/`)).text();
  const published = Number(/<strong>(\d+)<\/strong> events in all/.exec(page)![1]);
  const { data } = (await (await post(`${demo.url}/graphql`, { query: '{ events { totalCount } }' })).json()) as {
    data: { events: { totalCount: number } };
  };
  const unpublished = data.events.totalCount - published;
  expect(unpublished).toBeGreaterThan(0);
  expect((await post(rest(demo, '/venues'), { venue: 'Hall' })).status).toBe(201);
  demo.send('SIGINT');
  const { code, out, error } = await demo.ended;
  expect({ code, error }).toEqual({ code: 0, error: '' });
  expect(out).toContain(`A demo calendar with ${published} events around today, `);
  expect(out).toContain(`${unpublished} more events in lists: those that are not published`);
  expect(out).toContain('nothing of it is kept');
  expect(out).toContain(`${demo.url}/wp-json/calendar/events/v1/events\n`);
  expect(out).toContain(`${demo.url}/graphql\n`);
  expect(readdirSync(kept)).toEqual([]);
});
