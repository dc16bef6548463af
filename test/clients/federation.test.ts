import type { GatewayRuntime } from '@graphql-hive/gateway-runtime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGateway } from '../../examples/gateway.ts';
import { nodeId } from '../../src/domain/node-id.ts';
import { keepLog } from '../support/kept-log.ts';
import { made, putCopies, upTo } from '../support/making.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { serveTickets } from './federation/tickets.ts';

const TICKETS = 1_000;

const { log, requests } = keepLog();
let calendar: ServedApp;
let tickets: Awaited<ReturnType<typeof serveTickets>>;
let gateway: GatewayRuntime;

/** Each ticket is for an event of its own. The first event is a draft. */
beforeAll(async () => {
  calendar = await serveApp({ env: { FEDERATION: 'true' }, log });
  const { app } = calendar;
  await made(app, 'events', { title: 'Concert' });
  await putCopies(app, TICKETS, (_, at) => (at === 0 ? { status: 'draft' } : {}));
  tickets = await serveTickets(upTo(TICKETS).map((at) => nodeId('event', 1_000_000 + at)));
  gateway = await createGateway({ calendar: `${calendar.url}/graphql`, tickets: tickets.url });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  tickets.close();
  await calendar.close();
});

const ask = (query: string, headers: Record<string, string> = {}) =>
  gateway.fetch('http://gateway/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  });

const as = (secret: string) => ({ Authorization: `Basic ${Buffer.from(secret).toString('base64')}` });

test('the events of 1,000 tickets are one request to the calendar', async () => {
  const before = requests().length;
  const { data, errors } = await (
    await ask('{ tickets(first: 1000) { event { title ticketsLeft } } }', as(calendar.app.credentials('editor')))
  ).json();
  expect(errors).toBeUndefined();
  expect(data.tickets).toEqual(upTo(TICKETS).map(() => ({ event: { title: 'Concert', ticketsLeft: 7 } })));
  expect(requests().length - before).toBe(1);
});

test('a visitor of the gateway sees no draft, and an editor does', async () => {
  const query = '{ tickets(first: 2) { seat event { title status } } }';
  const concert = (seat: number, status: string) => ({ seat, event: { title: 'Concert', status } });
  const published = concert(1, 'PUBLISH');
  expect(await (await ask(query)).json()).toEqual({ data: { tickets: [{ seat: 0, event: null }, published] } });
  expect(await (await ask(query, as(calendar.app.credentials('editor')))).json()).toEqual({
    data: { tickets: [concert(0, 'DRAFT'), published] },
  });
});

test('a wrong password at the gateway is refused by the calendar', async () => {
  const { errors } = await (await ask('{ events { totalCount } }', as('editor:wrong'))).json();
  expect(errors[0].extensions.code).toBe('BAD_CREDENTIALS');
});

test('a subscription to the calendar shows what the other subgraph adds', async () => {
  const { data } = await (await ask('{ changes(first: 1) { cursor } }')).json();
  await made(calendar.app, 'events', { title: 'New' });
  const { body } = await ask(
    `subscription { changed(after: "${data.changes.cursor}") { change { record { title ... on Event { ticketsLeft } } } } }`,
    { Accept: 'text/event-stream' },
  );
  const reader = body!.getReader();
  let told = '';
  while (!told.includes('event: next')) told += Buffer.from((await reader.read()).value!).toString();
  await reader.cancel();
  const record = { title: 'New', ticketsLeft: 7 };
  expect(told).toContain(JSON.stringify({ data: { changed: { change: { record } } } }));
});

test('clients of the gateway do not see the fields that only know ids of one subgraph', async () => {
  const { data } = await (await ask('{ __schema { queryType { fields { name } } } }')).json();
  const names = data.__schema.queryType.fields.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(['event', 'events', 'tickets', 'more']));
  expect(names).not.toEqual(expect.arrayContaining(['node']));
  expect(names).not.toEqual(expect.arrayContaining(['nodes']));
});
