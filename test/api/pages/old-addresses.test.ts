import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';
import { made } from '../../support/making.ts';
import { sampled } from '../../support/sample.ts';
import { elementsOf, pageAt } from './support.ts';

const SITE = 'http://127.0.0.1:4000';
let app: TestApp;
const ids: Record<string, number> = {};

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
  const music = await made(app, 'categories', { name: 'Music' });
  const jazz = await made(app, 'categories', { name: 'Jazz', parent: music.id });
  const hall = await made(app, 'venues', { venue: 'Hall' });
  const ann = await made(app, 'organizers', { organizer: 'Ann' });
  const linked = { venue: hall.id, organizer: ann.id, categories: [jazz.id] };
  const event = (title: string, start_date: string, end_date: string, more: object = linked) =>
    made(app, 'events', { title, start_date, end_date, ...more });
  ids.event = (await event('Open day', '2027-03-14 10:00', '2027-03-14 12:00')).id;
  await event('Running then', '2027-03-10 10:00', '2027-03-20 12:00');
  await event('Ended', '2026-11-01 10:00', '2026-11-01 12:00');
  await event('Long ago', '2019-05-01 10:00', '2019-05-01 12:00');
  for (const number of Array.from({ length: 14 }, (_, at) => at))
    await event(`Old ${number}`, '2026-10-01 10:00', '2026-10-01 12:00', {});
  ids.draft = (await event('Secret', '2027-03-14 10:00', '2027-03-14 12:00', { status: 'draft' })).id;
  Object.assign(ids, { venue: hall.id, organizer: ann.id });
});
afterAll(() => app.close());

const filled = (path: string): string => path.replace(/<(\w+)>/g, (_, name: string) => String(ids[name]));

/** The titles that a page or a calendar lists. */
const listed = (text: string): string[] =>
  text.startsWith('BEGIN')
    ? [...text.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, title]) => title!)
    : elementsOf(text).flatMap(({ name, path, text }) =>
        /^h[234]$/.test(name) && path.includes('ul.events') ? [text] : [],
      );

describe('an address that old links know', () => {
  test.each([
    ['/?p=<event>', '/event/open-day/'],
    ['/ko/?p=<event>', '/ko/event/open-day/'],
    ['/?p=<venue>', '/venue/hall/'],
    ['/?p=<organizer>', '/organizer/ann/'],
    ['/?tribe_events=open-day', '/event/open-day/'],
    ['/?tribe_venue=hall', '/venue/hall/'],
    ['/?tribe_organizer=ann', '/organizer/ann/'],
    ['/?tribe_events_cat=jazz', '/events/category/music/jazz/'],
    ['/event/open-day/embed/', '/event/open-day/?embed=1'],
  ])('%s leads to %s', async (path, location) => {
    expect(await pageAt(app, filled(path))).toMatchObject({ status: 301, location: SITE + location });
  });

  test.each([
    ['/?p=<draft>'],
    ['/?p=999999'],
    ['/?post_type=tribe_venue&p=<event>'],
    ['/?tribe_events=secret'],
    ['/?tribe_venue=nowhere'],
    ['/event/secret/embed/'],
  ])('%s is not there for a visitor', async (path) => {
    expect(await pageAt(app, filled(path))).toMatchObject({ status: 404, location: null });
  });

  const PAST = ['Ended', 'Long ago'];
  const BOTH = ['Running then', 'Open day'];

  test.each([
    ['/events/list/?eventDisplay=past', 'Ended'],
    ['/events/list/page/2/?eventDisplay=past', 'Long ago'],
    ['/events/photo/page/2/?eventDisplay=past', 'Long ago'],
  ])('%s shows %s first or last', async (path, title) => {
    const { status, text } = await pageAt(app, path);
    expect([status, [listed(text)[0], listed(text).at(-1)]]).toEqual([200, expect.arrayContaining([title])]);
  });

  sampled(4).each([
    ['/events/category/music/jazz/list/?eventDisplay=past', PAST],
    ['/events/category/music/jazz/list/?eventDisplay=past&ical=1', ['Long ago', 'Ended']],
    ['/events/list/?eventDisplay=past&tribe-bar-date=2019-06-01', ['Long ago']],
    ['/events/list/?eventDisplay=past&tribe-bar-date=2019-06-01&ical=1', ['Long ago']],
    ['/events/?eventDate=2027-03-14&eventDisplay=day', BOTH],
    ['/events/day/?eventDate=2027-03-14', []],
    ['/events/?tribe-bar-date=03/14/2027', BOTH],
    ['/events/?tribe-bar-date=14.03.2027', BOTH],
    ['/events/?tribe-bar-date=2027.3.14', BOTH],
    ['/events/?tribe-bar-date=2027-03-14&ical=1', BOTH],
    ['/events/?tribe-bar-date=03/14/2027&ical=1', BOTH],
    // As REST reads it, and as nobody does.
    ['/events/?tribe-bar-date=03/14/2027&eventDate=someday', BOTH],
    ['/events/?eventDate=someday', BOTH],
    ['/events/photo/', BOTH],
    ['/events/map/', BOTH],
  ])('%s shows %j', async (path, titles) => {
    const { text } = await pageAt(app, path);
    expect(listed(text).sort()).toEqual(titles.toSorted());
  });

  test.each([
    ['/events/week/2027-03-14/', 'March 2027'],
    ['/events/?eventDisplay=week&tribe-bar-date=2027-03-14', 'March 2027'],
  ])('%s shows %s', async (path, heading) => {
    const elements = elementsOf((await pageAt(app, path)).text);
    expect(elements.find(({ name }) => name === 'h1')?.text).toBe(heading);
  });

  test.each([
    ['/events/rss/', 'application/rss+xml'],
    ['/feed/?post_type=tribe_events', 'application/rss+xml'],
    ['/wp-sitemap.xml', 'application/xml'],
  ])('%s is %s', async (path, type) => {
    const { status, headers } = await app.fetch(path);
    expect([status, headers.get('content-type')?.split(';')[0]]).toEqual([200, type]);
  });
});
