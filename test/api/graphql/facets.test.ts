import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventRecord } from '../../../src/kinds/event/record.ts';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';
import { type DrawnCalendar, drawCalendar } from '../../support/drawn-calendar.ts';
import { compareFacets } from '../../support/facets.ts';
import { made, upTo } from '../../support/making.ts';
import { sampled } from '../../support/sample.ts';

let app: TestApp;
let calendar: DrawnCalendar;

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
  calendar = await drawCalendar(app, 18, 4);
});
afterAll(() => app.close());

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

sampled(1).each(['tags', 'categories'] as const)(
  '%s that are gone leave room for those that are there',
  async (kind) => {
    const small = await buildApp();
    const ids: number[] = [];
    for (const at of upTo(52)) ids.push((await made(small, kind, { name: `Name ${at}` })).id);
    const [kept, ...gone] = ids;
    for (const named of [gone, gone, [kept]]) await made(small, 'events', { [kind]: named });
    for (const id of gone) await small.rest('DELETE', `/${kind}/${id}`, { as: 'administrator' });
    const { facets } = await compareFacets(small, {});
    await small.close();
    expect(facets[kind]).toEqual([expect.objectContaining({ count: 1 })]);
  },
);

sampled(1).each(['UTC-12', 'Pacific/Kiritimati', 'America/Los_Angeles'])(
  'months are those of the zone %s of the site, from the year 1 to 9999',
  async (zone) => {
    const own = await buildApp({ env: { SITE_TIMEZONE: zone } });
    for (const day of ['0001-01-01', '2026-10-31', '2026-11-01', '9999-12-31'])
      for (const timezone of ['UTC', 'Pacific/Auckland', 'America/Los_Angeles']) {
        await made(own, 'events', { start_date: `${day} 23:30`, end_date: `${day} 23:30`, timezone });
        await made(own, 'events', { start_date: day, end_date: day, all_day: true, timezone });
      }
    const { facets } = await compareFacets(own, {});
    await own.close();
    expect(facets.months.map(({ month }: { month: string }) => month)).toEqual([
      '0001-01',
      '2026-10',
      '2026-11',
      '9999-12',
    ]);
  },
);
