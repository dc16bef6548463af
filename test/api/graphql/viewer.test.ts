import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeId } from '../../../src/domain/node-id.ts';
import { buildApp, type Caller, type TestApp } from '../../support/app.ts';
import { made } from '../../support/making.ts';
import { createWatch } from '../../support/watched-store.ts';

const watch = createWatch();
let app: TestApp;
let hall: { id: number };
let music: { id: number };

beforeAll(async () => {
  app = await buildApp({ wrap: watch.wrap, another: 'subscriber' });
  hall = await made(app, 'venues', { venue: 'Hall' }, 'author');
  music = await made(app, 'categories', { name: 'Music' });
  const jazz = await made(app, 'categories', { name: 'Jazz & Blues', parent: music.id });
  await made(app, 'categories', { name: 'Bebop', parent: jazz.id });
});
afterAll(() => app.close());

const VIEWER = '{ viewer { user { id databaseId name role } role can { write publish editOthers manageTags } } }';
const viewer = async (as: Caller) => (await app.graphql(VIEWER, {}, { as })).body.data.viewer;

test.each([
  ['subscriber', [false, false, false, false]],
  ['contributor', [true, false, false, false]],
  ['author', [true, true, false, false]],
  ['editor', [true, true, true, true]],
  ['administrator', [true, true, true, true]],
] as const)(
  'the viewer is %s, told what they may do in general',
  async (as, [write, publish, editOthers, manageTags]) => {
    const databaseId = app.idOf(as);
    const role = as.toUpperCase();
    const user = { id: nodeId('user', databaseId), databaseId, name: as, role };
    expect(await viewer(as)).toEqual({ user, role, can: { write, publish, editOthers, manageTags } });
  },
);

test('a visitor is nobody, who may do nothing', async () => {
  const can = { write: false, publish: false, editOthers: false, manageTags: false };
  expect(await viewer('anonymous')).toEqual({ user: null, role: null, can });
});

test('the viewer is never kept for another of the same role', async () => {
  const ask = (as: Caller) => app.fetch(`/graphql?query=${encodeURIComponent(VIEWER)}`, { as });
  const names = async (...callers: Caller[]) =>
    (await Promise.all(callers.map(ask))).map(({ body }) => body.data.viewer.user?.name);
  for (const _ of 'abc') {
    expect(await names('subscriber')).toEqual(['subscriber']);
    expect(await names('another')).toEqual(['another']);
  }
  expect(await names('another', 'subscriber', 'anonymous')).toEqual(['another', 'subscriber', undefined]);
});

test('a former author reads their own name, whoever of the same role has asked before', async () => {
  const { id } = await made(app, 'venues', { venue: 'Cellar', author: app.idOf('subscriber') }, 'editor');
  const query = `{ venue(ref: { databaseId: ${id} }) { author { name role } } }`;
  const author = async (as: Caller) =>
    (await app.fetch(`/graphql?query=${encodeURIComponent(query)}`, { as })).body.data.venue.author;
  for (const _ of 'abc') {
    expect(await author('another')).toEqual({ name: null, role: null });
    expect(await author('subscriber')).toEqual({ name: 'subscriber', role: 'SUBSCRIBER' });
  }
});

const AUTHOR =
  'query ($ref: RecordRef!) { it: venue(ref: $ref) { authorDatabaseId author { id databaseId name role } } }';

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
    const { body } = await app.graphql(AUTHOR, { ref: { databaseId: hall.id } }, { as });
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
    (await app.graphql(`{ it: category(ref: { databaseId: ${music.id} }) { ${selection} } }`)).body.data.it;

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
