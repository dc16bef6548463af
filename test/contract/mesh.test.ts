import { fileURLToPath } from 'node:url';
import { findAndParseConfig } from '@graphql-mesh/cli';
import { getMesh, type MeshInstance } from '@graphql-mesh/runtime';
import type { Logger, MeshFetch } from '@graphql-mesh/types';
import { type GraphQLNamedType, getNamedType, isObjectType, isUnionType } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answered, buildApp, type TestApp } from '../support/app.ts';

const quiet: Logger = { log() {}, warn() {}, info() {}, error() {}, debug() {}, child: () => quiet };

let app: TestApp;
let somewhere: { id: number; venue: { id: number } };
let mesh: MeshInstance;

/** Mesh made of the committed OpenAPI document by the committed configuration; its requests go to the app in process. */
async function buildMesh(): Promise<MeshInstance> {
  const fetchFn: MeshFetch = async (url, { method = 'GET', headers, body } = {}) => {
    const { pathname, search } = new URL(url);
    const sent = body === undefined || body === null ? {} : { body: body as BodyInit };
    const answer = await app.fetch(pathname + search, {
      method,
      as: 'administrator',
      headers: headers as Record<string, string>,
      ...sent,
    });
    return new Response(answer.text, { status: answer.status, headers: answer.headers });
  };
  const dir = fileURLToPath(new URL('../../', import.meta.url));
  return getMesh({ ...(await findAndParseConfig({ dir, logger: quiet })), fetchFn });
}

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

/** An operation of the OpenAPI document, asked through Mesh for all that it can give. */
async function ask(operation: string, args: string, root: 'query' | 'mutation' = 'query'): Promise<unknown> {
  const type = root === 'query' ? mesh.schema.getQueryType() : mesh.schema.getMutationType();
  const field = type?.getFields()[operation];
  expect(field, operation).toBeDefined();
  const selection = everything(getNamedType(field!.type));
  const { data, errors } = await mesh.execute(`${root} { body: ${operation}${args} ${selection} }`, {});
  expect(errors).toBeUndefined();
  return data.body;
}

/**
 * What both must agree on. REST leaves out what is empty, GraphQL shows every field that was asked for, then as null.
 * Mesh sends the defaults that the document names, and so they stand in the links to pages.
 */
const agreed = (body: unknown): unknown =>
  JSON.parse(
    JSON.stringify(body, (key, value) => (/rest_url$/.test(key) ? value?.split('?')[0] : (value ?? undefined))),
  );

const rest = async (path: string): Promise<unknown> => (await app.rest('GET', path, { as: 'administrator' })).body;

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
  const answered = await rest(path);
  expect(agreed(await ask(operation, args))).toEqual(agreed(answered));
});

test('a record named by its id, and lists filtered by ids, are the same through Mesh', async () => {
  const { id, venue } = somewhere;
  expect(agreed(await ask('ReadEvent', `(id: ${id})`))).toEqual(agreed(await rest(`/events/${id}`)));
  expect(agreed(await ask('ListEvents', `(include: [${id}, 999])`))).toEqual(
    agreed(await rest(`/events?include=${id},999`)),
  );
  expect(agreed(await ask('ListEvents', `(venue: [${venue.id}])`))).toEqual(
    agreed(await rest(`/events?venue=${venue.id}`)),
  );
});

test('an error through Mesh is the error of REST', async () => {
  expect(await ask('ReadEvent', '(id: 99999)')).toMatchObject({
    code: 'rest-event-not-found',
    data: { status: 404 },
  });
});

test('what is written through Mesh is read through REST', async () => {
  const input =
    '{ title: "Through Mesh", start_date: "2027-05-01 10:00", end_date: "2027-05-01 11:00", featured: true }';
  const made = (await ask('CreateEvent', `(input: ${input})`, 'mutation')) as { id: number };
  const address = `/events/${made.id}`;
  expect(await rest(address)).toMatchObject({
    title: 'Through Mesh',
    start_date: '2027-05-01 10:00:00',
    featured: true,
  });
  await ask('UpdateEventWithPatch', `(id: ${made.id}, input: { title: "Changed" })`, 'mutation');
  expect(await rest(address)).toMatchObject({ title: 'Changed', featured: true });
  expect(await ask('DeleteEvent', `(id: ${made.id})`, 'mutation')).toMatchObject({ id: made.id, status: 'trash' });
});
