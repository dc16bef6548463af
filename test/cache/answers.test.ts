import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, FRIDAY, type TestApp } from '../support/app.ts';
import { made, upTo } from '../support/making.ts';
import { countingReads } from './support.ts';

const store = countingReads();
const MINUTE = 60_000;
let app: TestApp;

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY, wrap: store.wrap });
});
afterAll(() => app.close());

/** How many looks for records the work takes. */
async function readsOf(work: () => Promise<unknown>): Promise<number> {
  const before = store.reads();
  await work();
  return store.reads() - before;
}

const ask = (path: string, asked = {}) => app.rest('GET', path, asked);

/** Asks until the answer is kept. */
async function kept(path: string, asked = {}) {
  await ask(path, asked);
  await ask(path, asked);
  const answer = await ask(path, asked);
  expect(await readsOf(() => ask(path, asked))).toBe(0);
  return answer;
}

const REACHING = '/events?start_date=2026-01-01&end_date=2028-01-01';

test('what is asked for a second time is kept: the third time nothing is looked for', async () => {
  const { id } = await made(app, 'events');
  for (const path of ['/events', REACHING, `/events/${id}`, '/venues', '/categories', '', '/doc']) await kept(path);
  const graphql = `/graphql?query=${encodeURIComponent('{ eventPage { total } }')}`;
  for (const _ of upTo(2)) await app.fetch(graphql);
  expect(await readsOf(() => app.fetch(graphql))).toBe(0);
});

const DECEMBER = '/events?start_date=2027-12-01&end_date=2027-12-31&per_page=1';

/** What is written to, beside each other: an event of the list, one behind its page, one of another month, and their venues. */
async function scene() {
  const [venue, other] = [await made(app, 'venues', { venue: 'Shown' }), await made(app, 'venues', { venue: 'Other' })];
  const on = (day: string, more = {}) =>
    made(app, 'events', { start_date: `${day} 10:00`, end_date: `${day} 12:00`, ...more });
  const shown = await on('2027-12-02', { venue: venue.id, tags: ['Shown'] });
  return { venue, other, shown, behind: await on('2027-12-02'), far: await on('2028-03-02', { venue: other.id }) };
}

describe('a list by start', () => {
  type Scene = Awaited<ReturnType<typeof scene>>;
  let all: Scene;
  beforeAll(async () => {
    all = await scene();
  });

  // The last two change which event is shown.
  test.each<[way: 'falls' | 'stays', what: string, write: (all: Scene) => [path: string, json: object]]>([
    ['falls', 'the event that it shows', ({ shown }) => [`/events/${shown.id}`, { title: 'Another' }]],
    ['falls', 'the venue that it shows', ({ venue }) => [`/venues/${venue.id}`, { city: 'Sevilla' }]],
    ['falls', 'the tag that it shows', ({ shown }) => [`/tags/${shown.tags[0].id}`, { description: 'said' }]],
    ['stays', 'the title of one behind its page', ({ behind }) => [`/events/${behind.id}`, { title: 'Another' }]],
    ['stays', 'the start of one elsewhen', ({ far }) => [`/events/${far.id}`, { start_date: '2028-03-01 10:00' }]],
    ['stays', 'a venue that it does not show', ({ other }) => [`/venues/${other.id}`, { city: 'Sevilla' }]],
    [
      'falls',
      'the hour of one behind it',
      ({ behind }) => [`/events/${behind.id}`, { start_date: '2027-12-02 01:00' }],
    ],
    ['falls', 'one elsewhen, into its month', ({ far }) => [`/events/${far.id}`, { start_date: '2027-12-01 10:00' }]],
  ])('%s when somebody writes %s', async (way, _, write) => {
    await kept(DECEMBER);
    const [path, json] = write(all);
    expect((await app.rest('PUT', path, { as: 'administrator', json })).status).toBe(200);
    expect((await readsOf(() => ask(DECEMBER))) === 0).toBe(way === 'stays');
  });
});

test('what starts is to come no longer from the moment behind its start', async () => {
  const venue = await made(app, 'venues', { venue: 'Soon' });
  await made(app, 'events', { venue: venue.id, start_date: '2026-11-20 11:40:00', end_date: '2026-11-20 12:00:00' });
  const path = '/venues?only_with_upcoming=true&search=soon';
  expect((await kept(path)).body.total).toBe(1);
  const before = app.clock.now;
  app.clock.now = Date.parse('2026-11-20T11:40:00Z');
  expect((await ask(path)).body.total).toBe(1);
  app.clock.now += 1;
  expect((await ask(path)).body.total).toBe(0);
  app.clock.now = before;
  expect((await ask(path)).body.total).toBe(1);
});

test('a list from now on is another one in the next minute, and the same within the minute', async () => {
  const first = await kept('/events?per_page=5');
  app.clock.now += MINUTE - 1;
  expect((await ask('/events?per_page=5')).text).toBe(first.text);
  app.clock.now += 1;
  const next = await ask('/events?per_page=5');
  expect(new URL(next.body.rest_url).searchParams.get('start_date')).toBe('2026-11-20 11:31:00');
  // What it says beside that is the same.
  expect(next.headers.get('etag')).toBe(first.headers.get('etag'));
  expect(next.text).not.toBe(first.text);
  app.clock.now -= MINUTE;
});

test('a moment in words is another one at once', async () => {
  const path = '/events?starts_after=%2B1%20hour';
  for (const _ of upTo(3)) await ask(path);
  app.clock.now += 1;
  expect(await readsOf(() => ask(path))).toBeGreaterThan(0);
});

test('the same request of many at one time is run once', async () => {
  await made(app, 'events');
  const path = `${REACHING}&per_page=7`;
  const alone = await readsOf(() => ask(path));
  await made(app, 'events');
  let release = () => {};
  store.hold = new Promise((resolve) => {
    release = resolve;
  });
  const answers = upTo(10).map(() => ask(path));
  const together = await readsOf(async () => {
    release();
    await Promise.all(answers);
  });
  store.hold = Promise.resolve();
  expect(together).toBeLessThanOrEqual(alone * 3);
  expect(new Set((await Promise.all(answers)).map(({ text }) => text)).size).toBe(1);
});

test('who waits for another is not given up with it', async () => {
  await made(app, 'events');
  const path = `${REACHING}&per_page=8`;
  const leaving = new AbortController();
  let release = () => {};
  store.hold = new Promise((resolve) => {
    release = resolve;
  });
  const left = ask(path, { sent: { signal: leaving.signal } });
  const stayed = ask(path);
  leaving.abort(new Error('gone'));
  release();
  await left;
  store.hold = Promise.resolve();
  expect((await stayed).status).toBe(200);
});

test('errors are not kept', async () => {
  const path = '/events/999999';
  for (const _ of upTo(3)) expect((await ask(path)).status).toBe(404);
  expect(await readsOf(() => ask(path))).toBeGreaterThan(0);
  const wrong = `/graphql?query=${encodeURIComponent('{ event(ref: { databaseId: 999999 }) { title } }')}`;
  for (const _ of upTo(3)) expect((await app.fetch(wrong)).body.errors).toHaveLength(1);
  expect(await readsOf(() => app.fetch(wrong))).toBeGreaterThan(0);
});
