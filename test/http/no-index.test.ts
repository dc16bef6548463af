// Alone catches an answer of REST or of a feed that search engines may list.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../support/app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

const REST = '/wp-json/calendar/events/v1';

test.each([
  [200, `${REST}/events`, 'noindex'],
  [404, `${REST}/events/9`, 'noindex'],
  [200, `${REST}/events.ics`, 'noindex'],
  [200, '/events/feed/', 'noindex'],
  [404, '/event/nothing/ical/', 'noindex'],
  [200, '/events/', null],
  [200, '/health', null],
])('%i at %s tells search engines: %s', async (expected, path, said) => {
  const { status, headers } = await app.fetch(path);
  expect([status, headers.get('x-robots-tag')]).toEqual([expected, said]);
});
