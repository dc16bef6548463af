import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { keepLog } from '../support/kept-log.ts';
import { made, upTo } from '../support/making.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';

const { log, requests } = keepLog();
let served: ServedApp;
const clients: Client[] = [];

beforeAll(async () => {
  served = await serveApp({ env: { MCP: 'write', MAX_IN_FLIGHT: '20' }, log });
  await made(served.app, 'events', { title: 'Concert' });
  await made(served.app, 'events', { title: 'Secret', status: 'draft' });
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});
afterAll(() => served.close());

/** The client of the SDK, unmodified, with these credentials. */
async function connect(authorization?: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = authorization === undefined ? {} : { headers: { Authorization: authorization } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${served.url}/mcp`), { requestInit }));
  clients.push(client);
  return client;
}

const basic = (secret: string): string => `Basic ${Buffer.from(secret).toString('base64')}`;

test('a visitor lists tools and calls them, and sees nothing that is not published', async () => {
  const client = await connect();
  expect(client.getServerVersion()?.name).toBe('event-calendar');
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain('find_events');
  expect(tools.filter(({ annotations }) => !annotations?.readOnlyHint)).toEqual([]);
  const { structuredContent, isError } = await client.callTool({ name: 'find_events', arguments: {} });
  expect([isError, structuredContent]).toMatchObject([undefined, { events: [{ title: 'Concert' }] }]);
  await expect(client.callTool({ name: 'create_event', arguments: {} })).rejects.toThrow('There is no such tool');
});

test('an editor creates an event, and is told what is wrong with one', async () => {
  const client = await connect(basic(served.app.credentials('editor')));
  const fields = { title: 'Made', startDate: '2027-01-01 10:00', endDate: '2027-01-01 12:00' };
  const made = await client.callTool({ name: 'create_event', arguments: fields });
  expect(made.structuredContent).toMatchObject({ event: { title: 'Made', status: 'DRAFT' } });
  const wrong = await client.callTool({ name: 'create_event', arguments: { ...fields, endDate: '2026-01-01' } });
  expect(wrong).toMatchObject({ isError: true, structuredContent: { userErrors: [{ path: ['endDate'] }] } });
});

test('a generated password works as a Bearer token, and a wrong one is refused', async () => {
  const [, secret = ''] = served.app.credentials('editor').split(':');
  const { tools } = await (await connect(`Bearer ${secret}`)).listTools();
  expect(tools.map(({ name }) => name)).toContain('create_event');
  await expect(connect('Bearer wrong')).rejects.toThrow('credentials are not valid');
});

test('the log names the tool, and no name that is none', async () => {
  const client = await connect();
  await expect(client.callTool({ name: 'no\u001b[31m_tool' })).rejects.toThrow('no such tool');
  await client.callTool({ name: 'list_categories' });
  const named = () => requests().map(({ operation }) => operation);
  await eventually(() => expect(named()).toContain('list_categories'));
  expect(named().filter((name) => name?.includes('no'))).toEqual([]);
});

test('200 calls at once are answered, or told to come again', async () => {
  const client = await connect();
  const calls = await Promise.allSettled(
    upTo(200).map((at) => client.callTool({ name: 'find_events', arguments: { first: 1 + (at % 100) } })),
  );
  const answered = calls.filter(({ status }) => status === 'fulfilled');
  const refused = calls.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
  expect(answered.length).toBeGreaterThan(0);
  expect(refused.filter((reason) => !/Too many requests|503/.test(reason))).toEqual([]);
  expect((await client.callTool({ name: 'find_events' })).isError).toBeUndefined();
});

test('a client that goes away leaves nothing behind', async () => {
  const client = await connect();
  const before = requests().length;
  const gone = upTo(20).map((at) => client.callTool({ name: 'find_events', arguments: { text: `word${at}` } }));
  const settled = Promise.allSettled(gone);
  await client.close();
  expect((await settled).every(({ status }) => status === 'rejected')).toBe(true);
  const other = await connect();
  await eventually(() => expect(requests().length).toBeGreaterThan(before));
  expect((await other.callTool({ name: 'find_events' })).isError).toBeUndefined();
});
