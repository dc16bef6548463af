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

/** How many totals one request asks for: the limit of cost allows no more of the dearest. */
const AT_ONCE = 2;

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
  for (let at = 0; at < filters.length; at += AT_ONCE) {
    const some = filters.slice(at, at + AT_ONCE).map(([filter]) => filter);
    const { body: totals } = await app.graphql(
      `query (${some.map((_, n) => `$f${n}: EventWhere`)}) {
        ${some.map((_, n) => `f${n}: events(first: 0, where: $f${n}) { totalCount }`).join(' ')}
      }`,
      Object.fromEntries(some.map((filter, n) => [`f${n}`, { and: [where, filter] }])),
      asked,
    );
    expect(totals.errors).toBeUndefined();
    counted.push(...some.map((filter, n): [object, number] => [filter, totals.data[`f${n}`].totalCount]));
  }
  expect(counted).toEqual(filters);
  return { totalCount, facets };
}

/** The last day of a month such as `2026-11`. */
function lastDayOf(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}
