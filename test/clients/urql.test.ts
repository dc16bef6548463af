import { Client, fetchExchange, gql } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import { getIntrospectionQuery, type IntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Programme, programme, titleOf, titles } from '../support/programme.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';

let served: ServedApp;
let town: Programme;
let introspection: IntrospectionQuery;

beforeAll(async () => {
  served = await serveApp();
  town = await programme(served.app, 9);
  introspection = (await served.app.graphql(getIntrospectionQuery())).body.data;
});
afterAll(() => served.close());

/** Values of records that have no identity of their own: every type without an id. */
const embedded = () =>
  introspection.__schema.types.filter(
    (type) => type.kind === 'OBJECT' && !type.fields.some(({ name }) => name === 'id') && !type.name.startsWith('__'),
  );

/** A client as its documentation sets it up, and what its cache complains of. */
function newClient(headers: Record<string, string> = {}, path = '/graphql'): { client: Client; said: string[] } {
  const said: string[] = [];
  const cache = cacheExchange({
    schema: introspection as never,
    keys: Object.fromEntries(embedded().map(({ name }) => [name, () => null])),
    resolvers: { Query: { events: relayPagination() } },
    // That it has to ask the server is no complaint.
    logger: (severity, message) => void said.push(...[`${severity}: ${message}`].filter(() => severity !== 'debug')),
  });
  return {
    client: new Client({
      url: `${served.url}${path}`,
      exchanges: [cache, fetchExchange],
      fetchOptions: { headers },
      preferGetMethod: false,
    }),
    said,
  };
}

const LIST = gql`
  query List($after: String) {
    events(first: 4, after: $after, orderBy: { field: START }) {
      edges {
        node {
          id title startsAt isFree viewerCan { __typename }
          prices { amount currencyCode }
          translations { language title }
          venues { id name events(first: 1) { nodes { id title } } }
          organizers { id name }
          categories { id name parent { id } }
          author { id }
        }
      }
      pageInfo { endCursor hasNextPage }
      totalCount
    }
  }
`;

const NODE = gql`query Card($id: ID!) { node(id: $id) { id ... on Event { title } } }`;

test('Graphcache keys every record by its id, and complains of nothing', async () => {
  const { client, said } = newClient();
  const { data, error } = await client.query(LIST, {});
  expect(error).toBeUndefined();
  expect(data.events.edges).toHaveLength(4);
  const card = await client.query(NODE, { id: town.first }).toPromise();
  expect(card.data.node.title).toBe(titleOf(1));

  const rename = (title: string) =>
    served.app.rest('POST', '/events/by-slug/day-1-at-10', { as: 'administrator', json: { title } });
  await rename('Renamed');
  await client.query(NODE, { id: town.first }, { requestPolicy: 'network-only' });
  expect(client.readQuery(LIST, {})?.data.events.edges[0].node.title).toBe('Renamed');
  await rename(titleOf(1));
  expect(said).toEqual([]);
});

const RENAME = gql`
  mutation Rename($input: UpdateEventInput!) {
    updateEvent(input: $input) {
      event { id version title }
      userErrors { path code message }
    }
  }
`;

test('what a mutation changes is changed wherever it is kept', async () => {
  const { client, said } = newClient({ Authorization: `Basic ${btoa(served.app.credentials('administrator'))}` });
  await client.query(LIST, {});
  const shown = () => client.readQuery(LIST, {})?.data.events.edges[0].node.title;
  const rename = async (title: string) => {
    const { data } = await client.mutation(RENAME, { input: { ref: { id: town.first }, title } });
    return data.updateEvent.userErrors.map(({ code }: { code: string }) => code);
  };
  expect([await rename('Concert'), shown()]).toEqual([[], 'Concert']);
  expect([await rename(''), shown()]).toEqual([['EMPTY'], 'Concert']);
  expect([await rename(titleOf(1)), shown()]).toEqual([[], titleOf(1)]);
  expect(said).toEqual([]);
});

test('pages become one list, with what was inserted between them', async () => {
  const { client, said } = newClient();
  let { endCursor, hasNextPage } = (await client.query(LIST, {})).data.events.pageInfo;
  await town.add(6, 12);
  while (hasNextPage)
    ({ endCursor, hasNextPage } = (await client.query(LIST, { after: endCursor })).data.events.pageInfo);
  const shown = client.readQuery(LIST, { after: endCursor })?.data ?? client.readQuery(LIST, {})?.data;
  expect(shown.events.edges.map(({ node }: { node: { title: string } }) => node.title)).toEqual([
    ...titles(1, 2, 3, 4, 5, 6),
    titleOf(6, 12),
    ...titles(7, 8, 9),
  ]);
  expect(said).toEqual([]);
});

const korean = (title: string) => {
  const path = '/events/by-slug/day-1-at-10?multilang_language=ko';
  return served.app.rest('POST', path, { as: 'administrator', json: { title } });
};

test('a document that names its language finds each language in the cache', async () => {
  await korean('첫째 날');
  const { client, said } = newClient();
  const TITLE = gql`
    query Titled($id: ID!, $language: Language!) { event(ref: { id: $id }) { id title(language: $language) } }
  `;
  const shown: string[] = [];
  for (const requestPolicy of ['cache-first', 'cache-only'] as const)
    for (const language of ['EN', 'KO'])
      shown.push((await client.query(TITLE, { id: town.first, language }, { requestPolicy })).data.event.title);
  expect(shown).toEqual([titleOf(1), '첫째 날', titleOf(1), '첫째 날']);
  expect(said).toEqual([]);
});

test('a client for each language has a cache of its own, where the id is the same', async () => {
  await korean('첫째 날');
  const TITLE = gql`query Titled($id: ID!) { event(ref: { id: $id }) { id title } }`;
  const clients = ['en', 'ko'].map((language) => newClient({}, `/${language}/graphql`).client);
  for (const requestPolicy of ['cache-first', 'cache-only'] as const) {
    const answers = await Promise.all(
      clients.map((client) => client.query(TITLE, { id: town.first }, { requestPolicy }).toPromise()),
    );
    expect(answers.map(({ data }) => data.event.title)).toEqual([titleOf(1), '첫째 날']);
  }
});

test('what is no value inside of a record has an id that says which one it is', () => {
  const parts =
    /(?:Connection|Edge|Page|Payload|Translation|Details|Urls|Can|Rights|Facets?|Definitions?|Rendition)$|^(?:SeriesInEvent|Applied|Changed|Changes|City|CustomField|EventDay|PageInfo|Price|UserError|Viewer|Query|Mutation|Subscription)$/;
  expect(
    embedded()
      .map(({ name }) => name)
      .filter((name) => !parts.test(name)),
  ).toEqual([]);
});
