import { afterAll, beforeAll, expect, test } from 'vitest';
import { PAGE_SCRIPT } from '../../../src/api/pages/scripts.ts';
import { EVENTS } from '../../../src/kinds/event/record.ts';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';
import { made } from '../../support/making.ts';
import { elementsOf, pageAt } from './support.ts';

let app: TestApp;

/** Title, day of November 2026, venue, organizer and category of each event. */
const PROGRAMME = [
  ['Here', 21, 'Hall', 'Ana', 'Jazz'],
  ['Same hall', 22, 'Hall', 'Ana', 'Jazz'],
  ['Same people', 23, 'Park', 'Ana', 'Jazz'],
  ['Same kind', 24, 'Park', 'Eva', 'Jazz'],
  ['Hall again', 25, 'Hall', 'Eva', 'Film'],
  ['Over', 10, 'Hall', 'Ana', 'Jazz'],
  ['Alone', 26, undefined, undefined, 'Talk'],
] as const;

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
  const ids: Record<string, number> = {};
  for (const venue of ['Hall', 'Park']) ids[venue] = (await made(app, 'venues', { venue })).id;
  for (const organizer of ['Ana', 'Eva']) ids[organizer] = (await made(app, 'organizers', { organizer })).id;
  for (const [title, day, venue, organizer, category] of PROGRAMME)
    await made(app, 'events', {
      title,
      start_date: `2026-11-${day} 10:00`,
      end_date: `2026-11-${day} 12:00`,
      categories: [category],
      ...(venue && { venue: ids[venue], organizer: ids[organizer], image: 'https://example.org/a.png' }),
    });
});
afterAll(() => app.close());

test.each([
  [
    '/event/here/',
    ['More at Hall: Same hall, Hall again', 'More from Ana: Same people', 'You may also like: Same kind'],
  ],
  [
    '/es/event/here/',
    ['Más en Hall: Same hall, Hall again', 'Más de Ana: Same people', 'También te puede gustar: Same kind'],
  ],
  [
    '/event/over/',
    ['More at Hall: Here, Same hall, Hall again', 'More from Ana: Same people', 'Next events: Same kind'],
  ],
  ['/event/alone/', []],
])('%s leads on to other events, each of them once', async (path, lists) => {
  const found: string[][] = [];
  for (const { name, path: below, text } of elementsOf((await pageAt(app, path)).text)) {
    if (name === 'h2' && below.endsWith('section.more')) found.push([text]);
    if (name === 'h3' && below.includes('section.more')) found.at(-1)!.push(text);
  }
  expect(found.map(([heading, ...titles]) => `${heading}: ${titles.join(', ')}`)).toEqual(lists);
});

test.each([
  ['/event/here/', '/events/'],
  ['/ko/event/here/', '/ko/events/'],
])('without a script, %s leads back to %s', async (path, list) => {
  const back = elementsOf((await pageAt(app, path)).text).find(({ attributes }) => 'data-back' in attributes);
  expect(new URL(back!.attributes.href!, `http://127.0.0.1:4000${path}`).pathname).toBe(list);
});

test('an event leads back to the last view that the visitor saw, if the browser keeps it', () => {
  const visit = (storage: object | undefined, href: string, back?: { href: string }): void => {
    const document = { querySelectorAll: () => [], querySelector: () => back };
    const names = ['navigator', 'document', 'addEventListener', 'location', 'sessionStorage'];
    new Function(...names, PAGE_SCRIPT)({}, document, () => {}, { href }, storage);
  };
  const [kept, first, second] = [{}, { href: 'list' }, { href: 'list' }];
  visit(kept, '/events/?free=1');
  visit(kept, '/event/here/', first);
  visit(undefined, '/event/here/', second);
  expect([first.href, second.href]).toEqual(['/events/?free=1', 'list']);
});

test('browsers choose among the copies that show all of a picture', async () => {
  const copy = (url: string, width: number, height: number) => [
    url,
    { url, width, height, 'mime-type': '', filesize: 1 },
  ];
  const copies = [
    copy('https://example.org/300.png', 300, 200),
    copy('https://example.org/square.png', 150, 150),
    copy('https://example.org/600.png', 600, 401),
    copy('http://example.org/no-https.png', 450, 300),
    copy('https://example.org/larger.png', 1800, 1200),
  ];
  const { id } = (await app.rest('GET', '/events/by-slug/here')).body.image;
  const image = {
    id,
    url: 'https://example.org/a.png',
    width: 900,
    height: 600,
    sizes: Object.fromEntries(copies),
  };
  await app.store.updateMany(EVENTS.name, {}, { $set: { image }, $inc: { version: 1 } });
  await app.tellAll();
  app.clock.now += 5000;
  for (const path of ['/event/here/', '/events/']) {
    const shown = elementsOf((await pageAt(app, path)).text).find(({ attributes }) => attributes.srcset);
    expect(shown?.attributes).toMatchObject({
      src: 'https://example.org/a.png',
      width: '900',
      height: '600',
      loading: 'lazy',
      srcset: 'https://example.org/300.png 300w, https://example.org/600.png 600w, https://example.org/a.png 900w',
    });
  }
});
