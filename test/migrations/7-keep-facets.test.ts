import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepFacets } from '../../src/migrations/7-keep-facets.ts';
import type { Stored } from '../../src/store/port.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { drawCalendar } from '../support/drawn-calendar.ts';

/** Somebody has changed it into nonsense. */
const DAMAGED = { _id: 1_000_000, version: 1, startDate: 7 };

type Kept = Stored & { version: number };

let app: TestApp;
let today: Awaited<ReturnType<typeof stored>>;

const stored = async () => ({
  events: await app.store.find<Kept>('events', {}, { sort: [['_id', 1]] }),
  venues: await app.store.find<Kept>('venues', {}, { sort: [['_id', 1]] }),
});

beforeAll(async () => {
  app = await buildApp();
  await drawCalendar(app, 20);
  today = await stored();
  for (const kind of ['events', 'venues'] as const) {
    const gone = { facets: true, lowestPrice: true, searchTitle: true } as const;
    await app.store.updateMany(kind, {}, { $unset: gone });
    await app.store.put(kind, [DAMAGED]);
  }
  await keepFacets.run(app.store, () => undefined);
}, 120_000);
afterAll(() => app.close());

test('records of the version before become what writing them today stores, in a version after the last', async () => {
  const { events, venues } = await stored();
  const raised = (records: Kept[]) => records.map((record) => ({ ...record, version: record.version + 1 }));
  expect([events.slice(0, -1), venues.slice(0, -1)]).toEqual([raised(today.events), raised(today.venues)]);
});

test('what is damaged stays as it is', async () => {
  for (const records of Object.values(await stored())) expect(records.at(-1)).toEqual(DAMAGED);
});

test('a second time it changes nothing', async () => {
  const before = await stored();
  await keepFacets.run(app.store, () => undefined);
  expect(await stored()).toEqual(before);
});
