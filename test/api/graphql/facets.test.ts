import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventRecord } from '../../../src/kinds/event/record.ts';
import { buildApp, type Caller, FRIDAY, type TestApp } from '../../support/app.ts';
import { type DrawnCalendar, drawCalendar } from '../../support/drawn-calendar.ts';
import { filtersOf, whereOf } from '../../support/event-filters.ts';
import { compareFacets } from '../../support/facets.ts';

let app: TestApp;
let calendar: DrawnCalendar;

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
  calendar = await drawCalendar(app, 18, 4);
});
afterAll(() => app.close());

// test/drawn/facets.test.ts has all filters.
test.each(['when', 'search', 'categoriesIn', 'city', 'near'])(
  'each facet counts what its filter would leave in a list by %s',
  async (key) => {
    const row = filtersOf(app, calendar)[key]!;
    for (const value of fc.sample(row.values, { numRuns: 1, seed: 2 }))
      await compareFacets(app, whereOf(row, key, value));
  },
);

test.each<[Caller, string]>([
  ['anonymous', 'ko'],
  ['author', 'es'],
  ['administrator', 'ko'],
])('so it does for the role %s in the language %s', async (as, language) => {
  const { facets } = await compareFacets(app, {}, { as, headers: { 'accept-language': language } });
  expect(facets.cities.length).toBeGreaterThan(3);
});

test('facets leave out no value, and those with the most events come first', async () => {
  const { totalCount, facets } = await compareFacets(app, {});
  const { listed } = calendar;
  expect(totalCount).toBe(listed.length);
  const sum = facets.months.reduce((all: number, { count }: { count: number }) => all + count, 0);
  expect(sum).toBe(totalCount);
  for (const { length, used } of [
    { length: facets.categories.length, used: 3 },
    { length: facets.tags.length, used: new Set(listed.flatMap(({ tags }) => tags)).size },
    { length: facets.venues.length, used: new Set(listed.flatMap(({ venues }) => venues)).size - 1 },
  ])
    expect(length).toBe(used);
  for (const values of [facets.categories, facets.tags, facets.venues, facets.cities]) {
    const counts = values.map(({ count }: { count: number }) => count);
    expect(counts).toEqual(counts.toSorted((a: number, b: number) => b - a));
  }
});

test('facets of the events of one record count these alone', async () => {
  const { body } = await app.graphql(
    '{ tags(first: 1) { nodes { events(first: 0) { totalCount facets { tags { tag { databaseId } count } } } databaseId } } }',
  );
  const [{ databaseId, events }] = body.data.tags.nodes;
  expect(events.facets.tags).toContainEqual({ tag: { databaseId }, count: events.totalCount });
});

test('facets of a list too long to be read event by event come from the indexes, and are the same', async () => {
  const { facets: before, totalCount } = await compareFacets(app, {});
  const events = await app.store.find<EventRecord>('events', { status: 'publish', trashed: false });
  const times = Math.ceil(1001 / events.length);
  for (let copy = 1; copy <= times; copy += 1)
    await app.store.put(
      'events',
      events.map(({ slugs: _, ...event }) => ({
        ...event,
        _id: copy * 100_000 + event._id,
        uid: `${copy} ${event.uid}`,
      })),
    );
  await app.tellAll();
  const { facets, totalCount: all } = await compareFacets(app, {});
  const multiplied = <T extends { count: number }>(values: T[]) =>
    values.map((value) => ({ ...value, count: value.count * (times + 1) }));
  expect(all).toBe(totalCount * (times + 1));
  for (const facet of ['categories', 'tags', 'venues', 'cities', 'months'])
    expect(facets[facet]).toEqual(multiplied(before[facet]));
});
