import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answered, buildApp, type Caller, type TestApp } from '../support/app.ts';
import { made, upTo } from '../support/making.ts';
import { createWatch } from '../support/watched-store.ts';

const watch = createWatch();
let app: TestApp;
let eventId: number;

/** 50 of everything; each event with venues, organizers, categories, tags and images of its own. */
beforeAll(async () => {
  app = await buildApp({ wrap: watch.wrap });
  const top = await made(app, 'categories', { name: 'Top' });
  for (const index of upTo(50)) {
    const image = `https://example.org/${index}.png`;
    const category = await made(app, 'categories', { name: `Category ${index}`, parent: top.id });
    const event = await made(app, 'events', {
      image,
      venue: [
        { venue: `Venue ${index}`, image },
        { venue: `Other venue ${index}`, image },
      ],
      organizer: [{ organizer: `Organizer ${index}`, image }],
      categories: [category.id],
      tags: [`Tag ${index}`, `Other tag ${index}`],
    });
    eventId = event.id;
  }
});
afterAll(() => app.close());

const CALLERS: Caller[] = ['anonymous', 'author', 'administrator'];

/** What the store is asked for an answer that a caller gets for the first time this second. */
async function asked(request: () => Promise<Answered>) {
  app.clock.now += 5000;
  const { result, reads, writes } = await watch.during(request);
  expect(result.status, result.text).toBe(200);
  expect(result.body.errors).toBeUndefined();
  return { result, count: reads.length + writes.length };
}

const REST = [
  { list: 'events', filter: '', most: 7 },
  { list: 'events', filter: 'categories=top&', most: 9 },
  { list: 'venues', filter: '', most: 4 },
  { list: 'venues', filter: 'has_events=1&only_with_upcoming=1&', most: 6 },
  { list: 'organizers', filter: '', most: 4 },
  { list: 'categories', filter: '', most: 5 },
  { list: 'tags', filter: '', most: 5 },
].flatMap((row) => CALLERS.map((as) => ({ ...row, as })));

test.each(REST)('REST: 50 $list ($filter) take the $as at most $most queries, 10 as many', async (row) => {
  const page = (size: number) => asked(() => app.rest('GET', `/${row.list}?${row.filter}per_page=${size}`, row));
  const [ten, fifty] = [await page(10), await page(50)];
  expect(fifty.count).toBeLessThanOrEqual(row.most);
  expect(ten.count).toBe(fifty.count);
  expect(fifty.result.body[row.list]).toHaveLength(50);
  expect(ten.result.body[row.list]).toHaveLength(10);
});

const NESTED_EVENTS = `eventPage(perPage: $size) { total totalPages items {
  id title image { id url } jsonLd
  venues { id name image { url } jsonLd }
  organizers { id name image { url } jsonLd }
  categories { id name url parent { id name parent { id } } }
  tags { id name url }
} }`;

const GRAPHQL = [
  { what: 'events with all that hangs on them', page: NESTED_EVENTS, most: 8 },
  { what: 'events alone', page: 'eventPage(perPage: $size) { items { id title } }', most: 2 },
  { what: 'venues', page: 'venuePage(perPage: $size) { total items { id image { url } jsonLd } }', most: 4 },
  { what: 'organizers', page: 'organizerPage(perPage: $size) { total items { id image { url } jsonLd } }', most: 4 },
  { what: 'categories', page: 'categoryPage(perPage: $size) { total items { id parent { id } } }', most: 6 },
  { what: 'tags', page: 'tagPage(perPage: $size) { total items { id } }', most: 5 },
].flatMap((row) => CALLERS.map((as) => ({ ...row, as })));

test.each(GRAPHQL)(
  'GraphQL: 50 $what for the $as take at most $most queries, 10 as many',
  async ({ page, most, as }) => {
    const query = `query ($size: Int) { page: ${page} }`;
    const sized = (size: number) => asked(() => app.graphql(query, { size }, { as }));
    const [ten, fifty] = [await sized(10), await sized(50)];
    expect(fifty.count).toBeLessThanOrEqual(most);
    expect(ten.count).toBe(fifty.count);
    expect(fifty.result.body.data.page.items).toHaveLength(50);
    expect(ten.result.body.data.page.items).toHaveLength(10);
  },
);

test.each(CALLERS)('one event with all that hangs on it takes the %s at most 5 queries', async (as) => {
  const { count, result } = await asked(() => app.rest('GET', `/events/${eventId}`, { as }));
  expect(count).toBeLessThanOrEqual(5);
  expect(result.body).toMatchObject({
    venue: [{ image: {} }, { image: {} }],
    organizer: [{ image: {} }],
    categories: [{}],
    tags: [{}, {}],
  });
});

test.each(['venues', 'organizers', 'categories', 'tags'])('one of the %s takes one query', async (kind) => {
  const { body } = await app.rest('GET', `/${kind}?per_page=1`);
  const { count } = await asked(() => app.rest('GET', `/${kind}/${body[kind][0].id}`));
  expect(count).toBe(1);
});
