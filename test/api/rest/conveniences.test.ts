import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';
import { made } from '../../support/making.ts';
import { outcomeOf } from '../../support/outcome.ts';

const NAMESPACE = '/wp-json/calendar/events/v1';

let app: TestApp;
let id: number;

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
  const venue = { venue: 'Hall', city: 'Seoul' };
  id = (await made(app, 'events', { title: 'One \u2028 two \u2029 three', venue, tags: ['a', 'b'] })).id;
  await made(app, 'events', { title: 'Another' });
});
afterAll(() => app.close());

const body = async (path: string) => (await app.rest('GET', path)).body;

test('_fields keeps the named members, in the order of the record', async () => {
  expect(await body(`/events/${id}?_fields=title,id`)).toEqual({ id, title: 'One \u2028 two \u2029 three' });
  expect(await body(`/events/${id}?_fields=%20id%20,%20nothing,,`)).toEqual({ id });
});

test('_fields keeps members of members, in lists element by element', async () => {
  expect(await body(`/events/${id}?_fields=venue.city,tags.name`)).toEqual({
    venue: { city: 'Seoul' },
    tags: [{ name: 'a' }, { name: 'b' }],
  });
  expect(await body('/events?_fields=events.id,total')).toMatchObject({ events: [{ id }, {}], total: 2 });
  expect(Object.keys((await body('/events?_fields=events.id')).events[0])).toEqual(['id']);
});

test('a member that is named whole and in part is kept whole', async () => {
  const whole = (await body(`/events/${id}`)).venue;
  expect(await body(`/events/${id}?_fields=venue.city,venue`)).toEqual({ venue: whole });
});

test.each([
  ['with commas', '_fields=total,rest_url'],
  ['in brackets', '_fields[]=total&_fields[]=rest_url'],
  ['repeated', '_fields=total&_fields=rest_url'],
  ['repeated, with commas', '_fields=total,nothing&_fields=rest_url'],
])('_fields may be written %s', async (_, query) => {
  expect(Object.keys(await body(`/events?${query}`))).toEqual(['rest_url', 'total']);
});

test.each(['_fields=', '_fields=,', '_fields[a][b]=total', '_fields[0][x]=total'])(
  '%s names nothing and keeps everything',
  async (query) => {
    expect(Object.keys(await body(`/events?${query}`))).toEqual(['events', 'rest_url', 'total', 'total_pages']);
  },
);

test.each([
  ['', '/events/999'],
  ['code', '/nothing'],
  ['nothing', '/events?page=0'],
  ['data.status', '/events?page=9'],
  ['code,message,data', '/events?multilang_language=xx'],
])('_fields=%s leaves the error of %s whole', async (fields, path) => {
  const asked = (query: string) => app.rest('GET', `${path}${path.includes('?') ? '&' : '?'}${query}`);
  const whole = await asked('');
  expect(whole.status).toBeGreaterThanOrEqual(400);
  expect((await asked(`_fields=${fields}`)).body).toEqual(whole.body);
  expect((await asked(`_envelope=1&_fields=${fields}`)).body.body).toEqual(whole.body);
});

test.each([
  ['nothing', '/events'],
  ['nothing.id', ''],
  ['__proto__', '/events/by-slug/another'],
  ['constructor.name,toString', '/venues'],
])('_fields=%s names what nothing at %s has, and gives an empty list', async (fields, path) => {
  expect(await body(`${path}?_fields=${fields}`)).toEqual([]);
  expect(await body(`${path}?_envelope=1&_fields=${fields}`)).toMatchObject({ status: 200, body: [] });
});

test('a member of which nothing is named is an empty list too', async () => {
  expect(await body(`/events/${id}?_fields=venue.nothing,tags.nothing`)).toEqual({ venue: [], tags: [[], []] });
});

test('_envelope puts status and headers beside the body, and is always 200', async () => {
  const list = await app.rest('GET', '/events?_envelope=1&_fields=total');
  expect([list.status, list.body]).toEqual([
    200,
    { body: { total: 2 }, status: 200, headers: expect.objectContaining({ 'X-TEC-Total': '2', Allow: 'GET' }) },
  ]);
  const refused = await app.rest('GET', '/events/999?_envelope');
  expect(refused.status).toBe(200);
  expect(refused.body).toMatchObject({ body: { code: 'rest-event-not-found' }, status: 404 });
});

const script = async (query: string) => {
  const { text, headers } = await app.rest('GET', `/events/${id}?_fields=title&${query}`);
  return [headers.get('content-type'), text];
};

const TITLE = String.raw`{"title":"One \u2028 two \u2029 three"}`;

test.each(['cb', '$', '_a1', 'window.app.got', '$.x_'])('_jsonp=%s answers a script that calls it', async (name) => {
  expect(await script(`_jsonp=${name}`)).toEqual(['application/javascript; charset=UTF-8', `/**/${name}(${TITLE})`]);
});

const NO_NAMES = [
  'alert(1)//',
  'a;b',
  'a b',
  '<script>',
  "a['b']",
  'a\nb',
  'ünï',
  'a\u2028b',
  'x-y',
  '-',
  '.a',
  '*/alert',
];

test.each(NO_NAMES)('_jsonp=%j is no name of a function and is refused, as JSON', async (name) => {
  const query = `_jsonp=${encodeURIComponent(name)}`;
  for (const path of [`/wp-json/?${query}`, `${NAMESPACE}?${query}`, `${NAMESPACE}/events?${query}&_fields=title`]) {
    const answer = await app.fetch(path);
    expect([outcomeOf(answer), answer.headers.get('content-type')]).toEqual([
      [400, 'rest_callback_invalid', []],
      'application/json; charset=UTF-8',
    ]);
  }
});

test('_jsonp of 200 letters is no name of a function', async () => {
  const answer = await app.rest('GET', `/events?_jsonp=${'a'.repeat(200)}`);
  expect(outcomeOf(answer)).toEqual([400, 'rest_callback_invalid', []]);
});

test.each(['_jsonp[]=cb', '_jsonp[a]=cb'])('a list of names is none: %s', async (query) => {
  expect(outcomeOf(await app.rest('GET', `/events?${query}`))).toEqual([400, 'rest_callback_invalid', []]);
});

test('a name that is refused writes nothing', async () => {
  const asked = { as: 'administrator', json: { venue: 'Never made' } } as const;
  expect((await app.rest('POST', '/venues?_jsonp=x-y', asked)).status).toBe(400);
  expect((await app.rest('GET', '/venues?search=never+made')).body.total).toBe(0);
});

test('an empty name asks for no script', async () => {
  expect(await script('_jsonp=')).toEqual(['application/json; charset=UTF-8', JSON.stringify(JSON.parse(TITLE))]);
});

test('a script is not to be taken for anything else', async () => {
  const { headers } = await app.rest('GET', '/events?_jsonp=cb');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('_jsonp calls with an envelope too', async () => {
  const [, text] = await script('_jsonp=cb&_envelope=1');
  expect(text).toMatch(/^\/\*\*\/cb\(\{"body":\{"title":.*"status":200,"headers":\{.*\}\}\)$/);
});
