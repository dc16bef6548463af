import { readFileSync } from 'node:fs';
import {
  ApolloClient,
  ApolloLink,
  type FetchPolicy,
  gql,
  HttpLink,
  InMemoryCache,
  type TypedDocumentNode,
} from '@apollo/client';
import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { SetContextLink } from '@apollo/client/link/context';
import { createPersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { RetryLink } from '@apollo/client/link/retry';
import { relayStylePagination } from '@apollo/client/utilities';
import { createFetchMultipartSubscription } from '@apollo/client/utilities/subscriptions/relay';
import type { RequestParameters } from 'relay-runtime';
import { filter, firstValueFrom } from 'rxjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashOfDocument } from '../../src/api/graphql/persisted.ts';
import { cursorOf } from '../kinds/changes/asking.ts';
import { eventually } from '../support/eventually.ts';
import { made } from '../support/making.ts';
import { type Programme, programme, titleOf, titles } from '../support/programme.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';

const EVENTS = 9;

let served: ServedApp;
let town: Programme;

beforeAll(async () => {
  served = await serveApp();
  town = await programme(served.app, EVENTS);
});
afterAll(() => served.close());

/** As docs/clients.md has them. */
const POSSIBLE_TYPES = JSON.parse(
  /possibleTypes: (\{[^}]*\})/
    .exec(readFileSync(new URL('../../docs/clients.md', import.meta.url), 'utf8'))![1]!
    .replace(/(\w+):/g, '"$1":')
    .replaceAll("'", '"')
    .replace(/,\s*\}/, '}'),
);

const newCache = () =>
  new InMemoryCache({
    possibleTypes: POSSIBLE_TYPES,
    typePolicies: {
      Query: { fields: { events: relayStylePagination(['where', 'orderBy']) } },
      Source: { keyFields: false },
      Change: { keyFields: false },
      Viewer: { merge: true },
      ViewerCan: { merge: true },
      ViewerRights: { merge: true },
    },
  });

const newClient = (headers: Record<string, string> = {}): ApolloClient =>
  new ApolloClient({ link: new HttpLink({ uri: `${served.url}/graphql`, headers }), cache: newCache() });

interface Listed {
  events: { edges: { node: { id: string; title: string } }[]; pageInfo: { endCursor: string; hasNextPage: boolean } };
}

const LIST: TypedDocumentNode<Listed, { after?: string }> = gql`
  query List($after: String) {
    events(first: 4, after: $after, orderBy: { field: START }) {
      edges { cursor node { id title } }
      pageInfo { endCursor hasNextPage }
    }
  }
`;

interface Renamed {
  updateEvent: {
    event: { id: string; version: number; title: string } | null;
    userErrors: { path: string[]; code: string; message: string }[];
  };
}

const RENAME: TypedDocumentNode<Renamed, { input: object }> = gql`
  mutation Rename($input: UpdateEventInput!) {
    updateEvent(input: $input) {
      event { id version title }
      userErrors { path code message }
    }
  }
`;

const VERSION: TypedDocumentNode<{ node: { version: number } }, { id: string }> = gql`
  query Version($id: ID!) { node(id: $id) { id ... on Post { version } } }
`;

const NODE: TypedDocumentNode<{ node: { title: string } }, { id: string }> = gql`
  query Card($id: ID!) { node(id: $id) { id ... on Event { title } } }
`;

test('a record is one in the cache, whichever way it came', async () => {
  const client = newClient();
  await client.query({ query: LIST });
  const first = { query: NODE, variables: { id: town.first } };
  const cached = client.cache.extract() as Record<string, { title?: string }>;
  expect(Object.keys(cached).filter((key) => key.startsWith('Event:'))).toHaveLength(4);
  expect(cached[`Event:${town.first}`]).toMatchObject({ title: titleOf(1) });

  const rename = (title: string) =>
    served.app.rest('POST', '/events/by-slug/day-1-at-10', { as: 'administrator', json: { title } });
  await rename('Renamed');
  await client.query({ ...first, fetchPolicy: 'network-only' satisfies FetchPolicy });
  expect(client.readQuery({ query: LIST })?.events.edges[0]?.node.title).toBe('Renamed');
  await rename(titleOf(1));
});

test('a list that is scrolled shows every event once, also one that was inserted between two pages', async () => {
  const client = newClient();
  const list = client.watchQuery({ query: LIST });
  const { data } = await firstValueFrom(list.pipe(filter(({ loading }) => !loading)));
  const seen = list.subscribe(() => {});
  await town.add(2, 12);
  await town.add(6, 12);
  let pageInfo = (data as Listed).events.pageInfo;
  while (pageInfo.hasNextPage) {
    const more = await list.fetchMore({ variables: { after: pageInfo.endCursor } });
    pageInfo = more.data!.events.pageInfo;
  }
  const shown = client.readQuery({ query: LIST })!.events.edges.map(({ node }) => node.title);
  seen.unsubscribe();
  expect(shown).toEqual([...titles(1, 2, 3, 4, 5, 6), titleOf(6, 12), ...titles(7, 8, 9)]);
});

interface SchemaTypes {
  __schema: { types: { name: string; possibleTypes: { name: string }[] | null }[] };
}

test('the possible types are those of the schema', async () => {
  const { body } = await served.app.graphql('{ __schema { types { name possibleTypes { name } } } }');
  const abstract = (body.data as SchemaTypes).__schema.types.filter(({ possibleTypes }) => possibleTypes);
  expect(Object.fromEntries(abstract.map((type) => [type.name, type.possibleTypes!.map(({ name }) => name)]))).toEqual(
    POSSIBLE_TYPES,
  );
});

/** An app that shows the list and renames its first event: what the screen shows, one after the other. */
async function renamed(title: string, meanwhile: () => Promise<unknown> = async () => {}) {
  const client = newClient({ Authorization: `Basic ${btoa(served.app.credentials('administrator'))}` });
  const { data } = await client.query({ query: VERSION, variables: { id: town.first } });
  const { version } = data!.node;
  await client.query({ query: LIST });
  const screen: string[] = [];
  const seen = client.watchQuery({ query: LIST }).subscribe(({ data: list, dataState }) => {
    const complete = dataState === 'complete' ? [list.events.edges[0]!.node.title] : [];
    screen.push(...complete.filter((shown) => shown !== screen.at(-1)));
  });
  await meanwhile();
  const { data: answer } = await client.mutate({
    mutation: RENAME,
    variables: { input: { ref: { id: town.first }, ifVersion: version, title } },
    optimisticResponse: ({ input }) => ({
      updateEvent: {
        __typename: 'UpdateEventPayload',
        event: { __typename: 'Event', id: town.first, version: version + 1, title: (input as { title: string }).title },
        userErrors: [],
      },
    }),
  });
  seen.unsubscribe();
  const problems = answer!.updateEvent.userErrors.map(({ path, code }) => `${path.join('.')} ${code}`);
  return { screen, problems, now: client.readQuery({ query: LIST })!.events.edges[0]!.node.title };
}

test('a change is shown at once, then as the server has it', async () => {
  expect(await renamed('  Concert ')).toEqual({
    screen: [titleOf(1), '  Concert ', 'Concert'],
    problems: [],
    now: 'Concert',
  });
  expect((await renamed(titleOf(1))).now).toBe(titleOf(1));
});

test('a change that the server refuses is taken back', async () => {
  expect(await renamed('')).toEqual({
    screen: [titleOf(1), '', titleOf(1)],
    problems: ['input.title EMPTY'],
    now: titleOf(1),
  });
});

test('a change of what was changed meanwhile gives way to that', async () => {
  const meanwhile = () =>
    served.app.rest('POST', '/events/by-slug/day-1-at-10', { as: 'administrator', json: { title: 'By another' } });
  expect(await renamed('Mine', meanwhile)).toEqual({
    screen: [titleOf(1), 'Mine', 'By another'],
    problems: ['input.ifVersion CONFLICT'],
    now: 'By another',
  });
  expect((await renamed(titleOf(1))).now).toBe(titleOf(1));
});

interface Titled {
  event: { id: string; title: string };
}

const titleIn = async (language: string, title: string): Promise<void> => {
  const path = `/events/by-slug/day-1-at-10?multilang_language=${language}`;
  await served.app.rest('POST', path, { as: 'administrator', json: { title } });
};

test('a document that names its language finds each language in the cache', async () => {
  await titleIn('ko', '첫째 날');
  const query: TypedDocumentNode<Titled, { id: string; language: string }> = gql`
    query Titled($id: ID!, $language: Language!) { event(ref: { id: $id }) { id title(language: $language) } }
  `;
  const client = newClient();
  const shown: (string | undefined)[] = [];
  for (const fetchPolicy of ['cache-first', 'cache-only'] satisfies FetchPolicy[])
    for (const language of ['EN', 'KO']) {
      const { data } = await client.query({ query, variables: { id: town.first, language }, fetchPolicy });
      shown.push(data?.event.title);
    }
  expect(shown).toEqual([titleOf(1), '첫째 날', titleOf(1), '첫째 날']);
});

test('a client that changes its language and resets its store shows the new one, where the id is the same', async () => {
  await titleIn('ko', '첫째 날');
  let language = 'en';
  const client = new ApolloClient({
    link: new HttpLink({ uri: () => `${served.url}/${language}/graphql` }),
    cache: newCache(),
  });
  const query: TypedDocumentNode<Titled, { id: string }> = gql`
    query Titled($id: ID!) { event(ref: { id: $id }) { id title } }
  `;
  const variables = { id: town.first };
  const screen: (string | undefined)[] = [];
  const seen = client.watchQuery({ query, variables }).subscribe(({ data, dataState }) => {
    screen.push(...[data?.event?.title].filter(() => dataState === 'complete'));
  });
  await client.query({ query, variables });
  language = 'ko';
  expect((await client.query({ query, variables })).data?.event.title).toBe(titleOf(1));
  await client.resetStore();
  seen.unsubscribe();
  expect([...new Set(screen)]).toEqual([titleOf(1), '첫째 날']);
});

test('two components that show other rights of the user and of an event ask for each once', async () => {
  const requests: unknown[] = [];
  const client = new ApolloClient({
    cache: newCache(),
    link: new HttpLink({
      uri: `${served.url}/graphql`,
      fetch(address, init) {
        requests.push(JSON.parse(init!.body as string).operationName);
        return fetch(address, init);
      },
    }),
  });
  const queries = [
    gql`query Menu($id: ID!) { viewer { role can { write } } event(ref: { id: $id }) { id viewerCan { update } } }`,
    gql`query Card($id: ID!) { viewer { user { id } can { publish } } event(ref: { id: $id }) { id viewerCan { delete } } }`,
  ];
  const variables = { id: town.first };
  const components = queries.map((query) => client.watchQuery({ query, variables }));
  const shown = components.map((component) => component.subscribe(() => {}));
  for (const component of components) await firstValueFrom(component.pipe(filter(({ loading }) => !loading)));
  await client.query({ query: LIST });
  expect(requests).toEqual(['Menu', 'Card', 'List']);
  expect(components.map((component) => component.getCurrentResult().dataState)).toEqual(['complete', 'complete']);
  for (const each of shown) each.unsubscribe();
});

interface Told {
  changed: { change: { gone: boolean; record: { title: string } | null } };
}

test('a subscription tells each change as it comes, and an error at its end, by the link that Apollo has', async () => {
  const query: TypedDocumentNode<Told, { after: string }> = gql`
    subscription Changed($after: String) { changed(after: $after) { change { id gone record { title } } } }
  `;
  const told: string[] = [];
  const subscribed = newClient().subscribe({ query, variables: { after: await cursorOf(served.app) } });
  const seen = subscribed.subscribe(({ data }) => told.push(data!.changed.change.record!.title));
  for (const name of ['One', 'Two']) {
    await made(served.app, 'tags', { name });
    await eventually(() => expect(told.at(-1)).toBe(name));
  }
  seen.unsubscribe();
  expect(told).toEqual(['One', 'Two']);
  const after = await cursorOf(served.app, 'editor');
  const { error } = await firstValueFrom(newClient().subscribe({ query, variables: { after }, errorPolicy: 'all' }));
  expect(CombinedGraphQLErrors.is(error) && error.errors[0]!.extensions).toMatchObject({ code: 'RESYNC' });
});

test('Relay subscribes by the function that Apollo has for it', async () => {
  const text = 'subscription Changed($after: String) { changed(after: $after) { change { record { title } } } }';
  const request = { name: 'Changed', text } as RequestParameters;
  const subscribe = createFetchMultipartSubscription(`${served.url}/graphql`);
  const after = await cursorOf(served.app);
  await made(served.app, 'tags', { name: 'By Relay' });
  const told = await new Promise((next, error) => {
    const seen = subscribe(request, { after }).subscribe({
      next(result) {
        next(result);
        seen.unsubscribe();
      },
      error,
    });
  });
  expect(told).toEqual({ data: { changed: { change: { record: { title: 'By Relay' } } } } });
});

test('a log-in that is refused reaches the app with its code', async () => {
  const { error } = await newClient({ Authorization: 'Bearer wrong' }).query({ query: LIST, errorPolicy: 'all' });
  expect(CombinedGraphQLErrors.is(error) && error.errors[0]!.extensions).toEqual({ code: 'BAD_CREDENTIALS' });
});

test('a query is sent by its hash, with its text the first time only', async () => {
  const requests: string[] = [];
  const newPersisted = () =>
    new ApolloClient({
      cache: newCache(),
      link: createPersistedQueryLink({ sha256: hashOfDocument, useGETForHashedQueries: true }).concat(
        new HttpLink({
          uri: `${served.url}/graphql`,
          fetch(address, init) {
            const has = `${address} ${init?.body}`.includes('totalCount') ? 'text' : 'hash';
            requests.push(`${init?.method} ${has}`);
            return fetch(address, init);
          },
        }),
      ),
    });
  const query: TypedDocumentNode<{ venues: { totalCount: number } }> = gql`query Persisted { venues { totalCount } }`;
  for (const _ of [1, 2]) expect((await newPersisted().query({ query })).data?.venues.totalCount).toBe(1);
  expect(requests).toEqual(['GET hash', 'POST text', 'GET hash']);
});

const CREATE: TypedDocumentNode<{ createTag: { tag: { id: string } | null } }, { input: object }> = gql`
  mutation Create($input: CreateTagInput!) { createTag(input: $input) { tag { id } } }
`;

test('a retry of a mutation whose answer was lost gets the first answer, because it sends the same key', async () => {
  const sent: (string | null)[] = [];
  const breaking = [() => Promise.reject(new TypeError('the connection broke'))];
  const losing: typeof fetch = async (...request) => {
    const response = await fetch(...request);
    sent.push(new Headers(request[1]?.headers).get('Idempotency-Key'));
    return (breaking.pop() ?? (() => response))();
  };
  const Authorization = `Basic ${btoa(served.app.credentials('administrator'))}`;
  // As docs/clients.md has them.
  const keys = new SetContextLink(({ headers }) => ({
    headers: { ...headers, 'Idempotency-Key': crypto.randomUUID() },
  }));
  const http = new HttpLink({ uri: `${served.url}/graphql`, headers: { Authorization }, fetch: losing });
  const link = ApolloLink.from([keys, new RetryLink({ delay: { initial: 1 } }), http]);
  const client = new ApolloClient({ link, cache: newCache() });
  const create = async (name: string) =>
    (await client.mutate({ mutation: CREATE, variables: { input: { name } } })).data!.createTag.tag;
  const tag = await create('Written once');
  const other = await create('Another');
  expect([tag?.id, other?.id]).toEqual([expect.any(String), expect.any(String)]);
  expect([sent[1], new Set(sent).size]).toEqual([sent[0], 2]);
});
