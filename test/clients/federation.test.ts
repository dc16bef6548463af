import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeId } from '../../src/domain/node-id.ts';
import { keepLog } from '../support/kept-log.ts';
import { made, putCopies, upTo } from '../support/making.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { apollo, type Gateway, hive } from './federation/gateways.ts';
import { serveTickets } from './federation/tickets.ts';

const TICKETS = 1_000;

const { log, requests } = keepLog();
let calendar: ServedApp;
let tickets: Awaited<ReturnType<typeof serveTickets>>;
let gateways: { Hive: Awaited<ReturnType<typeof hive>>; Apollo: Gateway };

/** Each ticket is for an event of its own. The first event is a draft. The halls are one by two of its addresses, and none. */
beforeAll(async () => {
  calendar = await serveApp({ env: { FEDERATION: 'true' }, log });
  const { app, url } = calendar;
  await made(app, 'events', { title: 'Concert' });
  await putCopies(app, TICKETS, (_, at) => (at === 0 ? { status: 'draft' } : {}));
  const hall = await made(app, 'venues', { venue: 'Hall' });
  const halls = [hall.url, '/venue/hall/', '/venue/none/'];
  tickets = await serveTickets({ events: upTo(TICKETS).map((at) => nodeId('event', 1_000_000 + at)), halls });
  const subgraphs = { calendar: `${url}/graphql`, tickets: tickets.url };
  gateways = { Hive: await hive(subgraphs), Apollo: await apollo(subgraphs) };
});
afterAll(async () => {
  for (const gateway of Object.values(gateways)) await gateway.close();
  tickets.close();
  await calendar.close();
});

const as = (secret: string) => `Basic ${Buffer.from(secret).toString('base64')}`;

const concert = (seat: number, status: string) => ({ seat, event: { title: 'Concert', status } });

/** Questions that go to both subgraphs, with their answers, in which nothing is wrong. */
const ANSWERED: [what: string, as: 'visitor' | 'editor', query: string, data: object][] = [
  [
    'a list of the calendar with what the other subgraph adds',
    'visitor',
    '{ events(first: 1, where: { in: ["1"] }) { nodes { title ticketsLeft } totalCount } }',
    { events: { nodes: [{ title: 'Concert', ticketsLeft: 7 }], totalCount: 1 } },
  ],
  [
    'a draft, which is null for visitors',
    'visitor',
    '{ tickets(first: 2) { seat event { title status } } }',
    { tickets: [{ seat: 0, event: null }, concert(1, 'PUBLISH')] },
  ],
  [
    'a draft, which editors see',
    'editor',
    '{ tickets(first: 2) { seat event { title status } } }',
    { tickets: [concert(0, 'DRAFT'), concert(1, 'PUBLISH')] },
  ],
  [
    'venues by their addresses, also a path, and one that nothing has',
    'visitor',
    '{ halls { seats name } }',
    { halls: [{ seats: 90, name: 'Hall' }, { seats: 90, name: 'Hall' }, null] },
  ],
  [
    'what both have, from the one that knows more',
    'editor',
    '{ tickets(first: 1) { buyer { displayName } } more { hasNextPage } }',
    { tickets: [{ buyer: { displayName: 'Bea' } }], more: { hasNextPage: false } },
  ],
  [
    'a write that is refused for what was sent',
    'editor',
    'mutation { createTag(input: { name: "" }) { tag { name } userErrors { path code } } }',
    { createTag: { tag: null, userErrors: [{ path: ['input', 'name'], code: 'EMPTY' }] } },
  ],
];

/** Questions that the calendar refuses, with the code of its error. */
const REFUSED: [what: string, query: string, code: string][] = [
  ['a record that is not there', '{ event(ref: { databaseId: 999 }) { title ticketsLeft } }', 'EVENT_NOT_FOUND'],
  ['an argument that is wrong', '{ events(first: 101) { totalCount } }', 'INVALID_FIELD'],
  ['a write of a visitor', 'mutation { createTag(input: { name: "Jazz" }) { tag { name } } }', 'UNAUTHENTICATED'],
];

describe.each(['Hive', 'Apollo'] as const)('the gateway of %s', (name) => {
  const ask: Gateway['ask'] = (...asked) => gateways[name].ask(...asked);

  const authorization = { visitor: () => undefined, editor: () => as(calendar.app.credentials('editor')) };

  test.each(ANSWERED)('answers %s: %s', async (_, who, query, data) => {
    expect(await ask(query, authorization[who]())).toEqual({ data, errors: undefined });
  });

  test.each(REFUSED)('says why, of %s', async (_, query, code) => {
    const { errors } = await ask(query);
    expect(errors!.map(({ extensions }) => extensions.code)).toEqual([code]);
  });

  test('asks the calendar once for the events of 1,000 tickets', async () => {
    const before = requests().length;
    const { data, errors } = await ask(
      '{ tickets(first: 1000) { event { title ticketsLeft } } }',
      authorization.editor(),
    );
    expect(errors).toBeUndefined();
    expect(data.tickets).toEqual(upTo(TICKETS).map(() => ({ event: { title: 'Concert', ticketsLeft: 7 } })));
    expect(requests().length - before).toBe(1);
  });

  test('a wrong password at the gateway is refused by the calendar', async () => {
    const { errors } = await ask('{ events { totalCount } }', as('editor:wrong'));
    expect(errors![0].extensions.code).toMatch(/^(?:BAD_CREDENTIALS|UNAUTHENTICATED)$/);
  });

  test('clients do not see the fields that only know ids of one subgraph', async () => {
    const { data } = await ask('{ __schema { queryType { fields { name } } } }');
    const names = data.__schema.queryType.fields.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['event', 'events', 'tickets', 'more']));
    expect(names).not.toEqual(expect.arrayContaining(['node']));
    expect(names).not.toEqual(expect.arrayContaining(['nodes']));
  });
});

test('a subscription to the calendar shows what the other subgraph adds', async () => {
  const gateway = gateways.Hive;
  const { data } = await gateway.ask('{ changes(first: 1) { cursor } }');
  await made(calendar.app, 'events', { title: 'New' });
  const query = `subscription { changed(after: "${data.changes.cursor}") { change { record { title ... on Event { ticketsLeft } } } } }`;
  const { body } = await gateway.fetch('http://gateway/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream' },
    body: JSON.stringify({ query }),
  });
  const reader = body!.getReader();
  let told = '';
  while (!told.includes('event: next')) told += Buffer.from((await reader.read()).value!).toString();
  await reader.cancel();
  const record = { title: 'New', ticketsLeft: 7 };
  expect(told).toContain(JSON.stringify({ data: { changed: { change: { record } } } }));
});
