import { expect } from 'vitest';
import type { Asked, TestApp } from './app.ts';

const QUERY = `query ($where: EventWhere) {
  events(first: 1, where: $where) {
    totalCount
    facets {
      categories { category { databaseId } count }
      tags { tag { databaseId } count }
      venues { venue { databaseId } count }
      cities { city country count }
      months { month count }
      freeCount
      onlineCount
    }
  }
}`;

type Value = Record<string, { databaseId: number }> & { count: number; city: string; country?: string; month: string };

/** Asks for the facets of a list of events, and for the total of that list with each of the filters added. */
export async function compareFacets(app: TestApp, where: object, asked: Pick<Asked, 'as' | 'headers'> = {}) {
  const { body } = await app.graphql(QUERY, { where }, asked);
  expect(body.errors).toBeUndefined();
  const { totalCount, facets } = body.data.events;
  const filters: [object, number][] = [
    ...facets.categories.map(({ category, count }: Value) => [{ categoriesIn: [`${category!.databaseId}`] }, count]),
    ...facets.tags.map(({ tag, count }: Value) => [{ tagsIn: [`${tag!.databaseId}`] }, count]),
    ...facets.venues.map(({ venue, count }: Value) => [{ venuesIn: [`${venue!.databaseId}`] }, count]),
    ...facets.cities.map(({ city, country, count }: Value) => [{ city, ...(country && { country }) }, count]),
    ...facets.months.map(({ month, count }: Value) => [
      { startsBetween: { from: `${month}-01`, to: lastDayOf(month) } },
      count,
    ]),
    [{ isFree: true }, facets.freeCount],
    [{ attendance: ['ONLINE', 'MIXED'] }, facets.onlineCount],
  ];
  const counted: [object, number][] = [];
  // One at a time: the limit of cost allows no two of the dearest.
  for (const [filter] of filters) {
    const { body: total } = await app.graphql(
      'query ($where: EventWhere) { events(first: 0, where: $where) { totalCount } }',
      { where: { and: [where, filter] } },
      asked,
    );
    expect(total.errors).toBeUndefined();
    counted.push([filter, total.data.events.totalCount]);
  }
  expect(counted).toEqual(filters);
  return { totalCount, facets };
}

/** The last day of a month such as `2026-11`. */
function lastDayOf(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}
