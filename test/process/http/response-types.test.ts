import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMaskError } from '../../../src/api/graphql/errors.ts';
import { graphqlFailed } from '../../../src/api/graphql/steps.ts';
import { DomainError } from '../../../src/domain/errors.ts';
import type { Built } from '../../support/app.ts';
import { type ServedApp, serveApp } from '../../support/served-app.ts';

const JSON_TYPE = 'application/json';
const RESPONSE_TYPE = 'application/graphql-response+json';
const EVENTS = 'text/event-stream';

/** What clients send as `Accept`, and the type of every answer to it. */
const ACCEPTED: readonly (readonly [accept: string | undefined, type: string])[] = [
  [undefined, JSON_TYPE],
  ['*/*', JSON_TYPE],
  ['application/*', JSON_TYPE],
  ['application/json', JSON_TYPE],
  ['application/json, text/plain, */*', JSON_TYPE],
  ['application/graphql-response+json', RESPONSE_TYPE],
  ['APPLICATION/GraphQL-Response+JSON ; charset=UTF-8', RESPONSE_TYPE],
  ['application/graphql-response+json,application/json;q=0.9', RESPONSE_TYPE],
  ['application/json;q=0.5, application/graphql-response+json;q=0.9', RESPONSE_TYPE],
  ['application/graphql-response+json;q=0, */*', JSON_TYPE],
  [
    'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed',
    RESPONSE_TYPE,
  ],
  ['multipart/mixed;deferSpec=20220824,application/graphql-response+json,application/json;q=0.9', RESPONSE_TYPE],
  ['text/event-stream', EVENTS],
  ['text/event-stream;q=0.4, application/json;q=0.3', EVENTS],
  ['multipart/mixed', JSON_TYPE],
  ['text/plain', JSON_TYPE],
  ['application/graphql-response+json; charset=iso-8859-1', JSON_TYPE],
];

interface Asked {
  line?: string;
  headers?: Record<string, string>;
  body?: string;
}

interface Kind extends Asked {
  kind: string;
  status: number;
  /** With the types for which an error of the document is an answer like any other. */
  elsewhere?: number;
  code?: string;
}

const sending = (query: string): Asked => ({ body: JSON.stringify({ query }) });
const byGet = (query: string): Asked => ({ line: `GET /graphql?query=${encodeURIComponent(query)}`, headers: {} });

const QUERY = '{ tagPage { total } }';
const UNKNOWN = '{ event(ref: { databaseId: 99 }) { title } }';

/** Every kind of answer that the server gives while all is well, and how to get it. */
const KINDS: readonly Kind[] = [
  { kind: 'a result', status: 200, ...sending(QUERY) },
  { kind: 'a result to a query in the address', status: 200, ...byGet(QUERY) },
  { kind: 'an error of a field', status: 200, code: 'EVENT_NOT_FOUND', ...sending(UNKNOWN) },
  { kind: 'an error of a field to GET', status: 200, code: 'EVENT_NOT_FOUND', ...byGet(UNKNOWN) },
  { kind: 'a syntax error', status: 400, elsewhere: 200, code: 'GRAPHQL_PARSE_FAILED', ...sending('{') },
  {
    kind: 'an unknown field',
    status: 400,
    elsewhere: 200,
    code: 'GRAPHQL_VALIDATION_FAILED',
    ...sending('{ nothing }'),
  },
  { kind: 'a body that is no JSON', status: 400, code: 'BAD_REQUEST', body: '{' },
  { kind: 'a body without a query', status: 400, code: 'BAD_REQUEST', body: '{}' },
  { kind: 'JSON that is too deep', status: 400, code: 'INVALID_JSON', body: '['.repeat(5000) },
  {
    kind: 'an unknown language',
    status: 400,
    code: 'INVALID_FIELD',
    ...sending(QUERY),
    line: 'POST /graphql?multilang_language=xx',
  },
  {
    kind: 'wrong credentials',
    status: 401,
    code: 'BAD_CREDENTIALS',
    ...sending(QUERY),
    headers: { Authorization: 'Bearer wrong', 'Content-Type': 'application/json' },
  },
  {
    kind: 'a form',
    status: 403,
    code: 'CROSS_SITE',
    body: 'query={tagPage{total}}',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  },
  {
    kind: 'a mutation in the address',
    status: 405,
    code: 'BAD_REQUEST',
    ...byGet('mutation { deleteTag(input: { ref: { databaseId: 1 } }) { deletedId } }'),
  },
  { kind: 'a method that GraphQL has not', status: 405, code: 'BAD_REQUEST', line: 'DELETE /graphql', headers: {} },
  {
    kind: 'a type of body that GraphQL has not',
    status: 415,
    code: 'BAD_REQUEST',
    body: QUERY,
    headers: { 'Content-Type': 'text/plain', 'GraphQL-Require-Preflight': '1' },
  },
  { kind: 'a body that is too large', status: 413, code: 'TOO_LARGE', ...sending(`{ ${'a'.repeat(1_000_000)} }`) },
];

interface Received {
  status: number;
  /** All headers, those that came twice with both values. */
  headers: Record<string, string[]>;
  body: Buffer;
}

function sent(socket: Socket, { line = 'POST /graphql', headers, body = '' }: Asked, accept: string | undefined): void {
  const lines = {
    Host: '127.0.0.1',
    Connection: 'close',
    'Content-Length': String(Buffer.byteLength(body)),
    ...(headers ?? { 'Content-Type': 'application/json' }),
    ...(accept === undefined ? {} : { Accept: accept }),
  };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${line} HTTP/1.1\r\n${head.join('')}\r\n${body}`);
}

const portOf = ({ url }: ServedApp): number => Number(new URL(url).port);

/** The bytes of an answer, read until the server closes the connection. */
async function receive(served: ServedApp, asked: Asked, accept: string | undefined): Promise<Received> {
  const socket = connect(portOf(served), '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  sent(socket, asked, accept);
  await once(socket, 'close');
  const bytes = Buffer.concat(chunks);
  const end = bytes.indexOf('\r\n\r\n');
  const [first, ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers: Received['headers'] = {};
  for (const line of lines) {
    const [name, value] = line.split(/: (.*)/s) as [string, string];
    headers[name.toLowerCase()] = [...(headers[name.toLowerCase()] ?? []), value];
  }
  return { status: Number(first!.split(' ')[1]), headers, body: bytes.subarray(end + 4) };
}

/** The result of GraphQL in a body. */
function resultIn(type: string, body: string): { data?: unknown; errors?: { extensions: { code: string } }[] } {
  if (type !== EVENTS) return JSON.parse(body);
  const [, result, ...rest] = /^(?::\n\n)?event: next\ndata: (.+)\n\nevent: complete\ndata:\n\n$/.exec(body)!;
  expect(rest).toEqual([]);
  return JSON.parse(result!);
}

/** Asks with every `Accept`, and says what is wrong with the answers. */
async function asksAll(served: ServedApp, { status, elsewhere = status, code, ...asked }: Kind): Promise<void> {
  const answers = await Promise.all(ACCEPTED.map(([accept]) => receive(served, asked, accept)));
  for (const [index, { headers, body, ...received }] of answers.entries()) {
    const [accept, type] = ACCEPTED[index]!;
    expect([accept, received.status]).toEqual([accept, type === RESPONSE_TYPE ? status : elsewhere]);
    expect([accept, headers['content-type']]).toEqual([accept, [type === EVENTS ? type : `${type}; charset=utf-8`]]);
    expect([accept, headers['content-length']]).toEqual([accept, [String(body.byteLength)]]);
    expect(headers.connection).toEqual(['close']);
    for (const name of ['transfer-encoding', 'keep-alive', 'te', 'trailer', 'upgrade', 'content-encoding'])
      expect(headers).not.toHaveProperty(name);
    expect(headers.vary!.join()).toContain('Accept');
    const { data, errors } = resultIn(type, body.toString());
    expect([accept, errors?.[0]?.extensions.code]).toEqual([accept, code]);
    expect(data ?? errors).toBeDefined();
  }
}

describe('while all is well', () => {
  let served: ServedApp;
  beforeAll(async () => {
    served = await serveApp();
  });
  afterAll(() => served.close());

  test.each(KINDS)('$kind is answered in the type that Accept asks for', (kind) => asksAll(served, kind));

  test.each([
    ['DELETE', 'DELETE /graphql', 'GET, POST'],
    ['a mutation by GET', 'GET /graphql?query=mutation{deleteTag(input:{ref:{databaseId:1}}){deletedId}}', 'POST'],
  ])('405 to %s says what is allowed', async (_, line, allowed) => {
    const { status, headers } = await receive(served, { line, headers: {} }, undefined);
    expect([status, headers.allow]).toEqual([405, [allowed]]);
  });

  test('a query that has come before is answered in the same types', async () => {
    const known: Kind = { kind: 'known', status: 200, ...sending('{ organizerPage { total } }') };
    for (let times = 0; times < 3; times++) await asksAll(served, known);
  });

  test('HEAD has the length of GET and no body', async () => {
    const { line, headers } = byGet(QUERY);
    for (const [accept] of ACCEPTED) {
      const get = await receive(served, { line: line!, headers: headers! }, accept);
      const head = await receive(served, { line: line!.replace('GET', 'HEAD'), headers: headers! }, accept);
      expect(head.body.byteLength).toBe(0);
      expect(head.headers['content-length']).toEqual(get.headers['content-length']);
      expect(head.headers['content-type']).toEqual(get.headers['content-type']);
    }
  });
});

async function serving(built: Omit<Built, 'log'>, work: (served: ServedApp) => Promise<void>): Promise<void> {
  const served = await serveApp(built);
  try {
    await work(served);
  } finally {
    await served.close();
  }
}

const refused = (status: number, code: string): Kind => ({ kind: code, status, code, ...sending(QUERY) });

test.each([
  ['INTERNAL', 500],
  ['INVALID_FIELD', 400],
] as const)('the error %s before anything has run is %i', (code, status) => {
  const failed = graphqlFailed({ maskError: createMaskError(() => {}) }, 'en');
  expect(failed(new DomainError(code, 'The server stops.'), { headers: {} })).toMatchObject({
    status,
    content: `{"errors":[{"message":"The server stops.","extensions":{"code":"${code}"}}]}`,
  });
});

test('429 comes in the type that Accept asks for', () =>
  serving({ env: { RATE_LIMIT: '1' } }, async (served) => {
    await receive(served, sending(QUERY), undefined);
    await asksAll(served, refused(429, 'TOO_MANY_REQUESTS'));
  }));

test('403 for what is in no list comes in the type that Accept asks for', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'response-types-'));
  const list = join(folder, 'documents.json');
  writeFileSync(list, '{}');
  await serving({ env: { PERSISTED_ONLY: 'true', PERSISTED_DOCUMENTS: list } }, (served) =>
    asksAll(served, refused(403, 'PERSISTED_QUERY_NOT_IN_LIST')),
  );
  rmSync(folder, { recursive: true });
});
