// Alone catches a record, an error or a right that one API shows otherwise than the other.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpStatus, wireCode } from '../../src/domain/errors.ts';
import { pageFields } from '../../src/domain/fields/paging.ts';
import { buildApp, type Caller, FRIDAY, type TestApp } from '../support/app.ts';
import {
  graphqlSaid,
  isToldByRest,
  readBoth,
  readUnknown,
  restSaid,
  writeGraphql,
  writeRest,
} from '../support/parity/apis.ts';
import type { Shown } from '../support/parity/keys.ts';
import { KINDS, kindOf } from '../support/parity/kinds.ts';
import { wireBody } from '../support/parity/wire.ts';
import { CALLERS, furnish, type World } from '../support/parity/world.ts';

let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
  world = await furnish(app);
});
afterAll(() => app.close());

test.each(KINDS)('each $name shows the same values, errors and rights in both APIs', async (kind) => {
  const found = [];
  for (const [index, ref] of world.refsOf(kind).entries()) {
    // Callers take turns: who reads a record by its id is another than who reads it by its slug.
    const as = CALLERS[index % CALLERS.length]!;
    const { rest, graphql } = await readBoth(app, kind, ref, as);
    const expected = isToldByRest(rest) ? await readUnknown(app, kind, ref, as) : rest;
    expect(graphql, `${JSON.stringify(ref)} read by ${as}`).toEqual(expected);
    found.push(rest.said);
  }
  expect(found.filter((said) => 'value' in said).length).toBeGreaterThan(2);
  expect(found.filter((said) => 'code' in said).length).toBeGreaterThan(2);
});

const FINE = { title: 'Fine', startDate: '2026-12-05 10:00:00', endDate: '2026-12-05 12:00:00' };

const inside = (...records: Shown[]): Shown => ({ set: records.map((upsert) => ({ upsert })) });
const LONG = 'x'.repeat(1001);

/** New events that are refused, and the parameters that the error names. `order-of-checks.test.ts` has one of each sort. */
const REFUSED: readonly [what: string, as: Caller, values: Shown, params: string[]][] = [
  ['dates that are none', 'editor', { startDate: 'never', date: 'x' }, ['date', 'start_date']],
  ['unknown records', 'editor', { venues: { set: [{ databaseId: 999 }] }, author: 99 }, ['author', 'venue']],
  ['one without a name and with a long phone', 'editor', { venues: inside({ name: '', phone: LONG }) }, ['venue']],
  [
    'a bad one before a worse',
    'editor',
    { venues: inside({ name: 'A', geoLat: 91 }, { name: 'B', phone: LONG }) },
    ['venue'],
  ],
  ['an image of a contributor', 'contributor', { image: 'https://a.example/i.png' }, ['image']],
  ['a new category of a contributor', 'contributor', { categories: inside({ name: 'New' }) }, ['categories']],
  ['a new tag of an author', 'author', { tags: inside({ name: 'New' }) }, ['tags']],
];

test.each(REFUSED)('both APIs refuse %s in an event alike', async (_, as, values, params) => {
  const write = { verb: 'create', values: { ...FINE, ...values } } as const;
  const rest = await writeRest(app, kindOf('event'), write, as);
  expect(rest).toMatchObject({ code: 'rest_invalid_param', status: 400 });
  expect(Object.keys((rest as { params: object }).params).sort()).toEqual(params);
  expect(await writeGraphql(app, kindOf('event'), write, as)).toEqual(rest);
});

test.each([
  ['a venue as organizer', (id: World['id']) => ({ organizers: { set: [{ databaseId: id('hall') }] } }), 'organizer'],
  ['a start after the end', () => ({ startDate: '2030-01-01' }), 'start_date'],
])('both APIs refuse %s in an update alike', async (_, valuesOf, param) => {
  const write = { verb: 'update', ref: { id: world.id('opening') }, values: valuesOf(world.id) } as const;
  const rest = await writeRest(app, kindOf('event'), write, 'editor');
  expect(rest).toMatchObject({ code: 'rest_invalid_param', status: 400, params: { [param]: expect.any(String) } });
  expect(await writeGraphql(app, kindOf('event'), write, 'editor')).toEqual(rest);
});

test.each([
  ['event', 'draft', 'anonymous', 'event-not-accessible'],
  ['event', 'members', 'author', 'event-not-accessible'],
  ['venue', 'house', 'contributor', 'venue-not-accessible'],
  ['organizer', 'later organizer', 'subscriber', 'organizer-not-accessible'],
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

/** A wrong field of a new record inside an event, by its name in each API, and the record. */
const INSIDE: readonly [field: 'venues' | 'organizers', member: string, wire: string, record: Shown][] = [
  ['venues', 'name', 'venue', { name: '', phone: '1' }],
  ['organizers', 'name', 'organizer', { name: ' ', phone: '1' }],
  ['venues', 'geoLat', 'geo_lat', { name: 'X', geoLat: 100 }],
  ['venues', 'stateProvince', 'stateprovince', { name: 'X', stateProvince: 'a\0b' }],
  ['organizers', 'phone', 'phone', { name: 'X', phone: '1\u00072' }],
  ['organizers', 'email', 'email', { name: 'X', email: 'Ann <a@b.example>' }],
  ['venues', 'dateUtc', 'date_utc', { name: 'X', dateUtc: 'soonish' }],
  ['venues', 'author', 'author', { name: 'X', author: 99 }],
];

test.each(INSIDE)('inside of %s each API names %s as it does: REST as %s', async (field, member, wire, record) => {
  const values = { title: 'X', startDate: '2026-12-01', endDate: '2026-12-02', [field]: { set: [{ upsert: record }] } };
  const query =
    'mutation ($values: CreateEventInput!) { createEvent(input: $values) { userErrors { path code message } } }';
  const graphql = await app.graphql(query, { values }, { as: 'administrator' });
  const [{ path, message }] = graphql.body.data.createEvent.userErrors;
  expect(message).toMatch(/^(?!\w+: ).*\.$/);
  expect(path).toEqual(['input', field, 'set', '0', 'upsert', member]);
  const rest = await app.rest('POST', '/events', {
    as: 'administrator',
    json: wireBody(kindOf('event').fields, values),
  });
  expect(Object.values(rest.body.data.params)).toEqual([`${wire}: ${message}`]);
});

test('a record inside of an event that lacks its name is told of that alone, as a whole record is', async () => {
  const json = { title: 'X', start_date: '2026-12-01', end_date: '2026-12-02', venue: { city: 'X', geo_lat: 91 } };
  const { body } = await app.rest('POST', '/events', { as: 'administrator', json });
  expect(body.data.params).toEqual({ venue: 'venue: Is required.' });
});

test('wrong credentials are refused at both APIs with the same code and status', async () => {
  const headers = { Authorization: `Basic ${Buffer.from('editor:wrong').toString('base64')}` };
  const rest = await app.rest('GET', '/events', { headers });
  const graphql = await app.graphql('{ eventPage { total } }', {}, { headers });
  const [{ extensions }] = graphql.body.errors;
  expect([rest.body.code, rest.status]).toEqual(['incorrect_password', 401]);
  expect([wireCode(extensions.code), httpStatus(extensions.code), graphql.status]).toEqual([
    'incorrect_password',
    401,
    401,
  ]);
});

test.each([
  ['event', 404, 'event-archive-page-not-found'],
  ['tag', 200, undefined],
] as const)('a page of %ss past the end is empty in GraphQL, and %i in REST', async (name, status, code) => {
  const graphql = await app.graphql(`{ it: ${name}Page(page: 99) { page items { id } } }`);
  expect(graphql.body.data.it).toEqual({ page: 99, items: [] });
  const rest = await app.rest('GET', `/${name}s?page=99`);
  expect([rest.status, rest.body.code]).toEqual([status, code]);
});

test.each(['event', 'tag'])('a page of %ss that cannot be is refused by both APIs', async (name) => {
  const rest = restSaid(await app.rest('GET', `/${name}s?page=0&per_page=-7`));
  expect(rest).toMatchObject({ code: 'rest_invalid_param', status: 400 });
  const graphql = await app.graphql(`{ ${name}Page(page: 0, perPage: -7) { total } }`);
  expect(graphqlSaid(graphql, (page) => page, pageFields)).toEqual(rest);
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
