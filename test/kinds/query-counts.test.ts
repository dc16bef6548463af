import { afterAll, beforeAll, expect, test } from 'vitest';
import { LANGUAGES } from '../../src/domain/language.ts';
import { COLLECTIONS } from '../../src/kinds/collections.ts';
import { type Answered, buildApp, type Caller, FRIDAY, type TestApp } from '../support/app.ts';
import { made, upTo } from '../support/making.ts';
import { sampled } from '../support/sample.ts';
import { createWatch } from '../support/watched-store.ts';

const FEW = 2;
const MANY = 6;

const watch = createWatch();
let app: TestApp;
let eventId: number;
let tagId: number;
let changes = 0;

/** As many as the longer page has of everything; each event with venues, organizers, categories, tags and images of its own. */
beforeAll(async () => {
  app = await buildApp({ now: FRIDAY, wrap: watch.wrap });
  const top = await made(app, 'categories', { name: 'Top' });
  tagId = (await made(app, 'tags', { name: 'Changed' })).id;
  for (const index of upTo(MANY)) {
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

/** A request that could say more than its address is run, whatever is kept. */
const RUN = { 'Content-Type': 'application/json' };

/** Rows for one caller after another, in one language after another. */
const CALLERS: readonly Caller[] = ['anonymous', 'author', 'administrator'];
const inTurn = <Row>(rows: readonly Row[]) =>
  rows.map((row, at) => ({ ...row, as: CALLERS[at % 3]!, language: LANGUAGES[(at + 1) % 3]! }));

/** What the store is asked for an answer that a caller gets for the first time this second. */
async function asked(request: () => Promise<Answered>) {
  app.clock.now += 5000;
  const { result, reads, writes } = await watch.during(request);
  expect(result.status, result.text).toBe(200);
  expect(result.body.errors).toBeUndefined();
  return { result, count: reads.length + writes.length };
}

/** All records are others than those that were shown, and the log tells that anything may be. */
async function changeAll() {
  for (const { name } of COLLECTIONS) await app.store.updateMany(name, {}, { $inc: { version: 1 } });
  await changeOne();
}

/** One record is another, and the log tells that anything may be. */
async function changeOne() {
  changes += 1;
  await app.tellAll();
  await app.rest('PUT', `/tags/${tagId}`, { as: 'administrator', json: { description: `${changes}` } });
}

/** The same for pages of two sizes: of records that are not kept yet, of those that are, and of those that nobody can have changed. */
async function bothAsked(page: (size: number) => Promise<Answered>) {
  const counts: number[] = [];
  const results: Answered[] = [];
  // What is read once for all is read.
  await page(FEW);
  for (const size of [FEW, MANY]) {
    await changeAll();
    for (const before of [async () => {}, changeOne, async () => {}]) {
      await before();
      const { count, result } = await asked(() => page(size));
      counts.push(count);
      results.push(result);
    }
  }
  const [fewFresh, fewKept, fewUnchanged, fresh, kept, unchanged] = counts as [number, ...number[]];
  expect([fewFresh, fewKept]).toEqual([fresh, kept]);
  expect(Math.max(fewUnchanged!, unchanged!)).toBeLessThanOrEqual(kept!);
  return { fresh: fresh!, kept: kept!, few: results[1]!, many: results[4]! };
}

const REST = inTurn([
  { list: 'events', filter: '', most: 10, fresh: 15 },
  { list: 'events', filter: 'categories=top&', most: 11, fresh: 16 },
  { list: 'venues', filter: '', most: 4, fresh: 5 },
  { list: 'venues', filter: 'has_events=1&only_with_upcoming=1&', most: 6, fresh: 7 },
  { list: 'organizers', filter: '', most: 4, fresh: 5 },
  { list: 'categories', filter: '', most: 7, fresh: 8 },
  { list: 'tags', filter: '', most: 5, fresh: 6 },
]);

sampled(3).each(REST)(
  'REST: any number of $list ($filter) take the $as $most queries, $fresh for the first time',
  async (row) => {
    const { list, filter, most, as } = row;
    const page = (size: number) => app.rest('GET', `/${list}?${filter}per_page=${size}`, { as, headers: RUN });
    const { kept, fresh, few, many } = await bothAsked(page);
    expect(kept).toBeLessThanOrEqual(most);
    expect(fresh).toBeLessThanOrEqual(row.fresh);
    expect([few.body[list].length, many.body[list].length]).toEqual([FEW, MANY]);
  },
);

const NESTED_EVENTS = `eventPage(perPage: $size) { total totalPages items {
  id title image { id: databaseId url } jsonLd
  venues { id: databaseId name image { url } jsonLd }
  organizers { id: databaseId name image { url } jsonLd }
  categories { id: databaseId name url parent { id: databaseId name parent { id: databaseId } } }
  tags { id: databaseId name url }
} }`;
const LINKED = 'total items { id: databaseId image { url } jsonLd }';

const GRAPHQL = inTurn([
  { what: 'events alone', page: 'eventPage(perPage: $size) { items { id: databaseId title } }', most: 2, fresh: 3 },
  { what: 'events with all that hangs on them', page: NESTED_EVENTS, most: 10, fresh: 16 },
  { what: 'venues', page: `venuePage(perPage: $size) { ${LINKED} }`, most: 4, fresh: 5 },
  { what: 'organizers', page: `organizerPage(perPage: $size) { ${LINKED} }`, most: 4, fresh: 5 },
  {
    what: 'categories',
    page: 'categoryPage(perPage: $size) { total items { id: databaseId parent { id: databaseId } } }',
    most: 6,
    fresh: 8,
  },
  { what: 'tags', page: 'tagPage(perPage: $size) { total items { id: databaseId } }', most: 5, fresh: 6 },
]);

sampled(2).each(GRAPHQL)(
  'GraphQL: any number of $what take the $as $most queries, $fresh for the first time',
  async (row) => {
    const { page, most, as, language } = row;
    const query = `query ($size: Int) { page: ${page} }`;
    const { kept, fresh, few, many } = await bothAsked((size) =>
      app.fetch(`/${language}/graphql`, { method: 'POST', as, json: { query, variables: { size } } }),
    );
    expect(kept).toBeLessThanOrEqual(most);
    expect(fresh).toBeLessThanOrEqual(row.fresh);
    expect([few.body.data.page.items.length, many.body.data.page.items.length]).toEqual([FEW, MANY]);
  },
);

test.each(CALLERS)(
  'one event with all that hangs on it takes the %s at most 7 queries, and none while nobody writes',
  async (as) => {
    const read = () => asked(() => app.rest('GET', `/events/${eventId}`, { as, headers: RUN }));
    await changeAll();
    expect((await read()).count).toBeLessThanOrEqual(7);
    await changeOne();
    const { count, result } = await read();
    expect(count).toBeLessThanOrEqual(7);
    expect((await read()).count).toBe(0);
    expect(result.body).toMatchObject({
      venue: [{ image: {} }, { image: {} }],
      organizer: [{ image: {} }],
      categories: [{}],
      tags: [{}, {}],
    });
  },
);

// The number of a term is one more.
test.each([
  ['venues', 1],
  ['organizers', 1],
  ['categories', 2],
  ['tags', 2],
] as const)('one of the %s takes %d queries at the most, and none while nobody writes', async (kind, most) => {
  const { body } = await app.rest('GET', `/${kind}?per_page=1`);
  const read = () => asked(() => app.rest('GET', `/${kind}/${body[kind][0].id}`, { headers: RUN }));
  await changeAll();
  expect((await read()).count).toBe(most);
  await changeOne();
  expect((await read()).count).toBe(most);
  expect((await read()).count).toBe(0);
});
