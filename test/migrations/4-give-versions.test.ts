import { afterAll, beforeAll, expect, test } from 'vitest';
import { giveVersions } from '../../src/migrations/4-give-versions.ts';
import { COLLECTIONS } from '../../src/resources/collections.ts';
import { EVENT_DAYS } from '../../src/resources/event-days.ts';
import type { Stored } from '../../src/store/port.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { made } from '../support/making.ts';
import { contents, withoutVersions } from '../support/stored.ts';

let app: TestApp;
let today: object;

beforeAll(async () => {
  app = await buildApp();
  const image = 'https://example.org/a.png';
  const links = { venue: { venue: 'One' }, organizer: { organizer: 'One' }, categories: ['One'], tags: ['One'] };
  await made(app, 'events', { image, ...links });
  today = withoutVersions(await contents(app.store));
  for (const { name } of COLLECTIONS.filter((each) => each !== EVENT_DAYS)) {
    const records = await app.store.find<Stored & { version: number }>(name, {});
    const before = records.map(({ version: _, ...record }) => ({ ...record, keptRevision: 7, revision: 7 }));
    await app.store.put(name, before);
  }
  await giveVersions.run(app.store, () => undefined);
});
afterAll(() => app.close());

const versions = async () => {
  const { event_days: _, sweeps: __, ...all } = await contents(app.store);
  return (Object.values(all) as { version: number }[][]).map((records) => records.map(({ version }) => version));
};

test('every record of the version before has version 1, and no other numbers that writes raised', async () => {
  expect(withoutVersions(await contents(app.store))).toStrictEqual(today);
  expect(await versions()).toEqual([[1], [1], [1], [1], [1], [1]]);
});

test('a second time it changes nothing, also of what was written meanwhile', async () => {
  await app.store.updateMany('venues', {}, { $inc: { version: 1 } });
  await giveVersions.run(app.store, () => undefined);
  expect(await versions()).toEqual([[1], [2], [1], [1], [1], [1]]);
});
