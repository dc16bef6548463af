import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../support/app.ts';
import { made, putCopies } from '../../support/making.ts';
import { type Form, TYPES, titlesIn } from './support.ts';

const EVENTS = '/ko/wp-json/calendar/events/v1/events';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
  await made(app, 'events', { description: `<p>${'말이 길다. '.repeat(150)}</p>` });
  await putCopies(
    app,
    1100,
    ({ startsAt, text }, number) =>
      ({ startsAt: startsAt + number * 1000, text: { en: { ...text.en, title: `Event ${number}` } } }) as object,
  );
});
afterAll(() => app.close());

test.each(Object.keys(TYPES) as Form[])(
  'a feed in %s has the first 1,000 events and at most 1,000,000 bytes',
  async (form) => {
    const answer = await app.fetch(`${EVENTS}.${form}`);
    const titles = titlesIn(answer);
    expect(titles).toHaveLength(1000);
    expect(titles.slice(1, 3)).toEqual(['Event 0', 'Event 1']);
    const bytes = Buffer.byteLength(answer.text);
    expect(bytes).toBeLessThanOrEqual(1_000_000);
    expect(bytes).toBeGreaterThan(900_000);
  },
);

test('a feed has no later page', async () => {
  const { status, text } = await app.fetch(`${EVENTS}.ics?page=2&per_page=1`);
  expect([status, text]).toEqual([200, (await app.fetch(`${EVENTS}.ics`)).text]);
});
