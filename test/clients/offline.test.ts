import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { Client, fetchExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { getIntrospectionQuery, OperationTypeNode } from 'graphql';
import { createClient } from 'graphql-sse';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openHouse, post, type Running, rest } from '../process/support.ts';
import { eventually } from '../support/eventually.ts';
import { keepCurrent as keepApolloCurrent, sseLink } from './offline/apollo.ts';
import { replicate } from './offline/replica.ts';
import { cursorOfNow, keepCurrent as keepUrqlCurrent, sseExchange, updates } from './offline/urql.ts';

const house = openHouse();
const place = house.place();
const dir = mkdtempSync(join(tmpdir(), 'offline-'));
let server: Running;

beforeAll(async () => {
  server = await house.start(place);
});
afterAll(async () => {
  await house.remove();
  rmSync(dir, { recursive: true });
});

/** Kills the server and starts another one at its address, on the same calendar or on another one. */
async function killAndStart(env = place): Promise<void> {
  server.send('SIGKILL');
  await server.ended;
  server = await house.start({ ...env, PORT: String(server.port) });
}

const SENT = { 'Content-Type': 'application/json' };

async function make(plural: string, fields: object): Promise<number> {
  const response = await post(rest(server, `/${plural}`), fields);
  expect(response.status).toBe(201);
  return ((await response.json()) as { id: number }).id;
}

const times = { start_date: '2037-05-01 10:00', end_date: '2037-05-01 12:00' };
const event = (title: string, more = {}) => make('events', { title, ...times, ...more });

const retitle = (id: number, title: string) =>
  fetch(rest(server, `/events/${id}`), { method: 'PATCH', headers: SENT, body: JSON.stringify({ title }) });
const remove = (plural: string, id: number) => fetch(rest(server, `/${plural}/${id}`), { method: 'DELETE' });

/** What a server answers to a query. */
async function ask(query: string) {
  const { data } = await (await post(`${server.url}/graphql`, { query })).json();
  return data;
}

/** The titles of all that lists show now. */
async function titlesNow(): Promise<string[]> {
  const lists = ['events', 'venues', 'organizers', 'categories', 'tags', 'eventSeries'];
  const query = `{ ${lists.map((list) => `${list}(first: 100) { nodes { title } }`).join(' ')} }`;
  const data = await ask(query);
  return lists.flatMap((list) => data[list].nodes.map(({ title }: { title: string }) => title)).sort();
}

/** Ends what a program does when its test is finished. */
function ending(): AbortController {
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  return controller;
}

test('a replica is what lists show, over a kill of the server, a pause of its own, and another calendar in place of the first', async () => {
  const file = join(dir, 'copy.json');
  const titles = (): string[] => {
    const { records } = JSON.parse(readFileSync(file, 'utf8'));
    return Object.values<{ title: string }>(records)
      .map(({ title }) => title)
      .sort();
  };
  const isCurrent = () => eventually(async () => expect(titles()).toEqual(await titlesNow()));

  const [first, venue] = [await event('First'), await make('venues', { venue: 'Hall' })];
  let program = ending();
  let running = replicate(`${server.url}/graphql`, file, program.signal);
  await isCurrent();
  await event('Second', { venue, tags: ['free'] });
  await remove('events', first);
  await isCurrent();
  expect(titles()).toEqual(['Hall', 'Second', 'free']);

  await killAndStart();
  const third = await event('Third');
  await isCurrent();

  program.abort();
  await running;
  await retitle(third, 'Third, moved');
  await remove('venues', venue);
  expect(titles()).toContain('Hall');
  program = ending();
  running = replicate(`${server.url}/graphql`, file, program.signal);
  await isCurrent();
  expect(titles()).toEqual(['Second', 'Third, moved', 'free']);

  await killAndStart(house.place());
  await event('Twice', { recurrence: { rule: 'FREQ=DAILY;COUNT=2' } });
  await isCurrent();
  // One event of 2037, which is far ahead, and the series, which is a record of its own.
  expect(titles()).toEqual(['Twice', 'Twice']);
  await killAndStart();
  await isCurrent();
  program.abort();
  await running;
});

const LIST = 'query List { events(first: 100) { nodes { id title } } }';

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at, not typed
const titlesOf = (data: any): string[] | undefined => data?.events?.nodes.map(({ title }: { title: string }) => title);

/** Clients that show a list and keep it current. What they give is what they show. */
const CLIENTS = {
  async apollo() {
    const url = `${server.url}/graphql`;
    const sse = createClient({ url, retryAttempts: 0 });
    const isSubscription = ({ operationType }: ApolloLink.Operation) =>
      operationType === OperationTypeNode.SUBSCRIPTION;
    const client = new ApolloClient({
      link: ApolloLink.split(isSubscription, sseLink(sse), new HttpLink({ uri: url })),
      cache: new InMemoryCache({
        typePolicies: { Change: { keyFields: false } },
        possibleTypes: { NodeWithTitle: ['Category', 'Event', 'EventSeries', 'Organizer', 'Tag', 'Venue'] },
      }),
    });
    let shown: string[] = [];
    client.watchQuery({ query: gql(LIST) }).subscribe(({ data }) => {
      shown = titlesOf(data) ?? shown;
    });
    void keepApolloCurrent(client, ending().signal);
    return () => shown;
  },
  async urql() {
    const url = `${server.url}/graphql`;
    const sse = createClient({ url, retryAttempts: 0 });
    const keys = Object.fromEntries(
      ['Changes', 'Changed', 'Change', 'EventConnection'].map((name) => [name, () => null]),
    );
    const schema = await ask(getIntrospectionQuery());
    const exchanges = [cacheExchange({ schema, updates, keys }), fetchExchange, sseExchange(sse)];
    const client = new Client({ url, preferGetMethod: false, exchanges });
    const cursor = await cursorOfNow(client);
    let shown: string[] = [];
    client.query(LIST, {}).subscribe(({ data }) => {
      shown = titlesOf(data) ?? shown;
    });
    void keepUrqlCurrent(client, cursor, ending().signal);
    return () => shown;
  },
};

test.each(['apollo', 'urql'] as const)(
  'what %s shows changes with the calendar, over a kill of the server',
  async (name) => {
    const [changing, going] = [await event(`Changing ${name}`), await event(`Going ${name}`)];
    const shown = await CLIENTS[name]();
    const isCurrent = () => eventually(async () => expect(shown()).toEqual(titlesOf(await ask(LIST))));
    await isCurrent();
    await retitle(changing, `Changed ${name}`);
    await isCurrent();
    await killAndStart();
    await remove('events', going);
    await isCurrent();
    await event(`Coming ${name}`);
    await isCurrent();
    expect(shown()).toEqual(expect.arrayContaining([`Changed ${name}`, `Coming ${name}`]));
  },
);
