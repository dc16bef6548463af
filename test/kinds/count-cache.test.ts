import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../support/app.ts';
import { made } from '../support/making.ts';
import { createWatch } from '../support/watched-store.ts';

const watch = createWatch();
let app: TestApp;

beforeAll(async () => {
  app = await buildApp({ wrap: watch.wrap });
  for (const hour of [8, 9, 10])
    await made(app, 'events', {
      title: `Concert ${hour}`,
      start_date: `2030-01-01 ${hour}:00:00`,
      end_date: '2030-01-01 12:00:00',
    });
  app.clock.now = Date.parse('2030-01-01T07:00:00Z');
});
afterAll(() => app.close());

/** The total of a list of what is found, and how often events were counted for it. */
async function found() {
  const { result, reads } = await watch.during(() => app.rest('GET', '/events?search=concert'));
  return { total: result.body.total, counts: reads.filter((read) => read === 'count events').length };
}

test('what was counted is not counted again, what has left the list since is taken off, and a write begins anew', async () => {
  expect(await found()).toEqual({ total: 3, counts: 1 });
  expect(await found()).toEqual({ total: 3, counts: 0 });
  app.clock.now += 3_660_000;
  // What left it at its beginning, and what entered it at its end.
  expect(await found()).toEqual({ total: 2, counts: 2 });
  await made(app, 'events', {
    title: 'Concert of the night',
    start_date: '2030-01-01 23:00:00',
    end_date: '2030-01-01 23:30:00',
  });
  expect(await found()).toEqual({ total: 3, counts: 1 });
  app.clock.now += 40 * 86_400_000;
  expect(await found()).toEqual({ total: 0, counts: 1 });
});
