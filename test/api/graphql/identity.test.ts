import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeId, readNodeId } from '../../../src/domain/node-id.ts';
import { buildApp, type Caller, type TestApp } from '../../support/app.ts';
import { made } from '../../support/making.ts';
import { furnish, type World } from '../../support/parity/world.ts';
import { createWatch } from '../../support/watched-store.ts';

const watch = createWatch();
let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await buildApp({ wrap: watch.wrap });
  world = await furnish(app);
});
afterAll(() => app.close());

const KINDS = [
  ['Event', 'events', 'opening'],
  ['Venue', 'venues', 'hall'],
  ['Organizer', 'organizers', 'ann'],
  ['Category', 'categories', 'jazz'],
  ['Tag', 'tags', 'kids'],
] as const;

const NODE = '__typename id ... on Post { databaseId } ... on Term { databaseId }';
const nodes = (ids: readonly string[]) =>
  app.graphql(`query ($ids: [ID!]!) { nodes(ids: $ids) { ${NODE} } }`, { ids }).then(({ body }) => body.data.nodes);

test('an id says which kind and number it is made of, and no other text does', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{1,12}$/), fc.integer({ min: 1, max: 2 ** 31 }), (kind, id) => {
      expect(readNodeId(nodeId(kind, id))).toEqual({ kind, id });
    }),
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      const read = readNodeId(text);
      expect(read === undefined || nodeId(read.kind, read.id) === text).toBe(true);
    }),
  );
  expect(readNodeId(`${nodeId('event', 1)}=`)).toBeUndefined();
});

test('no two records of all kinds have the same id', async () => {
  const pages = KINDS.map(([type]) => `${type}: ${type.toLowerCase()}Page(perPage: 50) { items { id } }`);
  const { body } = await app.graphql(`{ ${pages.join(' ')} }`);
  const ids = Object.values<{ items: { id: string }[] }>(body.data).flatMap(({ items }) => items.map(({ id }) => id));
  expect(ids.length).toBeGreaterThan(10);
  expect(new Set(ids).size).toBe(ids.length);
});

describe.each(KINDS)('%s', (type, plural, label) => {
  const name = type.toLowerCase();
  const read = async (ref: object) =>
    (await app.graphql(`query ($ref: RecordRef!) { it: ${name}(ref: $ref) { id databaseId slug url } }`, { ref })).body
      .data.it;

  test('a record is the same by its id, its number as number and as text, its slug, and its address', async () => {
    const databaseId = world.id(label);
    const record = await read({ databaseId });
    expect(record).toMatchObject({ id: nodeId(name, databaseId), databaseId });
    const { id, slug, url } = record;
    const path = new URL(url).pathname;
    for (const ref of [
      { id },
      { databaseId: `${databaseId}` },
      { slug },
      { url },
      { url: path },
      { url: `/ko${path}` },
    ])
      expect(await read(ref)).toEqual(record);
  });

  test('what names a record of another kind, or another site, names none', async () => {
    const { url } = await read({ databaseId: world.id(label) });
    const others = KINDS.filter(([other]) => other !== type).map(([other]) =>
      nodeId(other.toLowerCase(), world.id(label)),
    );
    for (const id of others) expect(await read({ id })).toBeNull();
    expect(await read({ url: url.replace('127.0.0.1:4000', 'elsewhere.example') })).toBeNull();
  });

  test('node gives it with its type, and REST knows its number', async () => {
    const id = nodeId(name, world.id(label));
    const { body } = await app.graphql(`{ node(id: "${id}") { ${NODE} } }`);
    expect(body).toEqual({ data: { node: { __typename: type, id, databaseId: world.id(label) } } });
    expect((await app.rest('GET', `/${plural}/${world.id(label)}`)).body).toMatchObject({ id: world.id(label) });
  });
});

test('nodes keep their order, with null for what is not there or not to be seen, and no error', async () => {
  const asked = [
    ...['opening', 'hall', 'opening'].map((label) =>
      label === 'hall' ? nodeId('venue', world.id(label)) : nodeId('event', world.id(label)),
    ),
    ...[nodeId('venue', world.id('house')), nodeId('venue', world.id('ruin')), nodeId('tag', 999), 'nonsense', ''],
  ];
  const found = await nodes(asked);
  expect(found.map((node: { id: string } | null) => node?.id)).toEqual([...asked.slice(0, 3), ...Array(5)]);
});

test('nodes of a kind are one query, however many', async () => {
  const ids = world.idsOf('events').map((id) => nodeId('event', id));
  expect(ids.length).toBeGreaterThan(5);
  const all = [...ids, ...world.idsOf('tags').map((id) => nodeId('tag', id))];
  await nodes(all);
  const { reads } = await watch.during(() => nodes(all));
  expect(reads.filter((read) => / events$/.test(read)).length).toBeLessThanOrEqual(1);
  expect(reads.filter((read) => / tags$/.test(read)).length).toBeLessThanOrEqual(1);
});

test('more than 100 nodes are refused', async () => {
  const { body } = await app.graphql('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: Array(101).fill('x') });
  expect(body).toMatchObject({
    data: null,
    errors: [{ extensions: { problems: [{ field: 'ids', code: 'too_many_items' }] } }],
  });
});

test.each([
  ['post', 'opening', 'Event'],
  ['post', 'hall', 'Venue'],
  ['post', 'ann', 'Organizer'],
  ['term', 'jazz', 'Category'],
  ['term', 'kids', 'Tag'],
] as const)('%s gives %s as %s, by number, id, slug and address', async (field, label, type) => {
  const ask = async (ref: object) => {
    const query = `query ($ref: RecordRef!) { it: ${field}(ref: $ref) { __typename id databaseId slug url } }`;
    return (await app.graphql(query, { ref })).body;
  };
  const { it } = (await ask({ id: nodeId(type.toLowerCase(), world.id(label)) })).data;
  expect(it).toMatchObject({ __typename: type, databaseId: world.id(label) });
  for (const ref of [{ slug: it.slug }, { url: it.url }]) expect((await ask(ref)).data.it).toEqual(it);
  expect(await ask({ id: nodeId('image', world.id(label)) })).toEqual({ data: { it: null } });
});

test('an image is given by its id to who sees a record that shows it', async () => {
  const shown = await made(app, 'venues', { venue: 'Gallery', image: 'https://a.example/shown.png' });
  const hidden = await made(app, 'venues', { venue: 'Store', image: 'https://a.example/hidden.png', status: 'draft' });
  const ids = [shown.image.id, hidden.image.id, 999_999].map((id: number) => nodeId('image', id));
  const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Image { url } } }';
  const as = async (caller: Caller) => (await app.graphql(query, { ids }, { as: caller })).body;
  const image = (at: number, url: string) => ({ __typename: 'Image', id: ids[at], url });
  const first = image(0, 'https://a.example/shown.png');
  expect(await as('anonymous')).toEqual({ data: { nodes: [first, null, null] } });
  expect(await as('editor')).toEqual({ data: { nodes: [first, image(1, 'https://a.example/hidden.png'), null] } });
});

test('posts share one range of numbers', async () => {
  for (const [type, , label] of KINDS.slice(0, 3)) {
    const { body } = await app.graphql(`{ post(ref: { databaseId: ${world.id(label)} }) { __typename } }`);
    expect(body).toEqual({ data: { post: { __typename: type } } });
  }
});
