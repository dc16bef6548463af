import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';
import { made } from '../../support/making.ts';
import { elementsOf, languagesOf, linked, pageAt, textOf } from './support.ts';

let app: TestApp;
const AS = { as: 'administrator' } as const;
const SITE = 'http://127.0.0.1:4000';

/** A choir each Monday from 23 November 2026 on: one is moved to another day, one to another hour, one canceled, one deleted. */
beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
  const hall = await made(app, 'venues', { venue: 'Hall', address: 'Main Street 1' });
  const { series } = await made(app, 'events', {
    title: 'Choir',
    description: 'Sing with us.',
    venue: hall.id,
    image: `${SITE}/choir.png`,
    start_date: '2026-11-23 19:00',
    end_date: '2026-11-23 21:00',
    recurrence: { rule: 'FREQ=WEEKLY;COUNT=20' },
  });
  const { body } = await app.rest('GET', `/events?series=${series.id}&per_page=5`);
  const [, moved, later, canceled, gone] = body.events as { id: number }[];
  const write = (id: number, json: object) => app.rest('POST', `/events/${id}`, { ...AS, json });
  await write(moved!.id, { start_date: '2026-12-01 19:00', end_date: '2026-12-01 21:00' });
  await write(later!.id, { start_date: '2026-12-07 20:00', end_date: '2026-12-07 22:00' });
  await write(canceled!.id, { event_status: 'canceled' });
  await app.rest('DELETE', `/events/${gone!.id}`, AS);
  await write((body.events[0] as { id: number }).id, { multilang_language: 'ko', title: '합창단', scope: 'all' });
  await made(app, 'events', {
    title: 'Secret',
    status: 'private',
    start_date: '2026-11-23 10:00',
    end_date: '2026-11-23 11:00',
    recurrence: { rule: 'FREQ=DAILY;COUNT=3' },
  });
  await made(app, 'events', {
    title: 'Odd',
    start_date: '2026-11-23 10:00',
    end_date: '2026-11-23 11:00',
    recurrence: { rule: 'FREQ=YEARLY;BYYEARDAY=327,330;COUNT=3' },
  });
});
afterAll(() => app.close());

/** What stands in a class of a page. */
const said = (page: string, name: string): string[] =>
  elementsOf(page)
    .filter(({ attributes }) => attributes.class === name)
    .map(({ text }) => text);

test.each([
  ['/series/choir/', 'Choir', 'Every Monday, 20 times', ['Moved from Nov 30', 'Moved from 7:00 PM']],
  ['/ko/series/합창단/', '합창단', '매주 월요일, 총 20회', ['11월 30일에서 변경됨', '19:00에서 변경됨']],
  ['/es/series/choir/', 'Choir', 'Cada lunes, 20 veces', ['Cambiado; antes: 30 nov', 'Cambiado; antes: 19:00']],
  ['/event/choir-2026-11-30/', 'Choir', 'Every Monday, 20 times · All dates', ['Moved from Nov 30']],
  ['/event/choir-2026-12-28/', 'Choir', 'Every Monday, 20 times · All dates', []],
  ['/event/odd-2026-11-23/', 'Odd', 'All dates', []],
])('%s says how %s repeats, and what was moved', async (path, title, rule, moved) => {
  const { status, text } = await pageAt(app, path);
  expect(status).toBe(200);
  expect(textOf(text, 'h1')).toBe(title);
  expect(said(text, 'rule')).toEqual([rule]);
  expect(said(text, 'moved')).toEqual(moved);
});

test('a series has its dates with what is canceled, its place, its picture and its feed', async () => {
  const { text } = await pageAt(app, '/series/choir/');
  const days = elementsOf(text).filter(({ name, path }) => name === 'time' && path.includes('section.dates'));
  expect(days).toHaveLength(15);
  expect(days.map(({ attributes }) => attributes.datetime!.slice(5, 10)).slice(0, 5)).toEqual([
    '11-23',
    '12-01',
    '12-07',
    '12-14',
    '12-28',
  ]);
  expect(said(text, 'status')).toEqual(['Cancelled']);
  expect(textOf(text, 'dl')).toContain('Main Street 1');
  expect(elementsOf(text).filter(({ attributes }) => attributes.class === 'picture')).toHaveLength(1);
  const [feed] = linked(text, 'alternate').filter((link) => link.startsWith('text/calendar '));
  expect((await app.fetch(feed!.split(' ')[1]!.replace(SITE, ''))).status).toBe(200);
  expect(text).toContain(`${feed!.split(' ')[1]}" rel="nofollow noopener">File (.ics)</a>`);
});

test('a series names its address in each language in which it has a title', async () => {
  const { text } = await pageAt(app, '/ko/series/합창단/');
  const korean = `${SITE}/ko/series/${encodeURIComponent('합창단').toLowerCase()}/`;
  expect(linked(text, 'canonical')).toEqual([korean]);
  expect(languagesOf(text)).toEqual([`en ${SITE}/series/choir/`, `ko ${korean}`, `x-default ${SITE}/series/choir/`]);
});

test.each([
  ['/series/choir', 301],
  ['/ko/series/choir/', 301],
  ['/series/choir/list/', 301],
  ['/series/choir/list/page/2/', 200],
  ['/series/choir/past/', 200],
  ['/series/choir/list/page/3/', 404],
  ['/series/choir/month/', 404],
  ['/series/secret/', 404],
  ['/series/none/', 404],
  ['/series/', 404],
])('%s is answered with %d', async (path, status) => {
  expect((await pageAt(app, path)).status).toBe(status);
});

test.each([
  ['/series/choir/', 'Choir'],
  ['/series/choir/list/page/2/', 'Choir – 2'],
  ['/series/choir/past/', 'Past events'],
])('the heading of %s is %s', async (path, heading) => {
  expect(textOf((await pageAt(app, path)).text, 'h1')).toBe(heading);
});

/** The links to events of a list, and the summaries of its feed. */
async function shownBy(path: string): Promise<{ list: string[]; feed: string[]; text: string }> {
  const { text } = await pageAt(app, path);
  const list = elementsOf(text).filter(({ name, path }) => name === 'a' && / h4$/.test(path));
  const feed = (await app.fetch(`${path}${path.includes('?') ? '&' : '?'}ical=1`)).text;
  return {
    list: list.map((each) => each.text),
    feed: [...feed.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, summary]) => summary!),
    text,
  };
}

test('search engines learn the schedule of a series from its page and those of its events, if there is one', async () => {
  const dataOf = async (path: string) => {
    const { text } = await pageAt(app, path);
    return JSON.parse(elementsOf(text).find(({ attributes }) => attributes.type === 'application/ld+json')!.text);
  };
  const eventSchedule = {
    '@type': 'Schedule',
    repeatFrequency: 'P1W',
    byDay: ['https://schema.org/Monday'],
    repeatCount: 20,
    startDate: '2026-11-23',
    startTime: '19:00:00',
    endTime: '21:00:00',
    scheduleTimezone: 'UTC',
    exceptDate: ['2026-12-21T19:00:00+00:00'],
  };
  expect(await dataOf('/event/choir-2026-12-28/')).toMatchObject({ '@type': 'Event', eventSchedule });
  const series = await dataOf('/series/choir/');
  expect(series).toMatchObject({ '@type': 'EventSeries', name: 'Choir', url: `${SITE}/series/choir/`, eventSchedule });
  expect(series).not.toHaveProperty('startDate');
  expect(await dataOf('/series/odd/')).not.toHaveProperty('eventSchedule');
});

const ONCE = 'hide_subsequent_recurrences=1';

test.each([
  [`/events/?${ONCE}`, 'Choir Odd'],
  [`/events/?${ONCE}&tribe-bar-date=2026-12-20`, 'Choir Odd'],
  [`/venue/hall/?${ONCE}`, 'Choir'],
  [`/events/list/?${ONCE}&s=choir`, 'Choir'],
])('%s shows each series once, and so does its feed', async (path, titles) => {
  const { list, feed } = await shownBy(path);
  expect(list.sort().join(' ')).toBe(titles);
  expect(feed.sort().join(' ')).toBe(titles);
});

test('a search shows each series once, and its feed all dates', async () => {
  const { list, feed } = await shownBy('/events/?s=choir');
  expect(list).toEqual(['Choir']);
  expect(feed).toHaveLength(19);
});

test.each([
  `/events/past/?${ONCE}`,
  `/events/month/2026-12/?${ONCE}`,
  `/events/2026-12-07/?${ONCE}`,
  `/events/?${ONCE}&weekend=1`,
  `/events/month/?${ONCE}&s=choir`,
])('%s shows all dates, and its links keep the choice', async (path) => {
  const { status, text } = await pageAt(app, path);
  expect(status).toBe(200);
  const links = elementsOf(text).filter(({ name, path }) => name === 'a' && path.includes('tabs'));
  expect(links.map(({ attributes }) => attributes.href!.includes(ONCE))).toEqual([true, true, true]);
  expect((await app.fetch(`${path}&ical=1`)).status).toBe(200);
});

test('the choice is offered where events repeat, and taken back by a second click', async () => {
  const chip = async (path: string) =>
    elementsOf((await pageAt(app, path)).text)
      .filter(({ name, text }) => name === 'a' && text === 'Each series once')
      .map(({ attributes }) => attributes.href);
  expect(await chip('/events/')).toEqual([`../events/?${ONCE}`]);
  expect(await chip(`/events/?${ONCE}`)).toEqual(['../events/']);
  expect(await chip('/events/past/')).toEqual([]);
});

test('the sitemap has the pages of series with a date for visitors, in their languages', async () => {
  const korean = `${SITE}/ko/series/${encodeURIComponent('합창단').toLowerCase()}/`;
  const { text } = await app.fetch('/sitemap-series.xml', AS);
  const pages = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, page]) => page);
  expect(pages).toEqual([`${SITE}/series/choir/`, korean, `${SITE}/series/odd/`]);
  expect((await app.fetch('/sitemap.xml')).text).toContain(`<loc>${SITE}/sitemap-series.xml</loc>`);
});

test('what is on shows each series once, but the page of the series all its dates', async () => {
  const other = await buildApp({ now: FRIDAY });
  const dates = { start_date: '2026-11-18 10:00', end_date: '2026-11-21 10:00' };
  await made(other, 'events', { title: 'Camp', ...dates, recurrence: { rule: 'FREQ=DAILY;COUNT=4' } });
  await made(other, 'events', { title: 'Fair', ...dates });
  const under = async (path: string) => {
    const { text } = await pageAt(other, path);
    const links = elementsOf(text).filter(({ name, path }) => name === 'a' && / h[34]$/.test(path));
    return links.map(({ text, path }) => `${path.slice(-2)} ${text}`);
  };
  expect(await under('/events/')).toEqual(['h3 Camp', 'h3 Fair', 'h4 Camp']);
  expect(await under('/series/camp/')).toEqual(['h3 Camp', 'h3 Camp', 'h3 Camp', 'h4 Camp']);
  await other.close();
});
