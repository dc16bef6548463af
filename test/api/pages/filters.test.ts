import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';
import { made } from '../../support/making.ts';
import { sampled } from '../../support/sample.ts';
import { titlesIn } from '../feeds/support.ts';
import { elementsOf, languagesOf, linked, pageAt, textOf } from './support.ts';

const SITE = 'http://127.0.0.1:4000';
let app: TestApp;
const ids: Record<string, number> = {};

/** The moment is 20 November 2026, 11:30. */
beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
  const music = await made(app, 'categories', { name: 'Music' });
  const jazz = await made(app, 'categories', { name: 'Jazz', parent: music.id });
  const [red, blue] = [
    await made(app, 'tags', { name: 'Red', slug: 'crimson' }),
    await made(app, 'tags', { name: 'Blue' }),
  ];
  const hall = await made(app, 'venues', { venue: 'Hall', city: 'Busan' });
  await app.rest('PATCH', `/tags/${red.id}`, { as: 'administrator', json: { slug: 'red' } });
  const town = await made(app, 'venues', { venue: 'Town', city: 'Sevilla' });
  const hidden = await made(app, 'venues', { venue: 'Hidden', status: 'draft' });
  const [ann, bob] = [
    await made(app, 'organizers', { organizer: 'Ann' }),
    await made(app, 'organizers', { organizer: 'Bob' }),
  ];
  Object.assign(ids, {
    music: music.id,
    jazz: jazz.id,
    blue: blue.id,
    ann: ann.id,
    red: red.id,
    hall: hall.id,
    hidden: hidden.id,
    bob: bob.id,
  });
  const event = (title: string, start_date: string, end_date: string, more: object = {}) =>
    made(app, 'events', { title: `${title} concert`, start_date, end_date, ...more });
  await event('Over', '2026-11-02 10:00', '2026-11-02 12:00', {
    categories: [jazz.id],
    tags: [red.id],
    venue: hall.id,
  });
  await event('Now', '2026-11-20 10:00', '2026-11-20 14:00', { categories: [music.id], venue: [hall.id, hidden.id] });
  await event('Red', '2026-12-05 10:00', '2026-12-06 12:00', { tags: [red.id], venue: town.id, organizer: bob.id });
  await event('Blue', '2026-12-06 10:00', '2026-12-06 12:00', {
    ...{ categories: [jazz.id], tags: [blue.id], venue: hall.id, organizer: [ann.id, bob.id] },
  });
  await event('Plain', '2026-12-07 10:00', '2026-12-07 12:00');
});
afterAll(() => app.close());

const filled = (path: string): string => path.replace(/<(\w+)>/g, (_, name: string) => String(ids[name]));

const withQuery = (path: string, query: string): string => `${path}${path.includes('?') ? '&' : '?'}${query}`;

/** What a view shows of all events. */
const VIEWS: Readonly<Record<string, string>> = {
  '/events/': 'Now Red Blue Plain',
  '/events/?s=concert': 'Now Red Blue Plain',
  '/events/?hide_subsequent_recurrences=1': 'Now Red Blue Plain',
  '/events/past/': 'Over',
  '/events/list/?tribe_event_display=past': 'Over',
  '/events/month/2026-12/': 'Red Blue Plain',
  '/events/2026-12-06/': 'Red Blue',
  '/ko/events/': 'Now Red Blue Plain',
};

/** What a feed holds of all events. */
const FEEDS: Readonly<Record<string, string>> = {
  '/events/?ical=1': 'Over Now Red Blue Plain',
  '/events/?tribe-bar-search=concert&ical=1': 'Over Now Red Blue Plain',
  '/events/past/?ical=1': 'Over',
  '/events/month/2026-12/ical/': 'Red Blue Plain',
  '/?post_type=tribe_events&ical=1': 'Over Now Red Blue Plain',
  '/events/feed/': 'Now Red Blue Plain',
  '/events/past/feed/': 'Over',
  '/events/2026-12-06/feed/': 'Red Blue',
  '/es/events/?feed=rss2': 'Now Red Blue Plain',
};

/** Addresses, and which of all events they let through. */
const FILTERS: readonly (readonly [filter: string, titles: string, heading: string])[] = [
  ['tribe_events_cat=music', 'Over Now Blue', 'Music'],
  ['tribe_events_cat=<jazz>', 'Over Blue', 'Jazz'],
  ['tribe_events_cat=jazz,nothing', 'Over Blue', 'Jazz'],
  ['tag=red', 'Over Red', 'Red'],
  ['tag[]=<red>&tag[]=blue', 'Over Red Blue', 'Red, Blue'],
  ['venue=hall', 'Over Now Blue', 'Hall'],
  ['venue=<hall>', 'Over Now Blue', 'Hall'],
  ['tag=crimson', 'Over Red', 'Red'],
  ['organizer=bob', 'Red Blue', 'Bob'],
  ['organizer=<bob>,ann', 'Red Blue', 'Bob, Ann'],
  ['city=Busan', 'Over Now Blue', 'Busan'],
  ['tag=red&venue=town', 'Red', 'Red · Town'],
  ['tribe_events_cat=music&organizer=ann&city=busan', 'Blue', 'Music · Ann · busan'],
  ['tag=', 'Over Now Red Blue Plain', 'What’s on'],
  ['tag=nothing', '', 'nothing'],
  ['venue=99999', '', '99999'],
  ['venue=<hidden>', '', '<hidden>'],
  ['venue=hidden', '', 'hidden'],
  ['city=Nowhere', '', 'Nowhere'],
];

/** The events that a page shows, as a set. */
const shownBy = (page: string): string[] => {
  const names = elementsOf(page).filter(({ name, path }) => name === 'a' && / h[234]$|table\.month .* li\b/.test(path));
  return [...new Set(names.map(({ text }) => /(\w+) concert/.exec(text)![1]!))].sort();
};

const among = (titles: string, all: string): string[] =>
  all
    .split(' ')
    .filter((title) => titles.split(' ').includes(title))
    .sort();

sampled(3).each(FILTERS)('?%s shows %j in every view, and so do its feeds', async (filter, titles, heading) => {
  const query = filled(filter);
  for (const [path, all] of Object.entries(VIEWS)) {
    const { status, text } = await pageAt(app, withQuery(path, query));
    const shown = among(titles, all);
    expect([path, status, shownBy(text)]).toEqual([path, 200, shown]);
    const robots = elementsOf(text).filter(({ attributes }) => attributes.name === 'robots');
    expect([path, robots.length]).toEqual([path, Number(shown.length === 0 || /s=|hide_/.test(path))]);
  }
  for (const [path, all] of Object.entries(FEEDS)) {
    const answer = await app.fetch(withQuery(path, query));
    expect([path, answer.status]).toEqual([path, 200]);
    expect([
      path,
      titlesIn(answer)
        .map((title) => title.replace(' concert', ''))
        .sort(),
    ]).toEqual([path, among(titles, all)]);
  }
  expect(textOf((await pageAt(app, `/events/?${query}`)).text, 'h1')).toBe(filled(heading));
});

test('filters narrow the events of a record, and never widen them', async () => {
  const shown = async (path: string) => shownBy((await pageAt(app, path)).text).join(' ');
  expect(await shown('/events/category/music/?organizer=ann')).toBe('Blue');
  expect(await shown('/venue/hall/?venue=town')).toBe('');
  expect(await shown('/organizer/bob/month/2026-12/?tag=red')).toBe('Red');
  expect(titlesIn(await app.fetch('/venue/hall/?venue=town&ical=1'))).toEqual([]);
  expect(titlesIn(await app.fetch('/tag/red/feed/?city=Sevilla'))).toEqual(['Red concert']);
});

describe('at the root of the site', () => {
  test.each([
    ['/?tribe_events_cat=jazz', '/events/category/music/jazz/'],
    ['/?tribe_events_cat=jazz&tag=red&eventDisplay=past', '/events/category/music/jazz/?tag=red&eventDisplay=past'],
    ['/?post_type=tribe_venue&tribe_venue=hall', '/venue/hall/'],
  ])('%s leads to one record', async (path, location) => {
    expect(await pageAt(app, path)).toMatchObject({ status: 301, location: SITE + location });
  });

  test.each([
    ['/?tag=red', 'Red'],
    ['/?tribe_events_cat=<jazz>', 'Blue'],
    ['/?tribe_events_cat=jazz,music', 'Blue Now'],
    ['/?paged=2&posts_per_page=3', 'Plain'],
  ])('%s shows %s', async (path, titles) => {
    const { status, text } = await pageAt(app, filled(path));
    expect([status, shownBy(text).join(' ')]).toEqual([200, titles]);
  });
});

describe('the choice of a place', () => {
  const placesAt = async (path: string): Promise<string[]> =>
    elementsOf((await pageAt(app, withQuery(path, 'places=1'))).text)
      .filter(({ name, path }) => name === 'a' && path.includes('div.places'))
      .map(
        ({ text, attributes }) =>
          `${text}${attributes['aria-current'] ? ' ×' : ''} ${new URL(attributes.href!, SITE + path).href.replace(SITE, '')}`,
      );

  test.each([
    ['/events/', '/events/?city=Busan /events/?city=Sevilla /events/?venue=hall /events/?venue=town'],
    ['/ko/events/', '/ko/events/?city=Busan /ko/events/?city=Sevilla /ko/events/?venue=hall /ko/events/?venue=town'],
    ['/es/events/', '/es/events/?city=Busan /es/events/?city=Sevilla /es/events/?venue=hall /es/events/?venue=town'],
  ])('at %s has the cities and venues with events to come', async (path, ways) => {
    const [busan, sevilla, hall, town] = ways.split(' ');
    expect(await placesAt(path)).toEqual([`Busan ${busan}`, `Sevilla ${sevilla}`, `Hall ${hall}`, `Town ${town}`]);
  });

  test.each([
    ['/events/', 'By place', '/events/?places=1'],
    ['/ko/events/month/2026-12/?tag=red', '장소별', '/ko/events/month/2026-12/?tag=red&places=1'],
    ['/es/events/past/?places=1', 'Por lugar', '/es/events/past/'],
  ])('at %s is behind "%s"', async (path, text, way) => {
    const link = elementsOf((await pageAt(app, path)).text).find((each) => each.name === 'a' && each.text === text);
    expect(new URL(link!.attributes.href!, SITE + path).href).toBe(SITE + way);
  });

  test('keeps what else narrows the view, and takes one place instead of another', async () => {
    expect(await placesAt('/events/month/2026-12/?free=1&tag=red&city=busan')).toEqual([
      'Busan × /events/month/2026-12/?tag=red&free=1',
      'Sevilla /events/month/2026-12/?tag=red&city=Sevilla&free=1',
      'Hall /events/month/2026-12/?tag=red&venue=hall&free=1',
      'Town /events/month/2026-12/?tag=red&venue=town&free=1',
    ]);
  });

  test.each([
    ['/event/red-concert/', 'All events here', '/events/?venue=town'],
    ['/ko/venue/hall/', '이곳의 모든 행사', '/ko/events/?venue=hall'],
    ['/es/event/red-concert/', 'Todos los eventos aquí', '/es/events/?venue=town'],
  ])('is made at %s by "%s"', async (path, text, way) => {
    const link = elementsOf((await pageAt(app, path)).text).find((each) => each.name === 'a' && each.text === text);
    expect(new URL(link!.attributes.href!, SITE + path).href).toBe(SITE + way);
  });
});

describe('every link of a page keeps what narrows it', () => {
  const FILTER = 'tribe_events_cat=music&tag=blue&venue=hall&organizer=ann&city=Busan';

  test.each([['/events/'], ['/events/past/'], ['/events/month/2026-12/'], ['/events/2026-12-06/']])(
    'at %s',
    async (path) => {
      const { text } = await pageAt(app, withQuery(path, `${FILTER}&posts_per_page=1`));
      const own = elementsOf(text).filter(
        ({ name, path, text, attributes: { href } }) =>
          name === 'a' &&
          /ul\.(?:tabs|pages|topics)|nav\.turn|header\.top nav|td/.test(path) &&
          text !== 'All events' &&
          !path.includes('div.places') &&
          href,
      );
      const lost = own.filter(
        ({ attributes }) =>
          !FILTER.split('&').every((each) => attributes.href!.includes(each) || /\/event\/|^#/.test(attributes.href!)),
      );
      expect(own.length).toBeGreaterThan(8);
      expect(lost.map(({ attributes }) => attributes.href)).toEqual([]);
      const hidden = elementsOf(text).filter(({ attributes }) => attributes.type === 'hidden');
      expect(hidden.map(({ attributes: { name, value } }) => `${name}=${value}`).join('&')).toBe(
        `${FILTER}&posts_per_page=1`,
      );
    },
  );

  test('also those for programs and search engines', async () => {
    const path = '/ko/events/month/2026-12/';
    const { text } = await pageAt(app, `${path}?${FILTER}`);
    expect(linked(text, 'canonical')).toEqual([`${SITE}${path}?${FILTER}`]);
    expect(languagesOf(text)).toEqual(
      [' ', ' /ko', ' /es', ' '].map(
        (way, at) => `${['en', 'ko', 'es', 'x-default'][at]} ${SITE}${way.trim()}/events/month/2026-12/?${FILTER}`,
      ),
    );
    const [json, ical, rss, ...more] = linked(text, 'alternate').filter((link) => /^\w+\//.test(link));
    const named = `categories=${ids.music}&tags=${ids.blue}&venue=${ids.hall}&organizer=${ids.ann}`;
    const dates = 'ends_after=2026-11-30&starts_before=2026-12-31';
    expect([json, ical, rss, ...more]).toEqual([
      `application/json ${SITE}/ko/wp-json/tribe/events/v1/events?${named}&${dates}`,
      `text/calendar ${SITE}/ko/events/?${FILTER}&ical=1`,
      `application/rss+xml ${SITE}/ko/events/?${FILTER}&feed=rss2`,
    ]);
    const meta = elementsOf(text).find(({ attributes }) => attributes.property === 'og:url');
    expect(meta?.attributes.content).toBe(`${SITE}${path}?${FILTER}`);
  });
});

/** The events of the first, second and third page, or the status of a page that is not there. */
const pagesOf = (path: string, read: (answer: Awaited<ReturnType<typeof pageAt>>) => readonly string[]) =>
  Promise.all(
    [1, 2, 3].map(async (page) => {
      const answer = await pageAt(app, withQuery(path, `paged=${page}`));
      return answer.status === 200 ? read(answer).join(' ').replaceAll(' concert', '') : String(answer.status);
    }),
  );

sampled(4).each([
  ['/events/?posts_per_page=2', ['Now Red', 'Blue Plain', '404']],
  ['/events/?posts_per_page=2&s=concert', ['Now Red', 'Blue Plain', '404']],
  ['/events/?posts_per_page=3&organizer=bob', ['Blue Red', '404', '404']],
  ['/events/2026-12-06/?posts_per_page=1', ['Red', 'Blue', '404']],
  ['/events/past/?posts_per_page=1', ['Over', '404', '404']],
  ['/events/?posts_per_page=none', ['Blue Now Plain Red', '404', '404']],
  ['/events/?posts_per_page=0', ['Blue Now Plain Red', '404', '404']],
  ['/events/?posts_per_page=99999999999', ['Blue Now Plain Red', '404', '404']],
  ['/events/month/2026-12/', ['Blue Plain Red', '404', '404']],
])('%s has the pages %j', async (path, pages) => {
  const sorted = pages.map((page) => page.split(' ').sort().join(' '));
  expect(await pagesOf(path, ({ text }) => shownBy(text))).toEqual(sorted);
});

sampled(3).each([
  ['/events/feed/?posts_per_page=3', ['Now Red Blue', 'Plain', '404']],
  ['/events/feed/', ['Now Red Blue Plain', '404', '404']],
  ['/events/?feed=rss2&posts_per_page=1&tag=red,blue', ['Red', 'Blue', '404']],
  ['/wp-json/calendar/events/v1/events.feed.json?posts_per_page=2', ['Now Red', 'Blue Plain', '404']],
  ['/wp-json/tribe/events/v1/tags/<red>.rss?posts_per_page=1', ['Red', '404', '404']],
  // A calendar program replaces what it has by what it gets, so each page has all.
  ['/events/?ical=1&posts_per_page=1&tag=red', ['Over Red', 'Over Red', 'Over Red']],
])('the feed %s has the pages %j', async (path, pages) => {
  expect(await pagesOf(filled(path), titlesIn)).toEqual(pages);
});

test('feeds for news readers name their next page, and the last one names none', async () => {
  const REST = `${SITE}/wp-json/calendar/events/v1/events.feed.json?posts_per_page=2`;
  expect((await app.fetch(REST.replace(SITE, ''))).body.next_url).toBe(`${REST}&paged=2`);
  expect((await app.fetch(`${REST}&paged=2`.replace(SITE, ''))).body.next_url).toBeUndefined();
  const next = async (path: string) => /<atom:link href="([^"]+)" rel="next"/.exec((await app.fetch(path)).text)?.[1];
  expect(await next('/events/feed/?posts_per_page=3')).toBe(`${SITE}/events/feed/?posts_per_page=3&amp;paged=2`);
  expect(await next('/events/page/2/feed/?posts_per_page=1')).toBe(
    `${SITE}/events/page/2/feed/?posts_per_page=1&amp;paged=3`,
  );
  expect(await next('/events/page/2/feed/?posts_per_page=1&paged=4')).toBeUndefined();
});

test.each(['none', '0', '-1', '1.5', ''])('a page that is called "%s" is the first', async (page) => {
  expect(shownBy((await pageAt(app, `/events/?paged=${page}`)).text)).toEqual(['Blue', 'Now', 'Plain', 'Red']);
});

sampled(4).each([
  ['2026-12-06', 'From Sunday, December 6, 2026'],
  ['2026-12', 'From Tuesday, December 1, 2026'],
  ['20261206', 'From Sunday, December 6, 2026'],
  ['12/06/2026', 'From Sunday, December 6, 2026'],
  ['06.12.2026', 'From Sunday, December 6, 2026'],
  ['2026-12-06 20:00', 'From Sunday, December 6, 2026'],
  ['1796515200', 'From Sunday, December 6, 2026'],
  ['tomorrow', 'From Saturday, November 21, 2026'],
  ['next friday', 'From Friday, November 27, 2026'],
  ['2026-11-31', 'From Tuesday, December 1, 2026'],
  ['24/12/2026', 'From Thursday, December 24, 2026'],
  ['nonsense', 'What’s on'],
  ['0000-00-00', 'What’s on'],
])('tribe-bar-date=%s is called %j', async (date, heading) => {
  const { status, text } = await pageAt(app, `/events/?tribe-bar-date=${encodeURIComponent(date)}`);
  expect([status, textOf(text, 'h1')]).toEqual([200, heading]);
});

test('a page in words and its feed mean another day after midnight, also from the cache', async () => {
  const read = async () =>
    Promise.all([
      pageAt(app, '/events/?tribe-bar-date=tomorrow').then(({ text }) => textOf(text, 'h1')),
      app.fetch('/events/feed/?tribe-bar-date=2026-12-06').then((answer) => titlesIn(answer).join(' ')),
    ]);
  for (const _ of [1, 2])
    expect(await read()).toEqual(['From Saturday, November 21, 2026', 'Red concert Blue concert Plain concert']);
  app.clock.now = Date.parse('2026-12-07T08:00:00Z');
  expect(await read()).toEqual(['From Tuesday, December 8, 2026', 'Plain concert']);
  app.clock.now = Date.parse(FRIDAY);
});

test('a record that is made, renamed or hidden changes the views that name it, also from the cache', async () => {
  const shown = async (filter: string) => shownBy((await pageAt(app, `/events/?${filter}`)).text).join(' ');
  for (const _ of [1, 2]) expect([await shown('tag=green'), await shown('venue=town')]).toEqual(['', 'Red']);
  const { id } = await made(app, 'tags', { name: 'Green' });
  const title = 'Green concert';
  await made(app, 'events', { title, start_date: '2026-12-08 10:00', end_date: '2026-12-08 12:00', tags: [id] });
  expect(await shown('tag=green')).toBe('Green');
  await app.rest('PATCH', `/tags/${id}`, { as: 'administrator', json: { slug: 'verdant' } });
  expect([await shown('tag=green'), await shown('tag=verdant')]).toEqual(['Green', 'Green']);
  await app.rest('DELETE', `/tags/${id}`, { as: 'administrator' });
  expect(await shown('tag=green')).toBe('');
});
