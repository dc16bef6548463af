import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answered, buildApp, type TestApp } from '../../support/app.ts';
import { made, upTo } from '../../support/making.ts';
import { createWatch } from '../../support/watched-store.ts';

const watch = createWatch();
let app: TestApp;
/** Some records of each kind, by kind. */
let records: Record<Kind, { id: number; slug: string }[]>;

const KINDS = ['event', 'venue', 'organizer', 'category', 'tag'] as const;
type Kind = (typeof KINDS)[number];
const COLLECTIONS = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
} as const;

const as = 'administrator';
const COUNT = 4;

beforeAll(async () => {
  app = await buildApp({ wrap: watch.wrap });
  records = { event: [], venue: [], organizer: [], category: [], tag: [] };
  for (const index of upTo(COUNT)) {
    const tag = await made(app, 'tags', { name: `Tag ${index}` });
    const category = await made(app, 'categories', { name: `Category ${index}` });
    const venue = await made(app, 'venues', { venue: `Venue ${index}` });
    const organizer = await made(app, 'organizers', { organizer: `Organizer ${index}` });
    const links = { venue: venue.id, organizer: organizer.id, categories: [category.id], tags: [tag.id] };
    const event = await made(app, 'events', { title: `Event ${index}`, ...links });
    for (const [kind, record] of Object.entries({ event, venue, organizer, category, tag }))
      records[kind as Kind].push(record);
  }
});
afterAll(() => app.close());

/** What the store is asked for an answer when anything may have changed, in the order of the alphabet. */
async function readsOf(query: string, variables: object = {}): Promise<{ result: Answered; reads: string[] }> {
  app.clock.now += 5000;
  await app.tellAll();
  const { result, reads } = await watch.during(() => app.graphql(query, variables, { as }));
  return { result, reads: reads.sort() };
}

/** One document for that many references, and its variables. */
const aliased = (field: string, refs: readonly object[], selection: string): [query: string, variables: object] => [
  `query (${refs.map((_, at) => `$r${at}: RecordRef!`).join(' ')}) {
    ${refs.map((_, at) => `a${at}: ${field}(ref: $r${at}) ${selection}`).join(' ')}
  }`,
  Object.fromEntries(refs.map((ref, at) => [`r${at}`, ref])),
];

const LISTS: Readonly<Record<Kind, string>> = {
  event: 'eventPage(perPage: 3) { total items { id: databaseId } }',
  venue: 'venuePage(where: { search: "1" }, page: 1) { total totalPages items { id: databaseId } }',
  organizer: 'organizerPage { items { id: databaseId } }',
  category: 'categoryPage(where: { search: "1" }, page: 1) { total totalPages items { id: databaseId } }',
  tag: 'tagPage(perPage: 3) { total items { id: databaseId } }',
};

describe.each(KINDS)('%s', (kind) => {
  const byId = ({ id }: { id: number }) => ({ databaseId: id });
  const bySlug = ({ slug }: { slug: string }) => ({ slug });
  const inTurns = (one: { id: number; slug: string }) => [byId, bySlug][one.id % 2]!(one);

  const ONE = expect.stringMatching(`^(find|byIds) ${COLLECTIONS[kind]}$`);

  test.each([
    [1, 'by id', byId],
    [COUNT, 'by slug', bySlug],
    [COUNT, 'by id and by slug in turns', inTurns],
  ])('%i %s are one query of one collection, and one more for bodies not kept', async (count, _, ref) => {
    const asked = records[kind].slice(0, count);
    const request = aliased(kind, asked.map(ref), '{ id: databaseId }');
    const first = await readsOf(...request);
    expect([[ONE], [ONE, ONE]]).toContainEqual(first.reads);
    const again = await readsOf(...request);
    expect(again.reads).toEqual([ONE]);
    for (const { result } of [first, again])
      expect(Object.values(result.body.data)).toEqual(asked.map(({ id }) => ({ id })));
  });

  test('what is there, unknown or wrongly asked for in one document is each answered as alone', async () => {
    const [first] = records[kind];
    const refs = [
      byId(first!),
      bySlug(first!),
      { databaseId: 999_999 },
      { slug: 'nowhere' },
      { databaseId: 0 },
      byId(records.venue[1]!),
      byId(records.tag[1]!),
      { id: '1' },
      { url: '/' },
    ];
    const ask = (some: object[]) => app.graphql(...aliased(kind, some, '{ id: databaseId slug }'), { as });
    const together = await ask(refs);
    const alone = await Promise.all(refs.map((ref) => ask([ref])));
    expect(Object.values(together.body.data)).toEqual(alone.map(({ body }) => body.data.a0));
    const errors = alone.flatMap(({ body }, index) =>
      (body.errors ?? []).map((error: object) => ({ ...error, path: [`a${index}`], locations: expect.anything() })),
    );
    expect(errors.length).toBeGreaterThan(3);
    expect(together.body.errors).toHaveLength(errors.length);
    expect(together.body.errors).toEqual(expect.arrayContaining(errors));
  });

  test('the same list twice reads what it reads once', async () => {
    const list = LISTS[kind];
    // What was counted is kept, and moved with time from then on.
    await readsOf(`{ a: ${list} }`);
    const once = await readsOf(`{ a: ${list} }`);
    const twice = await readsOf(`{ a: ${list} b: ${list} }`);
    expect(once.result.body.data.a.items.length).toBeGreaterThan(0);
    expect(Object.values(twice.result.body.data)).toEqual(Array(2).fill(once.result.body.data.a));
    expect(twice.reads).toEqual(once.reads);
  });

  test('lists that are asked for differently are different lists', async () => {
    const items = '{ items { id: databaseId } }';
    const nodes = '{ nodes { id: databaseId } }';
    const pages = `a: ${kind}Page(perPage: 2) ${items} b: ${kind}Page(perPage: 2, page: 2) ${items}`;
    const parts = `c: ${COLLECTIONS[kind]}(first: 2) ${nodes} d: ${COLLECTIONS[kind]}(last: 2) ${nodes}`;
    const { a, b } = (await readsOf(`{ ${pages} }`)).result.body.data;
    const { c, d } = (await readsOf(`{ ${parts} }`)).result.body.data;
    expect(new Set([...a.items, ...b.items].map(({ id }) => id)).size).toBe(4);
    expect(new Set([...c.nodes, ...d.nodes].map(({ id }) => id)).size).toBe(4);
  });
});

test('several events with all that hangs on them read each collection once', async () => {
  const selection =
    '{ venues { id: databaseId } organizers { id: databaseId } categories { id: databaseId } tags { id: databaseId } jsonLd }';
  const { result, reads } = await readsOf(
    ...aliased(
      'event',
      records.event.map(({ id }) => ({ databaseId: id })),
      selection,
    ),
  );
  expect(Object.values(result.body.data)).toEqual(
    records.venue.map(({ id }) => expect.objectContaining({ venues: [{ id }] })),
  );
  expect(reads).toEqual(['categories', 'events', 'organizers', 'tags', 'venues'].map((name) => `byIds ${name}`));
});

test('several unknown events are one read', async () => {
  const refs = upTo(COUNT).map((index) => ({ databaseId: 900 + index }));
  const { result, reads } = await readsOf(...aliased('event', refs, '{ id: databaseId }'));
  expect(result.body.errors).toHaveLength(COUNT);
  expect(reads.map((read) => read.split(' ')[1])).toEqual(['events']);
});

test('a record that is changed between two readings of one document is read anew', async () => {
  const { id } = records.tag[0]!;
  const change = (alias: string, name: string) =>
    `${alias}: updateTag(input: { ref: { databaseId: ${id} }, name: "${name}" }) { tag { name } }`;
  const { body } = await app.graphql(`mutation { ${change('a', 'First')} ${change('b', 'Second')} }`, {}, { as });
  expect(body.data).toEqual({ a: { tag: { name: 'First' } }, b: { tag: { name: 'Second' } } });
});

test('nobody reads what another request has read', async () => {
  const draft = await made(app, 'events', { title: 'Not yet', status: 'draft' });
  const query = `{ event(ref: { databaseId: ${draft.id} }) { id: databaseId } }`;
  const [editor, visitor] = await Promise.all([app.graphql(query, {}, { as: 'editor' }), app.graphql(query)]);
  expect(editor.body.data).toEqual({ event: { id: draft.id } });
  expect(visitor.body).toMatchObject({
    data: { event: null },
    errors: [{ extensions: { code: 'EVENT_NOT_FOUND' } }],
  });
});
