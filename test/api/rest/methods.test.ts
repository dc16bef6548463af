import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROUTES } from '../../../src/api/rest/table.ts';
import { buildApp, type TestApp } from '../../support/app.ts';
import { made } from '../../support/making.ts';
import { sampled } from '../../support/sample.ts';

let app: TestApp;
let id: number;

beforeAll(async () => {
  app = await buildApp();
  id = (await made(app, 'venues', { venue: 'Hall' })).id;
  await made(app, 'events', { venue: id, categories: ['Music'] });
});
afterAll(() => app.close());

sampled(4).each([
  ...['/wp-json/', '/wp-json/calendar/events/v1', '/wp-json/calendar/events/v1/doc', '/'],
  ...['/wp-json/calendar/events/v1/events?per_page=1', '/wp-json/calendar/events/v1/venues/by-slug/hall'],
  ...['/wp-json/calendar/events/v1/categories', '/ko/wp-json/calendar/events/v1/tags'],
  ...['/wp-json/calendar/events/v1/events?page=9', '/wp-json/calendar/events/v1/events?page=x', '/wp-json/nothing'],
  ...['/wp-json/calendar/events/v1/events?_envelope=1', '/wp-json/calendar/events/v1/events?_jsonp=cb'],
])('HEAD %s answers like GET, without the body', async (path) => {
  const [head, get] = [await app.fetch(path, { method: 'HEAD' }), await app.fetch(path)];
  expect([head.status, Object.fromEntries(head.headers)]).toEqual([get.status, Object.fromEntries(get.headers)]);
  expect(head.text).toBe('');
  expect(get.text).not.toBe('');
});

const PATHS = ['', '/doc', ...new Set(ROUTES.map(({ path }) => path))];

test.each(PATHS)('OPTIONS of %j describes the route and says what the caller may do', async (path) => {
  const filled = path.replace('<id>', '1').replace('<slug>', 'hall');
  const { status, headers, body } = await app.rest('OPTIONS', filled);
  const rows = ROUTES.filter((route) => route.path === path);
  const isOpen = !rows.length || rows.some(({ methods, right }) => methods.includes('GET') && !right);
  expect([status, headers.get('allow')]).toEqual([200, isOpen ? 'GET' : '']);
  const methods = rows.length ? rows.flatMap((row) => row.methods) : ['GET'];
  expect(body).toMatchObject({ namespace: 'calendar/events/v1', methods });
  expect(body.endpoints.flatMap((endpoint: { methods: string[] }) => endpoint.methods)).toEqual(methods);
});

test('OPTIONS of the REST root describes it, so that a page of another site may ask it with credentials', async () => {
  const { status, body } = await app.fetch('/wp-json/', { method: 'OPTIONS' });
  expect([status, body.methods]).toEqual([200, ['GET']]);
});

test('OPTIONS of no route describes nothing', async () => {
  const answers = [
    await app.rest('OPTIONS', '/nothing'),
    await app.fetch('/wp-json/wp/v2/nothing', { method: 'OPTIONS' }),
  ];
  for (const { status, body } of answers) expect([status, body]).toEqual([200, []]);
});

test('OPTIONS offers more to those who may do more', async () => {
  const { headers } = await app.rest('OPTIONS', '/venues', { as: 'author' });
  expect(headers.get('allow')).toBe('GET, POST');
});

const override = (method: string) => ({ headers: { 'X-HTTP-Method-Override': method } });

test.each([
  ['a header', (method: string) => app.rest('POST', `/venues/${id}`, override(method))],
  ['a header in small letters', (method: string) => app.rest('POST', `/venues/${id}`, override(method.toLowerCase()))],
  ['_method', (method: string) => app.rest('POST', `/venues/${id}?_method=${method}`)],
])('POST stands for another method by %s', async (_, ask) => {
  expect((await ask('GET')).body).toMatchObject({ id, venue: 'Hall' });
  expect((await ask('HEAD')).status).toBe(200);
  expect((await ask('DELETE')).body).toMatchObject({ code: 'rest_forbidden' });
  expect((await ask('OPTIONS')).body).toMatchObject({ namespace: 'calendar/events/v1' });
  expect((await ask('BREW')).body).toMatchObject({ code: 'rest_no_route' });
});

test('POST updates and deletes as PUT and DELETE', async () => {
  const record = await made(app, 'venues', { venue: 'Old' });
  const path = `/venues/${record.id}`;
  const asked = { as: 'administrator', json: { venue: 'New' } } as const;
  expect((await app.rest('POST', path, { ...asked, ...override('PUT') })).body).toMatchObject({ venue: 'New' });
  expect((await app.rest('POST', `${path}?_method=delete`, { as: 'administrator' })).body).toMatchObject({
    status: 'trash',
  });
});

test.each(['', '?_envelope=1', '?_jsonp=cb', '?page=x'])('POST that stands for HEAD has no body: %s', async (query) => {
  const headers = { 'X-HTTP-Method-Override': 'HEAD' };
  const [meant, get] = [
    await app.rest('POST', `/venues${query}`, { headers }),
    await app.rest('GET', `/venues${query}`),
  ];
  expect([meant.status, meant.text]).toEqual([get.status, '']);
  expect(meant.headers.get('x-tec-total')).toBe(get.headers.get('x-tec-total'));
  const nowhere = await app.rest('POST', `/nothing${query}`, { headers });
  expect(nowhere.text).toBe('');
});

test.each(['GET', 'PUT', 'HEAD'])('%s stands for itself, whatever is said', async (method) => {
  const record = await made(app, 'venues', { venue: `Stays after ${method}` });
  const path = `/venues/${record.id}?_method=DELETE`;
  const answer = await app.rest(method, path, { as: 'administrator', ...override('DELETE') });
  expect(answer.status).toBe(200);
  expect((await app.rest('GET', path)).body).toMatchObject({ status: 'publish' });
});
