import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeId } from '../../../src/domain/node-id.ts';
import { buildApp, type Caller, type TestApp } from '../../support/app.ts';
import { made, putCopies, upTo } from '../../support/making.ts';
import { createWatch } from '../../support/watched-store.ts';

const SCHEMA = readFileSync(new URL('../../../schema/schema.graphql', import.meta.url), 'utf8');

const watch = createWatch();
let app: TestApp;
let plain: TestApp['fetch'];

/** Records of every kind and state, by type. */
const records: { __typename: string; id: string }[] = [];

beforeAll(async () => {
  app = await buildApp({ env: { FEDERATION: 'true' }, wrap: watch.wrap });
  plain = app.secondServer({ FEDERATION: 'false' });
  const add = (type: string, { id }: { id: number }) =>
    records.push({ __typename: type, id: nodeId(type.toLowerCase(), id) });
  for (const status of ['publish', 'draft', 'private', 'pending']) add('Event', await made(app, 'events', { status }));
  add('Event', await made(app, 'events', { status: 'draft' }, 'contributor'));
  const trashed = await made(app, 'events');
  expect((await app.rest('DELETE', `/events/${trashed.id}`, { as: 'administrator' })).status).toBe(200);
  add('Event', trashed);
  add('Venue', await made(app, 'venues'));
  add('Venue', await made(app, 'venues', { status: 'draft' }));
  add('Organizer', await made(app, 'organizers'));
  add('Category', await made(app, 'categories'));
  add('Tag', await made(app, 'tags'));
  add('Image', (await made(app, 'events', { image: 'https://example.org/a.png' })).image);
  add('User', { id: app.idOf('editor') });
  add('Event', { id: 999_999 });
});
afterAll(() => app.close());

const ENTITIES = `query ($all: [_Any!]!) {
  found: _entities(representations: $all) {
    __typename
    ... on Node { id }
    ... on Event { title status }
    ... on User { name }
  }
}`;

const entities = (all: unknown, as: Caller = 'anonymous') => app.graphql(ENTITIES, { all }, { as });

const serviceText = async (): Promise<string> => (await app.graphql('{ _service { sdl } }')).body.data._service.sdl;

test('the text of the subgraph is the schema, with directives of federation', async () => {
  const text = await serviceText();
  const [, declared, rest] = /^(extend schema.*?directive @oneOf on INPUT_OBJECT\n)(.*)$/s.exec(text)!;
  expect(declared).toContain('specs.apollo.dev/federation/v2.');
  const spoken = /url\(\s+"""Overrides the language of the request."""\s+language: Language\s+\)/g;
  expect(rest!.replace(/ @(?:key\(fields: "\w+"\)|shareable|inaccessible)/g, '').trim()).toBe(
    SCHEMA.replace(spoken, 'url').trim(),
  );
});

test('every type with a global id is an entity, and what others may have as well is shareable', async () => {
  const text = await serviceText();
  const marked = [
    ...text.matchAll(
      /^(?:type (\w+).*?| {2}\): \[?(\w+)\]?!?) ?((?: ?@(?!deprecated)[a-z]+(?:\([^)]*\))?)+)(?: \{)?$/gm,
    ),
  ];
  const key = '@key(fields: "id")';
  const keys = `${key} @key(fields: "url")`;
  expect(marked.map(([, type, field, said]) => [type ?? field, said])).toEqual([
    ['Category', keys],
    ['Event', keys],
    ['EventSeries', keys],
    ['Image', `${key} @shareable`],
    ['Organizer', keys],
    ['PageInfo', '@shareable'],
    ['Node', '@shareable @inaccessible'],
    ['Node', '@shareable @inaccessible'],
    ['Tag', keys],
    ['User', `${key} @shareable`],
    ['Venue', keys],
  ]);
});

test.each(['anonymous', 'subscriber', 'contributor', 'author', 'editor', 'administrator'] as const)(
  'entities are for %s what nodes are',
  async (as) => {
    const nodes = ENTITIES.replace('[_Any!]', '[ID!]').replace('_entities(representations', 'nodes(ids');
    const expected = await app.graphql(nodes, { all: records.map(({ id }) => id) }, { as });
    const { body } = await entities(records, as);
    expect(body.errors).toBeUndefined();
    expect(body.data.found).toEqual(expected.body.data.found);
    expect(body.data.found.filter(Boolean).length).toBeLessThan(records.length);
  },
);

test('an entity is found by any address of its page, also a former one, and only as its type', async () => {
  const { id, url } = await made(app, 'events', { title: 'Fair', slug: 'fair' });
  await app.rest('PATCH', `/events/${id}`, { as: 'administrator', json: { slug: 'renamed' } });
  await made(app, 'categories', { name: 'Jazz' });
  const all = [
    { __typename: 'Event', url },
    { __typename: 'Event', url: url.replace('/fair', '/renamed') },
    { __typename: 'Venue', url },
    { __typename: 'Event', url: 'https://elsewhere.example/event/fair/' },
    { __typename: 'Category', url: '/events/category/jazz/' },
  ];
  const found = (await entities(all)).body.data.found;
  const fair = { id: nodeId('event', id), title: 'Fair' };
  expect(found.slice(0, 4)).toMatchObject([fair, fair, null, null]);
  expect(found[4]).toMatchObject({ __typename: 'Category' });
});

test.each([
  [{ __typename: 'Venue', id: nodeId('event', 1) }],
  [{ id: nodeId('event', 1) }],
  [{ __typename: 'Event' }],
  [{ __typename: 'Event', id: 1 }],
  [{ __typename: 'Event', id: null }],
  [{ __typename: 'Event', id: ['x'] }],
  [{ __typename: '_Service', id: '' }],
  [[]],
  ['text'],
])('%j is no representation of a record', async (representation) => {
  const { status, body } = await entities([representation], 'administrator');
  expect([status, body]).toEqual([200, { data: { found: [null] } }]);
});

describe('a list of a gateway', () => {
  beforeAll(() => putCopies(app, 1_000, () => ({})));

  const representations = (count: number) =>
    upTo(count).map((at) => ({ __typename: 'Event', id: nodeId('event', 1_000_000 + at) }));

  const titled = (count: number, shown = 'title') =>
    app.graphql(`query ($all: [_Any!]!) { _entities(representations: $all) { ... on Event { ${shown} } } }`, {
      all: representations(count),
    });

  test('1,000 entities are one request and few reads', async () => {
    const { result, reads } = await watch.during(() => titled(1_000));
    expect(result.body.errors).toBeUndefined();
    expect(result.body.data._entities).toHaveLength(1_000);
    expect(reads.length).toBeLessThan(10);
  });

  test('records of several types cost what is selected of their own', async () => {
    const query = `query ($all: [_Any!]!) { _entities(representations: $all) {
      ... on Event { title related(first: 2) { title } }
      ... on Venue { descriptionText } ... on Category { descriptionText } ... on Node { id }
    } }`;
    const all = upTo(100).map((at) => ({ __typename: ['Venue', 'Category'][at % 2], url: '/none' }));
    expect((await app.graphql(query, { all })).body).toEqual({ data: { _entities: all.map(() => null) } });
    const { body } = await app.graphql(query, { all: representations(100) });
    expect(body.errors[0].extensions).toMatchObject({ code: 'QUERY_TOO_COMPLEX', limit: 10_000 });
  });

  test.each([
    [1_001, 'title', 'INVALID_FIELD'],
    [1_000, 'descriptionText', 'QUERY_TOO_COMPLEX'],
    [4_000, 'title', 'QUERY_TOO_COMPLEX'],
  ])('%d entities with %s are refused: %s', async (count, shown, code) => {
    const { body } = await titled(count, shown);
    expect(body.errors.map(({ extensions }: { extensions: { code: string } }) => extensions.code)).toEqual([code]);
  });

  test('no other list may be longer, not even beside representations', async () => {
    const { body } = await app.graphql(
      'query ($all: [_Any!]!, $in: [ID!]) { _entities(representations: $all) { __typename } events(where: { in: $in }) { totalCount } }',
      { all: representations(1), in: upTo(201).map(String) },
    );
    expect(body.errors[0].extensions).toMatchObject({ code: 'INVALID_FIELD', problems: [{ field: 'in' }] });
  });
});

test('without FEDERATION there is neither a field nor a type of it', async () => {
  const query = '{ __schema { queryType { fields { name } } types { name } } }';
  const { body } = await plain('/graphql', { method: 'POST', json: { query } });
  const { queryType, types } = body.data.__schema;
  const names: string[] = [...queryType.fields, ...types].map(({ name }) => name);
  expect(names.filter((name) => /^_(?!_)/.test(name))).toEqual([]);
});
