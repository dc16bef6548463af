import { afterEach, expect, test } from 'vitest';
import { STATUSES } from '../../../src/domain/status.ts';
import { tellOrganizers } from '../../../src/tools/seed/organizers.ts';
import { parametersOf } from '../../../src/tools/seed/parameters.ts';
import { seedCalendar } from '../../../src/tools/seed/seed-calendar.ts';
import { tellVenues } from '../../../src/tools/seed/venues.ts';
import { createWorld } from '../../../src/tools/seed/world.ts';
import { buildApp, type TestApp } from '../../support/app.ts';
import { type Contents, contents, keptValues, withoutVersions } from '../../support/stored.ts';
import { sendAll } from './sending.ts';

const apps: TestApp[] = [];

async function emptyStore() {
  const app = await buildApp();
  apps.push(app);
  return app.store;
}

afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()));
});

/** Without how often a record was written; numbers by day as they add up. */
const settled = (all: Contents) => {
  const { event_days: _, ...records } = all;
  return {
    kept: keptValues(all),
    records: Object.values(records)
      .flat()
      .map((record) => ({ ...record, version: undefined })),
  };
};

test('the records of a seed are what the services store when they are sent the same', async () => {
  const parameters = parametersOf({
    events: 110,
    seed: 5,
    around: '2026-11-20',
    authors: [1, 3],
    severalVenues: true,
  });
  const [seeded, sent] = [await emptyStore(), await emptyStore()];
  await seedCalendar(seeded, parameters);
  await sendAll(sent, parameters);
  const stored = await contents(sent);
  expect(settled(await contents(seeded))).toEqual(settled(stored));
  expect(new Set(stored.events.map(({ status }) => status))).toEqual(new Set(STATUSES));
});

test('so are the venues and organizers of a larger calendar, some of them in the trash', async () => {
  const parameters = parametersOf({ events: 1500, seed: 9, around: '2027-03-28' });
  const sent = await emptyStore();
  await sendAll(sent, parameters, 'linked');
  const world = createWorld(parameters);
  const [venues, organizers] = [[...tellVenues(world)], [...tellOrganizers(world)]];
  const stored = await contents(sent);
  const made = {
    venues: venues.map(({ record }) => record),
    organizers: organizers.map(({ record }) => record),
    images: world.pictures.all(),
  };
  expect(withoutVersions(stored)).toMatchObject(withoutVersions(made));
  for (const records of [stored.venues, stored.organizers]) expect(records.some(({ trashed }) => trashed)).toBe(true);
});
