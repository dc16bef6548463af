import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SECURITY_HEADERS } from '../../../src/http/response-headers.ts';
import { buildApp, type TestApp } from '../../support/app.ts';
import { type ServedApp, serveApp } from '../../support/served-app.ts';
import { markSeeded } from '../../support/stored.ts';
import { sendRaw } from '../support.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
  await markSeeded(app.store);
});
afterAll(() => app.close());

const EVENTS = '/wp-json/calendar/events/v1/events';
const HTML = { Accept: 'text/html' };

test.each([
  ['GET', EVENTS, {}],
  ['OPTIONS', EVENTS, {}],
  ['GET', `${EVENTS}/99999`, {}],
  ['GET', '/wp-json/nothing', {}],
  ['GET', '/graphql?query={__typename}', {}],
  ['GET', '/graphql', HTML],
  ['OPTIONS', '/graphql', {}],
  ['GET', '/', HTML],
  ['GET', '/docs', HTML],
  ['GET', '/event/nothing/', HTML],
  ['GET', '/health', {}],
  ['GET', '/pictures/a.svg', {}],
  ['GET', '/nothing', {}],
])('%s %s tells browsers what they may not do', async (method, path, headers) => {
  const answer = await app.fetch(path, { method, headers });
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'content-security-policy': expect.stringMatching(/^default-src 'none';.*frame-ancestors 'none'/),
  });
});

describe('what Node answers by itself', () => {
  let served: ServedApp;
  beforeAll(async () => {
    served = await serveApp();
  });
  afterAll(() => served.close());

  test.each([
    [404, 'an unknown method', 'FOO / HTTP/1.1\r\nHost: a.example\r\n\r\n'],
    [400, 'a blank in the address', 'GET /a b HTTP/1.1\r\n\r\n'],
    [400, 'no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    [400, 'a wrong host', 'GET / HTTP/1.1\r\nHost: [\r\nConnection: close\r\n\r\n'],
    [400, 'a length that is no number', 'GET / HTTP/1.1\r\nHost: a.example\r\nContent-Length: a\r\n\r\n'],
    [431, 'too long an address', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n\r\n`],
    [
      200,
      'an unknown expectation',
      'GET /health HTTP/1.1\r\nHost: a.example\r\nExpect: nonsense\r\nConnection: close\r\n\r\n',
    ],
    [200, 'HTTP/1.0', 'GET /health HTTP/1.0\r\n\r\n'],
  ])('or would: %d to %s says the same', async (status, _, text) => {
    const answer = await sendRaw(Number(new URL(served.url).port), text);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) expect(answer).toContain(`\r\n${name}: ${value}\r\n`);
  });
});

test.each([EVENTS, '/pictures/a.svg', '/nothing'])('%s may load and run nothing', async (path) => {
  const { headers } = await app.fetch(path);
  expect(headers.get('content-security-policy')).not.toMatch(/'self'|unsafe|https?:/);
});

describe('a 401', () => {
  const basic = `Basic ${Buffer.from('ana:wrong').toString('base64')}`;
  const challengeAt = async (path: string, headers: Record<string, string>) => {
    const answer = await app.fetch(path, { headers });
    return [answer.status, answer.headers.get('www-authenticate')];
  };

  test.each([EVENTS, '/graphql?query={__typename}'])('at %s asks for Basic, too, where that was sent', async (path) => {
    for (const authorization of [basic, basic.replace('Basic', 'basic')])
      expect(await challengeAt(path, { authorization })).toEqual([
        401,
        'Bearer, Basic realm="Event calendar", charset="UTF-8"',
      ]);
  });

  test.each([EVENTS, '/graphql?query={__typename}'])('at %s asks for nothing else', async (path) => {
    expect(await challengeAt(path, { authorization: 'Bearer wrong' })).toEqual([401, 'Bearer']);
  });

  test.each([
    [EVENTS, 'its origin', { Origin: 'https://a.example' }],
    [EVENTS, 'its mode', { 'Sec-Fetch-Mode': 'cors' }],
    [EVENTS, 'its origin beside a mode', { Origin: 'https://a.example', 'Sec-Fetch-Mode': 'navigate' }],
    ['/graphql?query={__typename}', 'its mode', { 'Sec-Fetch-Mode': 'same-origin' }],
    ['/graphql?query={__typename}', 'an origin that is none', { Origin: 'null' }],
  ])('at %s tells a script in a page, known by %s, of Bearer alone', async (path, _, page) => {
    for (const authorization of [basic, 'Bearer wrong'])
      expect(await challengeAt(path, { authorization, ...page })).toEqual([401, 'Bearer']);
    const deleting = await app.fetch(`${EVENTS}/1`, { method: 'DELETE', headers: page });
    expect([deleting.status, deleting.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });

  test('asks a person who goes to an address for Basic as ever', async () => {
    expect(await challengeAt(EVENTS, { authorization: basic, 'Sec-Fetch-Mode': 'navigate' })).toEqual([
      401,
      'Bearer, Basic realm="Event calendar", charset="UTF-8"',
    ]);
  });

  test('of a visitor who writes opens no window', async () => {
    const { status, headers } = await app.fetch(EVENTS, { method: 'POST', json: { title: 'A' } });
    expect([status, headers.get('www-authenticate')]).toEqual([400, null]);
    const deleting = await app.fetch(`${EVENTS}/1`, { method: 'DELETE' });
    expect([deleting.status, deleting.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });
});

test('no other answer asks for a password', async () => {
  const authorization = `Basic ${Buffer.from(app.credentials('subscriber')).toString('base64')}`;
  const { status, headers } = await app.fetch(`${EVENTS}/1`, { method: 'DELETE', headers: { authorization } });
  expect([status, headers.get('www-authenticate')]).toEqual([403, null]);
});
