import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';
import { made } from '../../support/making.ts';
import { elementsOf, pageAt } from './support.ts';

let app: TestApp;

/** Slug, start, end and zone of each event; the site is in Madrid, and it is 20 November 2026 there. */
const PROGRAMME: readonly (readonly [slug: string, start: string, end: string, zone: string, more?: object])[] = [
  ['over', '2026-11-13 18:00', '2026-11-13 20:00', 'Europe/Madrid', { categories: ['Jazz'] }],
  ['next', '2026-12-04 18:00', '2026-12-04 20:00', 'Europe/Madrid', { categories: ['Jazz'] }],
  ['other', '2026-12-05 18:00', '2026-12-05 20:00', 'Europe/Madrid'],
  ['over-there', '2026-11-19 00:00', '2026-11-19 00:00', 'America/New_York', { all_day: true }],
  ['on-there', '2026-11-20 00:00', '2026-11-20 00:00', 'Pacific/Kiritimati', { all_day: true }],
  ['weekend', '2027-11-05 18:00', '2027-11-08 14:00', 'America/New_York'],
  ['back', '2027-10-31 01:30', '2027-10-31 03:30', 'Europe/Madrid'],
  ['forward', '2027-03-28 00:30', '2027-03-28 04:00', 'Europe/Madrid'],
  ['over-the-change', '2027-10-30 10:00', '2027-11-02 18:00', 'Europe/Madrid'],
  ['talk', '2027-05-03 18:00', '2027-05-03 19:00', 'Europe/Madrid', { virtual_url: 'https://a.example/live' }],
  ['days', '2027-06-05 00:00', '2027-06-06 00:00', 'Asia/Seoul', { all_day: true, virtual_url: 'https://a.example' }],
];

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY, env: { SITE_TIMEZONE: 'Europe/Madrid' } });
  for (const [title, start_date, end_date, timezone, more] of PROGRAMME)
    await made(app, 'events', { title, start_date, end_date, timezone, ...more });
});
afterAll(() => app.close());

const page = async (path: string) => elementsOf((await pageAt(app, path)).text);

const spaced = (text: string): string => text.replace(/[\u2009\u202f]/g, ' ');

test.each([
  ['/event/weekend/', 'Friday, November 5, 2027 at 6:00 PM EDT – Monday, November 8, 2027 at 2:00 PM EST'],
  ['/es/event/back/', 'domingo, 31 de octubre de 2027, 1:30 CEST – 3:30 CET'],
  ['/ko/event/back/', '2027년 10월 31일 일요일 01:30 CEST ~ 03:30 CET'],
  ['/event/forward/', 'Sunday, March 28, 2027 at 12:30 AM CET – 4:00 AM CEST'],
  ['/event/over-the-change/', 'Saturday, October 30, 2027 at 10:00 AM – Tuesday, November 2, 2027 at 6:00 PM'],
  ['/event/talk/', 'Monday, May 3, 2027, 6:00 – 7:00 PM CEST'],
  ['/event/days/', 'Saturday, June 5 – Sunday, June 6, 2027'],
])('%s takes place %s', async (path, expected) => {
  expect(spaced((await page(path)).find(({ name }) => name === 'time')!.text)).toBe(expected);
});

test.each([
  ['/event/over/', 'This event is over.', ['next']],
  ['/ko/event/over/', '종료된 행사입니다.', ['next']],
  ['/es/event/over/', 'Este evento ya ha terminado.', ['next']],
  ['/event/over-there/', 'This event is over.', []],
])('%s says %s, and what comes next, and offers no calendar', async (path, said, next) => {
  const elements = await page(path);
  const status = elements.filter(({ attributes }) => attributes.class === 'status').map(({ text }) => text);
  expect(status).toEqual([said]);
  expect(elements.filter(({ name }) => name === 'h3').map(({ text }) => text)).toEqual(next);
  expect(elements.filter(({ name }) => name === 'summary')).toHaveLength(1);
});

test.each(['/event/next/', '/event/on-there/'])('%s is not over', async (path) => {
  const elements = await page(path);
  expect(elements.filter(({ attributes }) => attributes.class === 'status')).toEqual([]);
  expect(elements.filter(({ name }) => name === 'summary')).toHaveLength(2);
});

describe('the month and year of a list', () => {
  test.each([
    ['/events/', ['On now', 'December 2026', 'March 2027', 'May 2027', 'June 2027', 'October 2027', 'November 2027']],
    ['/events/past/', ['November 2026']],
    ['/es/events/list/?tribe-bar-date=2027-10-01', ['octubre de 2027', 'noviembre de 2027']],
    ['/ko/events/list/?tribe-bar-date=2027-10-01', ['2027년 10월', '2027년 11월']],
  ])('stand above its days at %s', async (path, expected) => {
    const headings = (await page(path)).filter(({ name }) => name === 'h2').map(({ text }) => text);
    expect(headings.slice(0, expected.length)).toEqual(expected);
  });
});
