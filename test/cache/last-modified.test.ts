import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, FRIDAY, type TestApp } from '../support/app.ts';
import { made } from '../support/making.ts';

const FEEDS = [
  '/wp-json/calendar/events/v1/events.rss',
  '/wp-json/calendar/events/v1/events.ics',
  '/events/?ical=1',
  '/events/feed/',
  '/feed/?post_type=tribe_events',
];

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
});
afterAll(() => app.close());

/** The status for what was modified since, and when it was. */
async function read(path: string, since?: string | null): Promise<[number, string | null]> {
  const { status, headers } = await app.fetch(path, { headers: since ? { 'If-Modified-Since': since } : {} });
  return [status, headers.get('last-modified')];
}

const event = () => made(app, 'events', { title: 'New', start_date: '2026-12-01 10:00', end_date: '2026-12-01 11:00' });

test.each(FEEDS)('%s is 304 for a reader with its content, from two seconds after that was new', async (path) => {
  await event();
  const [status, first] = await read(path);
  expect([status, first]).toEqual([200, new Date(app.clock.now).toUTCString()]);
  app.clock.now += 1000;
  expect((await read(path, first))[0]).toBe(200);
  app.clock.now += 5000;
  const [again, settled] = await read(path, first);
  expect(again).toBe(200);
  app.clock.now += 60_000;
  expect(await read(path, settled)).toEqual([304, settled]);
});

test.each(FEEDS)(
  '%s is 200 again when it has changed, within the second and when what was new is gone',
  async (path) => {
    const [, before] = await read(path);
    const { id } = await event();
    const [status, changed] = await read(path, before);
    expect(status).toBe(200);
    await app.rest('DELETE', `/events/${id}`, { as: 'editor' });
    expect((await read(path, changed))[0]).toBe(200);
  },
);

test('a feed that changes by time alone is 200 again', async () => {
  await event();
  app.clock.now += 60_000;
  await read(FEEDS[0]!);
  app.clock.now += 60_000;
  const [, settled] = await read(FEEDS[0]!);
  expect((await read(FEEDS[0]!, settled))[0]).toBe(304);
  app.clock.now = Date.parse('2027-03-01T00:00:00Z');
  expect((await read(FEEDS[0]!, settled))[0]).toBe(200);
});
