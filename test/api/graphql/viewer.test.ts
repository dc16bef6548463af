import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeId } from '../../../src/domain/node-id.ts';
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

const VIEWER = '{ viewer { user { id databaseId name role } role can { write publish editOthers manageTags } } }';
const viewer = async (as: Caller) => (await app.graphql(VIEWER, {}, { as })).body.data.viewer;

describe('viewer', () => {
  test.each(['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const)('of %s', async (as) => {
    const id = app.idOf(as);
    const role = as.toUpperCase();
    expect(await viewer(as)).toMatchObject({ user: { id: nodeId('user', id), databaseId: id, name: as, role }, role });
  });

  test.each([
    ['anonymous', [false, false, false, false]],
    ['subscriber', [false, false, false, false]],
    ['contributor', [true, false, false, false]],
    ['author', [true, true, false, false]],
    ['editor', [true, true, true, true]],
  ] as const)('what %s may do in general', async (as, [write, publish, editOthers, manageTags]) => {
    expect((await viewer(as)).can).toEqual({ write, publish, editOthers, manageTags });
  });

  test('of a visitor is nobody', async () => {
    expect(await viewer('anonymous')).toMatchObject({ user: null, role: null });
  });

  test('is never kept for another of the same role', async () => {
    const two = await buildApp({ users: ['subscriber'], another: 'subscriber' });
    const address = `/graphql?query=${encodeURIComponent(VIEWER)}`;
    const ask = (as: Caller) => two.fetch(address, { as });
    const names = async (...callers: Caller[]) =>
      (await Promise.all(callers.map(ask))).map(({ body }) => body.data.viewer.user?.name);
    for (const _ of 'abc') {
      expect(await names('subscriber')).toEqual(['subscriber']);
      expect(await names('another')).toEqual(['another']);
    }
    expect(await names('another', 'subscriber', 'anonymous')).toEqual(['another', 'subscriber', undefined]);
    await two.close();
  });
});

test('a former author reads their own name, whoever of the same role has asked before', async () => {
  const house = await buildApp({ users: ['editor', 'subscriber'], another: 'subscriber' });
  const { id } = await made(house, 'venues', { venue: 'Hall', author: house.idOf('subscriber') }, 'editor');
  const query = `{ venue(ref: { databaseId: ${id} }) { author { name role } } }`;
  const author = async (as: Caller) =>
    (await house.fetch(`/graphql?query=${encodeURIComponent(query)}`, { as })).body.data.venue.author;
  for (const _ of 'abc') {
    expect(await author('another')).toEqual({ name: null, role: null });
    expect(await author('subscriber')).toEqual({ name: 'subscriber', role: 'SUBSCRIBER' });
  }
  await house.close();
});

const AUTHOR = (label: string, kind = 'venue') =>
  `{ it: ${kind}(ref: { databaseId: ${world.id(label)} }) { authorDatabaseId author { id databaseId name role } } }`;

describe('the author of a record', () => {
  test.each([
    ['anonymous', null, null],
    ['subscriber', null, null],
    ['contributor', null, null],
    ['author', 'author', 'AUTHOR'],
    ['editor', 'author', null],
    ['administrator', 'author', 'AUTHOR'],
  ] as const)('shows to %s the name %s and the role %s', async (as, name, role) => {
    const id = app.idOf('author');
    const { body } = await app.graphql(AUTHOR('seoul'), {}, { as });
    const author = { id: nodeId('user', id), databaseId: id, name, role };
    expect(body.data.it).toEqual({ authorDatabaseId: id, author });
  });

  test('can be fetched by its id, with no more than that', async () => {
    const query = `{ node(id: "${nodeId('user', app.idOf('author'))}") { __typename ... on User { databaseId name } } }`;
    const node = async (as: Caller) => (await app.graphql(query, {}, { as })).body.data.node;
    expect(await node('editor')).toEqual({ __typename: 'User', databaseId: app.idOf('author'), name: 'author' });
    expect(await node('anonymous')).toEqual({ __typename: 'User', databaseId: app.idOf('author'), name: null });
  });
});

describe('the tree of categories', () => {
  const name = 'name';
  const tree = async (selection: string) =>
    (await app.graphql(`{ it: category(ref: { databaseId: ${world.id('music')} }) { ${selection} } }`)).body.data.it;

  test('shows what stands below and above', async () => {
    const jazz = { name: 'Jazz & Blues', ancestors: [{ name: 'Music' }] };
    const bebop = { name: 'Bebop', ancestors: [{ name: 'Music' }, { name: 'Jazz & Blues' }], children: [] };
    expect(
      await tree(
        `${name} ancestors { ${name} } children { ${name} ancestors { ${name} } children { ${name} ancestors { ${name} } children { ${name} } } }`,
      ),
    ).toEqual({ name: 'Music', ancestors: [], children: [{ ...jazz, children: [bebop] }] });
  });

  test('is one query a level, whatever its width', async () => {
    const query = '{ categoryPage(perPage: 50) { items { children { id children { id } } } } }';
    await app.graphql(query);
    const { reads } = await watch.during(() => app.graphql(query));
    expect(reads.filter((read) => / categories$/.test(read)).length).toBeLessThanOrEqual(3);
  });
});
