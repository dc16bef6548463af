import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';
import { made } from '../../support/making.ts';
import { sampled } from '../../support/sample.ts';
import { elementsOf, pageAt, textOf } from './support.ts';

let app: TestApp;

/** Events of the days around Friday, 20 November 2026. */
const PROGRAMME: readonly (readonly [title: string, start: string, end: string, more?: object])[] = [
  ['Run', '2026-11-14 10:00', '2026-11-30 10:00', { cost: '5', categories: ['Sport'] }],
  ['Tonight', '2026-11-20 20:00', '2026-11-20 22:00', { cost: 'free', categories: ['Music'] }],
  ['Saturday', '2026-11-21 10:00', '2026-11-21 12:00', { cost: 'Free', categories: ['Music'] }],
  ['Sunday', '2026-11-22 23:00', '2026-11-22 23:30', { cost: '8', virtual_url: 'https://a.example/' }],
  ['Monday', '2026-11-23 00:00', '2026-11-23 01:00', { cost: '0', virtual_url: 'https://a.example/' }],
];

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY, env: { SITE_TIMEZONE: 'Asia/Seoul' } });
  for (const [title, start_date, end_date, more] of PROGRAMME)
    await made(app, 'events', { title, start_date, end_date, timezone: 'Asia/Seoul', ...more });
});
afterAll(() => app.close());

const named = async (path: string) => {
  const { text } = await pageAt(app, path);
  return elementsOf(text).flatMap((each) => (each.name === 'a' && / h[234]$/.test(each.path) ? [each.text] : []));
};

sampled(3).each([
  ['/events/?weekend=1', 'Run Saturday Sunday', 'This weekend'],
  ['/ko/events/?weekend=1', 'Run Saturday Sunday', '이번 주말'],
  ['/events/?free=1', 'Tonight Saturday Monday', 'Free'],
  ['/es/events/?online=1', 'Sunday Monday', 'En línea'],
  ['/events/?weekend=true&free=1', 'Saturday', 'This weekend · Free'],
  ['/events/category/music/?weekend=1', 'Saturday', 'This weekend'],
  ['/events/today/?free=1', 'Tonight', 'Friday, November 20, 2026'],
  ['/events/?free=0', 'Run Tonight Saturday Sunday Monday', undefined],
])('%s shows %s, and so does its feed', async (path, titles, title = 'What’s on') => {
  expect((await named(path)).join(' ')).toBe(titles);
  expect(textOf((await pageAt(app, path)).text, 'h1')).toBe(title);
  const { text } = await app.fetch(`${path}&ical=1`);
  const summaries = [...text.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, summary]) => summary!);
  expect(summaries.sort()).toEqual(titles.split(' ').sort());
});

test.each([
  ['2026-11-16T03:00:00Z', 'Run Saturday Sunday'],
  ['2026-11-21T03:30:00Z', 'Run Sunday'],
  ['2026-11-22T12:00:00Z', 'Run Sunday'],
  // In Seoul it is Monday.
  ['2026-11-22T15:30:00Z', 'Run'],
])('at %s, this weekend has %s', async (now, titles) => {
  app.clock.now = Date.parse(now);
  expect((await named('/events/?weekend=1')).join(' ')).toBe(titles);
});

test('what runs for weeks stands once, above the list of a later day', async () => {
  app.clock.now = Date.parse(FRIDAY);
  const page = elementsOf((await pageAt(app, '/events/?tribe-bar-date=2026-11-23')).text);
  expect(page.filter(({ name }) => name === 'time').map(({ text }) => text)[0]).toBe('Until Nov 30');
  expect(page.find(({ name, path }) => name === 'h2' && path.endsWith('section.day'))?.text).toBe('Going on');
  expect(await named('/events/?tribe-bar-date=2026-11-23')).toEqual(['Run', 'Monday']);
});

test.each([
  ['/events/?free=1', 'webcal://127.0.0.1:4000/events/?free=1&ical=1'],
  ['/events/', 'webcal://127.0.0.1:4000/events/?ical=1'],
])('who subscribes to %s gets %s', async (path, feed) => {
  const { text } = await pageAt(app, path);
  expect(elementsOf(text).map(({ attributes }) => attributes.href)).toContain(feed);
});

test('each series once keeps the order and the days of a list, and loses no series between two of its dates', async () => {
  const abroad = { all_day: true, timezone: 'America/Los_Angeles' };
  const add = (title: string, date: string, more: object) =>
    made(app, 'events', {
      title,
      start_date: `${date} 09:00`,
      end_date: `${date} 10:00`,
      timezone: 'Asia/Seoul',
      ...more,
    });
  await add('Morning', '2026-12-10', {});
  await add('Abroad', '2026-12-10', abroad);
  await add('Daily', '2026-12-20', { ...abroad, recurrence: { rule: 'FREQ=DAILY;COUNT=2' } });
  const once = async (now: string) => {
    app.clock.now = Date.parse(now);
    return (await named('/events/?hide_subsequent_recurrences=1')).join(' ');
  };
  const DAYS = 'Abroad Morning Daily';
  expect(await once('2026-12-01T00:00:00Z')).toBe(DAYS);
  // In Seoul, its day is over before it ends in Los Angeles.
  for (const hour of ['14', '15', '16'])
    expect(await once(`2026-12-10T${hour}:30:00Z`)).toBe(hour === '14' ? 'Abroad Daily' : 'Daily');
  for (const now of ['2026-12-20T14:59:00Z', '2026-12-20T15:01:00Z', '2026-12-21T07:59:00Z', '2026-12-21T08:01:00Z'])
    expect([now, await once(now)]).toEqual([now, 'Daily']);
});
