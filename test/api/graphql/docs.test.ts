import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../support/app.ts';

const GUIDE = readFileSync(new URL('../../../docs/graphql.md', import.meta.url), 'utf8');

/** The documents of the page, each with the data that it shows of the answer. */
const EXAMPLES = [...GUIDE.matchAll(/^```graphql\n(.*?)^```\n\n```json\n(.*?)^```/gms)].map(([, query, shown]) => ({
  query: query!.trim(),
  shown: shown!.trim(),
}));

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
  const json = {
    ...{ title: 'Open day', start_date: '2037-03-06 10:00', end_date: '2037-03-06 17:00', timezone: 'Europe/Madrid' },
    venue: { venue: 'Town Hall', city: 'Sevilla' },
  };
  expect((await app.rest('POST', '/events', { as: 'editor', json })).status).toBe(201);
});
afterAll(() => app.close());

test('every document of the page shows its answer', () => {
  expect(EXAMPLES.length).toBe(GUIDE.split('```graphql').length - 1);
  expect(EXAMPLES.length).toBeGreaterThan(4);
});

test.each(EXAMPLES)('the page is right about: $query', async ({ query, shown }) => {
  const { body } = await app.graphql(query);
  expect(body).toEqual({ data: JSON.parse(shown) });
});
