import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../support/app.ts';
import { made } from '../support/making.ts';

let app: TestApp;
const ids = new Map<string, number>();

const TREE = { music: '', jazz: 'music', bop: 'jazz', art: '', craft: 'art', empty: '' };

/** Events, by the categories they carry. */
const EVENTS = [
  { categories: ['music'] },
  { categories: ['jazz', 'art'] },
  { categories: ['jazz', 'bop'] },
  { categories: ['bop'], start_date: '2020-01-01', end_date: '2020-01-02' },
  { categories: ['bop'], hide_from_listings: true, start_date: '2098-01-01', end_date: '2098-01-02' },
  { categories: ['jazz'], status: 'draft' },
  { categories: ['craft'], status: 'private' },
];

beforeAll(async () => {
  app = await buildApp();
  for (const [name, above] of Object.entries(TREE)) {
    const { id } = await made(app, 'categories', { name, parent: ids.get(above) ?? 0 });
    ids.set(name, id);
  }
  for (const { categories, ...fields } of EVENTS) {
    await made(app, 'events', { ...fields, categories: categories.map((name) => ids.get(name)) });
  }
});
afterAll(() => app.close());

const namesOf = (records: { name: string }[]) => records.map(({ name }) => name);

test.each([
  { query: 'parent=0', where: 'isTop: true, hasEvents: true', names: ['art', 'music'] },
  { query: 'parent=0&hide_empty=false', where: 'isTop: true', names: ['art', 'empty', 'music'] },
  {
    query: 'parent=0&order=desc',
    where: 'isTop: true, hasEvents: true } orderBy: { field: NAME, direction: DESC',
    names: ['music', 'art'],
  },
  { query: 'parent=0&search=us', where: 'isTop: true, hasEvents: true, search: "us"', names: ['music'] },
  { query: 'parent=0&slug=jazz', where: 'isTop: true, hasEvents: true, slug: "jazz"', names: [] },
  { query: 'parent=00', where: 'isTop: true, hasEvents: true', names: ['art', 'music'] },
])('$query lists those at the top at both APIs: $names', async ({ query, where, names }) => {
  const rest = await app.rest('GET', `/categories?${query}`);
  const { body } = await app.graphql(`{ categoryPage(where: { ${where} }) { total items { name parentDatabaseId } } }`);
  expect([rest.status, namesOf(rest.body.categories), rest.body.total]).toEqual([200, names, names.length]);
  const items = names.map((name) => ({ name, parentDatabaseId: null }));
  expect(body.data.categoryPage).toEqual({ total: names.length, items });
});

test.each([
  { as: 'anonymous' as const, when: '2026-01-01T00:00:00Z', names: ['art', 'bop', 'jazz', 'music'] },
  { as: 'administrator' as const, when: '2026-01-01T00:00:00Z', names: ['art', 'bop', 'craft', 'jazz', 'music'] },
  { as: 'administrator' as const, when: '2097-01-01T00:00:00Z', names: [] },
])(
  'at $when $as finds the categories with events to come, their own or of those below',
  async ({ as, when, names }) => {
    const { now } = app.clock;
    app.clock.now = Date.parse(when);
    const query = '{ categories(where: { hasUpcomingEvents: true }) { totalCount nodes { name } } }';
    const { body } = await app.graphql(query, {}, { as });
    app.clock.now = now;
    expect(body.data.categories).toEqual({ totalCount: names.length, nodes: names.map((name) => ({ name })) });
  },
);

test('a parent of null asks nothing of the parent', async () => {
  const { body } = await app.graphql('{ categoryPage(where: { parentIn: null }) { total } }');
  expect(body.data.categoryPage).toEqual({ total: 6 });
});

const COUNTS = [
  { name: 'music', count: 1, countWithDescendants: 5, listed: 4 },
  { name: 'jazz', count: 2, countWithDescendants: 4, listed: 3 },
  { name: 'bop', count: 3, countWithDescendants: 3, listed: 2 },
  { name: 'art', count: 1, countWithDescendants: 1, listed: 1 },
  { name: 'craft', count: 0, countWithDescendants: 0, listed: 0 },
  { name: 'empty', count: 0, countWithDescendants: 0, listed: 0 },
];

test.each(COUNTS)(
  '$name counts the public events that carry it, and those that a list by it has but for the hidden ones',
  async ({ name, listed, ...counted }) => {
    const { body } = await app.graphql(
      `query ($ref: RecordRef!, $filter: EventWhere) {
        category(ref: $ref) { count countWithDescendants }
        eventPage(where: $filter) { total }
      }`,
      {
        ref: { databaseId: ids.get(name) },
        filter: { categoriesIn: [ids.get(name)] },
      },
    );
    expect(body.data).toEqual({ category: counted, eventPage: { total: listed } });
    expect((await app.rest('GET', `/categories/${ids.get(name)}`)).body.count).toBe(counted.count);
  },
);
