import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';
import { made, upTo } from '../../support/making.ts';
import { sampled } from '../../support/sample.ts';
import { elementsOf, pageAt } from './support.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
  const music = await made(app, 'categories', { name: 'Music' });
  const jazz = await made(app, 'categories', { name: 'Jazz', parent: music.id });
  const hall = await made(app, 'venues', { venue: 'Saebit España', description: 'By the river', city: 'Seoul' });
  await app.rest('PATCH', `/venues/${hall.id}?multilang_language=ko`, {
    as: 'administrator',
    json: { venue: '새빛 공연장' },
  });
  const secret = await made(app, 'venues', { venue: 'Hideout', status: 'draft' });
  const ann = await made(app, 'organizers', { organizer: 'Ann Lee' });
  const event = (title: string, more: object) =>
    made(app, 'events', { title, start_date: '2026-12-01 10:00', end_date: '2026-12-01 12:00', ...more });
  await event('Concert', { venue: hall.id, categories: [jazz.id] });
  await event('Reading', { venue: hall.id, organizer: ann.id });
  await event('Party', { venue: secret.id });
  await event('Saebit walk', {});
  for (const number of upTo(3)) await event(`Other ${number}`, {});
});
afterAll(() => app.close());

/** The titles that a page or a calendar lists. */
const listed = (text: string): string[] =>
  text.startsWith('BEGIN')
    ? [...text.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, title]) => title!)
    : elementsOf(text).flatMap(({ name, path, text }) =>
        /^h[234]$/.test(name) && path.includes('ul.events') ? [text] : [],
      );

sampled(6).each([
  ['/events/?s=saebit', ['Concert', 'Reading', 'Saebit walk']],
  ['/events/?s=saebit&ical=1', ['Concert', 'Reading', 'Saebit walk']],
  ['/events/month/2026-12/?s=ann', ['Reading']],
  ['/events/2026-12-01/?s=ann+lee', ['Reading']],
  ['/es/events/?s=espa%C3%B1a', ['Concert', 'Reading']],
  ['/es/events/?s=Espana', ['Concert', 'Reading']],
  [`/ko/events/?s=${encodeURIComponent('새빛')}`, ['Concert', 'Reading']],
  ['/events/?s=saebit+concert', ['Concert']],
  ['/events/?s=jazz+saebit', ['Concert']],
  ['/events/?s=music', ['Concert']],
  ['/events/?s=saebit+-jazz', ['Reading', 'Saebit walk']],
  ['/events/?s="saebit+espa"', ['Concert', 'Reading']],
  ['/venue/saebit-espana/?s=lee', ['Reading']],
  // The city of a venue.
  ['/events/?s=seoul', ['Concert', 'Reading']],
  // Not in a name.
  ['/events/?s=river', []],
  // Nobody sees that name.
  ['/events/?s=hideout', []],
  ['/events/?s=party+-hideout', ['Party']],
])('%s finds %j', async (path, titles) => {
  const { status, text } = await pageAt(app, path);
  const month = elementsOf(text).flatMap(({ name, text, path }) =>
    name === 'a' && path.includes(' td') ? [text] : [],
  );
  const found = [...listed(text), ...month.filter((each) => / (?:AM|PM) /.test(each)).map((each) => each.slice(6))];
  expect([status, found]).toEqual([200, titles]);
});

test('a search of REST finds no names', async () => {
  const { body } = await app.rest('GET', '/events?search=saebit');
  expect(body.events.map(({ title }: { title: string }) => title)).toEqual(['Saebit walk']);
});
