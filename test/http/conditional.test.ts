import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, FRIDAY, type TestApp } from '../support/app.ts';
import { made } from '../support/making.ts';
import { markSeeded } from '../support/stored.ts';

let app: TestApp;
let id: number;

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
  await markSeeded(app.store);
  ({ id } = await made(app, 'events', { title: 'Open day', description: 'Come and see. '.repeat(200) }));
});
afterAll(() => app.close());

const item = (headers = {}, method = 'GET', query = '') => app.rest(method, `/events/${id}${query}`, { headers });
const list = (headers = {}) => app.rest('GET', '/events', { headers });
const tagOf = async (answer: ReturnType<typeof item>) => (await answer).headers.get('etag')!;

test('the tag of a record is strong and begins with its version', async () => {
  const { version } = (await app.store.byIds<{ _id: number; version: number }>('events', [id]))[0]!;
  expect(await tagOf(item())).toMatch(new RegExp(`^"${version}-[\\w-]{16}"$`));
  expect(await tagOf(item({}, 'HEAD'))).toBe(await tagOf(item()));
});

test('each representation of a record has a tag of its own', async () => {
  const queries = ['?multilang_language=ko', '?_fields=id', '?_fields=id&multilang_language=ko', '?_jsonp=show'];
  const tags = await Promise.all([
    ...['identity', 'gzip', 'br'].map((encoding) => tagOf(item({ 'Accept-Encoding': encoding }))),
    ...queries.map((query) => tagOf(item({}, 'GET', query))),
  ]);
  expect(new Set(tags).size).toBe(tags.length);
  expect(tags[1]).toBe(`${tags[0]!.slice(0, -1)}-gzip"`);
});

test('a write changes the tag and the version in it, and so does a write of the venue that it shows', async () => {
  const venue = await made(app, 'venues', { venue: 'Here' });
  const event = await made(app, 'events', { venue: venue.id });
  const ask = () => tagOf(app.rest('GET', `/events/${event.id}`));
  const before = await ask();
  await app.rest('PUT', `/events/${event.id}`, { as: 'administrator', json: { title: 'After' } });
  const after = await ask();
  expect(Number.parseInt(after.slice(1), 10)).toBeGreaterThan(Number.parseInt(before.slice(1), 10));
  await app.rest('PUT', `/venues/${venue.id}`, { as: 'administrator', json: { venue: 'There' } });
  expect(await ask()).not.toBe(after);
});

test('the tag of a list is weak, and the same in every encoding', async () => {
  const tag = await tagOf(list());
  expect(tag).toMatch(/^W\/"[\w-]{16}"$/);
  expect(await tagOf(list({ 'Accept-Encoding': 'gzip' }))).toBe(tag);
});

test('a record says when it was changed', async () => {
  expect((await item()).headers.get('last-modified')).toBe('Fri, 20 Nov 2026 11:30:00 GMT');
  expect((await list()).headers.has('last-modified')).toBe(false);
});

describe('a request with', () => {
  const TAG = 'TAG';
  const CHANGED = 'Fri, 20 Nov 2026 11:30:00 GMT';
  test.each<[number, Record<string, string>]>([
    [304, { 'If-None-Match': TAG }],
    [304, { 'If-None-Match': `W/${TAG}` }],
    [304, { 'If-None-Match': `"other", ${TAG}` }],
    [304, { 'If-None-Match': `W/"a,b" , W/${TAG},"c"` }],
    [304, { 'If-None-Match': '*' }],
    [304, { 'If-None-Match': ' * ' }],
    [200, { 'If-None-Match': '"other"' }],
    [200, { 'If-None-Match': '' }],
    [200, { 'If-None-Match': 'nonsense' }],
    [200, { 'If-None-Match': '"*"' }],
    [304, { 'If-Modified-Since': CHANGED }],
    [304, { 'If-Modified-Since': 'Friday, 20-Nov-26 11:30:00 GMT' }],
    [200, { 'If-Modified-Since': 'Fri, 20 Nov 2026 11:30:01 GMT' }],
    [200, { 'If-Modified-Since': 'Fri, 20 Nov 2026 11:29:59 GMT' }],
    [200, { 'If-Modified-Since': '2027' }],
    [200, { 'If-Modified-Since': 'Friday' }],
    [200, { 'If-None-Match': '"other"', 'If-Modified-Since': CHANGED }],
    [304, { 'If-None-Match': TAG, 'If-Modified-Since': 'Fri, 20 Nov 2026 11:29:59 GMT' }],
  ])('is answered %s with %j', async (status, sent) => {
    const tag = await tagOf(item());
    const headers = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, value.replace(TAG, tag)]));
    for (const method of ['GET', 'HEAD']) expect((await item(headers, method)).status).toBe(status);
  });
});

test('the tag of another encoding is another one', async () => {
  const tag = await tagOf(item());
  expect((await item({ 'If-None-Match': tag, 'Accept-Encoding': 'br' })).status).toBe(200);
});

test('304 says all that 200 says but of its content, and has none', async () => {
  const whole = await item({ 'Accept-Encoding': 'br' });
  const known = await item({ 'Accept-Encoding': 'br', 'If-None-Match': whole.headers.get('etag')! });
  const ofContent = /^content-(type|encoding|language|length)$/;
  const said = ([...whole.headers] as [string, string][]).filter(([name]) => !ofContent.test(name));
  expect([known.status, known.text, [...known.headers]]).toEqual([304, '', said]);
});

test('what may be kept is said for every API, and by whom', async () => {
  const says = async (path: string, asked = {}) => {
    const { headers } = await app.fetch(path, asked);
    return [headers.get('cache-control'), headers.get('vary')];
  };
  const rest = '/wp-json/calendar/events/v1';
  const all = 'public, max-age=0, must-revalidate';
  const one = 'no-cache, must-revalidate, max-age=0, no-store, private';
  const query = `/graphql?query=${encodeURIComponent('{ eventPage { total } }')}`;
  const graphql = 'Authorization, Accept-Language, Accept';
  expect(await says(`${rest}/tags`)).toEqual([all, 'Authorization']);
  expect(await says(`${rest}/events/${id}`)).toEqual([all, 'Authorization, Accept-Encoding']);
  expect(await says(`${rest}/tags`, { as: 'editor' })).toEqual([one, 'Authorization']);
  expect(await says(`${rest}/events/999999`)).toEqual(['no-store', 'Authorization']);
  expect(await says(query)).toEqual([all, graphql]);
  expect(await says(query, { as: 'editor' })).toEqual([one, graphql]);
  expect(await says(`/graphql?query=${encodeURIComponent('{ event(ref: { slug: "none" }) { id } }')}`)).toEqual([
    'no-store',
    graphql,
  ]);
  expect(await says(`${rest}/tags`, { method: 'OPTIONS' })).toEqual([null, 'Authorization, Accept-Encoding']);
});

test('HEAD of a query says what GET says', async () => {
  const query = `/graphql?query=${encodeURIComponent('{ venues { totalCount } }')}`;
  const [head, get] = [await app.fetch(query, { method: 'HEAD' }), await app.fetch(query)];
  expect([head.status, head.text, [...head.headers]]).toEqual([200, '', [...get.headers]]);
});

test('every API tags what it answers, and knows it again', async () => {
  const query = `/graphql?query=${encodeURIComponent('{ eventPage { total } }')}`;
  for (const path of [
    '/',
    '/docs',
    '/pictures/a.svg',
    '/health',
    '/wp-json/',
    '/wp-json/calendar/events/v1/doc',
    query,
  ]) {
    const tag = (await app.fetch(path)).headers.get('etag')!;
    expect([path, tag]).toEqual([path, expect.stringMatching(/^"[\w-]{16}"$/)]);
    expect((await app.fetch(path, { headers: { 'If-None-Match': tag } })).status).toBe(304);
  }
});

test('what is written has no tag, and a tag that it had is no condition', async () => {
  const { status, headers } = await app.rest('PUT', `/events/${id}`, {
    as: 'administrator',
    json: {},
    headers: { 'If-None-Match': '"1-x"' },
  });
  expect([status, headers.has('etag')]).toEqual([200, false]);
});
