import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Asked, buildApp, type Caller, type TestApp } from '../../support/app.ts';
import { made } from '../../support/making.ts';
import { outcomeOf } from '../../support/outcome.ts';
import { sampled } from '../../support/sample.ts';

let app: TestApp;
const ids = new Map<string, number>();

const fill = (text: string): string => text.replace(/\{(\w+)\}/g, (_, name) => String(ids.get(name)));

beforeAll(async () => {
  app = await buildApp();
  const make = async (name: string, ...[kind, fields]: [Parameters<typeof made>[1], object]) => {
    ids.set(name, (await made(app, kind, fields)).id);
  };
  const as = 'administrator';
  await make('event', 'events', { title: 'Event' });
  await make('draftEvent', 'events', { title: 'Draft', status: 'draft' });
  await make('privateEvent', 'events', { title: 'Private', status: 'private' });
  await make('trashedEvent', 'events', { title: 'Trashed' });
  await app.rest('DELETE', fill('/events/{trashedEvent}'), { as });
  await make('venue', 'venues', { venue: 'Open' });
  await make('draftVenue', 'venues', { venue: 'Draft', status: 'draft' });
  await make('trashedVenue', 'venues', { venue: 'Trashed' });
  await app.rest('DELETE', fill('/venues/{trashedVenue}'), { as });
  await make('organizer', 'organizers', { organizer: 'Open' });
  await make('trashedOrganizer', 'organizers', { organizer: 'Trashed' });
  await app.rest('DELETE', fill('/organizers/{trashedOrganizer}'), { as });
  await make('music', 'categories', { name: 'Music' });
  await make('art', 'categories', { name: 'Art' });
  await make('free', 'tags', { name: 'Free' });
  await make('paid', 'tags', { name: 'Paid' });
});
afterAll(() => app.close());

type Row = readonly [
  code: string,
  status: number,
  method: string,
  path: string,
  as: Caller,
  json?: object,
  params?: string[],
];

const TIMES = { start_date: '2027-01-01 10:00:00', end_date: '2027-01-01 12:00:00' };
const EVENT = { title: 'x', ...TIMES };

/** The rows of behaviour §1.7 that can occur here, each as it comes about. */
const ROWS: readonly Row[] = [
  ['rest_no_route', 404, 'GET', '/nope', 'anonymous'],
  ['rest_no_route', 404, 'GET', '/events/abc', 'anonymous'],
  ['rest_no_route', 404, 'GET', '/events/-1', 'anonymous'],
  ['rest_no_route', 404, 'GET', '/events/1.5', 'anonymous'],
  ['rest_no_route', 404, 'GET', '/events/by-slug', 'anonymous'],
  ['rest_no_route', 404, 'GET', '/events/by-slug/a/b', 'anonymous'],
  ['rest_no_route', 404, 'GET', '/categories/by-slug/music', 'anonymous'],
  ['rest_no_route', 404, 'GET', '/tags/free', 'anonymous'],
  ['rest_no_route', 404, 'DELETE', '/events', 'administrator'],
  ['rest_no_route', 404, 'PUT', '/venues', 'administrator'],
  ['rest_no_route', 404, 'POST', '/doc', 'administrator'],
  ['rest_no_route', 404, 'POST', '', 'administrator'],
  ['rest_no_route', 404, 'POST', '/events?_method=constructor', 'administrator'],
  ['rest_invalid_namespace', 404, 'GET', '?namespace=wp/v2', 'anonymous'],
  ['rest_missing_callback_param', 400, 'POST', '/events', 'editor', {}, ['title', 'start_date', 'end_date']],
  [
    'rest_missing_callback_param',
    400,
    'POST',
    '/events',
    'editor',
    { title: 'x', author: 'zz' },
    ['start_date', 'end_date'],
  ],
  ['rest_missing_callback_param', 400, 'POST', '/venues', 'anonymous', { city: 'X' }, ['venue']],
  ['rest_missing_callback_param', 400, 'POST', '/organizers', 'editor', { organizer: null }, ['organizer']],
  ['rest_missing_callback_param', 400, 'POST', '/categories', 'editor', {}, ['name']],
  ['rest_missing_callback_param', 400, 'POST', '/tags', 'editor', {}, ['name']],
  ['rest_invalid_param', 400, 'GET', '/events?page=0', 'anonymous', undefined, ['page']],
  ['rest_invalid_param', 400, 'GET', '/events?status=draft', 'anonymous', undefined, ['status']],
  ['rest_invalid_param', 400, 'GET', '/events?multilang_language=xx', 'anonymous', undefined, ['multilang_language']],
  ['rest_invalid_param', 400, 'GET', '/doc?multilang_language=xx', 'anonymous', undefined, ['multilang_language']],
  ['rest_invalid_param', 400, 'GET', '/venues/999999', 'anonymous', undefined, ['id']],
  ['rest_invalid_param', 400, 'GET', '/venues/{event}', 'editor', undefined, ['id']],
  ['rest_invalid_param', 400, 'DELETE', '/organizers/0', 'editor', undefined, ['id']],
  ['rest_invalid_param', 400, 'GET', '/categories/99999999999999999999', 'anonymous', undefined, ['id']],
  ['rest_invalid_param', 400, 'PATCH', '/tags/{music}', 'editor', {}, ['id']],
  ['rest_invalid_param', 400, 'GET', '/events/by-slug/nope', 'anonymous', undefined, ['slug']],
  ['rest_invalid_param', 400, 'GET', '/events/by-slug/{event}', 'anonymous', undefined, ['slug']],
  ['rest_invalid_param', 400, 'DELETE', '/venues/by-slug/nope', 'editor', undefined, ['slug']],
  ['rest_invalid_param', 400, 'PATCH', '/organizers/by-slug/nope', 'editor', {}, ['slug']],
  ['rest_invalid_param', 400, 'PATCH', '/events/{event}', 'editor', { start_date: '2030-01-01' }, ['start_date']],
  ['rest_invalid_param', 400, 'PATCH', '/events/{event}', 'editor', { end_date: '2020-01-01' }, ['end_date']],
  ['rest_invalid_param', 400, 'POST', '/events', 'contributor', { ...EVENT, image: 'http://x/a.png' }, ['image']],
  ['rest_invalid_param', 400, 'POST', '/events', 'contributor', { ...EVENT, tags: 'New' }, ['tags']],
  ['rest_invalid_param', 400, 'POST', '/events', 'author', { ...EVENT, tags: 'New' }, ['tags']],
  ['rest_invalid_param', 400, 'POST', '/events', 'editor', { ...EVENT, venue: { id: 999999 } }, ['venue']],
  ['rest_invalid_param', 400, 'POST', '/categories', 'editor', { name: 'x', parent: 999999 }, ['parent']],
  ['rest_forbidden', 401, 'POST', '/events', 'anonymous', EVENT],
  ['rest_forbidden', 401, 'DELETE', '/venues/{venue}', 'anonymous'],
  ['rest_forbidden', 401, 'POST', '/tags', 'anonymous', { name: 'x' }],
  ['rest_forbidden', 403, 'POST', '/events', 'subscriber', EVENT],
  ['rest_forbidden', 403, 'PATCH', '/events/{event}', 'author', { title: 'x' }],
  ['rest_forbidden', 403, 'POST', '/tags', 'author', { name: 'x' }],
  ['rest_forbidden', 403, 'POST', '/categories', 'contributor', { name: 'x' }],
  ['rest-event-not-found', 404, 'GET', '/events/999999', 'anonymous'],
  ['rest-event-not-found', 404, 'GET', '/events/0', 'anonymous'],
  ['rest-event-not-found', 404, 'GET', '/events/99999999999999999999', 'administrator'],
  ['rest-event-not-found', 404, 'PATCH', '/events/999999', 'editor', {}],
  ['rest-event-not-found', 404, 'DELETE', '/events/999999', 'contributor'],
  ['rest-invalid-event-id', 400, 'GET', '/events/{venue}', 'anonymous'],
  ['rest-invalid-event-id', 400, 'DELETE', '/events/{organizer}', 'editor'],
  ['event-no-longer-available', 403, 'GET', '/events/{trashedEvent}', 'administrator'],
  ['event-no-longer-available', 403, 'GET', '/events/by-slug/trashed__trashed', 'anonymous'],
  ['event-not-accessible', 403, 'GET', '/events/{draftEvent}', 'anonymous'],
  ['event-not-accessible', 403, 'GET', '/events/by-slug/private', 'author'],
  ['event-is-in-trash', 410, 'DELETE', '/events/{trashedEvent}', 'editor'],
  ['event-archive-page-not-found', 404, 'GET', '/events?page=2', 'anonymous'],
  ['event-archive-page-not-found', 404, 'GET', '/events?search=nothing&page=2', 'anonymous'],
  ['venue-not-accessible', 403, 'GET', '/venues/{draftVenue}', 'anonymous'],
  ['venue-not-accessible', 403, 'GET', '/venues/by-slug/trashed__trashed', 'author'],
  ['organizer-not-accessible', 403, 'GET', '/organizers/{trashedOrganizer}', 'subscriber'],
  ['venue-is-in-trash', 410, 'DELETE', '/venues/{trashedVenue}', 'editor'],
  ['organizer-is-in-trash', 410, 'DELETE', '/organizers/{trashedOrganizer}', 'editor'],
  ['venue-archive-page-not-found', 404, 'GET', '/venues?page=9', 'anonymous'],
  ['organizer-archive-page-not-found', 404, 'GET', '/organizers?page=9', 'anonymous'],
  ['could-not-create-venue', 400, 'POST', '/venues', 'editor', { venue: ' ' }, ['venue']],
  ['could-not-create-organizer', 400, 'POST', '/organizers', 'editor', { organizer: '\t' }, ['organizer']],
  ['could-not-update-venue', 400, 'PATCH', '/venues/{venue}', 'editor', { venue: ' ' }, ['venue']],
  ['could-not-update-organizer', 400, 'PATCH', '/organizers/{organizer}', 'editor', { organizer: ' ' }, ['organizer']],
  ['empty_content', 400, 'POST', '/events', 'editor', { title: ' ', ...TIMES }, ['title']],
  ['empty_term_name', 400, 'POST', '/tags', 'editor', { name: ' ' }, ['name']],
  ['empty_term_name', 400, 'PATCH', '/categories/{art}', 'editor', { name: ' ' }, ['name']],
  ['term_exists', 400, 'POST', '/categories', 'editor', { name: 'music' }],
  ['term_exists', 400, 'POST', '/tags', 'editor', { name: 'Free' }],
  ['rest_taxonomy_not_hierarchical', 400, 'POST', '/tags', 'editor', { name: 'x', parent: 1 }],
  ['rest_taxonomy_not_hierarchical', 400, 'PATCH', '/tags/{free}', 'editor', { parent: 1 }],
  ['duplicate_term_slug', 400, 'PATCH', '/categories/{art}', 'editor', { slug: 'music' }, ['slug']],
  ['duplicate_term_slug', 400, 'PUT', '/tags/{paid}', 'editor', { slug: 'FREE' }, ['slug']],
];

const rows = ROWS.map(([code, status, method, path, as, json, params = []]) => {
  const sent = json ? ` ${JSON.stringify(json).replace(/,"start_date.*2027-01-01 12:00:00"/, '')}` : '';
  const asked: Asked = { as, ...(json ? { json } : {}) };
  return [`${code} (${status}): ${method} ${path}${sent}, ${as}`, method, path, asked, [status, code, params]] as const;
});

sampled(25).each(rows)('%s', async (_, method, path, asked, outcome) => {
  expect(outcomeOf(await app.rest(method, fill(path), asked))).toEqual(outcome);
});

test('an error has a code, a message and data, and nothing else', async () => {
  const { body, headers } = await app.rest('GET', '/events?featured=x&page=0');
  expect(body).toEqual({
    code: 'rest_invalid_param',
    message: expect.stringContaining('page, featured'),
    data: {
      status: 400,
      params: { page: expect.any(String), featured: expect.any(String) },
      details: {
        page: { code: expect.any(String), message: expect.any(String), data: { param: 'page' } },
        featured: { code: 'rest_invalid_type', message: expect.any(String), data: { param: 'featured' } },
      },
    },
  });
  expect(headers.get('content-type')).toBe('application/json; charset=UTF-8');
  expect(headers.get('allow')).toBe('GET');
});

test('the message of an unknown event names its id', async () => {
  expect((await app.rest('GET', '/events/424242')).body.message).toContain('424242');
});

test('a term that exists is named by its id', async () => {
  const { body } = await app.rest('POST', '/categories', { as: 'editor', json: { name: 'MUSIC' } });
  expect(body.data.term_id).toBe(ids.get('music'));
});

test.each(['categories', 'tags'])('a page past the end of /%s is empty, without an error', async (kind) => {
  const { status, body } = await app.rest('GET', `/${kind}?hide_empty=0&page=9`);
  expect([status, body[kind], body.total]).toEqual([200, [], 2]);
});

const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

/** Checking a secret is meant to be slow, so each kind of address and of credentials is here once. */
sampled(1).each([
  [basic('editor:wrong'), '/es/wp-json/calendar/events/v1/venues/by-slug/x', '/es/wp-json/'],
  [basic('nobody:wrong'), '/ko/wp-json/', '/ko/wp-json/'],
  ['Bearer editor:wrong', '/?rest_route=/calendar/events/v1/nope', '/wp-json/'],
  ['Bearer wrong', '/wp-json/calendar/events/v1/events', '/wp-json/'],
])('%s on %s is refused, and names its root', async (authorization, path, root) => {
  const answer = await app.fetch(path, { headers: { Authorization: authorization } });
  expect(outcomeOf(answer)).toEqual([401, 'incorrect_password', []]);
  expect(answer.headers.get('link')).toBe(`<http://127.0.0.1:4000${root}>; rel="https://api.w.org/"`);
});

/** Headers that are no credentials: their forms are in `test/http/auth/credentials.test.ts`. */
test.each([basic('editor'), 'Negotiate YII='])('who sends "Authorization: %s" is a visitor', async (authorization) => {
  const headers = { Authorization: authorization };
  expect(outcomeOf(await app.rest('GET', '/events', { headers }))).toBe(200);
  expect(outcomeOf(await app.rest('GET', fill('/events/{draftEvent}'), { headers }))).toEqual([
    403,
    'event-not-accessible',
    [],
  ]);
  const asked = { json: { venue: 'Mine' }, headers };
  expect(outcomeOf(await app.rest('POST', '/venues', asked))).toEqual([401, 'rest_forbidden', []]);
});

test('an error in an envelope is 200 outside and an error inside', async () => {
  const { status, body } = await app.rest('GET', '/nope?_envelope=1');
  expect([status, body.status, body.body.code]).toEqual([200, 404, 'rest_no_route']);
});

test('an export that asks for a category that is not there is refused before its first line', async () => {
  const { status, body } = await app.rest('GET', '/export.jsonl?categories=nothing', { as: 'editor' });
  expect([status, Object.keys(body.data.params)]).toEqual([400, ['categories']]);
});
