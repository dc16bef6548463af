import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';
import { made } from '../../support/making.ts';
import { sampled } from '../../support/sample.ts';
import { type Form, TYPES, titlesIn } from './support.ts';

const REST = '/wp-json/calendar/events/v1';
const SITE = 'http://127.0.0.1:4000';

let app: TestApp;
/** Ids by what stands for them in the tables. */
const ids: Record<string, number> = {};

/** The moment is 20 November 2026, 11:30. */
beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
  const music = await made(app, 'categories', { name: 'Music' });
  const jazz = await made(app, 'categories', { name: 'Jazz', parent: music.id });
  const tag = await made(app, 'tags', { name: 'Free' });
  const venue = await made(app, 'venues', { venue: 'Hall' });
  const organizer = await made(app, 'organizers', { organizer: 'Ann' });
  const linked = { venue: venue.id, organizer: organizer.id, categories: [jazz.id], tags: [tag.id] };
  const event = (title: string, start_date: string, end_date: string, more: object = linked) =>
    made(app, 'events', { title, start_date, end_date, ...more });
  const events = {
    ancient: await event('Ancient', '2026-10-01 10:00', '2026-10-01 12:00'),
    old: await event('Old', '2026-11-02 10:00', '2026-11-02 12:00'),
    long: await event('Long', '2026-03-01', '2026-12-31', { ...linked, all_day: true }),
    today: await event('Today', '2026-11-20 10:00', '2026-11-20 12:00'),
    next: await event('Next', '2026-12-05 10:00', '2026-12-05 12:00', { ...linked, featured: true }),
    alone: await event('Alone', '2031-01-01 10:00', '2031-01-01 12:00', {}),
  };
  Object.assign(ids, { jazz: jazz.id, tag: tag.id, venue: venue.id, organizer: organizer.id });
  for (const [name, { id }] of Object.entries(events)) ids[name] = id;
  await app.fetch(`/ko${REST}/events/${ids.next}`, { method: 'PATCH', as: 'administrator', json: { title: '다음' } });
});
afterAll(() => app.close());

const filled = (path: string): string => path.replace(/<(\w+)>/g, (_, name: string) => String(ids[name]));

const NOW = ['Long', 'Old', 'Today', 'Next', 'Alone'];
const LINKED = ['Long', 'Old', 'Today', 'Next'];
/** RSS and JSON Feed begin with what is on. */
const [NEWS, LINKED_NEWS] = [NOW, LINKED].map((titles) => titles.filter((title) => title !== 'Old')) as [
  string[],
  string[],
];

/** What each address answers: its form, and the titles of its events in order. */
const TABLE: readonly (readonly [path: string, form: Form, titles: readonly string[]])[] = [
  // Behind the addresses of REST.
  [`${REST}/events.ics`, 'ics', NOW],
  [`${REST}/events.rss`, 'rss', NEWS],
  [`${REST}/events.feed.json`, 'feed.json', NEWS],
  [`${REST}/Events.ICS/`, 'ics', NOW],
  [`${REST}/events.ics?page=7&per_page=1`, 'ics', NOW],
  [`${REST}/events.ics?page=none`, 'ics', NOW],
  [`${REST}/events.ics?start_date=2026-01-01`, 'ics', ['Long', 'Ancient', 'Old', 'Today', 'Next', 'Alone']],
  [`${REST}/events.ics?start_date=2026-11-20`, 'ics', ['Today', 'Next', 'Alone']],
  [`${REST}/events.ics?end_date=2026-11-30`, 'ics', ['Long', 'Old', 'Today']],
  [`${REST}/events.ics?starts_after=2026-11-20`, 'ics', ['Next', 'Alone']],
  [`${REST}/events.ics?ends_before=2026-11-15&starts_after=2026-01-01`, 'ics', ['Ancient', 'Old']],
  [`${REST}/events.rss?categories=music`, 'rss', LINKED_NEWS],
  [`${REST}/events.ics?featured=true`, 'ics', ['Next']],
  [`${REST}/events.ics?search=old`, 'ics', ['Old']],
  [`${REST}/events.ics?include=<ancient>,<alone>`, 'ics', ['Ancient', 'Alone']],
  [`/ko${REST}/events.ics?featured=true`, 'ics', ['다음']],
  [`${REST}/events.rss?featured=true&multilang_language=ko`, 'rss', ['다음']],
  ['/?rest_route=/calendar/events/v1/events.ics&featured=true', 'ics', ['Next']],
  [`${REST}/events/<ancient>.ics`, 'ics', ['Ancient']],
  [`${REST}/events/<next>.rss`, 'rss', ['Next']],
  [`${REST}/events/by-slug/next.feed.json`, 'feed.json', ['Next']],
  [`${REST}/venues/<venue>.ics`, 'ics', LINKED],
  [`${REST}/venues/by-slug/hall.rss?start_date=2026-12-01`, 'rss', ['Next']],
  [`${REST}/venues/<venue>.ics?venue=<venue>`, 'ics', LINKED],
  [`${REST}/organizers/<organizer>.feed.json`, 'feed.json', LINKED_NEWS],
  [`${REST}/categories/<jazz>.ics`, 'ics', LINKED],
  [`${REST}/categories/<jazz>.ics?categories=music`, 'ics', LINKED],
  [`${REST}/tags/<tag>.ics?include=<ancient>`, 'ics', ['Ancient']],
  // The plug-in's own: records.
  ['/event/ancient/?ical=1', 'ics', ['Ancient']],
  ['/event/ancient?outlook-ical', 'ics', ['Ancient']],
  ['/event/ancient/ical/', 'ics', ['Ancient']],
  ['/ko/event/다음/?ical=1', 'ics', ['다음']],
  ['/?post_type=tribe_events&p=<next>&ical=1', 'ics', ['Next']],
  ['/venue/hall/?ical=1', 'ics', LINKED],
  ['/venue/hall/ical', 'ics', LINKED],
  ['/organizer/ann/?outlook-ical=1', 'ics', LINKED],
  ['/events/category/music/jazz/?ical=1', 'ics', LINKED],
  ['/events/category/music/ical/', 'ics', LINKED],
  ['/events/category/music/feed/', 'rss', LINKED_NEWS],
  ['/events/tag/free/ical/', 'ics', LINKED],
  ['/tag/free/?ical=1', 'ics', LINKED],
  ['/tag/free/feed/rss2/', 'rss', LINKED_NEWS],
  // Lists.
  ['/?ical=1', 'ics', NOW],
  ['/events/?ical=1', 'ics', NOW],
  ['/events/ical/', 'ics', NOW],
  ['/es/events/list/?ical=1', 'ics', NOW],
  ['/events/list/page/2/?ical=1', 'ics', NOW],
  ['/events/feed/', 'rss', NEWS],
  ['/events/feed/rss', 'rss', NEWS],
  ['/events/feed/rss2/', 'rss', NEWS],
  ['/events/feed/atom/', 'rss', NEWS],
  ['/events/feed/rdf/', 'rss', NEWS],
  ['/events/?feed=rss2', 'rss', NEWS],
  ['/events/featured/?ical=1', 'ics', ['Next']],
  ['/events/past/?ical=1', 'ics', ['Old', 'Ancient']],
  ['/events/today/?ical=1', 'ics', ['Long', 'Today']],
  ['/events/2026-11-02/ical/', 'ics', ['Long', 'Old']],
  ['/events/2026-11-02/?ical=1', 'ics', ['Long', 'Old']],
  ['/events/month/?ical=1', 'ics', ['Long', 'Old', 'Today']],
  ['/events/month/2026-12/?ical=1', 'ics', ['Long', 'Next']],
  ['/events/2026-10/?ical=1', 'ics', ['Long', 'Ancient']],
  ['/events/category/music/2026-11-02/ical/', 'ics', ['Long', 'Old']],
  ['/tag/free/month/2026-12/?ical=1', 'ics', ['Long', 'Next']],
  // By the type of posts.
  ['/?post_type=tribe_events&ical=1', 'ics', NOW],
  ['/ko/?post_type=tribe_events&ical=1&featured=1', 'ics', ['다음']],
  ['/?post_type=tribe_events&ical=1&eventDisplay=list&tribe_events_cat=jazz', 'ics', LINKED],
  ['/?post_type=tribe_events&ical=1&tribe_events_cat=nothing', 'ics', []],
  ['/?post_type=tribe_events&ical=1&event_ids=<ancient>,<alone>', 'ics', ['Ancient', 'Alone']],
  ['/?post_type=tribe_events&ical=1&eventDisplay=day&eventDate=2026-11-02', 'ics', ['Long', 'Old']],
  ['/?post_type=tribe_events&ical=1&eventDisplay=month&eventDate=2026-12', 'ics', ['Long', 'Next']],
  ['/?post_type=tribe_events&ical=1&eventDisplay=past', 'ics', ['Old', 'Ancient']],
  ['/?post_type=tribe_events&feed=rss2', 'rss', NEWS],
  // A day that has passed is that on which somebody subscribed.
  ['/events/list/?ical=1&tribe-bar-date=2026-11-19', 'ics', NOW],
  ['/events/list/?ical=1&tribe-bar-date=2026-11-20', 'ics', NOW],
  ['/events/list/?ical=1&tribe-bar-date=2026-12-01', 'ics', ['Long', 'Next', 'Alone']],
  ['/events/list/?ical=1&tribe-bar-search=old', 'ics', ['Old']],
];

sampled(20).each(TABLE)('%s answers %s', async (path, form, titles) => {
  const answer = await app.fetch(filled(path));
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, TYPES[form]]);
  expect(titlesIn(answer)).toEqual(titles);
  expect(answer.headers.get('content-language')).toBe(/ko/.test(path) ? 'ko' : path.startsWith('/es') ? 'es' : 'en');
});

test.each([
  ['/venues/<venue>', '/venue/hall/'],
  ['/events/<next>', '/event/next/'],
  ['/categories/<jazz>', '/events/category/music/jazz/'],
  ['/events', '/'],
])('a feed of %s leads to the page %s', async (path, page) => {
  const textOf = async (form: string) => (await app.fetch(filled(`${REST}${path}.${form}`))).text;
  expect(JSON.parse(await textOf('feed.json')).home_page_url).toBe(SITE + page);
  expect(await textOf('rss')).toContain(`<link>${SITE}${page}</link>`);
});

describe('what is no feed', () => {
  test.each([
    '/feed/',
    '/?feed=comments-rss2',
    '/events/feed/json/',
    '/events/nothing/ical/',
    '/event/next/feed/',
    '/event/next/?feed=rss2',
    '/venue/hall/feed/',
    '/event/nothing/?ical=1',
    '/event/nothing/ical/',
    '/events/category/nothing/?ical=1',
    '/events/category/nothing/feed/',
    '/tag/nothing/ical/',
    '/events/feed/?paged=2',
    '/events/month/2026-12/feed/?paged=2',
    `${REST}/events.rss?paged=2`,
    `${REST}/events.feed.json?paged=9999999999`,
    '/?post_type=tribe_events&ical=1&event_ids=nothing',
    '/events/2026-02-30/ical/',
    '/events/2026-13/?ical=1',
    `${REST}/events.atom`,
    `${REST}/venues.ics`,
    `${REST}/categories/<jazz>.xml`,
    `${REST}/events/9999.ics`,
    '/feeds/Nothing.ics',
  ])('%s is 404, for browsers too', async (path) => {
    const answers = [
      await app.fetch(filled(path)),
      await app.fetch(filled(path), { headers: { Accept: 'text/html' } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  });

  test.each([
    ['/events.ics?start_date=never', 'start_date'],
    ['/events.rss?categories=nothing', 'categories'],
    ['/events.feed.json?venue=9999', 'venue'],
    ['/events.ics?geoloc_lat=1', 'geoloc_lat'],
    ['/events.ics?status=draft', 'status'],
    ['/events.ics?multilang_language=xx', 'multilang_language'],
    ['/tags/<tag>.ics?tags=nothing', 'tags'],
    ['/venues/9999.ics', 'id'],
    ['/organizers/by-slug/nobody.rss', 'slug'],
  ])('%s is refused as REST refuses it, naming %s', async (path, name) => {
    const { status, body } = await app.rest('GET', filled(path));
    expect([status, Object.keys(body.data.params)]).toEqual([400, [name]]);
  });

  test.each(['POST', 'PUT', 'DELETE'])('%s has none', async (method) => {
    const statuses = await Promise.all(
      [`${REST}/events.ics`, '/events/ical/', '/event/next/?ical=1'].map(
        async (path) => (await app.fetch(path, { method, as: 'administrator' })).status,
      ),
    );
    expect(statuses).toEqual([404, 404, 404]);
  });
});

describe('a feed elsewhere', () => {
  test.each([
    ['/events/category/jazz/?ical=1', '/events/category/music/jazz/?ical=1'],
    ['/events/category/other/jazz/feed/', '/events/category/music/jazz/feed/'],
    ['/ko/event/next/?ical=1', '/ko/event/%eb%8b%a4%ec%9d%8c/?ical=1'],
  ])('%s leads to it: %s', async (path, location) => {
    const { status, headers } = await app.fetch(path);
    expect([status, headers.get('location')]).toEqual([301, SITE + location]);
  });
});

test('HEAD has the headers of a feed, and nothing else', async () => {
  for (const path of [`${REST}/events.ics`, '/events/ical/']) {
    const [head, get] = [await app.fetch(path, { method: 'HEAD' }), await app.fetch(path)];
    expect([head.status, head.text, [...head.headers]]).toEqual([200, '', [...get.headers]]);
  }
});

test('EVENTS_SLUG and EVENT_SLUG name the addresses of feeds as well', async () => {
  const fetch = app.secondServer({ EVENTS_SLUG: 'agenda', EVENT_SLUG: 'acto' });
  expect(titlesIn(await fetch('/agenda/ical/'))).toEqual(NOW);
  expect(titlesIn(await fetch('/acto/next/?ical=1'))).toEqual(['Next']);
  expect(titlesIn(await fetch('/agenda/category/music/jazz/feed/'))).toEqual(LINKED_NEWS);
  expect((await fetch('/events/ical/')).status).toBe(404);
  expect((await fetch('/agenda/ical/')).text).toContain(`URL:${SITE}/acto/next/`);
});

test('OPTIONS says what a feed takes', async () => {
  const { status, body, headers } = await app.rest('OPTIONS', '/events.ics');
  expect([status, body.methods, headers.get('allow')]).toEqual([200, ['GET'], 'GET']);
  expect(Object.keys(body.endpoints[0].args)).toEqual(expect.arrayContaining(['form', 'start_date', 'categories']));
  expect(Object.keys(body.endpoints[0].args)).not.toContain('per_page');
});

test('RSS says when its last event changed, and an empty feed says nothing of that', async () => {
  const builtAt = async (path: string) => (await app.fetch(path)).text.match(/<lastBuildDate>.*?<\/lastBuildDate>/g);
  expect(await builtAt('/events/feed/')).toEqual(['<lastBuildDate>Fri, 20 Nov 2026 11:30:00 GMT</lastBuildDate>']);
  await made(app, 'categories', { name: 'Quiet' });
  expect(await builtAt('/events/category/quiet/feed/')).toBeNull();
});
