import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../support/app.ts';

// The recordings of the reference list the arguments with types and defaults (test/recordings/, with our own in deviations.json).

interface Route {
  endpoints: { args: Record<string, { description?: string }> | [] }[];
}

let app: TestApp;
let routes: Record<string, Route>;

beforeAll(async () => {
  app = await buildApp();
  routes = (await app.rest('GET', '')).body.routes;
});
afterAll(() => app.close());

const pathOf = (pattern: string): string =>
  pattern.replace('/calendar/events/v1', '').replace('(?P<id>\\d+)', '1').replace('(?P<slug>[^/]+)', 'some');

test('every argument is described in words', () => {
  const silent = Object.entries(routes).flatMap(([pattern, { endpoints }]) =>
    endpoints.flatMap(({ args }) =>
      Object.entries(args)
        .filter(([, { description = '' }]) => description.length < 5)
        .map(([name]) => `${pattern}: ${name}`),
    ),
  );
  expect(silent).toEqual([]);
});

test('OPTIONS of every path tells what the namespace tells of it', async () => {
  for (const [pattern, route] of Object.entries(routes)) {
    const path = pathOf(pattern);
    const { status, body } = await app.rest('OPTIONS', path);
    expect([path, status, body]).toEqual([path, 200, route]);
  }
});

test('moving defaults move with the clock, in the zone of the site', async () => {
  const seoul = await buildApp({ env: { SITE_TIMEZONE: 'Asia/Seoul' }, now: '2027-03-01T16:00:00Z' });
  const { body } = await seoul.rest('OPTIONS', '/events');
  const { start_date, end_date } = body.endpoints[0].args;
  expect([start_date.default, end_date.default]).toEqual(['2027-03-02 01:00:00', '2029-03-02 01:00:00']);
  await seoul.close();
});
