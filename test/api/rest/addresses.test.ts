import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';
import { made } from '../../support/making.ts';
import { sampled } from '../../support/sample.ts';

const SITE = 'http://127.0.0.1:4000';
const NAME = 'calendar/events/v1';
const ALIAS = 'tribe/events/v1';

let app: TestApp;
let id: number;

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY, env: { NAMESPACE_ALIASES: `${ALIAS}, other/v9` } });
  const full = { venue: { venue: 'Hall' }, organizer: { organizer: 'Ann' }, categories: ['Music'], tags: ['free'] };
  const korean = { json: { title: '개막' }, as: 'administrator' } as const;
  id = (await made(app, 'events', { title: 'Opening', ...full })).id;
  await made(app, 'events', { title: 'Second', ...full });
  await app.fetch(`/ko/wp-json/${NAME}/events/${id}`, { method: 'PUT', ...korean });
});
afterAll(() => app.close());

const read = async (path: string) => (await app.fetch(path)).body;

sampled(4).each([
  ['a slash at the end', (path: string) => `/wp-json/${NAME}${path}/`],
  ['two slashes at the end', (path: string) => `/wp-json/${NAME}${path}//`],
  ['many slashes at the end', (path: string) => `/wp-json/${NAME}${path}${'/'.repeat(5000)}`],
  ['capital letters', (path: string) => `/wp-json/${NAME.toUpperCase()}${path.toUpperCase()}`],
  ['mixed letters and a slash', (path: string) => `/wp-json/Calendar/eVents/V1${path.replace('v', 'V')}/`],
  ['?rest_route=', (path: string) => `/?rest_route=/${NAME}${path}`],
  ['?rest_route= with a slash at the end', (path: string) => `/?rest_route=/${NAME}${path}/`],
  ['?rest_route= with two slashes at the end', (path: string) => `/?rest_route=/${NAME}${path}//`],
  ['?rest_route= without its first slash', (path: string) => `/?rest_route=${NAME}${path}`],
  ['an encoded ?rest_route=', (path: string) => `/?rest_route=${encodeURIComponent(`/${NAME}${path}`)}`],
  ['/index.php before the root', (path: string) => `/index.php/wp-json/${NAME}${path}`],
  ['/index.php?rest_route=', (path: string) => `/index.php?rest_route=/${NAME}${path}`],
])('an address with %s is the same address', async (_, spelled) => {
  for (const path of ['', '/events/by-slug/opening', '/venues'])
    expect(await read(spelled(path))).toEqual(await read(`/wp-json/${NAME}${path}`));
});

test('leading zeros of an id do not count', async () => {
  expect(await read(`/wp-json/${NAME}/events/000${id}`)).toMatchObject({ id });
});

test.each([
  ...[`/wp-json/${NAME}/event`, `/wp-json/${NAME}/events/x`, `/wp-json/${NAME}//events`, `/wp-json//${NAME}/events`],
  ...[`/wp-json/${NAME}x/events`, `/wp-json/${NAME}/events/1/2`, `/wp-json/${NAME}/events/by-slug/`, '/wp-json/x'],
  ...[
    '/?rest_route=/nothing',
    `/wp-json/${NAME}/events//1`,
    `/wp-json/${NAME}/events/-1`,
    `/wp-json/${NAME}/events/1.0`,
  ],
])('%s is no route', async (path) => {
  const { status, body, headers } = await app.fetch(path);
  expect([status, body.code]).toEqual([404, 'rest_no_route']);
  expect(headers.get('link')).toBe(`<${SITE}/wp-json/>; rel="https://api.w.org/"`);
  expect(headers.get('content-language')).toBe('en');
});

test('?rest_route= takes parameters, and counts at the root of the site only', async () => {
  expect(await read(`/?rest_route=/${NAME}/events&per_page=1`)).toMatchObject({ total: 2, events: [{ id }] });
  expect((await app.fetch(`/somewhere?rest_route=/${NAME}/events`)).status).toBe(404);
});

/** All addresses of REST in a value. */
const addresses = (value: unknown): string[] =>
  JSON.stringify(value)
    .match(/[^"]*\/wp-json\/[^"]*/g)
    ?.map(String) ?? [];

test.each([NAME, ALIAS, 'other/v9'])('%s is answered in its own name', async (name) => {
  const base = `${SITE}/wp-json/${name}/`;
  for (const path of ['events?per_page=1', `events/${id}`, 'categories']) {
    const found = addresses(await read(`/wp-json/${name}/${path}`));
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((address) => !address.startsWith(base))).toEqual([]);
  }
  const { namespace, routes } = await read(`/wp-json/${name}`);
  expect(namespace).toBe(name);
  expect(Object.keys(routes).every((route) => route.startsWith(`/${name}`))).toBe(true);
});

test('the root names every namespace, and lists the routes of each as the namespace itself does', async () => {
  const { namespaces, routes } = await read('/wp-json/');
  expect(namespaces).toEqual([NAME, ALIAS, 'other/v9']);
  const all: object[] = [];
  for (const name of namespaces) all.push((await read(`/wp-json/${name}`)).routes);
  const host = Object.keys(routes).filter((path) => path.startsWith('/wp/v2/'));
  expect(host).toEqual(expect.arrayContaining(['/wp/v2/media', '/wp/v2/tribe_events', '/wp/v2/users/me']));
  const ofHost = host.map((path) => [path, expect.objectContaining({ namespace: 'wp/v2' })]);
  expect(routes).toEqual(Object.assign(Object.fromEntries(ofHost), ...all));
  expect(Object.keys(routes)).toEqual([...all.flatMap(Object.keys), ...host]);
});

test.each([
  ['', '/ko'],
  ['/', ''],
  ['//', '/ko'],
])('the root answers with %j at its end, in the language before it', async (end, before) => {
  const { routes } = await read(`${before}/wp-json${end}`);
  expect(addresses(routes)).toContain(`${SITE}${before}/wp-json/${ALIAS}/events`);
});

test.each([
  ...[
    ['', 'en', 'Opening'],
    ['/ko', 'ko', '개막'],
    ['/es', 'es', 'Opening'],
    ['/KO', 'ko', '개막'],
  ],
])('the segment %j before the root is the language %s', async (segment, language, title) => {
  for (const path of [`/wp-json/${NAME}/events/${id}?`, `/?rest_route=/${NAME}/events/${id}&`]) {
    const { body, headers } = await app.fetch(`${segment}${path}_fields=title`);
    expect([body, headers.get('content-language')]).toEqual([{ title }, language]);
  }
});

test('a language by parameter beats the segment', async () => {
  const { body, headers } = await app.fetch(`/es/wp-json/${NAME}/events/${id}?multilang_language=ko`);
  expect([body.title, headers.get('content-language')]).toEqual(['개막', 'ko']);
});

test('a language in the body of a write is the language of its answer', async () => {
  const json = { multilang_language: 'es', title: 'Apertura' };
  const { body, headers } = await app.rest('PUT', `/events/${id}`, { as: 'administrator', json });
  expect([body.title, headers.get('content-language')]).toEqual(['Apertura', 'es']);
  expect((await app.rest('GET', `/events/${id}`)).body.title).toBe('Opening');
});

test('a segment of another language is no address of REST', async () => {
  expect((await app.fetch(`/fr/wp-json/${NAME}/events`)).status).toBe(404);
  expect((await app.fetch(`/kor/wp-json/${NAME}/events`)).status).toBe(404);
});

test('an unknown language by parameter is refused by name', async () => {
  for (const path of ['/events', `/events/${id}`, '', '/doc']) {
    const { status, body } = await app.rest('GET', `${path}?multilang_language=fr`);
    expect([status, body.code, Object.keys(body.data.params)]).toEqual([
      400,
      'rest_invalid_param',
      ['multilang_language'],
    ]);
  }
});

test('a filter that comes twice is in the links as it was taken', async () => {
  const { rest_url, total } = (await app.rest('GET', '/events?search=nothing&search=opening')).body;
  expect(total).toBe(1);
  expect(new URL(rest_url).searchParams.get('search')).toBe('opening');
});

test('a term with a comma in its name stays one term in the links', async () => {
  await made(app, 'events', { title: 'Third', categories: [{ name: 'Jazz, Blues' }] });
  const list = await app.rest('GET', `/events?categories[]=${encodeURIComponent('Jazz, Blues')}`);
  expect(list.body.total).toBe(1);
  const again = await app.fetch(list.body.rest_url.slice(SITE.length));
  expect(again.body.total).toBe(1);
});
