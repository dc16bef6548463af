import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';
import { made } from '../../support/making.ts';
import { elementsOf, linked, pageAt } from './support.ts';

const SITE = 'http://127.0.0.1:4000';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
  const [jazz, free, hall, ann] = [
    await made(app, 'categories', { name: 'Jazz' }),
    await made(app, 'tags', { name: 'Free' }),
    await made(app, 'venues', { venue: 'Hall' }),
    await made(app, 'organizers', { organizer: 'Ann' }),
  ];
  const all = { categories: [jazz.id], tags: [free.id], venue: hall.id, organizer: ann.id };
  const PROGRAMME: readonly (readonly [title: string, start: string, end: string, more?: object])[] = [
    ['Over', '2026-11-02 10:00', '2026-11-02 12:00', all],
    ['Since October', '2026-10-31 10:00', '2026-11-25 10:00'],
    ['Tonight', '2026-11-20 20:00', '2026-11-20 23:00', { featured: true }],
    ['Concert', '2026-11-21 20:00', '2026-11-21 23:00', all],
    ['Next month', '2026-12-05 20:00', '2026-12-06 02:00', all],
  ];
  for (const [title, start_date, end_date, more] of PROGRAMME)
    await made(app, 'events', { title, start_date, end_date, ...more });
  const weekly = { title: 'Weekly', start_date: '2026-11-24 18:00', end_date: '2026-11-24 19:00' };
  await made(app, 'events', { ...weekly, recurrence: { rule: 'FREQ=WEEKLY;COUNT=3' } });
});
afterAll(() => app.close());

/** The marks of a page, and the titles of what its first link to data leads to. */
async function marked(path: string, site = app) {
  const { status, text, headers } = await pageAt(site, path);
  const metas = elementsOf(text).filter(
    ({ name, attributes }) => name === 'meta' && attributes.name?.startsWith('tec-'),
  );
  const [address = ''] = linked(text, 'alternate').filter((link) => link.startsWith('application/json '));
  const { body } = await site.fetch(address.replace(`application/json ${SITE}`, ''));
  return {
    status,
    headers: ['version', 'root', 'origin'].map((name) => headers.get(`x-tec-api-${name}`)),
    metas: metas.map(({ attributes: { name, content } }) => [name, content]),
    lists: elementsOf(text).filter(({ attributes }) => attributes.class === 'tribe-events').length,
    address,
    titles: (body.events ?? [body]).map(({ title }: { title: string }) => title).sort(),
  };
}

const METAS = [
  ['tec-api-version', 'v1'],
  ['tec-api-origin', SITE],
];
const WEEKLY = ['Weekly', 'Weekly', 'Weekly'];

test.each<[path: string, titles: readonly string[]]>([
  ['/', ['Concert', 'Next month', 'Since October', 'Tonight', ...WEEKLY]],
  ['/events/', ['Concert', 'Next month', 'Since October', 'Tonight', ...WEEKLY]],
  ['/events/past/', ['Over']],
  ['/events/?tribe-bar-date=2026-12-01', ['Next month', 'Weekly', 'Weekly']],
  ['/events/month/2026-11/', ['Concert', 'Over', 'Since October', 'Tonight', 'Weekly']],
  ['/events/month/9999-12/', []],
  ['/events/month/0001-01/', []],
  ['/events/2026-12-06/', ['Next month']],
  ['/events/featured/', ['Tonight']],
  ['/events/?s=concert', ['Concert']],
  ['/events/category/jazz/', ['Concert', 'Next month']],
  ['/events/category/jazz/month/2026-11/', ['Concert', 'Over']],
  ['/tag/free/', ['Concert', 'Next month']],
  ['/venue/hall/', ['Concert', 'Next month']],
  ['/organizer/ann/past/', ['Over']],
  ['/series/weekly/', WEEKLY],
])('%s tells programs of its calendar and of just its events', async (path, titles) => {
  expect(await marked(path)).toMatchObject({
    status: 200,
    headers: ['v1', `${SITE}/wp-json/tribe/events/v1/`, SITE],
    metas: METAS,
    lists: 1,
    titles: [...titles].sort(),
  });
});

test('the page of an event names it alone, and is no list', async () => {
  const { titles, lists, metas } = await marked('/event/concert/');
  expect([titles, lists, metas]).toEqual([['Concert'], 0, METAS]);
});

test('the page in a language names the interface in it', async () => {
  const { headers, address } = await marked('/ko/events/');
  expect(headers[1]).toBe(`${SITE}/ko/wp-json/tribe/events/v1/`);
  expect(address).toBe(`application/json ${SITE}/ko/wp-json/tribe/events/v1/events?ends_after=now`);
});

test('HEAD has the marks, and pages of other sites may read them', async () => {
  const { headers } = await app.fetch('/events/', { method: 'HEAD' });
  expect(headers.get('x-tec-api-root')).toBe(`${SITE}/wp-json/tribe/events/v1/`);
  expect(headers.get('access-control-expose-headers')).toContain('X-TEC-API-ROOT');
});

test.each(['/graphql', '/docs', '/nothing/'])('%s is no page of the calendar', async (path) => {
  const { headers } = await app.fetch(path, { headers: { accept: 'text/html' } });
  expect(headers.get('x-tec-api-version')).toBeNull();
});

test('without the name of the plug-in, pages name the first namespace', async () => {
  const alone = await buildApp({ now: FRIDAY, env: { NAMESPACE_ALIASES: 'none' } });
  const { headers } = await marked('/events/', alone);
  expect(headers[1]).toBe(`${SITE}/wp-json/calendar/events/v1/`);
  expect((await alone.fetch('/wp-json/tribe/events/v1/events')).status).toBe(404);
  await alone.close();
});

test.each([
  ['/events/', ['Since October', 'Tonight', 'Concert', 'Weekly', 'Weekly', 'Next month', 'Weekly']],
  ['/events/month/2026-11/', ['Since October', 'Over', 'Tonight', 'Concert', 'Weekly']],
  ['/events/2026-12-06/', ['Next month']],
  ['/events/category/jazz/', ['Concert', 'Next month']],
  ['/tag/free/', ['Concert', 'Next month']],
  ['/venue/hall/', ['Concert', 'Next month']],
  ['/organizer/ann/past/', ['Over']],
])('%s tells search engines of its events as their own pages do', async (path, titles) => {
  const lists = (await dataOf(path)).filter(Array.isArray);
  expect(lists).toHaveLength(1);
  const [events] = lists as [{ name: string; url: string; description: string }[]];
  expect(events.map(({ name }) => name)).toEqual(titles);
  for (const { description: _, ...event } of events) {
    const [own] = (await dataOf(new URL(event.url).pathname)) as [{ eventSchedule?: object; description?: string }];
    const { eventSchedule: __, description: ___, ...told } = own;
    expect(event).toEqual(told);
  }
});

test('a list tells search engines the beginning of a long description, and nothing in a frame', async () => {
  const long = {
    title: 'Long',
    start_date: '2031-01-01 10:00',
    end_date: '2031-01-01 11:00',
    description: 'word '.repeat(999),
  };
  await made(app, 'events', long);
  const [[event]] = (await dataOf('/events/2031-01-01/')) as [[{ description: string }]];
  expect(event.description.length).toBeLessThanOrEqual(200);
  expect(await dataOf('/events/2031-01-01/?embed=1')).toEqual([]);
});

test('the page of a divided series tells programs of the events of all its parts', async () => {
  const divided = { title: 'Parts', start_date: '2027-01-05 18:00', end_date: '2027-01-05 19:00' };
  const { series } = await made(app, 'events', { ...divided, recurrence: { rule: 'FREQ=WEEKLY;COUNT=4' } });
  const listed = await app.rest('GET', `/events?series=${series.id}&start_date=2027-01-01&end_date=2027-12-31`);
  const later = { start_date: '2027-01-19 20:00', end_date: '2027-01-19 21:00', scope: 'following' };
  await app.rest('PATCH', `/events/${listed.body.events[2].id}`, { as: 'editor', json: later });
  const { titles } = await marked('/series/parts/');
  expect(titles).toEqual(['Parts', 'Parts', 'Parts', 'Parts']);
});

/** What a page says in JSON-LD. */
async function dataOf(path: string): Promise<unknown[]> {
  const { text } = await pageAt(app, path);
  const scripts = elementsOf(text).filter(({ attributes }) => attributes.type === 'application/ld+json');
  return scripts.map((script) => JSON.parse(script.text));
}
