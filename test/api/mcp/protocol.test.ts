import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answered, buildApp, type TestApp } from '../../support/app.ts';
import { keepLog } from '../../support/kept-log.ts';
import { made } from '../../support/making.ts';
import { ask, call, send } from './asking.ts';

const SITE = 'https://calendar.example';
const LISTED = 'https://assistant.example';

const { log, lines } = keepLog();
let app: TestApp;
/** Whether the store fails. */
let isBroken = false;

beforeAll(async () => {
  app = await buildApp({
    env: { MCP: 'write', SITE_URL: `${SITE}/events`, CORS_ORIGINS: LISTED },
    log,
    wrap: (store) => ({
      ...store,
      find: (...asked) => (isBroken ? Promise.reject(new Error('a password in a message')) : store.find(...asked)),
    }),
  });
  await made(app, 'events', { title: 'Concert' });
});
afterAll(() => app.close());

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const CALL = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'find_events' } };

/** Status, and the code and name of the error if there is one. */
const told = ({ status, body }: Answered) => [status, body?.error?.code, body?.error?.data?.code];

test('a client is told the version, the name and the abilities of the server', async () => {
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const { result } = await ask(app.fetch, 'initialize', params);
  expect(result).toMatchObject({ protocolVersion: '2025-06-18', capabilities: { tools: {} } });
  expect(result.serverInfo.name).toBe('event-calendar');
  expect(result.instructions).toMatch(
    /^The calendar of events of Event calendar\. Today is \w+, \d{4}-\d\d-\d\d; times are those of /,
  );
});

test('a notification is taken and not answered', async () => {
  const { status, text } = await send(app.fetch, { jsonrpc: '2.0', method: 'notifications/initialized' });
  expect([status, text]).toEqual([202, '']);
});

const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

test.each([
  ['a batch', { json: [CALL, CALL] }, [400, -32_000, 'INVALID_JSON']],
  ['an empty batch', { json: [] }, [400, -32_000, 'INVALID_JSON']],
  [
    'JSON that is too deep',
    { body: `{"jsonrpc":"2.0","id":1,"method":"ping","params":${deep(600)}}` },
    [400, -32_000, 'INVALID_JSON'],
  ],
  [
    'a body of 1 MB',
    { body: JSON.stringify({ ...PING, params: { x: 'x'.repeat(1_000_000) } }) },
    [413, -32_000, 'TOO_LARGE'],
  ],
  ['no JSON', { body: '{"jsonrpc"' }, [400, -32_700, undefined]],
  ['no body', { body: '' }, [400, -32_700, undefined]],
  ['no message', { json: { jsonrpc: '1.0', id: 1, method: 'ping' } }, [400, -32_700, undefined]],
  ['null', { body: 'null' }, [400, -32_700, undefined]],
  ['another type', { json: PING, headers: { 'Content-Type': 'text/plain' } }, [415, -32_000, undefined]],
  ['a client that takes no stream', { json: PING, headers: { Accept: 'application/json' } }, [406, -32_000, undefined]],
  ['an unknown version', { json: PING, headers: { 'MCP-Protocol-Version': '1999-01-01' } }, [400, -32_000, undefined]],
  [
    'a wrong password',
    { json: CALL, headers: { Authorization: `Basic ${btoa('editor:wrong')}` } },
    [401, -32_000, 'BAD_CREDENTIALS'],
  ],
  ['a wrong token', { json: CALL, headers: { Authorization: 'Bearer wrong' } }, [401, -32_000, 'BAD_CREDENTIALS']],
  ['a page of another site', { json: CALL, headers: { Origin: 'https://evil.example' } }, [403, -32_000, 'CROSS_SITE']],
  ['a page of no site', { json: CALL, headers: { Origin: 'null' } }, [403, -32_000, 'CROSS_SITE']],
  [
    'a page on this address by another name',
    { json: CALL, headers: { Origin: 'http://rebound.example:4000' } },
    [403, -32_000, 'CROSS_SITE'],
  ],
  ['an unknown method', { json: { ...PING, method: 'resources/list' } }, [200, -32_601, undefined]],
  ['a call of nothing', { json: { ...CALL, params: {} } }, [200, -32_603, undefined]],
  [
    'arguments that are no object',
    { json: { ...CALL, params: { name: 'find_events', arguments: ['x'] } } },
    [200, -32_603, undefined],
  ],
])('%s is refused', async (_, asked, expected) => {
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    ...('headers' in asked && asked.headers),
  };
  const answer = await app.fetch('/mcp', { method: 'POST', ...asked, headers });
  expect([told(answer), answer.body.jsonrpc]).toEqual([expected, '2.0']);
});

test.each([SITE, LISTED])('a page of %s may ask', async (Origin) => {
  expect((await send(app.fetch, CALL, { headers: { Origin } })).body.result.isError).toBeUndefined();
});

test('a page of an allowed origin is told that it may send what the protocol needs', async () => {
  const headers = {
    Origin: LISTED,
    'Access-Control-Request-Headers': 'authorization, content-type, mcp-protocol-version',
  };
  const answer = await app.fetch('/mcp', { method: 'OPTIONS', headers });
  expect([answer.status, answer.headers.get('Access-Control-Allow-Origin')]).toEqual([204, LISTED]);
  const allowed = answer.headers.get('Access-Control-Allow-Headers')!.toLowerCase();
  for (const name of ['authorization', 'content-type', 'mcp-protocol-version']) expect(allowed).toContain(name);
});

test.each(['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH'])(
  '%s is no method of this address: there are no streams',
  async (method) => {
    const { status, headers } = await app.fetch('/mcp', { method, headers: { Accept: 'text/event-stream' } });
    expect([status, headers.get('Allow')]).toEqual([405, 'POST, OPTIONS']);
  },
);

test('an answer is for its caller only, and in the language that the caller asks for', async () => {
  const params = { name: 'get_event', arguments: { id: 99 } };
  const { headers, body } = await send(app.fetch, { ...CALL, params }, { headers: { 'Accept-Language': 'es' } });
  expect(headers.get('Vary')).toContain('Authorization, Accept-Language');
  expect(body.result.structuredContent.userErrors[0].message).toBe('No existe evento con el ID 99.');
});

test('a fault of ours is reported once, and nothing of it is told', async () => {
  await call(app.fetch, 'find_events');
  isBroken = true;
  const { isError, structuredContent } = await call(app.fetch, 'find_events', { text: 'other' });
  isBroken = false;
  expect([isError, structuredContent.userErrors]).toEqual([
    true,
    [{ path: [], code: 'INTERNAL', message: 'Something went wrong on the server.' }],
  ]);
  expect(lines.filter(({ err }) => err?.message === 'a password in a message')).toHaveLength(1);
});

test('calls count against the limit of requests', async () => {
  const limited = app.secondServer({ RATE_LIMIT: '2' });
  const asked = await Promise.all([1, 2, 3].map(() => send(limited, CALL)));
  expect(asked.map(told).sort()).toEqual([
    [200, undefined, undefined],
    [200, undefined, undefined],
    [429, -32_000, 'TOO_MANY_REQUESTS'],
  ]);
});

test.each(['POST', 'GET'])('without MCP, %s /mcp is no address', async (method) => {
  const plain = app.secondServer({ MCP: 'false' });
  const nothing = await plain('/nothing', { method });
  const found = await plain('/mcp', { method });
  expect([found.status, found.text.replaceAll('/mcp', '')]).toEqual([404, nothing.text.replaceAll('/nothing', '')]);
});
