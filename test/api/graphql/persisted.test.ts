import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPersisted, hashOfDocument, relayIdOf } from '../../../src/api/graphql/persisted.ts';
import { printList } from '../../../src/api/graphql/persisted-list.ts';
import { buildApp, type TestApp } from '../../support/app.ts';
import { made } from '../../support/making.ts';

const LISTED = 'query Listed { events { totalCount } }';

let folder: string;
let app: TestApp;
let closed: TestApp;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'persisted-'));
  const list = join(folder, 'list.json');
  writeFileSync(list, printList([{ from: 'a test', text: LISTED }]));
  app = await buildApp({ env: { PERSISTED_DOCUMENTS: list } });
  closed = await buildApp({ env: { PERSISTED_DOCUMENTS: list, PERSISTED_ONLY: 'true' } });
});
afterAll(async () => {
  await Promise.all([app.close(), closed.close()]);
  await rm(folder, { recursive: true });
});

let count = 0;

/** A query that nobody has sent yet. */
const newQuery = (shown = '__typename'): string => `query New${++count} { ${shown} }`;

const named = (hash: unknown, version: unknown = 1) => ({ persistedQuery: { version, sha256Hash: hash } });

const post = (at: TestApp, json: object) => at.fetch('/graphql', { method: 'POST', json });

const get = (
  at: TestApp,
  asked: Readonly<Record<string, unknown>>,
  more: { headers?: Record<string, string> } = {},
) => {
  const texts = Object.entries(asked).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return at.fetch(`/graphql?${new URLSearchParams(texts as [string, string][])}`, more);
};

const NOT_FOUND = {
  errors: [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }],
};

describe.each([
  ['POST', post],
  ['GET', get],
])('by %s', (_, ask) => {
  test('a hash is enough once its text was sent along with it', async () => {
    const query = newQuery();
    const extensions = named(hashOfDocument(query));
    const unknown = await ask(app, { extensions });
    expect([unknown.status, unknown.body]).toEqual([200, NOT_FOUND]);
    expect((await ask(app, { query, extensions })).body).toEqual({ data: { __typename: 'Query' } });
    for (const _ of [1, 2, 3]) expect((await ask(app, { extensions })).body).toEqual({ data: { __typename: 'Query' } });
  });

  test('what is in the list is known by its hash from the start', async () => {
    const { body } = await ask(closed, { extensions: named(hashOfDocument(LISTED)) });
    expect(body).toEqual({ data: { events: { totalCount: 0 } } });
  });

  test('a text that is not the one of its hash is refused, and not remembered', async () => {
    const [query, other] = [newQuery(), newQuery()];
    const extensions = named(hashOfDocument(other));
    const { status, body } = await ask(app, { query, extensions });
    expect([status, body.errors[0].extensions.code]).toEqual([400, 'PERSISTED_QUERY_MISMATCH']);
    expect((await ask(app, { extensions })).body).toEqual(NOT_FOUND);
  });

  test.each([{}, { extensions: named(hashOfDocument('{ __typename }')) }])(
    'no other document runs where only those of the list do: form %$',
    async (sent) => {
      for (const query of [{ query: '{ __typename }' }, {}].slice(0, 1 + Object.keys(sent).length)) {
        const { status, body } = await ask(closed, { ...query, ...sent });
        expect([status, body.errors[0].extensions.code, body.data]).toEqual([
          403,
          'PERSISTED_QUERY_NOT_IN_LIST',
          undefined,
        ]);
      }
    },
  );

  test('a document of the list runs by its text as well', async () => {
    expect((await ask(closed, { query: LISTED })).body).toEqual({ data: { events: { totalCount: 0 } } });
  });
});

const SHA256 = hashOfDocument(LISTED);

describe.each([
  ['POST', post],
  ['GET', get],
])('as documentId by %s', (_, ask) => {
  test.each([`sha256:${SHA256}`, SHA256, relayIdOf(LISTED)])(
    'id %$ of a document in the list runs it',
    async (documentId) => {
      for (const at of [app, closed])
        for (const _ of [1, 2, 3])
          expect((await ask(at, { documentId, operationName: 'Listed', extensions: {} })).body).toEqual({
            data: { events: { totalCount: 0 } },
          });
    },
  );

  test.each([
    'sha256:',
    `sha256:${'0'.repeat(64)}`,
    `sha256:${relayIdOf(LISTED)}`,
    `md5:${relayIdOf(LISTED)}`,
    'Listed',
    ' ',
  ])('id %$ that no document has is refused', async (documentId) => {
    for (const at of [app, closed]) {
      const { status, body } = await ask(at, { documentId });
      expect([status, body.errors.map(({ extensions }: { extensions: object }) => extensions)]).toEqual([
        200,
        [{ code: 'PERSISTED_QUERY_NOT_FOUND' }],
      ]);
    }
  });

  test('a document that was sent with its hash is known by its SHA-256, not by its MD5', async () => {
    const query = newQuery();
    await ask(app, { query, extensions: named(hashOfDocument(query)) });
    const known = await ask(app, { documentId: `sha256:${hashOfDocument(query)}` });
    expect(known.body).toEqual({ data: { __typename: 'Query' } });
    expect((await ask(app, { documentId: relayIdOf(query) })).body.errors).toHaveLength(1);
  });

  test('a hash beside it must be of the same document, and nothing else is remembered under that', async () => {
    const other = hashOfDocument(newQuery());
    const { status, body } = await ask(app, { documentId: SHA256, extensions: named(other) });
    expect([status, body.errors[0].extensions.code]).toEqual([400, 'PERSISTED_QUERY_MISMATCH']);
    expect((await ask(app, { extensions: named(other) })).body).toEqual(NOT_FOUND);
  });
});

test('an unknown documentId is 400 for who accepts the response type of GraphQL', async () => {
  const headers = { Accept: 'application/graphql-response+json' };
  expect((await get(app, { documentId: 'none' }, { headers })).status).toBe(400);
});

test.each([
  [{ documentId: SHA256, query: LISTED }, 'Send a documentId or a query, not both.'],
  [{ documentId: 5 }, 'A documentId is a text.'],
  [{ documentId: { sha256: SHA256 } }, 'A documentId is a text.'],
])('a request with a wrong documentId is refused: case %$', async (asked, message) => {
  const { status, body } = await post(app, asked);
  expect([status, body.errors]).toEqual([400, [{ message, extensions: { code: 'BAD_REQUEST' } }]]);
});

test('a documentId that is null is none', async () => {
  const { body } = await post(app, { documentId: null, query: '{ __typename }' });
  expect(body).toEqual({ data: { __typename: 'Query' } });
});

test.each([
  [1, 'x', post],
  [1, 'A'.repeat(64), get],
  [1, null, post],
  [1, ['a'], get],
  [2, 'a'.repeat(64), post],
  ['1', 'a'.repeat(64), get],
])('version %j and hash %j are refused as a whole', async (version, hash, ask) => {
  for (const query of [{}, { query: newQuery() }]) {
    const { status, body } = await ask(app, { ...query, extensions: named(hash, version) });
    expect([status, body.errors[0].extensions.code]).toEqual([400, 'BAD_REQUEST']);
  }
});

test('variables and the name of the operation count as ever', async () => {
  const query = 'query A($id: ID!) { node(id: $id) { id } }';
  const { id } = await made(app, 'tags', { name: 'Persisted' });
  const { body } = await app.graphql('query ($id: ID!) { tag(ref: { databaseId: $id }) { id } }', { id });
  const sent = { operationName: 'A', variables: { id: body.data.tag.id }, extensions: named(hashOfDocument(query)) };
  await post(app, { query, ...sent });
  for (const ask of [post, get])
    for (const _ of [1, 2, 3])
      expect((await ask(app, sent)).body).toEqual({ data: { node: { id: body.data.tag.id } } });
  expect((await post(app, { ...sent, operationName: 'B' })).body.errors).toHaveLength(1);
});

test('a document that does not run is not remembered', async () => {
  for (const query of ['{ nothing }', '{', `{ ${'a '.repeat(3000)}}`]) {
    const extensions = named(hashOfDocument(query));
    expect((await post(app, { query, extensions })).body.errors).toBeDefined();
    expect((await post(app, { extensions })).body).toEqual(NOT_FOUND);
  }
});

test('extensions that say nothing of a hash change nothing', async () => {
  for (const extensions of [{}, { clientLibrary: { name: 'a client' } }, { persistedQuery: null }, null]) {
    for (const _ of [1, 2, 3])
      expect((await post(app, { query: '{ __typename }', extensions })).body).toEqual({
        data: { __typename: 'Query' },
      });
  }
});

test('what was asked for longest ago is forgotten, so that memory is bounded', () => {
  const { plugin, withText } = createPersisted({ listed: new Map(), only: false });
  const texts = Array.from({ length: 100 }, (_, at) => `{ __typename } # ${at} ${'x'.repeat(60_000)}`);
  for (const query of texts) {
    const contextValue = { params: { query, extensions: named(hashOfDocument(query)) } };
    plugin.onExecute!({ args: { contextValue, document: parse('{ a }') } } as never);
  }
  const known = texts
    .filter((query) => withText({ extensions: named(hashOfDocument(query)) }) instanceof Object)
    .filter((query) => 'query' in (withText({ extensions: named(hashOfDocument(query)) }) as object));
  expect(known).toEqual(texts.slice(-known.length));
  expect(known.join('').length).toBeLessThan(4_000_000);
  expect(known.length).toBeGreaterThan(50);
});

test('an answer to a hash may be kept as long as one to a text, and is known again by its tag', async () => {
  const query = newQuery('events { totalCount }');
  const extensions = named(hashOfDocument(query));
  const unknown = await get(app, { extensions });
  expect(unknown.headers.get('cache-control')).toBe('no-store');
  await get(app, { query, extensions });
  const first = await get(app, { extensions });
  expect(first.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  const tag = first.headers.get('etag')!;
  expect((await get(app, { extensions }, { headers: { 'If-None-Match': tag } })).status).toBe(304);
  await made(app, 'events');
  expect((await get(app, { extensions }, { headers: { 'If-None-Match': tag } })).status).toBe(200);
});
