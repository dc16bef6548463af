import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';
import { made, putCopies } from '../../support/making.ts';

const PATH = '/events.fullcalendar.json';

/** The zones in which it is latest and earliest, and that of the site. */
const ZONES = ['Pacific/Kiritimati', 'Etc/GMT+12', 'Europe/Madrid'];

let app: TestApp;
let jazz: number;

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY, env: { SITE_TIMEZONE: 'Europe/Madrid' } });
  jazz = (await made(app, 'categories', { name: 'Jazz' })).id;
  const venue = (await made(app, 'venues', { venue: 'Hall', city: 'Sevilla' })).id;
  const event = (title: string, start_date: string, end_date: string, more: object = {}) =>
    made(app, 'events', { title, start_date, end_date, ...more });
  for (const timezone of ZONES)
    await event(`Days ${timezone}`, '2026-12-05', '2026-12-07', { all_day: true, timezone });
  const seoul = { timezone: 'Asia/Seoul', event_status: 'canceled', categories: [jazz], venue, featured: true };
  await event('Concert', '2027-03-06 10:00', '2027-03-06 11:30', seoul);
  await event('Moment', '2027-04-01 00:00', '2027-04-01 00:00');
  await event('Last', '9999-12-30', '9999-12-31', { all_day: true });
});
afterAll(() => app.close());

const ask = (query: object, headers: Record<string, string> = {}) =>
  app.rest('GET', `${PATH}?${new URLSearchParams(query as Record<string, string>)}`, { headers });

const titlesOf = async (query: object): Promise<string[]> =>
  (await ask(query)).body.map(({ title }: { title: string }) => title);

test('an event is what FullCalendar takes, with all that is not in its model in extendedProps', async () => {
  const { status, headers, body } = await ask({ start: '2027-03-01', end: '2027-03-31', timeZone: 'America/New_York' });
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=UTF-8']);
  expect(body).toEqual([
    {
      id: expect.stringMatching(/^\d+$/),
      title: 'Cancelled: Concert',
      start: '2027-03-05T20:00:00-05:00',
      end: '2027-03-05T21:30:00-05:00',
      allDay: false,
      url: 'http://127.0.0.1:4000/event/concert/',
      extendedProps: {
        uid: expect.any(String),
        endDay: '2027-03-06',
        timezone: 'Asia/Seoul',
        eventStatus: 'CANCELED',
        featured: true,
        categories: [{ databaseId: jazz, name: 'Jazz', slug: 'jazz' }],
        tags: [],
        location: 'Hall, Sevilla',
        onlineUrl: null,
        image: null,
      },
    },
  ]);
});

test('without a zone, each moment is written in the zone of its event', async () => {
  const [{ start, end }] = (await ask({ start: '2027-03-01', end: '2027-04-01' })).body;
  expect([start, end]).toEqual(['2027-03-06T10:00:00+09:00', '2027-03-06T11:30:00+09:00']);
});

test('an all-day event is dates in every zone, and its end is the day after its last one', async () => {
  for (const timeZone of ZONES) {
    const { body } = await ask({ start: '2026-12-01', end: '2027-01-01', timeZone });
    const dates = body.map(({ start, end, allDay }: Record<string, unknown>) => [start, end, allDay]);
    expect(dates).toEqual(ZONES.map(() => ['2026-12-05', '2026-12-08', true]));
  }
  const last = (await ask({ start: '9999-12-01', end: '9999-12-31', timeZone: 'UTC' })).body[0];
  expect([last.start, last.end, last.extendedProps.endDay]).toEqual(['9999-12-30', undefined, '9999-12-31']);
});

describe.each(ZONES)('all-day events stand on their own dates in %s', (timeZone) => {
  test.each([
    ['2026-12-04', 0],
    ['2026-12-05', 3],
    ['2026-12-07', 3],
    ['2026-12-08', 0],
  ])('%s has %s of them', async (day, count) => {
    const next = `${day.slice(0, 9)}${Number(day.slice(9)) + 1}`;
    expect(await titlesOf({ start: day, end: next, timeZone })).toHaveLength(count);
    // As a browser there sends it, that does not name its zone.
    const offset = { 'Pacific/Kiritimati': '+14:00', 'Etc/GMT+12': '-12:00' }[timeZone] ?? '+01:00';
    const [start, end] = [day, next].map((each) => `${each}T00:00:00${offset}`);
    expect(await titlesOf({ start, end })).toHaveLength(count);
  });
});

test.each([
  ['ends as it begins', '2027-03-06T11:30:00+09:00', '2027-03-07T00:00:00+09:00', []],
  ['ends a second later', '2027-03-06T11:29:59+09:00', '2027-03-07T00:00:00+09:00', ['Cancelled: Concert']],
  ['begins as it ends', '2027-03-05T00:00:00+09:00', '2027-03-06T10:00:00+09:00', []],
  ['begins a second before', '2027-03-05T00:00:00+09:00', '2027-03-06T10:00:01+09:00', ['Cancelled: Concert']],
  ['has no length and begins as it begins', '2027-04-01', '2027-04-02', ['Moment']],
  ['has no length and begins as it ends', '2027-03-31', '2027-04-01', []],
])('a range has or lacks an event that %s', async (_, start, end, titles) => {
  expect(await titlesOf({ start, end })).toEqual(titles);
});

test.each([
  [{ categories: 'jazz' }, ['Cancelled: Concert']],
  [{ featured: 'true' }, ['Cancelled: Concert']],
  [{ search: 'moment' }, ['Moment']],
  [{ start_date: '2027-04-01' }, ['Moment']],
])('the filters of the list count too: %j', async (filter, titles) => {
  expect(await titlesOf({ start: '2026-12-01', end: '2027-06-01', ...filter })).toEqual(titles);
});

test.each([
  [{}, ['start', 'end']],
  [{ start: '2026-12-01' }, ['end']],
  [{ start: '2026-12-01', end: '' }, { end: 'Must not be empty.' }],
  [{ start: 'soon', end: '2027-01-01' }, { start: 'Must be a date and time, such as 2026-12-24 10:00.' }],
  [{ start: '2026-12-01', end: '2026-13-01' }, { end: 'Must be a date and time, such as 2026-12-24 10:00.' }],
  [{ start: '2026-12-01', end: '2027-01-01', timeZone: 'Mars' }, { timeZone: 'Must be the name of a time zone.' }],
  [{ start: '2026-12-01', end: '2026-12-01' }, { end: 'Must be after start.' }],
  [{ start: '2026-12-01', end: '2028-12-01' }, { end: expect.stringContaining('a year') }],
  [{ start: '2026-12-01', end: '2027-01-01', categories: 'none' }, { categories: expect.any(String) }],
  [{ start: '2026-12-01', end: '2027-01-01', status: 'draft' }, { status: expect.any(String) }],
])('%j is refused, and each wrong parameter named', async (query, params) => {
  const { status, body } = await ask(query);
  expect([status, body.data.params]).toEqual([400, params]);
});

test('an answer is kept until an event of the range changes, and one in words until the minute is over', async () => {
  const range = { start: '2026-12-01', end: '2027-01-01' };
  const [{ headers }, { headers: words }] = [await ask(range), await ask({ ...range, start: 'today' })];
  const kept = { 'If-None-Match': headers.get('etag')! };
  expect([headers.get('cache-control'), headers.has('last-modified')]).toEqual([
    'public, max-age=0, must-revalidate',
    true,
  ]);
  expect((await ask(range, kept)).status).toBe(304);
  expect(words.get('etag')).toBe(headers.get('etag'));
  await made(app, 'events', { title: 'New', start_date: '2026-12-24 10:00', end_date: '2026-12-24 11:00' });
  expect((await ask(range, kept)).status).toBe(200);
});

test('a range has at most 2,000 events: one more is refused, and names its end', async () => {
  const range = { start: '2027-05-01', end: '2027-06-01' };
  const at = Date.parse('2027-05-05T10:00:00Z');
  await putCopies(app, 2_001, (_, number) => ({
    allDay: false,
    facets: [],
    startsAt: at + number * 1000,
    endsAt: at + 3_600_000 + number * 1000,
    hideFromListings: false,
    timezone: 'UTC',
  }));
  const { status, body } = await ask(range);
  expect([status, body.data.params]).toEqual([
    400,
    { end: 'Must be nearer to start: the range has more than 2,000 events.' },
  ]);
  expect(await titlesOf({ ...range, start: '2027-05-05T11:00:00Z' })).toHaveLength(2_000);
});
