import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, FRIDAY, type TestApp } from '../support/app.ts';
import { made, post } from '../support/making.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
});
afterAll(() => app.close());

const as = 'administrator';
const TIMES = { startDate: '2026-12-01', endDate: '2026-12-01' };

interface Term {
  id: number;
  name: string;
  slug: string;
}

const namesOf = (terms: Term[]) => terms.map(({ name }) => name);

const CREATE = `mutation ($items: [CreateEventInput!]!) { made: createEvents(input: { items: $items }) { results { event {
  categories { id: databaseId } tags { id: databaseId }
} } } }`;

/** The ids of the terms that new events mean by these texts, by each alone. */
async function meant(kind: 'categories' | 'tags', texts: readonly string[]): Promise<number[]> {
  const items = texts.map((name) => ({ title: 'An event', ...TIMES, [kind]: { upsert: [{ name }] } }));
  const { body } = await app.graphql(CREATE, { items }, { as });
  return body.data.made.results.flatMap(({ event }: { event: Record<string, Term[]> }) =>
    event[kind]!.map(({ id }) => id),
  );
}

test('terms that an event names by id, slug or name in any case are the ones that are there', async () => {
  const { id } = await made(app, 'categories', { name: 'Folk & Blues' });
  const both = await made(app, 'events', { categories: [id] });
  const text = await made(app, 'events', { categories: [String(id)] });
  expect([both.categories, text.categories]).toMatchObject([[{ id }], [{ id }]]);
  expect(await meant('categories', ['folk-blues', 'FOLK-BLUES', 'Folk & Blues', 'folk & blues'])).toEqual(
    Array(4).fill(id),
  );
  expect((await app.rest('GET', `/categories/${id}`)).body.count).toBe(6);
});

/** What each API answers to a list that includes terms: their ids, or what it refuses. */
const INCLUDED = {
  categories: async (include: string[]) => {
    const query = new URLSearchParams({ hide_empty: '0', orderby: 'include', include: JSON.stringify(include) });
    const { body } = await app.rest('GET', `/categories?${query}`);
    return body.categories?.map(({ id }: Term) => id) ?? Object.keys(body.data.params);
  },
  tags: async (include: string[]) => {
    const query =
      'query ($in: [ID!]) { tagPage(where: { in: $in }, orderBy: { field: LISTED }) { items { id: databaseId } } }';
    const { data, errors } = (await app.graphql(query, { in: include })).body;
    const problems = errors?.[0].extensions.problems.map(({ field }: { field: string }) => field);
    return problems ?? data.tagPage.items.map(({ id }: Term) => id);
  },
};

test.each([
  { kind: 'categories', api: 'REST', field: 'include' },
  { kind: 'tags', api: 'GraphQL', field: 'in' },
] as const)('a list of $kind in $api includes them by id, slug or name, and is never everything', async (row) => {
  const { kind, field } = row;
  const { id, slug } = await made(app, kind, { name: 'Rock & Roll' });
  const other = await made(app, kind, { name: 'Jazz' });
  for (const named of [String(id), slug, 'ROCK-ROLL', 'Rock & Roll', 'rock & roll'])
    expect(await INCLUDED[kind]([named]), named).toEqual([id]);
  expect(await INCLUDED[kind](['jazz', 'Rock & Roll'])).toEqual([other.id, id]);
  for (const nothing of [['nobody'], [], ['jazz', 'nobody'], ['']])
    expect(await INCLUDED[kind](nothing), `${nothing}`).toEqual([field]);
});

test.each(['categories', 'tags'])(
  '%s that an event names anew are made once, however often it names them',
  async (kind) => {
    const event = await made(app, 'events', { [kind]: ['Music', 'Music', 'music', 'Polka'] });
    expect(namesOf(event[kind])).toEqual(['Music', 'Polka']);
  },
);

/** Names that would have one slug; the second is no slug. */
const ALIKE = [
  ['C++', 'C#'],
  ['Cafe', 'Café'],
  ['RD', 'R&D'],
  ['Salt & Pepper', 'Salt Pepper'],
] as const;

/** The slugs of the terms with these ids. */
async function slugsOf(kind: 'categories' | 'tags', ids: readonly number[]): Promise<string[]> {
  const query = `hide_empty=0&orderby=include&include=${ids.join(',')}&per_page=50`;
  return (await app.rest('GET', `/${kind}?${query}`)).body[kind].map(({ slug }: Term) => slug);
}

test('an event that names a new category whose slug another has makes it, with the next slug', async () => {
  const [one, other] = [ALIKE.map(([name]) => name), ALIKE.map(([, name]) => name)];
  const ids = [...(await meant('categories', one)), ...(await meant('categories', other))];
  expect(new Set(ids).size).toBe(2 * ALIKE.length);
  expect(await meant('categories', [...one, ...other])).toEqual(ids);
  const slugs = await slugsOf('categories', ids);
  expect(slugs.slice(ALIKE.length)).toEqual(slugs.slice(0, ALIKE.length).map((slug) => `${slug}-2`));
});

test('an event means each of two tags of one slug by its name and by its slug, whichever was made first', async () => {
  const names = ALIKE.flat().reverse();
  const ids: number[] = [];
  for (const name of names) ids.push((await made(app, 'tags', { name })).id);
  expect(await meant('tags', names)).toEqual(ids);
  expect(await meant('tags', await slugsOf('tags', ids))).toEqual(ids);
});

test.each(['categories', 'tags'] as const)(
  '%s that an event names are without markup, and none if nothing is left',
  async (kind) => {
    const { id } = await made(app, kind, { name: 'Q&lt;A&gt;<b>B</b>' });
    const sent = ['<b>Q&lt;A&gt;B</b>', 'q&lt;a&gt;b', '<b></b>', ' &nbsp;<i> </i>'];
    expect((await made(app, 'events', { [kind]: sent }))[kind]).toMatchObject([
      { id, name: 'Q&lt;A&gt;B', slug: 'qab' },
    ]);
    expect(await meant(kind, ['Q<A>B', ' '])).toEqual([id]);
    expect((await post(app, kind, { name: '<b></b>' })).status).toBe(400);
  },
);

test.each([
  ['categories', 'blue-moon'],
  ['tags', 'BLUE-MOON'],
  ['categories', 'blue moon'],
  ['tags', 'Blue %26 Moon'],
  ['categories', 'Blue %2526 Moon!'],
])('a list of events finds %s by %s', async (kind, sent) => {
  const { id } = await made(app, 'events', { [kind]: ['Blue & Moon'] });
  expect((await app.rest('GET', `/events?per_page=50&${kind}=${sent}`)).body.events).toContainEqual(
    expect.objectContaining({ id }),
  );
  expect((await app.rest('GET', `/events?${kind}=${sent}x`)).status).toBe(400);
});

test('a name may stand below several parents, and an event means the oldest by it', async () => {
  const [one, two] = [await made(app, 'categories', { name: 'One' }), await made(app, 'categories', { name: 'Two' })];
  const first = await made(app, 'categories', { name: 'Samba', parent: one.id });
  const second = await made(app, 'categories', { name: 'Samba', parent: two.id });
  expect(second.slug).not.toBe(first.slug);
  expect(await meant('categories', ['Samba'])).toEqual([first.id]);
});

test.each([
  ['X&lt;A&gt;B', 'X&lt;A&gt;B'],
  ['<b>X</b> &amp; A', 'X &amp; A'],
  ['X&amp;lt;A', 'X&amp;lt;A'],
  ['1 < 2', '1 &lt; 2'],
])('the name %s is shown as %s, and the same when it is sent back', async (name, shown) => {
  const { id, ...sent } = await made(app, 'tags', { name });
  expect(sent.name).toBe(shown);
  const again = await app.rest('PUT', `/tags/${id}`, { as, json: { name: shown } });
  expect(again.body.name).toBe(shown);
});

test.each([
  { as: 'contributor', categories: 400, tags: 400 },
  { as: 'author', categories: 201, tags: 400 },
  { as: 'editor', categories: 201, tags: 201 },
] as const)('an event of the $as makes new terms only where the $as may', async ({ as, ...expected }) => {
  for (const kind of ['categories', 'tags'] as const) {
    const { status } = await post(app, 'events', { [kind]: [`New, ${as}`] }, as);
    expect(status).toBe(expected[kind]);
  }
  await made(app, 'tags', { name: `Old ${as}` });
  expect(namesOf((await made(app, 'events', { tags: [`old ${as}`] }, as)).tags)).toEqual([`Old ${as}`]);
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
});
