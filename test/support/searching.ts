import { expect } from 'vitest';
import type { Language } from '../../src/domain/language.ts';
import { graphqlIn, restIn } from '../kinds/languages/asking.ts';
import type { TestApp } from './app.ts';
import { ONE, type Plural } from './making.ts';

/** Terms are found by the slugs that they show, too. */
export const isTerm = (kind: Plural): boolean => kind === 'categories' || kind === 'tags';

/** A search of up to 50 records in REST. */
export const searchPath = (kind: Plural, search: string): string =>
  `/${kind}?${new URLSearchParams({ search, per_page: '50', ...(isTerm(kind) ? { hide_empty: '0' } : {}) })}`;

/** The same in GraphQL, with the search as a variable. */
export const searchQuery = (kind: Plural): string =>
  `query ($search: String) { page: ${ONE[kind]}Page(perPage: 50, where: { search: $search }) { total items { id: databaseId } } }`;

/** The places in `ids` of what both APIs find, which must be the same. */
export async function foundPlaces(
  app: TestApp,
  ids: readonly number[],
  kind: Plural,
  search: string,
  language: Language = 'en',
): Promise<number[]> {
  const places = (items: { id: number }[]) => items.map(({ id }) => ids.indexOf(id)).sort();
  const rest = await restIn(app, { form: 'parameter', language }, 'GET', searchPath(kind, search));
  expect([rest.status, rest.body.total]).toEqual([200, rest.body[kind].length]);
  expect(new URL(rest.body.rest_url).searchParams.get('search')).toBe(search);
  const { page } = (await graphqlIn(app, { form: 'segment', language }, searchQuery(kind), { search })).body.data;
  expect(places(page.items)).toEqual(places(rest.body[kind]));
  return places(page.items);
}
