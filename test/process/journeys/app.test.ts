import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache, type TypedDocumentNode } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { RetryLink } from '@apollo/client/link/retry';
import { afterAll, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { openHouse, post, type Running, rest } from '../support.ts';

const house = openHouse();
afterAll(() => house.remove());

interface Node {
  id: string;
  databaseId: number;
  version: number;
  title: string;
}

const FIELDS = 'id databaseId version title';

const LIST: TypedDocumentNode<{ events: { nodes: Node[] } }, { where?: object }> = gql`
  query List($where: EventWhere) { events(first: 20, where: $where, orderBy: { field: TITLE }) { nodes { ${FIELDS} } } }
`;

interface Written {
  event: Node | null;
  userErrors: { code: string }[];
}

const CREATE: TypedDocumentNode<{ createEvent: Written }, { input: object }> = gql`
  mutation Create($input: CreateEventInput!) { createEvent(input: $input) { event { ${FIELDS} } userErrors { code } } }
`;

const UPDATE: TypedDocumentNode<{ updateEvent: Written }, { input: object }> = gql`
  mutation Update($input: UpdateEventInput!) { updateEvent(input: $input) { event { ${FIELDS} } userErrors { code } } }
`;

const NOW: TypedDocumentNode<{ changes: { cursor: string } }> = gql`query Now { changes { cursor } }`;

const CHANGED: TypedDocumentNode<{ changed: { cursor: string; change: { record: Node } } }, { after: string }> = gql`
  subscription Changed($after: String) {
    changed(after: $after, kinds: [EVENT]) { cursor change { id record { id title ... on Post { databaseId version } } } }
  }
`;

const TIMES = { startDate: '2037-05-01 10:00', endDate: '2037-05-01 12:00' };

/** An app: it sends each mutation with a key, and until it is answered. */
function openApp(server: Running, cache = new InMemoryCache()) {
  /** How many answers get lost on their way. */
  const network = { loses: 0, sent: 0 };
  const losing: typeof fetch = async (...request) => {
    const response = await fetch(...request);
    network.sent += 1;
    if (network.loses === 0) return response;
    network.loses -= 1;
    throw new TypeError('the connection broke');
  };
  const keys = new SetContextLink(({ headers }) => ({
    headers: { ...headers, 'Idempotency-Key': crypto.randomUUID() },
  }));
  const retry = new RetryLink({ delay: { initial: 20, max: 200 }, attempts: { max: Number.POSITIVE_INFINITY } });
  const http = new HttpLink({ uri: `${server.url}/graphql`, fetch: losing });
  return { network, client: new ApolloClient({ cache, link: ApolloLink.from([keys, retry, http]) }) };
}

/** Creates an event, which the list shows at once. */
const create = (client: ApolloClient, title: string) =>
  client.mutate({
    mutation: CREATE,
    variables: { input: { title, ...TIMES } },
    optimisticResponse: {
      createEvent: {
        __typename: 'CreateEventPayload',
        event: { __typename: 'Event', id: 'new', databaseId: 0, version: 0, title },
        userErrors: [],
      } as Written,
    },
    update: (cache, { data }) =>
      void cache.updateQuery({ query: LIST, variables: {} }, (list) => ({
        events: { ...list!.events, nodes: [...list!.events.nodes, data!.createEvent.event!] },
      })),
  });

test('an app lists, filters, writes at once, meets a conflict, and works from its copy until the server is back', async () => {
  const place = house.place();
  let server = await house.start(place);
  const byAnother = (method: string, path: string, body: object) =>
    fetch(rest(server, path), {
      method,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  for (const title of ['A concert', 'B reading'])
    await post(rest(server, '/events'), { title, start_date: '2037-04-01', end_date: '2037-04-01', tags: [title] });
  const titlesThere = async () =>
    (await (await fetch(rest(server, '/events?start_date=2037-01-01&end_date=2038-01-01'))).json()).events
      .map(({ title }: Node) => title)
      .sort();

  const { client, network } = openApp(server);
  const shownBy = (by: ApolloClient) =>
    by.readQuery({ query: LIST, variables: {} }, true)!.events.nodes.map(({ title }) => title);
  const shown = () => shownBy(client);
  await client.query({ query: LIST, variables: {} });
  expect(shown()).toEqual(['A concert', 'B reading']);
  const { data: found } = await client.query({ query: LIST, variables: { where: { search: 'read' } } });
  expect(found!.events.nodes.map(({ title }) => title)).toEqual(['B reading']);

  // What others write comes by the subscription.
  const told: string[] = [];
  let { cursor } = (await client.query({ query: NOW, fetchPolicy: 'network-only' })).data!.changes;
  const follow = (by: ApolloClient) =>
    by.subscribe({ query: CHANGED, variables: { after: cursor }, errorPolicy: 'all' }).subscribe(({ data }) => {
      told.push(data!.changed.change.record.title);
      cursor = data!.changed.cursor;
    });
  const following = follow(client);

  // Its first two answers are lost: the same key makes one event.
  network.loses = 2;
  const creating = create(client, 'C mine');
  expect(shown()).toEqual(['A concert', 'B reading', 'C mine']);
  const mine = (await creating).data!.createEvent.event!;
  expect([mine.version, network.loses]).toEqual([1, 0]);
  expect(shown()).toEqual(['A concert', 'B reading', 'C mine']);
  expect(await titlesThere()).toEqual(shown());
  await eventually(() => expect(told).toEqual(['C mine']));

  // Another is faster: the record as it is now comes with the refusal, and the second try says that it has seen it.
  await byAnother('PATCH', `/events/${mine.databaseId}`, { title: 'C by another' });
  const update = async (ifVersion: number, title: string) =>
    (await client.mutate({ mutation: UPDATE, variables: { input: { ref: { id: mine.id }, ifVersion, title } } })).data!
      .updateEvent;
  const refused = await update(1, 'C changed');
  expect([refused.userErrors, refused.event!.title]).toMatchObject([[{ code: 'CONFLICT' }], 'C by another']);
  expect(shown()).toContain('C by another');
  expect((await update(refused.event!.version, 'C changed')).userErrors).toEqual([]);
  await eventually(() => expect(told.at(-1)).toBe('C changed'));

  // The server is away: a new start of the app has its copy, and keeps what is written until it can be sent.
  const copy = join(house.dataFolder(), 'cache.json');
  writeFileSync(copy, JSON.stringify(client.cache.extract()));
  following.unsubscribe();
  client.stop();
  server.send('SIGTERM');
  await server.ended;
  const restored = new InMemoryCache().restore(JSON.parse(readFileSync(copy, 'utf8')));
  const { client: later } = openApp(server, restored);
  const { data: kept } = await later.query({ query: LIST, variables: {}, fetchPolicy: 'cache-only' });
  expect(kept!.events.nodes.map(({ title }) => title)).toEqual(['A concert', 'B reading', 'C changed']);
  const offline = create(later, 'D written offline');
  expect(shownBy(later).at(-1)).toBe('D written offline');

  server = await house.start({ ...place, PORT: String(server.port) });
  expect((await offline).data!.createEvent.userErrors).toEqual([]);
  const again = follow(later);
  await byAnother('PATCH', `/events/${mine.databaseId}`, { title: 'C once more' });
  await eventually(() => expect(told.slice(-2).sort()).toEqual(['C once more', 'D written offline']));
  expect(shownBy(later).sort()).toEqual(await titlesThere());
  again.unsubscribe();
  later.stop();
});
