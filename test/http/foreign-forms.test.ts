import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Asked, buildApp, type TestApp } from '../support/app.ts';
import { basic } from './auth/support.ts';
import { anewOn } from './support.ts';

const LISTED = 'https://a.example';
const SITE = 'https://calendar.example';

let app: TestApp;
let open: TestApp;

beforeAll(async () => {
  const SITE_URL = `${SITE}/events`;
  app = await buildApp({ env: { SITE_URL, CORS_ORIGINS: LISTED } });
  open = anewOn(app, { CORS_ORIGINS: '' });
});
afterAll(() => app.close());

const MULTIPART = '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nGuests\r\n--x--\r\n';

/** What a page may send without asking first: the type (none for `''`), and a body that makes a tag or asks to in the query. */
const UNASKED: [type: string, body: string, query?: string][] = [
  ['application/x-www-form-urlencoded', 'name=Guests'],
  ['Application/X-WWW-Form-urlencoded ; charset=UTF-8', 'name=Guests'],
  ['multipart/form-data; boundary=x', MULTIPART],
  ['text/plain', '', '?name=Guests'],
  ['text/plain;application/json', '{"name":"Guests"}', '?name=Guests'],
  ['', '', '?name=Guests'],
];

const post = (to: TestApp, [type, body, query = '']: (typeof UNASKED)[number], origin?: string) =>
  to.rest('POST', `/tags${query}`, {
    as: 'administrator',
    // Bytes have no type of their own.
    body: new TextEncoder().encode(body),
    headers: { ...(type && { 'Content-Type': type }), ...(origin && { Origin: origin }) },
  });

const REFUSED = { code: 'rest_cross_site', message: expect.any(String), data: { status: 403 } };

const tagsOf = async (of: TestApp): Promise<number> => (await of.rest('GET', '/tags')).body.total ?? 0;

test('what a page of another site sends without asking is refused, with the credentials that the browser keeps', async () => {
  const before = await tagsOf(app);
  const origins = ['https://evil.example', 'null', 'http://calendar.example', `${SITE}.evil.example`];
  for (const [at, form] of UNASKED.entries()) {
    for (const origin of [origins[0], origins[(at % 3) + 1]]) {
      const { status, body } = await post(app, form, origin);
      expect([form, origin, status, body]).toEqual([form, origin, 403, REFUSED]);
    }
  }
  expect((await post(open, UNASKED[0]!, LISTED)).status).toBe(403);
  expect(await tagsOf(app)).toBe(before);
});

test('what a page may send without asking is taken from programs, pages of the site and those that are named', async () => {
  const origins = [undefined, SITE, LISTED];
  for (const [at, form] of UNASKED.entries()) {
    const { status, body } = await post(app, form, origins[at % origins.length]);
    expect([form, status]).toEqual([form, 201]);
    await app.rest('DELETE', `/tags/${body.id}`, { as: 'administrator' });
  }
});

test.each<[what: string, status: number, asked: Asked]>([
  ['JSON', 201, { json: { name: 'Guests' } }],
  ['what has no credentials', 401, { headers: { Authorization: '' }, body: new URLSearchParams({ name: 'Guests' }) }],
])('from a page of another site %s goes the usual way', async (_what, status, asked) => {
  const headers = { Origin: 'https://evil.example', ...asked.headers };
  expect((await app.rest('POST', '/tags', { as: 'administrator', ...asked, headers })).status).toBe(status);
});

test.each(['PUT', 'PATCH'])('%s of a form from a page of another site is refused as well', async (method) => {
  const { body } = await app.rest('POST', '/tags', { as: 'administrator', json: { name: method } });
  const asked = { as: 'administrator', body: new URLSearchParams({ name: 'Guests' }) } as const;
  const send = (headers: Record<string, string>) => app.rest(method, `/tags/${body.id}`, { ...asked, headers });
  expect((await send({ Origin: 'https://evil.example' })).status).toBe(403);
  expect((await send({ Origin: SITE })).status).toBe(200);
  await app.rest('DELETE', `/tags/${body.id}`, { as: 'administrator' });
});

test('a secret that only a program knows is no credential that a browser keeps', async () => {
  const [, secret = ''] = app.credentials('editor').split(':');
  const { status } = await app.rest('POST', '/tags', {
    headers: { Authorization: `Bearer ${secret.replaceAll(' ', '')}`, Origin: 'https://evil.example' },
    body: new URLSearchParams({ name: 'Friends' }),
  });
  expect(status).toBe(201);
});

const MUTATION = 'mutation { createTag(input: { name: "From a form" }) { tag { id: databaseId } } }';

/** A mutation in a form of each type, and as text that a form can send as well. */
const FORMS: [type: string, body: string][] = [
  ['application/x-www-form-urlencoded', `query=${encodeURIComponent(MUTATION)}`],
  ['multipart/form-data; boundary=x', MULTIPART.replace('"name"', '"query"').replace('Guests', MUTATION)],
  ['text/plain', JSON.stringify({ query: MUTATION })],
  ['text/plain; application/json', JSON.stringify({ query: MUTATION })],
  ['application/graphql', MUTATION],
  ['', JSON.stringify({ query: MUTATION })],
];

const send = (type: string, body: string, headers: Record<string, string> = {}) =>
  app.fetch('/graphql', {
    method: 'POST',
    as: 'administrator',
    body: new TextEncoder().encode(body),
    headers: { ...(type && { 'Content-Type': type }), ...headers },
  });

test('at GraphQL a POST that a form can send is refused, from wherever it comes', async () => {
  const before = await tagsOf(app);
  const origins: Record<string, string>[] = [{}, { Origin: 'https://evil.example' }, { Origin: SITE }];
  for (const [at, [type, body]] of FORMS.entries()) {
    const answer = await send(type, body, origins[at % origins.length]);
    expect([type, answer.status, answer.body.errors[0].extensions.code]).toEqual([type, 403, 'CROSS_SITE']);
  }
  expect(await tagsOf(app)).toBe(before);
});

test('at GraphQL a form with a header that no form can send is run', async () => {
  for (const name of ['X-Requested-With', 'GraphQL-Require-Preflight', 'Apollo-Require-Preflight']) {
    const { status, body } = await send(...FORMS[0]!, { [name]: '1' });
    expect([name, status, body.errors]).toEqual([name, 200, undefined]);
    await app.rest('DELETE', `/tags/${body.data.createTag.tag.id}`, { as: 'administrator' });
  }
});

test('at GraphQL GET runs queries without such a header, and no mutations with one', async () => {
  const get = (query: string, headers = {}) =>
    app.fetch(`/graphql?query=${encodeURIComponent(query)}`, { as: 'administrator', headers });
  expect((await get('{ tagPage { total } }')).body.data.tagPage.total).toBeGreaterThanOrEqual(0);
  const before = await tagsOf(app);
  expect((await get(MUTATION, { 'X-Requested-With': '1' })).status).toBe(405);
  expect(await tagsOf(app)).toBe(before);
});

test('refused forms cost no password', async () => {
  const { status } = await app.rest('POST', '/tags', {
    headers: { Authorization: basic('nobody', 'wrong'), Origin: 'https://evil.example' },
    body: new URLSearchParams({ name: 'Guests' }),
  });
  expect(status).toBe(403);
});
