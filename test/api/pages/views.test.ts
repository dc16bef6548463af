import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toWall } from '../../../src/domain/time.ts';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';
import { made, putCopies, upTo } from '../../support/making.ts';
import { sampled } from '../../support/sample.ts';
import { elementsOf, languagesOf, linked, pageAt, textOf } from './support.ts';

const SITE = 'http://127.0.0.1:4000';
const HOUR = 3_600_000;
let app: TestApp;

/** Title, start and end of each event, on the clock of Madrid unless it says another. */
const PROGRAMME: readonly (readonly [title: string, start: string, end: string, more?: object])[] = [
  ['Long ago', '2019-05-01 10:00', '2019-05-01 12:00'],
  ['Last week', '2026-11-13 18:00', '2026-11-13 20:00', { featured: true }],
  ['Running', '2026-11-18 10:00', '2026-11-25 10:00', { cost: '0' }],
  ['Tonight', '2026-11-20 20:00', '2026-11-21 00:00', { categories: ['Jazz'], featured: true }],
  ['Tomorrow', '2026-11-21 09:00', '2026-11-21 10:00', { all_day: true }],
  ['Elsewhere', '2026-12-02 02:00', '2026-12-02 04:00', { timezone: 'Asia/Seoul' }],
  ['Spring forward', '2027-03-28 00:30', '2027-03-28 04:00'],
  ['Before midnight', '2027-03-28 23:30', '2027-03-28 23:59'],
  ['Fall back', '2027-10-31 01:30', '2027-10-31 02:30'],
  ['Leap day', '2028-02-29 10:00', '2028-02-29 12:00'],
  ['First day', '0001-01-01 10:00', '0001-01-01 12:00'],
  ['Last day', '9999-12-31 10:00', '9999-12-31 12:00'],
];

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY, env: { SITE_TIMEZONE: 'Europe/Madrid' } });
  const music = await made(app, 'categories', { name: 'Music' });
  await made(app, 'categories', { name: 'Jazz', parent: music.id });
  await made(app, 'tags', { name: 'Free' });
  const hall = await made(app, 'venues', { venue: 'Hall' });
  for (const [title, start_date, end_date, more] of PROGRAMME)
    await made(app, 'events', { title, start_date, end_date, timezone: 'Europe/Madrid', venue: hall.id, ...more });
  await fillJuly();
});
afterAll(() => app.close());

/** Forty events in July 2027, ten on each of its first four days. */
const fillJuly = () =>
  putCopies(app, 40, (_, number) => {
    const startsAt = Date.parse('2027-07-01T08:00:00Z') + Math.floor(number / 10) * 24 * HOUR + (number % 10) * HOUR;
    const [startDate = '', endDate = ''] = [startsAt, startsAt + HOUR].map((at) => toWall(at, 'Europe/Madrid'));
    const text = { en: { title: 'One of many' } };
    return { text, startsAt, endsAt: startsAt + HOUR, startDate, endDate, ...PLAIN };
  });

/** What is the same of all these. */
const PLAIN = {
  ...{ timezone: 'Europe/Madrid', allDay: false, facets: [], featured: false, categories: [], venues: [] },
  search: { en: '', ko: '', es: '' },
};

/** The titles that a list shows. */
const listed = (page: string): string[] =>
  elementsOf(page).flatMap(({ name, path, text }) =>
    /^h[234]$/.test(name) && path.includes('ul.events') ? [text] : [],
  );

/** The times of a list, as they are said. */
const times = (page: string): string[] =>
  elementsOf(page).flatMap(({ name, text }) => (name === 'time' ? [text.replace(/[\u2009\u202f]/g, ' ')] : []));

/** The days of a month that show something, each with what it shows. */
function days(page: string): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  let day: string[] = [];
  for (const { name, attributes, text, path } of elementsOf(page)) {
    if (!path.includes(' td')) continue;
    if (attributes.class === 'date') found[text] = day = [];
    else if (name === 'li' || attributes.class === 'more') day.push(text);
  }
  return Object.fromEntries(Object.entries(found).filter(([, shown]) => shown.length));
}

describe('a view', () => {
  const UPCOMING = ['Running', 'Tonight', 'Tomorrow', 'Elsewhere', 'Spring forward', 'Before midnight'];
  const MANY = upTo(9).map(() => 'One of many');
  const PAST = ['Last week', 'Long ago', 'First day'];

  // Which view an address means is a rule of its own, see test/rules/addresses.test.ts.
  sampled(8).each<[path: string, heading: string, shown: readonly string[]]>([
    ['/', 'What’s on', [...UPCOMING, ...MANY]],
    ['/events/list/', 'What’s on', [...UPCOMING, ...MANY]],
    ['/events/page/4/', 'Events – 4', ['One of many', 'Fall back', 'Leap day', 'Last day']],
    ['/events/past/', 'Past events', PAST],
    ['/events/list/?eventDisplay=past', 'Past events', PAST],
    ['/events/?eventDisplay=past', 'Past events', PAST],
    ['/events/featured/', 'Featured events', ['Tonight']],
    ['/events/?featured=1', 'Featured events', ['Tonight']],
    ['/events/past/featured/', 'Past events', ['Last week']],
    ['/events/today/', 'Friday, November 20, 2026', ['Running', 'Tonight']],
    ['/events/today/?tribe-bar-date=2026-11-21', 'Saturday, November 21, 2026', ['Running', 'Tomorrow']],
    ['/events/2026-11-20/featured/', 'Friday, November 20, 2026', ['Tonight']],
    ['/events/?s=tonight', 'Results for “tonight”', ['Tonight']],
    ['/events/past/?tribe-bar-search=week', 'Results for “week” · Past events', ['Last week']],
    ['/events/?tribe-bar-date=2028-02', 'From Tuesday, February 1, 2028', ['Leap day', 'Last day']],
    ['/events/past/?tribe-bar-date=2019-06-01', 'Past events · Before Saturday, June 1, 2019', PAST.slice(1)],
    // The clock goes from 2 to 3, and from 3 back to 2.
    ['/events/2027-03-28/', 'Sunday, March 28, 2027', ['Spring forward', 'Before midnight']],
    ['/events/2027-10-31/', 'Sunday, October 31, 2027', ['Fall back']],
    ['/events/2028-02-29/', 'Tuesday, February 29, 2028', ['Leap day']],
    ['/events/0001-01-01/', 'Monday, January 1, 1', ['First day']],
    ['/events/9999-12-31/', 'Friday, December 31, 9999', ['Last day']],
    // Of records.
    ['/venue/hall/past/', 'Past events', PAST],
    ['/events/category/music/', 'Music', ['Tonight']],
    ['/events/category/music/jazz/2026-11-20/', 'Friday, November 20, 2026', ['Tonight']],
    ['/tag/free/today/', 'Friday, November 20, 2026', []],
  ])('at %s is called %j', async (path, heading, shown) => {
    const { status, text } = await pageAt(app, path);
    expect([status, textOf(text, 'h1'), listed(text)]).toEqual([200, heading, shown]);
  });

  test('is not there at an address that means no day, no page, or nothing', async () => {
    for (const path of [
      ...['/events/2027-02-29/', '/events/2026-13/', '/events/0000-12/', '/events/0000-12-31/', '/events/nothing/'],
      ...['/events/month/2026-11/page/2/', '/events/list/page/5/', '/events/list/page/0/', '/events/past/page/2/'],
      ...['/events/today/page/2/', '/events/category/nothing/month/', '/venue/nothing/list/', '/event/tonight/month/'],
    ])
      expect([path, (await pageAt(app, path)).status]).toEqual([path, 404]);
  });

  test.each([
    ['/events/month?s=a', '/events/month/?s=a'],
    ['/ko/events/2026-11-20', '/ko/events/2026-11-20/'],
    ['/venue/hall/month', '/venue/hall/month/'],
    ['/events/tag/free/month/', '/tag/free/month/'],
    ['/events/category/jazz/month/2026-11/?s=a', '/events/category/music/jazz/month/2026-11/?s=a'],
  ])('at %s leads to %s', async (path, location) => {
    expect(await pageAt(app, path)).toMatchObject({ status: 301, location: SITE + location });
  });

  test.each([
    ['201 letters', `/es/events/?s=${'a'.repeat(201)}`, 's'],
    ['eleven words', `/es/venue/hall/?tribe-bar-search=${'a+'.repeat(11)}`, 's'],
  ])('that is asked for %s says that it cannot be understood', async (_what, path, name) => {
    const { status, text } = await pageAt(app, path);
    expect([status, textOf(text, 'h1')]).toEqual([400, '400']);
    expect(text).toContain(`La dirección pide algo que no se entiende: ${name}.`);
  });
});

describe('the tools of a view', () => {
  /** The links in a part of the page at a path: each text with the path that it leads to. */
  async function linksAt(path: string, part: string): Promise<string[]> {
    const links = elementsOf((await pageAt(app, path)).text).filter(
      (each) => each.name === 'a' && each.path.includes(part),
    );
    return links.map(
      ({ text, attributes }) => `${text} ${new URL(attributes.href!, SITE + path).href.replace(SITE, '')}`,
    );
  }

  test('lead from a day to its month, and from other views to the present month', async () => {
    expect(await linksAt('/events/2027-03-28/?s=a', 'ul.tabs')).toEqual([
      'List /events/?s=a',
      'Month /events/month/2027-03/?s=a',
      'Day /events/today/?s=a',
    ]);
    for (const path of ['/events/today/', '/events/past/', '/events/month/2027-03/'])
      expect((await linksAt(path, 'ul.tabs'))[1]).toBe('Month /events/month/');
  });

  // Each choice stays in the view, and a second click takes it back.
  const CHOICES = 'Today MUSIC/today/|This weekend MUSIC/?weekend=1|Free MUSIC/?free=1|Online MUSIC/?online=1';
  test.each([
    ['', `${CHOICES}|★ Featured MUSIC/featured/|Jazz MUSIC/jazz/`],
    [
      'month/2026-11/?online=1',
      'All events MUSIC/|Today MUSIC/today/?online=1|This weekend MUSIC/month/2026-11/?online=1&weekend=1|Free MUSIC/month/2026-11/?online=1&free=1|Online MUSIC/month/2026-11/|★ Featured MUSIC/month/2026-11/featured/?online=1|Jazz MUSIC/jazz/month/2026-11/?online=1',
    ],
    [
      'today/?s=a&free=1',
      'All events MUSIC/|Today MUSIC/?s=a&free=1|This weekend MUSIC/today/?s=a&free=1&weekend=1|Free MUSIC/today/?s=a|Online MUSIC/today/?s=a&free=1&online=1|★ Featured MUSIC/today/featured/?s=a&free=1|Jazz MUSIC/jazz/today/?s=a&free=1',
    ],
    ['?tribe-bar-date=2026-11-20', `All events MUSIC/|${CHOICES}|★ Featured MUSIC/featured/|Jazz MUSIC/jazz/`],
  ])('lead from "%s" to quick choices, to the categories below and to everything', async (view, links) => {
    const music = '/events/category/music';
    expect(await linksAt(`${music}/${view}`, 'ul.topics')).toEqual(links.replaceAll('MUSIC', music).split('|'));
  });

  test('offer nothing to narrow by where nothing lies below', async () => {
    for (const path of ['/tag/free/', '/tag/free/month/'])
      expect((await pageAt(app, path)).text).not.toContain('class="topics"');
    for (const path of ['/tag/free/featured/', '/tag/free/?s=a'])
      expect((await linksAt(path, 'ul.topics'))[0]).toBe('All events /tag/free/');
  });
});

describe('a month', () => {
  test('shows what takes place on each of its days, and on those beside it that its weeks have', async () => {
    const { text } = await pageAt(app, '/events/month/');
    expect(textOf(text, 'h1')).toBe('November 2026');
    expect(textOf(text, 'caption')).toBe('November 2026');
    expect(days(text)).toEqual({
      'Fri, Nov 13': ['6 PM Last week'],
      'Wed, Nov 18': ['Running'],
      'Thu, Nov 19': ['Running, continued'],
      'Fri, Nov 20': ['Running, continued', '8 PM Tonight'],
      'Sat, Nov 21': ['Running, continued', 'Tomorrow'],
      'Sun, Nov 22': ['since Nov 18 Running'],
      'Mon, Nov 23': ['Running, continued'],
      'Tue, Nov 24': ['Running, continued'],
      'Wed, Nov 25': ['Running, continued'],
      'Tue, Dec 1': ['Dec 2, 2 AM KST Elsewhere'],
    });
    const today = elementsOf(text).filter(({ attributes }) => attributes['aria-current'] === 'date');
    expect(today.map(({ text }) => text)).toEqual([expect.stringContaining('Fri, Nov 20')]);
  });

  test('says how many more there are on a day, and leads there', async () => {
    const { text } = await pageAt(app, '/events/month/2027-07/');
    const shown = days(text);
    expect(Object.keys(shown)).toHaveLength(4);
    expect(shown['Thu, Jul 1']).toEqual(['10 AM One of many', '11 AM One of many', '12 PM One of many', '+7 more']);
    const marks = elementsOf(text).filter(({ path }) => path.endsWith('a.pick'));
    expect(marks.filter(({ name }) => name !== 'b' && name !== '#text').map((each) => each.name + each.text)).toEqual(
      upTo(4).map(() => 'small10'),
    );
    const more = elementsOf(text).find(({ attributes }) => attributes.class === 'more')!;
    expect(more.attributes['aria-label']).toBe('+7 more on Thu, Jul 1');
    const day = await pageAt(app, new URL(more.attributes.href!, `${SITE}/events/month/2027-07/`).href);
    expect(listed(day.text)).toHaveLength(10);
  });

  test('has a dot for each event of a day on a small screen, up to three', async () => {
    const dotsOf = async (month: string) =>
      elementsOf((await pageAt(app, `/events/month/${month}/`)).text)
        .filter(({ name, path }) => name === 'i' && path.endsWith('a.pick'))
        .map(({ path }) => path);
    expect(await dotsOf('2027-03')).toHaveLength(2);
    expect(await dotsOf('2027-07')).toEqual([]);
  });

  test.each([
    ['/events/2028-02/', 'February 2028', { 'Tue, Feb 29': ['10 AM Leap day'] }],
    ['/events/2027-03/', 'March 2027', { 'Sun, Mar 28': ['12:30 AM CET Spring forward', '11:30 PM Before midnight'] }],
    ['/events/month/2027-10/', 'October 2027', { 'Sun, Oct 31': ['1:30 AM CEST Fall back'] }],
    ['/events/month/0001-01/', 'January 1', { 'Mon, Jan 1': ['10 AM First day'] }],
    ['/events/month/9999-12/', 'December 9999', { 'Fri, Dec 31': ['10 AM Last day'] }],
    [
      '/events/month/featured/',
      'November 2026',
      { 'Fri, Nov 13': ['6 PM Last week'], 'Fri, Nov 20': ['8 PM Tonight'] },
    ],
    ['/events/category/music/month/', 'November 2026', { 'Fri, Nov 20': ['8 PM Tonight'] }],
    ['/events/month/?tribe-bar-date=2028-02', 'February 2028', { 'Tue, Feb 29': ['10 AM Leap day'] }],
    ['/events/?eventDisplay=month&tribe-bar-date=2028-02-03', 'February 2028', { 'Tue, Feb 29': ['10 AM Leap day'] }],
  ])('at %s is %s', async (path, heading, shown) => {
    const { status, text } = await pageAt(app, path);
    expect([status, textOf(text, 'h1'), days(text)]).toEqual([200, heading, shown]);
  });

  test.each([
    ['en', 'Sun', 5],
    ['ko', '일', 5],
    ['es', 'lun', 6],
  ])('in %s begins its weeks as calendars are printed there', async (language, first, weeks) => {
    const { text } = await pageAt(app, `/${language}/events/month/`);
    const elements = elementsOf(text);
    expect(elements.find(({ name }) => name === 'th')?.text).toBe(first);
    expect(elements.filter(({ name, path }) => name === 'tr' && path.includes('tbody'))).toHaveLength(weeks);
    expect(elements.filter(({ name }) => name === 'td')).toHaveLength(weeks * 7);
  });

  test('at the ends of the calendar leads no further', async () => {
    const ways = async (month: string) =>
      elementsOf((await pageAt(app, `/events/month/${month}/`)).text)
        .filter(({ path, name }) => path.includes('nav.turn') && name === 'a')
        .map(({ attributes }) => attributes['aria-label'] ?? 'now');
    expect(await ways('0001-01')).toEqual(['now', 'February 1']);
    expect(await ways('9999-12')).toEqual(['November 9999', 'now']);
  });
});

describe('what is empty', () => {
  const NEXT = 'Next event: Friday, November 13, 2026';
  const MUSIC = '/events/category/music/';

  test.each([
    ['/events/month/2025-01/', 'Nothing takes place this month.', NEXT, '/events/month/2026-11/'],
    ['/events/2025-01-01/', 'Nothing takes place on this day.', NEXT, '/events/2026-11-13/'],
    [`${MUSIC}past/`, 'Nothing has ended yet.', 'See upcoming events', MUSIC],
    ['/tag/free/', 'No events are planned yet.', 'See past events', '/tag/free/past/'],
    ['/events/?s=none', 'No event matches. Try fewer or other words.', 'See past events', '/events/past/?s=none'],
  ])('at %s says so and leads on', async (path, said, link, way) => {
    const { text } = await pageAt(app, path);
    const inside = elementsOf(text).filter((element) => element.path.includes('div.empty'));
    expect(inside.find(({ name }) => name === 'p')?.text).toBe(said);
    const links = inside.filter(({ name }) => name === 'a');
    const ways = links.map((each) => [each.text, new URL(each.attributes.href!, SITE + path).href]);
    expect(ways).toEqual([[link, SITE + way]]);
    expect(elementsOf(text).some(({ attributes }) => attributes.name === 'robots')).toBe(path !== '/tag/free/');
  });
});

describe('times in a list', () => {
  test('are said below their day, with the zone where it is another one', async () => {
    const { text } = await pageAt(app, '/events/');
    expect(times(text).slice(0, 4)).toEqual([
      'Until Nov 25',
      '8:00 PM – 12:00 AM',
      'All day',
      'Wed, Dec 2, 2:00 – 4:00 AM KST',
    ]);
  });

  test('stand below the days of the site, today and tomorrow by name', async () => {
    const headings = elementsOf((await pageAt(app, '/events/')).text)
      .filter(({ name, path }) => name === 'h2' || (name === 'h3' && path.endsWith('section.day')))
      .map(({ text }) => text.replace(/\s+/g, ' '));
    expect(headings.slice(0, 6)).toEqual([
      'On now',
      'November 2026',
      'Today, Friday, November 20, 202620 Today Nov',
      'Tomorrow, Saturday, November 21, 202621 Tomorrow Nov',
      'December 2026',
      'Tuesday, December 1, 20261 Tue Dec',
    ]);
  });
});

test.each([
  ['/events/', 'Events', '/events/'],
  ['/ko/events/month/2026-12/', '2026년 12월', '/ko/events/month/2026-12/'],
  ['/es/venue/hall/past/', 'Eventos pasados – Hall', '/es/venue/hall/past/'],
])('other sites show the view at %s as %s', async (path, title, url) => {
  const meta = elementsOf((await pageAt(app, path)).text).flatMap(({ attributes: { property, content } }) =>
    property ? [[property, content]] : [],
  );
  expect(Object.fromEntries(meta)).toMatchObject({
    ...{ 'og:type': 'website', 'og:title': title, 'og:url': SITE + url, 'og:site_name': expect.any(String) },
  });
});

describe('the language of a view', () => {
  test.each([
    ['/events/month/2026-12/?s=jazz', '/events/month/2026-12/?s=jazz'],
    ['/ko/events/2026-11-20/', '/events/2026-11-20/'],
    ['/es/events/category/music/month/', '/events/category/music/month/'],
    ['/ko/event/tonight/', '/event/tonight/'],
    ['/ko/', '/'],
    ['/es/nothing', '/nothing'],
  ])('is changed at %s without leaving it', async (path, behind) => {
    const links = elementsOf((await pageAt(app, path)).text)
      .filter(({ name, attributes }) => name === 'a' && attributes.hreflang)
      .map(({ attributes }) => new URL(attributes.href!, SITE + path).href);
    expect(links).toEqual([SITE + behind, `${SITE}/ko${behind}`, `${SITE}/es${behind}`]);
  });

  test('is told to search engines, with its own address', async () => {
    const { text } = await pageAt(app, '/ko/events/2026-12/');
    expect(linked(text, 'canonical')).toEqual([`${SITE}/ko/events/month/2026-12/`]);
    expect(languagesOf(text)).toEqual([
      `en ${SITE}/events/month/2026-12/`,
      `ko ${SITE}/ko/events/month/2026-12/`,
      `es ${SITE}/es/events/month/2026-12/`,
      `x-default ${SITE}/events/month/2026-12/`,
    ]);
  });
});

test('a category that is called as a view is has its page below its parent', async () => {
  const music = (await app.rest('GET', '/categories?search=music&hide_empty=false')).body.categories[0];
  const list = await made(app, 'categories', { name: 'List', parent: music.id });
  expect(list.url).toBe(`${SITE}/events/category/music/list/`);
  expect(textOf((await pageAt(app, list.url)).text, 'h1')).toBe('List');
  expect(textOf((await pageAt(app, `${list.url}month/`)).text, 'h1')).toBe('November 2026');
});

test('EVENTS_SLUG names the address of views', async () => {
  const fetch = app.secondServer({ EVENTS_SLUG: 'agenda' });
  const { status, text } = await fetch('/agenda/month/', { headers: { Accept: 'text/html' } });
  expect([status, textOf(text, 'h1')]).toEqual([200, 'November 2026']);
  expect((await fetch('/events/month/')).status).toBe(404);
  const hrefs = elementsOf(text).flatMap(({ attributes }) => attributes.href ?? attributes.action ?? []);
  expect(hrefs.filter((href) => /(^|\/)events\//.test(href) && !href.includes('/wp-json/'))).toEqual([]);
});
