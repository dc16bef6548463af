import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Asked, buildApp, type TestApp } from '../support/app.ts';
import { basic } from './auth/support.ts';

const LISTED = 'https://a.example';
const SITE = 'https://calendar.example';

let app: TestApp;
let open: TestApp;

beforeAll(async () => {
  const SITE_URL = `${SITE}/events`;
  app = await buildApp({ env: { SITE_URL, CORS_ORIGINS: LISTED } });
  open = await buildApp({ env: { SITE_URL } });
});
afterAll(() => Promise.all([app.close(), open.close()]));

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

test.each(UNASKED)(
  '%j from a page of another site is refused, with the credentials that the browser keeps',
  async (...form) => {
    const before = await tagsOf(app);
    for (const origin of ['https://evil.example', 'null', 'http://calendar.example', `${SITE}.evil.example`]) {
      const { status, body } = await post(app, form, origin);
      expect([status, body]).toEqual([403, REFUSED]);
    }
    expect((await post(open, form, LISTED)).status).toBe(403);
    expect(await tagsOf(app)).toBe(before);
  },
);

test.each(UNASKED)(
  '%j is taken from programs, from pages of the site and from those that are named',
  async (...form) => {
    for (const origin of [undefined, SITE, LISTED]) {
      const { status, body } = await post(app, form, origin);
      expect(status).toBe(201);
      await app.rest('DELETE', `/tags/${body.id}`, { as: 'administrator' });
    }
  },
);

test.each<[string, Asked]>([
  ['JSON', { json: { name: 'Guests' } }],
  ['what has no credentials', { headers: { Authorization: '' }, body: new URLSearchParams({ name: 'Guests' }) }],
])('from a page of another site %s goes the usual way', async (_what, asked) => {
  const { status } = await app.rest('POST', '/tags', {
    as: 'administrator',
    ...asked,
    headers: { Origin: 'https://evil.example', ...asked.headers },
  });
  expect([201, 401]).toContain(status);
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

test.each(FORMS)(
  'at GraphQL a POST of %j that a form can send is refused, from wherever it comes',
  async (type, body) => {
    const before = await tagsOf(app);
    for (const headers of [{}, { Origin: 'https://evil.example' }, { Origin: SITE }] as Record<string, string>[]) {
      const answer = await send(type, body, headers);
      expect([answer.status, answer.body.errors[0].extensions.code]).toEqual([403, 'CROSS_SITE']);
    }
    expect(await tagsOf(app)).toBe(before);
  },
);

test.each(['X-Requested-With', 'GraphQL-Require-Preflight', 'Apollo-Require-Preflight'])(
  'at GraphQL a form with %s, which no form can send, is run',
  async (name) => {
    const answer = await send(...FORMS[0]!, { [name]: '1' });
    expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
    await app.rest('DELETE', `/tags/${answer.body.data.createTag.id}`, { as: 'administrator' });
  },
);

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
