import { parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { createCompiledDocuments } from '../../../src/api/graphql/compiled-documents.ts';
import { schema } from '../../../src/api/graphql/schema.ts';
import { budgetOf } from '../../../src/process/memory.ts';
import { buildApp } from '../../support/app.ts';

// Nothing of a request is needed to write what is the same for all.
const context = { links: {}, language: 'en', running: {} } as never;

/** What is written of a query once it has run so many times. */
async function writtenAfter(times: number, query: string, sent: object = {}): Promise<string | undefined> {
  const known = createCompiledDocuments(schema, budgetOf(512));
  const document = parse(query);
  for (let time = 0; time < times; time += 1) known.plugin.onExecute!({ args: { document } } as never);
  return known.write({ query, ...sent }, context);
}

test('a query is written from its third time on', async () => {
  expect(await writtenAfter(1, 'query Q { __typename }')).toBeUndefined();
  expect(await writtenAfter(2, 'query Q { __typename }')).toBe('{"data":{"__typename":"Query"}}');
});

describe('what says nothing more than the query is as good as not sent', () => {
  test.each([
    { operationName: 'Q' },
    { operationName: null },
    { extensions: null },
    { variables: null },
    { variables: {} },
    { variables: { unknown: 1 } },
  ])('%j', async (sent) => {
    expect(await writtenAfter(2, 'query Q { __typename }', sent)).toBe('{"data":{"__typename":"Query"}}');
  });
});

describe('the server is left to say what is wrong', () => {
  test.each([
    { operationName: 'R' },
    { extensions: { persistedQuery: {} } },
    { more: 1 },
    { variables: [1] },
    { variables: 'x' },
    { variables: { n: 'x' } },
  ])('%j', async (sent) => {
    expect(await writtenAfter(2, 'query Q($n: Int) { __typename }', sent)).toBeUndefined();
  });

  test('of a variable of 600 numbers', async () => {
    const sent = { variables: { many: Array(600).fill(1) } };
    expect(await writtenAfter(2, 'query Q($n: Int) { __typename }', sent)).toBeUndefined();
  });
});

test.each([
  ['a mutation', 'mutation { deleteTag(input: { ref: { databaseId: 1 } }) { tag { id: databaseId } } }'],
  ['a field that a variable decides', 'query ($a: Boolean!) { __typename @include(if: $a) }'],
  ['introspection', '{ __schema { description } }'],
  ['one of two operations', 'query A { __typename } query B { __typename }'],
  [
    'what may cost too much',
    `query ($n: Int) { ${Array.from({ length: 40 }, (_, at) => `a${at}: eventPage(perPage: $n) { total }`).join(' ')} }`,
  ],
])('%s is never written', async (_, query) => {
  expect(await writtenAfter(3, query, { variables: { a: true, n: 1 } })).toBeUndefined();
});

test.each([
  ['$where: EventWhere', '$where', (or: object[]) => ({ where: { or } })],
  ['$where: [EventWhere!]', '{ or: $where }', (where: object[]) => ({ where })],
])('filters that are combined in a variable (%s) are counted each time', async (variable, where, combined) => {
  const app = await buildApp();
  const query = `query (${variable}) { events(where: ${where}) { __typename } }`;
  const ask = async (searches: number) =>
    (await app.graphql(query, combined(Array.from({ length: searches }, () => ({ search: 'x' }))))).body;
  for (const time of [1, 2, 3, 4]) expect(await ask(2), `${time}`).toHaveProperty('data.events.__typename');
  expect(await ask(25)).toMatchObject({ errors: [{ extensions: { code: 'QUERY_TOO_COMPLEX' } }] });
  await app.close();
});

test.each([
  ['null', null],
  ['undefined', undefined],
  ['a number', 1],
  ['a text', 'x'],
  ['a list', []],
  ['an object', {}],
])('%s is no query', async (_, sent) => {
  expect(await createCompiledDocuments(schema, budgetOf(512)).write(sent, context)).toBeUndefined();
});
