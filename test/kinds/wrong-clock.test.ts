import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SETTINGS } from '../../src/data/settings.ts';
import { buildApp, FRIDAY, type TestApp } from '../support/app.ts';
import { made } from '../support/making.ts';

const [MINUTE, DAY] = [60_000, 86_400_000];
const TEN_YEARS = 3_653 * DAY;
/** The time as it is. */
const RIGHT = Date.parse(FRIDAY);

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
});
afterAll(() => app.close());
beforeEach(() => {
  app.clock.now = RIGHT;
});

/** Does something while the clock is so far ahead, or behind. */
async function wrongBy<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  app.clock.now = RIGHT + milliseconds;
  try {
    return await work();
  } finally {
    app.clock.now = RIGHT;
  }
}

const put = (path: string, json: object, headers = {}) => app.rest('PUT', path, { as: 'administrator', json, headers });
const statusOf = async (path: string) => (await app.rest('GET', path)).body.status;

test.each(['events', 'venues', 'organizers'] as const)(
  'what a fast clock published at once stays public when it is edited (%s), and its date is no more to come',
  async (plural) => {
    const { id } = await wrongBy(TEN_YEARS, () => made(app, plural, { status: 'publish' }));
    const { body } = await put(`/${plural}/${id}`, { description: 'Edited' });
    expect([body.status, body.date_utc]).toEqual(['publish', '2026-11-20 11:30:00']);
    expect(await statusOf(`/${plural}/${id}`)).toBe('publish');
  },
);

test('what a fast clock published before its time is scheduled again when it is edited', async () => {
  const date = new Date(RIGHT + DAY).toISOString();
  const { id } = await made(app, 'events', { status: 'future', date });
  await wrongBy(TEN_YEARS, () => app.publishDue());
  expect(await statusOf(`/events/${id}`)).toBe('publish');
  expect((await put(`/events/${id}`, { title: 'Edited' })).body.status).toBe('future');
});

test('the occurrences of a series that a fast clock published are public when their time comes', async () => {
  const times = { timezone: 'UTC', start_date: '2026-11-20 10:00:00', end_date: '2026-11-20 12:00:00' };
  const recurrence = { rule: 'FREQ=MONTHLY' };
  const { series } = await wrongBy(90 * DAY, () => made(app, 'events', { ...times, recurrence, status: 'publish' }));
  // A clock that is slow, and then right, has made fewer.
  await app.store.update('series', series.id, { $set: { madeBefore: RIGHT + 700 * DAY } });
  await app.store.updateMany(
    'events',
    { series: series.id, startsAt: { $gte: RIGHT + 700 * DAY } },
    { $set: { series: -1 } },
  );
  await app.extendSeries('another');
  const all = await app.store.find<{ _id: number; status: string }>('events', { series: series.id });
  expect(all.map(({ status }) => status)).toEqual(all.map(() => 'publish'));
});

test('a scheduled record is published though a process that was killed has left a lease of a fast clock', async () => {
  const date = new Date(RIGHT + MINUTE).toISOString();
  const { id } = await made(app, 'events', { status: 'future', date });
  await app.store.put(SETTINGS.name, [{ _id: 'publishing', holder: 'killed', until: RIGHT + TEN_YEARS }]);
  const stored = async () => (await app.store.byIds<{ _id: number; status: string }>('events', [id]))[0]!.status;
  app.clock.now = RIGHT + 2 * MINUTE;
  await app.publishDue();
  expect(await stored()).toBe('future');
  app.clock.now += 10_000;
  await app.publishDue();
  expect(await stored()).toBe('publish');
});

test('a key that a fast clock wrote counts when its request comes again, and a day later no more', async () => {
  const post = async () => {
    const headers = { 'Idempotency-Key': 'of-a-fast-clock' };
    return (await app.rest('POST', '/tags', { as: 'administrator', json: { name: 'Once' }, headers })).body.id;
  };
  const id = await wrongBy(TEN_YEARS, post);
  expect(await post()).toBe(id);
  app.clock.now = RIGHT + DAY;
  await app.rest('DELETE', `/tags/${id}`, { as: 'administrator' });
  expect(await post()).toBeGreaterThan(id);
});

test('a feed reader that a fast clock answered gets what is new', async () => {
  const read = (since: string) => app.rest('GET', '/events.rss', { headers: { 'If-Modified-Since': since } });
  const { headers } = await wrongBy(DAY, () => read('Sat, 01 Jan 2000 00:00:00 GMT'));
  app.clock.now = RIGHT + MINUTE;
  const { status, headers: now } = await read(headers.get('last-modified')!);
  expect([status, now.get('last-modified')]).toEqual([200, 'Fri, 20 Nov 2026 11:31:00 GMT']);
  app.clock.now += MINUTE;
  const settled = (await read('Sat, 01 Jan 2000 00:00:00 GMT')).headers.get('last-modified')!;
  expect((await read(settled)).status).toBe(304);
});

test('a writer that read under a fast clock does not overwrite what was written since', async () => {
  const { id } = await made(app, 'events');
  const read = await wrongBy(DAY, async () => new Date(app.clock.now).toUTCString());
  app.clock.now = RIGHT + MINUTE;
  await put(`/events/${id}`, { title: 'Of another' });
  const { status, body } = await put(`/events/${id}`, { title: 'Mine' }, { 'If-Unmodified-Since': read });
  expect([status, body.code]).toEqual([412, 'rest_precondition_failed']);
});
