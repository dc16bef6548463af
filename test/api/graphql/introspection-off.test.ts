import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../support/app.ts';

let app: TestApp;
let told: TestApp;

beforeAll(async () => {
  app = await buildApp({ env: { INTROSPECTION: 'false' } });
  told = await buildApp();
});
afterAll(() => Promise.all([app.close(), told.close()]));

test.each([getIntrospectionQuery(), '{ __type(name: "Event") { name } }', '{ a: __schema { description } }'])(
  'nobody is told the schema',
  async (query) => {
    for (const as of ['anonymous', 'administrator'] as const) {
      const { status, body } = await app.graphql(query, {}, { as });
      expect([status, body.data]).toEqual([200, undefined]);
      expect(body.errors[0].message).toContain('introspection');
    }
  },
);

test('what an object is called is told', async () => {
  expect((await app.graphql('{ __typename events { __typename } }')).body.data).toEqual({
    __typename: 'Query',
    events: { __typename: 'EventConnection' },
  });
});

test.each([
  ['{ evnts { totalCount } }', {}],
  ['{ events(frst: 1) { totalCount } }', {}],
  ['{ events }', {}],
  ['{ events(orderBy: { field: STRT }) { totalCount } }', {}],
  ['query ($order: EventOrder) { events(orderBy: $order) { totalCount } }', { order: { field: 'STRT' } }],
  [
    'query ($order: EventOrder) { events(orderBy: $order) { totalCount } }',
    { order: { field: 'START', directon: 'ASC' } },
  ],
])('no name is suggested for a mistaken one in %s', async (query, variables) => {
  const messageOf = async (at: TestApp): Promise<string> => (await at.graphql(query, variables)).body.errors[0].message;
  const suggested = await messageOf(told);
  expect(suggested).toContain('Did you mean');
  expect(suggested.startsWith(await messageOf(app))).toBe(true);
  expect(await messageOf(app)).not.toContain('Did you mean');
});
