import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { httpStatus, wireCode } from '../../src/domain/errors.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { readBoth, readUnknown, writeGraphql, writeRest } from '../support/parity/apis.ts';
import type { Shown } from '../support/parity/keys.ts';
import { KINDS, kindOf } from '../support/parity/kinds.ts';
import { listGraphql, listRest } from '../support/parity/lists.ts';
import { REFUSALS } from '../support/parity/refusals.ts';
import { wireBody } from '../support/parity/wire.ts';
import { furnish, type World } from '../support/parity/world.ts';

let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await buildApp();
  world = await furnish(app);
});
afterAll(() => app.close());

test.each(REFUSALS)('$kind, $what: both APIs refuse with $code', async (refusal) => {
  const { as, code, status, params = [] } = refusal;
  const kind = kindOf(refusal.kind);
  const write = refusal.write(world.id);
  const rest = await writeRest(app, kind, write, as);
  expect(rest).toMatchObject({ code, status });
  expect(Object.keys((rest as { params: object }).params).sort()).toEqual([...params].sort());
  expect(await writeGraphql(app, kind, write, as)).toEqual(rest);
});

test.each([
  ['event', 'draft', 'anonymous', 'event-not-accessible'],
  ['event', 'members', 'author', 'event-not-accessible'],
  ['venue', 'house', 'contributor', 'venue-not-accessible'],
  ['organizer', 'later', 'subscriber', 'organizer-not-accessible'],
] as const)('%s: %s read by %s is %s to REST, and not there to GraphQL', async (name, label, as, code) => {
  const ref = { id: world.id(label) };
  const { rest, graphql } = await readBoth(app, kindOf(name), ref, as);
  expect(rest.said).toMatchObject({ code, status: 403 });
  expect(graphql).toEqual(await readUnknown(app, kindOf(name), ref, as));
});

test('an event in the trash is refused at both APIs to an editor who reads it', async () => {
  const { rest, graphql } = await readBoth(app, kindOf('event'), { id: world.id('off') }, 'editor');
  expect(rest.said).toMatchObject({ code: 'event-no-longer-available', status: 403 });
  expect(graphql).toEqual(rest);
});

test.each([
  ["another's draft", 'author', 'notes', { code: 'rest_forbidden', status: 403 }],
  ['a venue', 'editor', 'hall', { code: 'rest-invalid-event-id', status: 400 }],
] as const)('%s deleted as an event by the %s is not there to GraphQL; REST says why', async (_, as, label, why) => {
  const write = { verb: 'delete', ref: { id: world.id(label) } } as const;
  expect(await writeRest(app, kindOf('event'), write, as)).toMatchObject(why);
  const graphql = await writeGraphql(app, kindOf('event'), write, as);
  expect(graphql).toMatchObject({ code: 'rest-event-not-found', status: 404 });
});

test('a category cannot take the slug of another one at either API', async () => {
  const write = { verb: 'update', ref: { id: world.id('show') }, values: { slug: 'bop' } } as const;
  const rest = await writeRest(app, kindOf('category'), write, 'editor');
  expect(rest).toMatchObject({ code: 'duplicate_term_slug', status: 400 });
  expect(await writeGraphql(app, kindOf('category'), write, 'editor')).toEqual(rest);
});

/** A wrong field of a new record inside an event, by its name in each API, and the record. */
const INSIDE: readonly [field: 'venues' | 'organizers', member: string, wire: string, record: Shown][] = [
  ['venues', 'name', 'venue', { name: '', phone: '1' }],
  ['venues', 'name', 'venue', { name: ' ', city: 'Lyon' }],
  ['venues', 'geoLat', 'geo_lat', { name: 'X', geoLat: 100 }],
  ['venues', 'stateProvince', 'stateprovince', { name: 'X', stateProvince: 'a\0b' }],
  ['organizers', 'phone', 'phone', { name: 'X', phone: '1\n2' }],
  ['organizers', 'email', 'email', { name: 'X', email: 'Ann <a@b.example>' }],
  ['venues', 'dateUtc', 'date_utc', { name: 'X', dateUtc: 'soonish' }],
  ['venues', 'author', 'author', { name: 'X', author: 99 }],
  ['organizers', 'name', 'organizer', { name: '', phone: '1' }],
  ['organizers', 'dateUtc', 'date_utc', { name: 'X', dateUtc: 'soonish' }],
];

test.each(INSIDE)('inside of %s each door names %s as it does: REST as %s', async (field, member, wire, record) => {
  const values = { title: 'X', startDate: '2026-12-01', endDate: '2026-12-02', [field]: { set: [{ upsert: record }] } };
  const query =
    'mutation ($values: CreateEventInput!) { createEvent(input: $values) { userErrors { path code message } } }';
  const graphql = await app.graphql(query, { values }, { as: 'administrator' });
  const [{ path, message }] = graphql.body.data.createEvent.userErrors;
  expect(message).toMatch(/^[^:]*\.$/);
  expect(path).toEqual(['input', field, 'set', '0', 'upsert', member]);
  const rest = await app.rest('POST', '/events', {
    as: 'administrator',
    json: wireBody(kindOf('event').fields, values),
  });
  expect(Object.values(rest.body.data.params)).toEqual([`${wire}: ${message}`]);
});

test('wrong credentials are refused at both APIs with the same code and status', async () => {
  const headers = { Authorization: `Basic ${Buffer.from('editor:wrong').toString('base64')}` };
  const rest = await app.rest('GET', '/events', { headers });
  const graphql = await app.graphql('{ eventPage { total } }', {}, { headers });
  const [{ extensions }] = graphql.body.errors;
  expect([rest.body.code, rest.status]).toEqual(['incorrect_password', 401]);
  expect([wireCode(extensions.code), httpStatus(extensions.code), graphql.status]).toEqual([
    ...['incorrect_password', 401],
    401,
  ]);
});

describe.each(KINDS)('pages: $name', (kind) => {
  test('a page past the end is empty in GraphQL, and in REST is empty or its own error', async () => {
    const asking = { filter: {}, page: 99 };
    const answer = await app.graphql(`{ ${kind.name}Page(page: 99) { page total totalPages items { id } } }`);
    expect(answer.body.data[`${kind.name}Page`]).toMatchObject({ page: 99, items: [] });
    const rest = await listRest(app, kind, asking, 'anonymous', 'records');
    expect(await listGraphql(app, kind, asking, 'anonymous', 'records')).toEqual(rest);
  });

  test.each([{ page: 0 }, { page: -1 }, { perPage: 0 }, { perPage: -7 }])(
    '%o is refused at both APIs',
    async (page) => {
      const rest = await listRest(app, kind, { filter: {}, ...page }, 'editor', 'ids');
      expect(rest).toMatchObject({ code: 'rest_invalid_param', status: 400 });
      expect(await listGraphql(app, kind, { filter: {}, ...page }, 'editor', 'ids')).toEqual(rest);
    },
  );
});

/** What the types of GraphQL refuse before anything of ours is asked: REST refuses it with an error of its own. */
const TYPED = [
  ['POST', '/venues', { city: 'X' }, 'mutation { createVenue(input: { city: "X" }) { venue { id } } }'],
  [
    ...(['POST', '/events', { start_date: 'tomorrow', end_date: 'tomorrow' }] as const),
    'mutation { createEvent(input: { startDate: "tomorrow", endDate: "tomorrow" }) { event { id } } }',
  ],
  ['POST', '/tags', { name: null }, 'mutation { createTag(input: { name: null }) { tag { id } } }'],
  [
    ...(['POST', '/venues', { venue: 'X', status: 'lost' }] as const),
    'mutation { createVenue(input: { name: "X", status: lost }) { venue { id } } }',
  ],
  ['GET', '/events?status=lost', undefined, '{ eventPage(where: { status: [LOST] }) { total } }'],
  ['GET', '/events?featured=maybe', undefined, '{ eventPage(where: { featured: "maybe" }) { total } }'],
  ['GET', '/venues?page=two', undefined, '{ venuePage(page: "two") { total } }'],
  ['GET', '/events?venue=a', undefined, '{ eventPage(where: { venuesIn: [{}] }) { total } }'],
] as const;

test.each(TYPED)('%s %s with %o is refused by the types of GraphQL too', async (method, path, json, query) => {
  const rest = await app.rest(method, path, { as: 'editor', json });
  const graphql = await app.graphql(query, {}, { as: 'editor' });
  expect(rest.status).toBe(400);
  expect(rest.body.code).toMatch(/^rest_(invalid|missing_callback)_param$/);
  expect(graphql.body).toEqual({
    errors: [expect.objectContaining({ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } })],
  });
});
