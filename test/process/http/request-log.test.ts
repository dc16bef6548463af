import { createConnection } from 'node:net';
import { getIntrospectionQuery, parse } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { operationNameOf } from '../../../src/api/graphql/operation-name.ts';
import { hashOfDocument } from '../../../src/api/graphql/persisted.ts';
import type { Caller } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { keepLog, keepTerminal, type Line } from '../../support/kept-log.ts';
import { type ServedApp, serveApp } from '../../support/served-app.ts';
import { sendRaw } from '../support.ts';

const kept = keepLog();
let served: ServedApp;

beforeAll(async () => {
  served = await serveApp({ log: kept.log });
});
afterAll(() => served.close());
beforeEach(() => {
  kept.lines.length = 0;
});

const [INFO, WARN, ERROR, DEBUG] = [30, 40, 50, 20];
const NAMESPACE = '/wp-json/calendar/events/v1';

interface Sent {
  method?: string;
  as?: Caller;
  json?: unknown;
  headers?: Record<string, string>;
}

/** Asks the server, and waits until it has said so. */
async function ask(path: string, { method = 'GET', as = 'anonymous', json, headers = {} }: Sent = {}) {
  const before = kept.requests().length;
  const credentials = as === 'anonymous' ? [] : [`Basic ${btoa(served.app.credentials(as))}`];
  const answer = await fetch(`${served.url}${path}`, {
    method,
    headers: {
      ...Object.fromEntries(credentials.map((value) => ['Authorization', value])),
      ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    body: json === undefined ? null : JSON.stringify(json),
  });
  const text = await answer.text();
  await eventually(() => expect(kept.requests().length).toBeGreaterThan(before));
  return { status: answer.status, headers: answer.headers, text, line: kept.requests()[before] as Line };
}

const as = 'editor';
const rest = (method: string, path: string, sent: Sent = {}) => ask(`${NAMESPACE}${path}`, { ...sent, method });
const graphql = (query: string, sent: Sent = {}) => ask('/graphql', { ...sent, method: 'POST', json: { query } });

describe('the line of a request', () => {
  test('says what was asked, by whom, and how it went', async () => {
    const { line } = await rest('GET', '/events', { as });
    expect(line).toEqual({
      level: INFO,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      request: expect.stringMatching(/^[\da-f-]{36}$/),
      address: '127.0.0.1',
      user: served.app.idOf(as),
      method: 'GET',
      path: `${NAMESPACE}/events`,
      status: 200,
      ms: expect.any(Number),
      msg: 'request completed',
    });
  });

  test('of a visitor names no user', async () => {
    expect((await rest('GET', '/tags')).line).not.toHaveProperty('user');
  });

  test.each([
    ['/events/99999', WARN, 404],
    ['/nothing', WARN, 404],
    ['/events?page=none', WARN, 400],
  ])('for %s has level %d', async (path, level, status) => {
    expect((await rest('GET', path)).line).toMatchObject({ level, status });
  });

  test('of what the interface never does is a warning, because nothing of ours has failed', async () => {
    expect((await ask('/wp-json/wp/v2/media/1', { method: 'DELETE', as: 'administrator' })).line).toMatchObject({
      level: WARN,
      status: 501,
    });
  });

  test('of what watches the service is for debugging', async () => {
    expect((await ask('/health')).line).toMatchObject({ level: DEBUG, path: '/health' });
  });

  test('of a fault of ours is an error, with the same id as what is said of the fault', async () => {
    const broken = keepLog();
    const wrap = (store: ServedApp['app']['store']) => ({
      ...store,
      find: () => Promise.reject(new Error('no order')),
    });
    const faulty = await serveApp({ log: broken.log, wrap });
    const { headers } = await fetch(`${faulty.url}${NAMESPACE}/venues`);
    await faulty.close();
    const errors = broken.lines.filter(({ level }) => level === ERROR);
    expect(errors.map(({ msg }) => msg)).toEqual(['a request failed in a way that nobody foresaw', 'request errored']);
    expect(errors.map(({ request }) => request)).toEqual(Array(2).fill(headers.get('x-request-id')));
  });

  test('whose client goes away before the answer says so', async () => {
    const waiting = keepLog();
    let arrived = () => {};
    const arrives = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    let goOn = () => {};
    const wait = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const slow = await serveApp({
      log: waiting.log,
      wrap: (store) => ({
        ...store,
        async find(...args) {
          arrived();
          await wait;
          return store.find(...args) as never;
        },
      }),
    });
    const socket = createConnection(Number(new URL(slow.url).port), '127.0.0.1');
    socket.write(`GET ${NAMESPACE}/venues HTTP/1.1\r\nHost: a.example\r\n\r\n`);
    await arrives;
    socket.destroy();
    await eventually(() => expect(waiting.requests()).not.toEqual([]));
    goOn();
    await slow.close();
    expect(waiting.requests()).toEqual([
      expect.objectContaining({ level: WARN, path: `${NAMESPACE}/venues`, msg: 'request aborted' }),
    ]);
    expect(waiting.requests()[0]).not.toHaveProperty('status');
  });

  test.each([
    ['a wrong host', 'GET / HTTP/1.1\r\nHost: [\r\nConnection: close\r\n\r\n', { level: WARN, status: 400, path: '…' }],
    ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', { level: WARN, status: 400 }],
    [
      'an unknown method',
      'FOO / HTTP/1.1\r\nHost: a.example\r\n\r\n',
      { level: WARN, status: 404, reason: 'HPE_INVALID_METHOD' },
    ],
    ['no line of HTTP', 'hush\u001b[2J\r\n\r\n', { level: WARN, status: 404, reason: 'HPE_INVALID_METHOD' }],
    [
      'too long an address',
      `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n\r\n`,
      { level: WARN, status: 431, reason: 'HPE_HEADER_OVERFLOW' },
    ],
  ])('is there as well for %s, which is no request', async (_, text, line) => {
    const answer = await sendRaw(Number(new URL(served.url).port), text);
    await eventually(() => expect(kept.lines).not.toEqual([]));
    expect(kept.lines).toEqual([expect.objectContaining(line)]);
    expect(answer).toContain(`X-Request-Id: ${kept.lines[0].request}\r\n`);
    expect(kept.text()).not.toContain('hush');
  });
});

describe('the address of a client', () => {
  const forwarded = { headers: { 'X-Forwarded-For': '203.0.113.7' } };
  const everywhere = [`${NAMESPACE}/events`, '/graphql?query={__typename}', '/', '/health'];
  const wrong = [`${NAMESPACE}/events?multilang_language=fr`, '/graphql?multilang_language=fr', '/nothing'];

  test.each([...everywhere, ...wrong])('of %s is that of the connection', async (path) => {
    expect((await ask(path, forwarded)).line.address).toBe('127.0.0.1');
  });

  test('is what a trusted proxy says', async () => {
    const said = keepLog();
    const behind = await serveApp({ log: said.log, env: { TRUST_PROXY: 'loopback' } });
    for (const path of [...everywhere, ...wrong]) await (await fetch(`${behind.url}${path}`, forwarded)).text();
    await eventually(() => expect(said.requests()).toHaveLength(everywhere.length + wrong.length));
    await behind.close();
    expect(new Set(said.requests().map(({ address }) => address))).toEqual(new Set(['203.0.113.7']));
  });

  test('is in no line where the log is to have none', async () => {
    const silent = keepLog('debug', { addresses: false });
    const discreet = await serveApp({ log: silent.log });
    silent.lines.length = 0;
    const headers = { Authorization: `Basic ${btoa('editor:wrong')}` };
    await (await fetch(`${discreet.url}${NAMESPACE}/events`, { headers })).text();
    await eventually(() => expect(silent.requests()).not.toEqual([]));
    await discreet.close();
    expect(silent.lines.map(({ msg }) => msg)).toEqual(['a log-in failed', 'request completed']);
    expect(silent.text()).not.toContain('127.0.0.1');
  });
});

describe('the operation of GraphQL', () => {
  const anonymous = '{ events { totalCount } }';
  const long = 'n'.repeat(5_000);
  const two = 'query One { __typename } query Two { __typename }';
  const post = (json: object) => ask('/graphql', { method: 'POST', json });

  test.each<[string, object, string]>([
    ['a name', { query: 'query Named { __typename }' }, 'Named'],
    ['a long name', { query: `query ${long} { __typename }` }, long.slice(0, 100)],
    ['no name', { query: anonymous }, hashOfDocument(anonymous)],
    ['a name, for a mutation', { query: 'mutation Drop { __typename }' }, 'Drop'],
    ['the name of one of two', { query: two, operationName: 'Two' }, 'Two'],
    ['a name that none of two has', { query: two, operationName: 'Bad\nname' }, hashOfDocument(two)],
    ['a name, and is not valid', { query: 'query Wrong { nothing }' }, 'Wrong'],
    ['no syntax', { query: 'query Broken {' }, hashOfDocument('query Broken {')],
    ['the name of introspection', { query: getIntrospectionQuery() }, 'IntrospectionQuery'],
  ])('has %s, each time', async (_, json, operation) => {
    const lines = [await post(json), await post(json), await post(json)].map(({ line }) => line);
    expect(lines.map((line) => line.operation)).toEqual([operation, operation, operation]);
  });

  test.each([
    ['a name', 'query Counts { events { totalCount } }'],
    ['no name', anonymous],
  ])('of %s is there as well when its answer was cached, and when asked for by its hash', async (_, query) => {
    const sha256Hash = hashOfDocument(query);
    const expected = operationNameOf(parse(query));
    const persistedQuery = { version: 1, sha256Hash };
    await post({ query, extensions: { persistedQuery } });
    const byHash = `/graphql?extensions=${encodeURIComponent(JSON.stringify({ persistedQuery }))}`;
    for (const path of [`/graphql?query=${encodeURIComponent(query)}`, byHash, byHash, byHash, byHash])
      expect((await ask(path)).line.operation).toBe(expected);
  });

  test('is none of REST, of the page of GraphiQL or of no document', async () => {
    const page = await ask('/graphql', { headers: { Accept: 'text/html' } });
    for (const { line } of [await rest('GET', '/events'), page, await post({})])
      expect(line).not.toHaveProperty('operation');
  });
});

test('a document without a name is hashed once, however often it comes', () => {
  const document = parse('{ __typename }');
  const hash = operationNameOf(document);
  Object.assign(document.loc!.source, { body: 'what would have another hash' });
  expect(operationNameOf(document)).toBe(hash);
});

describe('the id of a request', () => {
  test.each([`${NAMESPACE}/events`, '/graphql?query={__typename}', '/', '/health', '/nothing'])(
    'is in the answer of %s, and another one each time',
    async (path) => {
      const [one, two] = [await ask(path), await ask(path)];
      expect(one.line.request).not.toBe(two.line.request);
      for (const { headers, line } of [one, two]) expect(headers.get('x-request-id')).toBe(line.request);
    },
  );

  test('is the one that was sent, if it is a plain one', async () => {
    const { headers, line } = await ask('/', { headers: { 'X-Request-Id': 'proxy-1:a.b_C' } });
    expect([headers.get('x-request-id'), line.request]).toEqual(['proxy-1:a.b_C', 'proxy-1:a.b_C']);
  });

  test.each([
    ['of two words', 'two words'],
    ['with a quote', 'a"b'],
    ['with a tag', '<b>'],
    ['of 101 letters', 'x'.repeat(101)],
    ['empty', ''],
  ])('is never one that is sent %s', async (_, sent) => {
    const { headers, line } = await ask('/', { headers: { 'X-Request-Id': sent } });
    expect(line.request).toMatch(/^[\da-f-]{36}$/);
    expect(headers.get('x-request-id')).toBe(line.request);
  });
});

describe('what nobody is to read', () => {
  test.each([
    ['/events?search=hush&per_page=5&page=1', '/events?per_page=5&page=1&…'],
    ['/tags?order=desc&slug=hush', '/tags?order=desc&…'],
    ['/events?access_token=hush&password=hush', '/events?…'],
    ['/events?hush', '/events?…'],
    ['/events?page=hush%20hush', '/events?…'],
    ['/events?start_date=2026-01-01&_jsonp=hush', '/events?start_date=2026-01-01&…'],
  ])('of %s only %s is shown', async (path, shown) => {
    const { line } = await rest('GET', path);
    expect(line.path).toBe(`${NAMESPACE}${shown}`);
    expect(kept.text()).not.toContain('hush');
  });

  test('is a query of GraphQL, in the address or in the body', async () => {
    await ask('/graphql?query={hush}&variables={"a":"hush"}');
    await graphql('{ hush }');
    expect(kept.requests()).toHaveLength(2);
    expect(kept.text()).not.toContain('hush');
  });

  test('is a secret or a text of a record, whether it is taken or refused', async () => {
    const [, secret] = served.app.credentials('editor').split(':');
    const times = { start_date: '2026-12-01 10:00', end_date: '2026-12-01 11:00' };
    const event = { title: 'hush', ...times, venue: { venue: 'hush' } };
    expect((await rest('POST', '/events', { as, json: event })).status).toBe(201);
    expect((await rest('POST', '/events', { as, json: { ...event, status: 'hush' } })).status).toBe(400);
    const headers = { Authorization: `Basic ${btoa('editor:hush')}` };
    expect((await rest('GET', '/events', { headers })).status).toBe(401);
    expect(kept.requests()).toHaveLength(3);
    expect(kept.text()).not.toContain('hush');
    expect(kept.text()).not.toContain(secret);
    expect(kept.text()).not.toContain(headers.Authorization.slice(6));
  });
});

describe('a write names who changed which record', () => {
  const times = { start_date: '2026-12-01 10:00', end_date: '2026-12-01 11:00' };
  const idAt = async (path: string, json: object) => JSON.parse((await rest('POST', path, { as, json })).text).id;

  /** What the lines say about changes, besides those of the request itself. */
  async function changesOf(work: () => Promise<{ line: Line }>): Promise<Line[]> {
    kept.lines.length = 0;
    const { line } = await work();
    const changed = kept.lines.filter(({ msg }) => msg === 'changed');
    for (const { level, request, user } of changed) expect([level, request, user]).toEqual([INFO, line.request, 2]);
    return changed.map(({ changes }) => changes.sort());
  }

  test('made in REST, with what was made with it', async () => {
    const json = { title: 'A', ...times, venue: { venue: 'Hall' }, tags: ['New'] };
    expect(await changesOf(() => rest('POST', '/events', { as, json }))).toEqual([
      [
        expect.stringMatching(/^created events\/\d+$/),
        expect.stringMatching(/^created tags\/\d+$/),
        expect.stringMatching(/^created venues\/\d+$/),
      ],
    ]);
  });

  test('changed in GraphQL', async () => {
    const id = await idAt('/venues', { venue: 'Barn' });
    const update = `mutation { updateVenue(input: { ref: { databaseId: ${id} }, city: "Soria" }) { venue { id: databaseId } } }`;
    expect(await changesOf(() => graphql(update, { as }))).toEqual([[`updated venues/${id}`]]);
  });

  test('removed, for good or into the trash', async () => {
    const [tag, venue] = [await idAt('/tags', { name: 'Old' }), await idAt('/venues', { venue: 'Shed' })];
    expect(await changesOf(() => rest('DELETE', `/tags/${tag}`, { as }))).toEqual([[`deleted tags/${tag}`]]);
    expect(await changesOf(() => rest('DELETE', `/venues/${venue}`, { as }))).toEqual([[`updated venues/${venue}`]]);
  });

  test('not when only a count of it moves with what links to it', async () => {
    const venue = await idAt('/venues', { venue: 'Yard' });
    expect(await changesOf(() => rest('POST', '/events', { as, json: { title: 'B', ...times, venue } }))).toEqual([
      [expect.stringMatching(/^created events\/\d+$/)],
    ]);
  });

  test('and nothing when it was refused, or changed nothing', async () => {
    const id = await idAt('/venues', { venue: 'Loft' });
    const refused = () => rest('PUT', `/venues/${id}`, { as: 'subscriber', json: { city: 'Soria' } });
    expect(await changesOf(refused)).toEqual([]);
    expect(kept.requests()).toEqual([expect.objectContaining({ level: WARN, status: 403, user: 5 })]);
    expect(await changesOf(() => rest('PUT', `/venues/${id}`, { as, json: {} }))).toEqual([]);
  });
});

test('on a terminal a line is for people', () => {
  const { log, text } = keepTerminal();
  log.info({ method: 'GET', path: '/events', status: 200 }, 'request completed');
  expect(text()).toMatch(
    /^\[\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\] INFO: request completed \{"method":"GET","path":"\/events","status":200\}\n$/,
  );
});
