import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepDays } from '../../src/migrations/5-keep-days.ts';
import { seedCalendar } from '../../src/seed/seed-calendar.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { contents, keptValues, recounted } from '../support/stored.ts';

let app: TestApp;

/** A calendar as the version before left it, one event of which somebody has changed into nonsense. */
beforeAll(async () => {
  app = await buildApp();
  await seedCalendar(app.store, { events: 200, seed: 5, around: '2026-11-20' });
  for (const { _id } of await app.store.find('event_days', {})) await app.store.delete('event_days', _id);
  await app.store.insert('events', {
    _id: 100_000,
    status: 'publish',
    trashed: false,
    hideFromListings: false,
  } as never);
});
afterAll(() => app.close());

test('events are counted by day, and a second time nothing changes', async () => {
  await keepDays.run(app.store, () => undefined);
  await app.store.delete('events', 100_000);
  const all = await contents(app.store);
  expect(all.event_days.length).toBeGreaterThan(0);
  expect(keptValues(all)).toEqual(recounted(all));
  await keepDays.run(app.store, () => undefined);
  expect(await contents(app.store)).toEqual(all);
});
