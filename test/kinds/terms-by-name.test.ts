import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../support/app.ts';
import { made, post } from '../support/making.ts';
import { contents } from '../support/stored.ts';
import { sweeperOf } from '../support/sweeping.ts';

let app: TestApp;

beforeEach(async () => {
  app = await buildApp();
});
afterEach(() => app.close());

const namesOf = (terms: { name: string }[]) => terms.map(({ name }) => name);

test('terms that an event names by id, slug or name in any case are the ones that are there', async () => {
  const { id } = await made(app, 'categories', { name: 'Rock & Roll' });
  for (const sent of [id, String(id), 'rock-roll', 'ROCK-ROLL', 'Rock & Roll', 'rock & roll']) {
    const event = await made(app, 'events', { categories: [sent] });
    expect(event.categories).toMatchObject([{ id }]);
  }
  expect((await contents(app.store)).categories).toMatchObject([{ count: 6 }]);
});

test.each(['categories', 'tags'] as const)(
  'a list of %s includes terms by id, slug or name, at both doors, and is never everything',
  async (kind) => {
    const { id, slug } = await made(app, kind, { name: 'Rock & Roll' });
    const other = await made(app, kind, { name: 'Jazz' });
    const query = `query ($include: [ID!]) { page: ${kind === 'tags' ? 'tag' : 'category'}Page(where: { in: $include }, orderBy: { field: LISTED }) { items { id: databaseId } } }`;
    const atBothDoors = async (include: string[]) => {
      const { body: rest } = await app.rest(
        'GET',
        `/${kind}?${new URLSearchParams({ hide_empty: '0', orderby: 'include', include: JSON.stringify(include) })}`,
      );
      const { body: graphql } = await app.graphql(query, { include });
      return [
        rest[kind]?.map((term: { id: number }) => term.id) ?? Object.keys(rest.data.params),
        graphql.data?.page?.items.map((term: { id: number }) => term.id) ??
          graphql.errors[0].extensions.problems.map(({ field }: { field: string }) => field),
      ];
    };
    for (const named of [String(id), slug, 'ROCK-ROLL', 'Rock & Roll', 'rock & roll'])
      expect(await atBothDoors([named]), named).toEqual([[id], [id]]);
    expect(await atBothDoors(['jazz', 'Rock & Roll'])).toEqual([
      [other.id, id],
      [other.id, id],
    ]);
    for (const nothing of [['nobody'], [], ['jazz', 'nobody'], ['']])
      expect(await atBothDoors(nothing), `${nothing}`).toEqual([['include'], ['in']]);
  },
);

test.each(['categories', 'tags'])(
  '%s that an event names anew are made once, however often it names them',
  async (kind) => {
    const event = await made(app, 'events', { [kind]: ['Music', 'Music', 'music', 'Jazz'] });
    expect(namesOf(event[kind])).toEqual(['Jazz', 'Music']);
  },
);

/** Names that would have one slug; the second is no slug. */
const ALIKE = [
  ['C++', 'C#'],
  ['Cafe', 'Café'],
  ['RD', 'R&D'],
  ['Kids', 'Kids!'],
  ['Zurich', 'Zürich'],
  ['Rock & Roll', 'Rock Roll'],
];

describe.each(['categories', 'tags'] as const)('%s', (kind) => {
  test.each(ALIKE)('called %s are not what an event means by %s', async (one, other) => {
    const { id, slug } = await made(app, kind, { name: one });
    const event = await made(app, 'events', { [kind]: [other] });
    expect(event[kind]).toHaveLength(1);
    expect(event[kind][0].id).not.toBe(id);
    expect(event[kind][0].slug).toBe(`${slug}-2`);
  });

  test.each(ALIKE)('called %s and %s are each what an event means by its name, or its slug', async (...both) => {
    for (const names of [both, both.toReversed()]) {
      const fresh = await buildApp();
      for (const name of names) await made(fresh, kind, { name });
      const { body } = await fresh.rest('GET', `/${kind}?hide_empty=0`);
      const means = async (text: string) => (await made(fresh, 'events', { [kind]: [text] }))[kind];
      for (const { id, slug, name } of body[kind])
        for (const text of [name, slug]) expect(await means(text)).toMatchObject([{ id }]);
      await fresh.close();
    }
  });

  test('that an event names are without the tags that are sent, and none when nothing is left', async () => {
    const { id } = await made(app, kind, { name: 'Q&lt;A&gt;<b>B</b>' });
    const sent = ['<b>Q&lt;A&gt;B</b>', 'q&lt;a&gt;b', '<b></b>', ' &nbsp;<i> </i>'];
    expect((await made(app, 'events', { [kind]: sent }))[kind]).toMatchObject([
      { id, name: 'Q&lt;A&gt;B', slug: 'qab' },
    ]);
    const links = { upsert: [{ name: 'Q<A>B' }, { name: ' ' }] };
    const create = `mutation ($input: CreateEventInput!) { made: createEvent(input: $input) { event { ${kind} { id: databaseId } } } }`;
    const input = { title: 'x', startDate: '2026-12-01', endDate: '2026-12-01', [kind]: links };
    const { body } = await app.graphql(create, { input }, { as: 'administrator' });
    expect(body.data.made.event[kind]).toEqual([{ id }]);
  });

  test('that a list asks for are found by slug and by name as they are sent, cleaned or not', async () => {
    await made(app, 'events', { [kind]: ['Rock & Roll'] });
    for (const sent of ['rock-roll', 'ROCK-ROLL', 'rock roll', 'Rock %26 Roll', 'Rock %2526 Roll!'])
      expect((await app.rest('GET', `/events?${kind}=${sent}`)).body.total).toBe(1);
  });
});

test('a name may stand below several parents, and an event means the oldest by it', async () => {
  const [one, two] = [await made(app, 'categories', { name: 'One' }), await made(app, 'categories', { name: 'Two' })];
  const first = await made(app, 'categories', { name: 'Jazz', parent: one.id });
  const second = await made(app, 'categories', { name: 'Jazz', parent: two.id });
  expect(second.slug).not.toBe(first.slug);
  expect((await made(app, 'events', { categories: ['Jazz'] })).categories).toMatchObject([{ id: first.id }]);
});

test.each([
  ['Q&lt;A&gt;B', 'Q&lt;A&gt;B'],
  ['<b>Q</b> &amp; A', 'Q &amp; A'],
  ['Q&amp;lt;A', 'Q&amp;lt;A'],
  ['1 < 2', '1 &lt; 2'],
])('the name %s is shown as %s, and the same when it is sent back', async (name, shown) => {
  const { id, ...sent } = await made(app, 'tags', { name });
  expect(sent.name).toBe(shown);
  const again = await app.rest('PUT', `/tags/${id}`, { as: 'administrator', json: { name: shown } });
  expect(again.body.name).toBe(shown);
});

test.each(['categories', 'tags'] as const)(
  'names of %s that nothing is left of without tags are refused',
  async (kind) => {
    expect((await post(app, kind, { name: '<b></b>' })).status).toBe(400);
  },
);

test.each([
  { as: 'contributor', categories: 400, tags: 400 },
  { as: 'author', categories: 201, tags: 400 },
  { as: 'editor', categories: 201, tags: 201 },
] as const)('an event of the $as makes new terms only where the $as may', async ({ as, ...expected }) => {
  for (const kind of ['categories', 'tags'] as const) {
    const { status } = await post(app, 'events', { [kind]: [`New, ${as}`] }, as);
    expect(status).toBe(expected[kind]);
  }
  await made(app, 'tags', { name: 'Old' });
  expect(namesOf((await made(app, 'events', { tags: ['old'] }, as)).tags)).toEqual(['Old']);
});

test('a category that is removed is gone from events, and those below it move up', async () => {
  const top = await made(app, 'categories', { name: 'Top' });
  const middle = await made(app, 'categories', { name: 'Middle', parent: top.id });
  const below = await made(app, 'categories', { name: 'Below', parent: middle.id });
  const { id } = await made(app, 'events', { categories: [middle.id, below.id] });
  const removed = await app.rest('DELETE', `/categories/${middle.id}`, { as: 'author' });
  expect(removed).toMatchObject({ status: 200, body: { id: middle.id, name: 'Middle' } });
  expect((await app.rest('GET', `/events/${id}`)).body.categories).toMatchObject([{ id: below.id, parent: top.id }]);
  expect((await app.rest('DELETE', `/categories/${middle.id}`, { as: 'author' })).status).toBe(400);
  await sweeperOf(app)();
  const [stored] = (await contents(app.store)).events;
  expect(stored!.categories).toEqual([below.id]);
});
