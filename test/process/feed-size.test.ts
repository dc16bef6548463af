import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../support/app.ts';
import { made, putCopies } from '../support/making.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
  await made(app, 'events', { title: 'First', description: `<p>${'말이 길다. '.repeat(70)}</p>` });
  const change = ({ startsAt, text }: { startsAt: number; text: object }, number: number) =>
    ({
      startsAt: startsAt + number * 1000,
      text: { en: { ...Object.values(text)[0], title: `Copy ${number}` } },
    }) as object;
  await putCopies(app, 1000, change);
});
afterAll(() => app.close());

test.each([
  ['ics', /^SUMMARY:(.*)\r$/gm],
  ['rss', /<item>\s*<title>(.*?) –/g],
  ['feed.json', /"title":"((?:First|Copy).*?) –/g],
])('a feed in %s has the first 1,000 events and at most 1,000,000 bytes, and no later page', async (form, title) => {
  const { text } = await app.fetch(`/ko/wp-json/calendar/events/v1/events.${form}?page=2&per_page=1`);
  const titles = [...text.matchAll(title)].map(([, said]) => said);
  expect(titles).toHaveLength(1000);
  expect([titles[0], titles[1], titles[999]]).toEqual(['First', 'Copy 0', 'Copy 998']);
  const bytes = Buffer.byteLength(text);
  expect(bytes).toBeLessThanOrEqual(1_000_000);
  expect(bytes).toBeGreaterThan(900_000);
});
