import { afterEach, describe, expect, test } from 'vitest';
import type { Store, Stored } from '../../../src/data/port.ts';
import { SETTINGS } from '../../../src/data/settings.ts';
import { seedCalendar } from '../../../src/tools/seed/seed-calendar.ts';
import { type Built, buildApp, type TestApp } from '../../support/app.ts';
import { made } from '../../support/making.ts';
import { contents, empty, keptValues, recounted } from '../../support/stored.ts';

const apps: TestApp[] = [];

async function emptyApp(built: Built = {}): Promise<TestApp> {
  const app = await buildApp(built);
  apps.push(app);
  return app;
}

afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()));
});

const options = { events: 80, seed: 5, around: '2026-11-20' };

const seededWith = async (changes: Partial<typeof options> = {}) => {
  const { store } = await emptyApp();
  await seedCalendar(store, { ...options, ...changes });
  return contents(store);
};

test('the same parameters make the same calendar, byte for byte', async () => {
  const [one, other] = [await seededWith(), await seededWith()];
  expect(JSON.stringify(one)).toBe(JSON.stringify(other));
});

test.each([{ seed: 6 }, { around: '2026-11-21' }])('%o makes another calendar', async (change) => {
  const [one, other] = [await seededWith(), await seededWith(change)];
  const titles = (all: typeof one) => all.events.map(({ text, startsAt }) => [text, startsAt]);
  expect(titles(one)).not.toEqual(titles(other));
});

test('there are as many records as was said, and every one has an id and slugs of its own', async () => {
  const { store } = await emptyApp();
  const { counts, before } = await seedCalendar(store, options);
  const { custom_fields, imports, ...all } = await contents(store);
  const { events, series, venues, organizers, categories, tags, images } = all;
  const numbers = Object.entries(all).map(([kind, records]) => [kind, records.length]);
  expect(Object.fromEntries(numbers)).toEqual(counts);
  expect(counts).toMatchObject({ events: 80, venues: 12, organizers: 8 });
  expect(before).toBe(false);
  expect([...custom_fields, ...imports]).toEqual([]);
  for (const records of [
    [...events, ...series, ...venues, ...organizers, ...images],
    [...categories, ...tags],
  ])
    expect(new Set(records.map(({ _id }) => _id)).size).toBe(records.length);
  for (const records of [events, series, venues, organizers, categories, tags]) {
    const slugs = (records as { slugs?: string[] }[]).flatMap((record) => record.slugs ?? []);
    expect(new Set(slugs).size).toBe(slugs.length);
  }
});

test('what the records keep about each other is what counting all of them anew gives', async () => {
  const all = await seededWith({ events: 300 });
  expect(keptValues(all)).toEqual(recounted(all));
});

test('what is made afterwards gets ids that no record has', async () => {
  const app = await emptyApp();
  await seedCalendar(app.store, options);
  const { events, venues, organizers, images, categories, tags } = await contents(app.store);
  const highest = (...lists: Stored[][]) => Math.max(...lists.flat().map(({ _id }) => Number(_id)));
  expect((await made(app, 'events')).id).toBeGreaterThan(highest(events, venues, organizers, images));
  expect((await made(app, 'tags')).id).toBeGreaterThan(highest(categories, tags));
});

test('the same call again finds nothing to do', async () => {
  const { store } = await emptyApp();
  const { counts } = await seedCalendar(store, options);
  const first = await contents(store);
  expect(await seedCalendar(store, options)).toEqual({ before: true, counts });
  expect(await contents(store)).toEqual(first);
});

test('records belong to the authors that were named, else to the first user', async () => {
  const { store } = await emptyApp();
  await seedCalendar(store, { ...options, authors: [2, 3] });
  const { events, venues } = await contents(store);
  expect(new Set([...events, ...venues].map(({ author }) => author))).toEqual(new Set([2, 3]));
  expect(new Set((await seededWith()).events.map(({ author }) => author))).toEqual(new Set([1]));
});

test('events are reported up to their number', async () => {
  const { store } = await emptyApp();
  const told: [string, number, number][] = [];
  await seedCalendar(store, { ...options, report: (...progress) => told.push(progress) });
  expect(told).toContainEqual(['events', 80, 80]);
});

describe('a seed that was interrupted', () => {
  /** A store that loses its connection at a bulk write. */
  const failingAt = (number: number) => {
    let asked = 0;
    return (store: Store): Store => ({
      ...store,
      put: async (...args) => {
        asked += 1;
        await (asked === number ? Promise.reject(new Error('gone')) : store.put(...args));
      },
    });
  };

  test.each([
    ['at its beginning', 3],
    ['before the events', 6],
    ['at the events', 7],
  ])('%s is finished by the same call', async (_when, number) => {
    const { store } = await emptyApp({ wrap: failingAt(number) });
    await expect(seedCalendar(store, options)).rejects.toThrow('gone');
    expect(await seedCalendar(store, options)).toMatchObject({ before: false });
    expect(await contents(store)).toEqual(await seededWith());
  });

  test('is not finished by another call', async () => {
    const { store } = await emptyApp({ wrap: failingAt(7) });
    await expect(seedCalendar(store, options)).rejects.toThrow('gone');
    const left = await contents(store);
    await expect(seedCalendar(store, { ...options, seed: 6 })).rejects.toMatchObject({
      name: 'StoreRefused',
      message: expect.stringMatching(
        /^the calendar is being seeded with --events 80 --seed 5 --around 2026-11-20: [^\n]*$/,
      ),
    });
    expect(await contents(store)).toEqual(left);
  });
});

test('of two seeds that begin at once, one is refused', async () => {
  const { store } = await emptyApp();
  const seeds = [5, 6].map((seed) => seedCalendar(store, { ...options, seed }));
  const ended = await Promise.allSettled(seeds);
  expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const won = ended[0]!.status === 'fulfilled' ? 5 : 6;
  expect(await contents(store)).toEqual(await seededWith({ seed: won }));
});

describe('a calendar is left as it is', () => {
  test('when it holds a record', async () => {
    const app = await emptyApp();
    await made(app, 'tags');
    const before = await contents(app.store);
    await expect(seedCalendar(app.store, options)).rejects.toThrow(/^the calendar already holds records[^\n]*$/);
    expect(await contents(app.store)).toEqual(before);
    expect(await app.store.byIds(SETTINGS.name, ['seed'])).toEqual([]);
  });

  test('when it was seeded with other parameters', async () => {
    const { store } = await emptyApp();
    await seedCalendar(store, options);
    const before = await contents(store);
    await expect(seedCalendar(store, { ...options, events: 81 })).rejects.toThrow(
      /^the calendar was seeded with [^\n]*$/,
    );
    expect(await contents(store)).toEqual(before);
  });

  test('when it is empty, but its ids have been given before', async () => {
    const app = await emptyApp();
    await made(app, 'tags');
    await empty(app);
    await expect(seedCalendar(app.store, options)).rejects.toThrow('has given ids before');
    expect((await contents(app.store)).events).toEqual([]);
  });
});
