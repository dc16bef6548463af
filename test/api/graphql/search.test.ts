import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';
import { made, upTo } from '../../support/making.ts';

let app: TestApp;
/** What is found, in the order that is promised. */
let all: { __typename: string; title: string }[];

const day = (year: number) => ({ start_date: `${year}-06-01 10:00`, end_date: `${year}-06-01 12:00` });

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
  await made(app, 'tags', { name: 'Lantern tag' });
  await made(app, 'categories', { name: 'Lantern category' });
  await made(app, 'organizers', { organizer: 'Lantern organizer' });
  for (const name of ['b', 'a']) await made(app, 'venues', { venue: `Lantern venue ${name}` });
  for (const year of [2028, 2027, 2001, 2002]) await made(app, 'events', { title: `Lantern ${year}`, ...day(year) });
  await made(app, 'events', { title: 'Something else', ...day(2027) });
  await made(app, 'events', { title: 'Secret lantern', status: 'draft', ...day(2027) });
  all = [
    ...['a', 'b'].map((name) => ({ __typename: 'Venue', title: `Lantern venue ${name}` })),
    { __typename: 'Organizer', title: 'Lantern organizer' },
    { __typename: 'Category', title: 'Lantern category' },
    { __typename: 'Tag', title: 'Lantern tag' },
    ...[2027, 2028, 2002, 2001].map((year) => ({ __typename: 'Event', title: `Lantern ${year}` })),
  ];
});
afterAll(() => app.close());

const SEARCH = `query ($query: String!, $first: Int, $after: String) {
  search(query: $query, first: $first, after: $after) {
    nodes { __typename title }
    pageInfo { hasNextPage hasPreviousPage endCursor }
    totalCount
  }
}`;

type Found = Awaited<ReturnType<typeof search>>;
const search = async (variables: object) => (await app.graphql(SEARCH, variables)).body;

test('what all kinds say is found: what events are named by, what is to come, and what is past', async () => {
  const { data } = await search({ query: 'lantern' });
  expect(data.search).toMatchObject({
    nodes: all,
    pageInfo: { hasNextPage: false, hasPreviousPage: false },
    totalCount: all.length,
  });
});

test.each([
  ['of one', Array(9).fill(1)],
  ['that end where a kind ends', [2, 3, 2, 2]],
])('parts %s give everything once, and say whether there is more on either side', async (_, sizes) => {
  const seen: object[] = [];
  let after: string | null = null;
  for (const first of sizes) {
    const { data }: Found = await search({ query: 'lantern', first, after });
    const { nodes, pageInfo } = data.search;
    expect(pageInfo.hasPreviousPage).toBe(after !== null);
    seen.push(...nodes);
    expect(pageInfo.hasNextPage).toBe(seen.length < all.length);
    after = pageInfo.endCursor;
  }
  expect(seen).toEqual(all);
});

test('an event that ends between two parts is given once', async () => {
  const one = await search({ query: 'lantern', first: all.length - 4 });
  const { now } = app.clock;
  app.clock.now = Date.parse('2027-12-01');
  const { data } = await search({ query: 'lantern', after: one.data.search.pageInfo.endCursor });
  app.clock.now = now;
  expect(data.search.nodes).toEqual(all.slice(-4));
});

test.each([
  ['query of blanks', 'query', { query: ' ' }],
  ['query of 11 words', 'query', { query: upTo(11).join(' ') }],
  ['query of 201 letters', 'query', { query: 'x'.repeat(201) }],
  ['first', 'first', { query: 'x', first: 101 }],
  ['after', 'after', { query: 'x', after: 'nonsense' }],
] as const)('a wrong %s is refused by name', async (_, field, variables) => {
  const { errors } = await search(variables);
  expect(errors[0].extensions).toMatchObject({ code: 'INVALID_FIELD', problems: [{ field }] });
});
