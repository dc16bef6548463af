import { fileURLToPath } from 'node:url';
import { findAndParseConfig } from '@graphql-mesh/cli';
import { getMesh, type MeshInstance } from '@graphql-mesh/runtime';
import type { Logger, MeshFetch } from '@graphql-mesh/types';
import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isObjectType,
  isUnionType,
  type OperationTypeNode,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answered, buildApp, type Caller, type TestApp } from '../support/app.ts';

const quiet: Logger = { log() {}, warn() {}, info() {}, error() {}, debug() {}, child: () => quiet };

let app: TestApp;
let somewhere: { id: number; venue: { id: number } };
let draft: { id: number };
let mesh: MeshInstance;

/**
 * Mesh made of the committed OpenAPI document by the committed configuration. Its requests go to the app in process, with
 * nothing but what Mesh puts into them.
 */
async function buildMesh(): Promise<MeshInstance> {
  const fetchFn: MeshFetch = async (url, { method = 'GET', headers, body } = {}) => {
    const { pathname, search } = new URL(url);
    const sent = body === undefined || body === null ? {} : { body: body as BodyInit };
    const answer = await app.fetch(pathname + search, { method, headers: headers as Record<string, string>, ...sent });
    return new Response(answer.text, { status: answer.status, headers: answer.headers });
  };
  const dir = fileURLToPath(new URL('../../', import.meta.url));
  // Mesh takes what a module exports by default; its own way to TypeScript would not be that of the tests.
  const importFn = async (path: string) => (await import(path)).default;
  return getMesh({ ...(await findAndParseConfig({ dir, logger: quiet, importFn })), fetchFn });
}

/** What a server of HTTP that serves Mesh gives it of its caller. */
const heard = (as: Caller): object =>
  as === 'anonymous'
    ? { headers: {} }
    : { headers: { authorization: `Basic ${Buffer.from(app.credentials(as)).toString('base64')}` } };

const TIMES = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:30:00' };

const create = async (path: string, json: object): Promise<Answered['body']> => {
  const answer = await app.rest('POST', path, { as: 'administrator', json });
  expect(answer.status).toBe(201);
  return answer.body;
};

beforeAll(async () => {
  app = await buildApp();
  mesh = await buildMesh();
  const image = 'https://example.org/poster.jpg';
  const hall = await create('/venues', { venue: 'Hall & Garden', city: 'Sevilla', country: 'Spain', image });
  const annex = await create('/venues', { venue: 'Annex', description: '<p>Behind the hall.</p>', zip: '41001' });
  const ana = await create('/organizers', {
    organizer: 'Ana',
    email: 'ana@example.org',
    website: 'https://ana.example',
  });
  const music = await create('/categories', { name: 'Music', description: 'With sound.' });
  const jazz = await create('/categories', { name: 'Jazz', parent: music.id });
  await create('/events', { ...TIMES, title: 'Nowhere' });
  somewhere = await create('/events', {
    ...TIMES,
    title: 'Somewhere <b>new</b>',
    description: 'One\n\nTwo',
    venue: hall.id,
    organizer: [ana.id],
    categories: [jazz.id],
    tags: ['late'],
    cost: '5 - 10',
    image,
    timezone: 'Europe/Madrid',
  });
  await create('/events', { ...TIMES, title: 'In two places', venue: [hall.id, annex.id], all_day: true });
  draft = await create('/events', { ...TIMES, title: 'Not yet', status: 'draft' });
  await create('/events?multilang_language=ko', { ...TIMES, title: '한국어 행사' });
});
afterAll(async () => {
  mesh.destroy();
  await app.close();
});

/** Every field of a type and of the types below it; what has no fields is asked for as it is. */
function everything(type: GraphQLNamedType): string {
  const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
  const chosen = fields.map(({ name, type: of }) => `${name} ${everything(getNamedType(of))}`);
  const members = isUnionType(type) ? type.getTypes().map((one) => `... on ${one.name} ${everything(one)}`) : [];
  return [...chosen, ...members].length ? `{ ${[...chosen, ...members].join(' ')} }` : '';
}

interface Question {
  operation: string;
  args?: string;
  as?: Caller;
}

/** An operation of the OpenAPI document, asked through Mesh for all that it can give. */
async function ask({ operation, args = '', as = 'administrator' }: Question): Promise<Record<string, unknown>> {
  const root = mesh.schema.getMutationType()!.getFields()[operation] ? 'mutation' : 'query';
  const field = mesh.schema.getRootType(root as OperationTypeNode)!.getFields()[operation];
  expect(field, operation).toBeDefined();
  const selection = everything(getNamedType(field!.type));
  const { data, errors } = await mesh.execute(`${root} { body: ${operation}${args} ${selection} }`, {}, heard(as));
  expect(errors).toBeUndefined();
  return data.body;
}

/**
 * What both must agree on. REST leaves out what is empty, GraphQL shows every field that was asked for, then as null.
 * Mesh sends the defaults that the document names, and so they stand in the links to pages. What an event shows in Mesh
 * besides has a test of its own.
 */
const agreed = (body: unknown): unknown =>
  JSON.parse(
    JSON.stringify(body, (key, value) => {
      if (/rest_url$/.test(key)) return value?.split('?')[0];
      // A list also where REST shows one venue as an object.
      if (key === 'venue' && value instanceof Object) return [value].flat();
      // `false` is a type of its own where the document says one of two.
      if (key === 'image' && value?.Boolean === false) return false;
      const { poster, venues, ...shown } = Object(value);
      return 'poster' in Object(value) ? shown : (value ?? undefined);
    }),
  );

const rest = async (path: string, as: Caller = 'administrator'): Promise<unknown> =>
  (await app.rest('GET', path, { as })).body;

test.each([
  ['ListEvents', '', '/events'],
  ['ListEvents', '(per_page: 2, page: 2)', '/events?per_page=2&page=2'],
  ['ListEvents', '(search: "places", start_date: "2027-01-01")', '/events?search=places&start_date=2027-01-01'],
  ['ListEvents', '(multilang_language: ko)', '/events?multilang_language=ko'],
  ['ListEvents', '(featured: false, status: publish)', '/events?featured=false&status=publish'],
  ['ReadEventBySlug', '(slug: "in-two-places")', '/events/by-slug/in-two-places'],
  ['ListVenues', '', '/venues'],
  ['ListVenues', '(search: "garden")', '/venues?search=garden'],
  ['ReadVenueBySlug', '(slug: "annex")', '/venues/by-slug/annex'],
  ['ListOrganizers', '', '/organizers'],
  ['ReadOrganizerBySlug', '(slug: "ana")', '/organizers/by-slug/ana'],
  ['ListCategories', '(hide_empty: false)', '/categories?hide_empty=false'],
  ['ListTags', '', '/tags'],
])('%s%s gives through Mesh what REST gives', async (operation, args, path) => {
  expect(agreed(await ask({ operation, args }))).toEqual(agreed(await rest(path)));
});

test('a record named by its id, and lists filtered by ids, are the same through Mesh', async () => {
  const { id, venue } = somewhere;
  expect(agreed(await ask({ operation: 'ReadEvent', args: `(id: ${id})` }))).toEqual(
    agreed(await rest(`/events/${id}`)),
  );
  expect(agreed(await ask({ operation: 'ListEvents', args: `(include: [${id}, 999])` }))).toEqual(
    agreed(await rest(`/events?include=${id},999`)),
  );
  expect(agreed(await ask({ operation: 'ListEvents', args: `(venue: [${venue.id}])` }))).toEqual(
    agreed(await rest(`/events?venue=${venue.id}`)),
  );
});

test('the venues and the image of an event have one typed form, none, one or several', async () => {
  const event = mesh.schema.getType('Event') as GraphQLObjectType;
  expect(String(event.getFields().venues!.type)).toBe('[Venue!]!');
  expect(String(event.getFields().poster!.type)).toBe('Image');
  const shown = async (slug: string) => {
    const { body } = (
      await mesh.execute(
        `{ body: ReadEventBySlug(slug: "${slug}") { ... on Event { venues { venue } poster { url } } } }`,
        {},
        {},
      )
    ).data;
    return body;
  };
  expect(await shown('nowhere')).toEqual({ venues: [], poster: null });
  expect(await shown('somewhere-new')).toEqual({
    venues: [{ venue: 'Hall &amp; Garden' }],
    poster: { url: 'https://example.org/poster.jpg' },
  });
  expect(await shown('in-two-places')).toEqual({
    venues: [{ venue: 'Hall &amp; Garden' }, { venue: 'Annex' }],
    poster: null,
  });
});

test.each([
  ['ListEvents', 'EventList'],
  ['ListVenues', 'VenueList'],
  ['ListOrganizers', 'OrganizerList'],
  ['ListCategories', 'CategoryList'],
  ['ListTags', 'TagList'],
])('%s gives a %s or an Error', (operation, list) => {
  const given = getNamedType(mesh.schema.getQueryType()!.getFields()[operation]!.type);
  expect(isUnionType(given) && given.getTypes().map(({ name }) => name)).toEqual([list, 'Error']);
});

test('an error through Mesh is the error of REST', async () => {
  expect(await ask({ operation: 'ReadEvent', args: '(id: 99999)' })).toMatchObject({
    code: 'rest-event-not-found',
    data: { status: 404 },
  });
});

describe.each<Caller>(['anonymous', 'subscriber', 'author', 'editor'])('Mesh asked by: %s', (as) => {
  test('reads show what REST shows this caller', async () => {
    for (const [operation, args, path] of [
      ['ListEvents', '', '/events'],
      ['ReadEvent', `(id: ${draft.id})`, `/events/${draft.id}`],
      ['ReadVenue', `(id: ${somewhere.venue.id})`, `/venues/${somewhere.venue.id}`],
    ] as const)
      expect(agreed(await ask({ operation, args, as }))).toEqual(agreed(await rest(path, as)));
  });
});

test('on a calendar without users a program on its machine is the administrator, and who asks through Mesh is not', async () => {
  const usual = app;
  const open = await buildApp({ users: [], env: { NODE_ENV: 'development' } });
  app = open;
  try {
    expect((await open.rest('POST', '/tags', { json: { name: 'here' } })).status).toBe(201);
    expect(await ask({ operation: 'CreateTag', args: '(input: { name: "there" })', as: 'anonymous' })).toMatchObject({
      data: { status: 401 },
    });
  } finally {
    app = usual;
    await open.close();
  }
});

const NEW_EVENT =
  '{ title: "Through Mesh", start_date: "2027-05-01 10:00", end_date: "2027-05-01 11:00", featured: true }';

/** A write of each kind of record, what its update sends, and what REST says to the public of one that was deleted. */
const WRITES = [
  { gone: 403, kind: 'Event', path: '/events', input: NEW_EVENT, patch: { title: 'Changed' } },
  {
    gone: 403,
    kind: 'Venue',
    path: '/venues',
    input: '{ venue: "Mesh Hall", city: "Cádiz" }',
    patch: { city: 'Huelva' },
  },
  { gone: 403, kind: 'Organizer', path: '/organizers', input: '{ organizer: "Mesh" }', patch: { phone: '1234' } },
  { gone: 400, kind: 'Category', path: '/categories', input: '{ name: "Meshed" }', patch: { description: 'Woven.' } },
  { gone: 400, kind: 'Tag', path: '/tags', input: '{ name: "meshed" }', patch: { description: 'Woven.' } },
] as const;

describe.each(WRITES)('written through Mesh: $kind', ({ kind, path, input, patch, gone }) => {
  const fields = Object.entries(patch).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);

  test('who may not write is told so by the error of REST, and nothing is written', async () => {
    const before = await rest(`${path}?hide_empty=false`);
    const refused = { code: 'rest_forbidden', data: { status: 401 } };
    expect(await ask({ operation: `Create${kind}`, args: `(input: ${input})`, as: 'anonymous' })).toMatchObject(
      refused,
    );
    expect(await rest(`${path}?hide_empty=false`)).toEqual(before);
  });

  test('an editor makes, changes and deletes it, and REST and GraphQL show each', async () => {
    const made = await ask({ operation: `Create${kind}`, args: `(input: ${input})`, as: 'editor' });
    const address = `${path}/${made.id}`;
    expect(await rest(address, 'editor')).toMatchObject({ id: made.id });
    const changed = await ask({
      operation: `Update${kind}WithPatch`,
      args: `(id: ${made.id}, input: { ${fields.join(' ')} })`,
      as: 'editor',
    });
    expect(changed).toMatchObject(patch);
    expect(await rest(address, 'editor')).toMatchObject(patch);
    const name = kind.toLowerCase();
    const query = `{ record: ${name}(ref: { databaseId: ${made.id} }) { __typename id: databaseId } }`;
    const shown = async () => (await app.graphql(query, {}, { as: 'editor' })).body.data.record;
    expect(await shown()).toEqual({ __typename: kind, id: made.id });
    expect(await ask({ operation: `Delete${kind}`, args: `(id: ${made.id})`, as: 'editor' })).toMatchObject({
      id: made.id,
    });
    expect((await app.rest('GET', address)).status).toBe(gone);
  });
});
