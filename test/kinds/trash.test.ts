import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../support/app.ts';
import { made, type Plural, post } from '../support/making.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

const as = 'editor';
const NAMES = [
  { kind: 'events', name: 'title' },
  { kind: 'venues', name: 'venue' },
  { kind: 'organizers', name: 'organizer' },
] as const satisfies { kind: Plural; name: string }[];

const trash = (kind: Plural, id: number) => app.rest('DELETE', `/${kind}/${id}`, { as });
const restore = (kind: Plural, id: number) => app.rest('PUT', `/${kind}/${id}`, { as, json: { status: 'publish' } });

test.each(NAMES)('$kind in the trash give their slug back, and get it again when it is still free', async (row) => {
  const { kind, name } = row;
  const first = await made(app, kind, { [name]: 'Spring fair' }, as);
  const trashed = await trash(kind, first.id);
  expect(trashed.body).toMatchObject({ status: 'trash', slug: 'spring-fair__trashed' });
  expect((await app.rest('GET', `/${kind}/by-slug/spring-fair`, { as })).status).toBe(400);

  expect((await restore(kind, first.id)).body).toMatchObject({ status: 'publish', slug: 'spring-fair' });
  expect((await app.rest('GET', `/${kind}/by-slug/spring-fair`)).body.id).toBe(first.id);

  await trash(kind, first.id);
  const second = await made(app, kind, { [name]: 'Spring fair' }, as);
  expect(second).toMatchObject({ slug: 'spring-fair' });
  expect(second.id).not.toBe(first.id);
  expect((await restore(kind, first.id)).body).toMatchObject({ status: 'publish', slug: 'spring-fair-2' });
});

test('events of one name can all lie in the trash', async () => {
  const long = 'x'.repeat(250);
  for (const title of ['Autumn fair', 'Autumn fair', 'Autumn fair', long, long, long]) {
    const { id } = await made(app, 'events', { title }, as);
    expect((await trash('events', id)).status).toBe(200);
  }
});

test('a venue with a slug as long as can be comes back from the trash with it', async () => {
  const long = 'x'.repeat(250);
  const first = await made(app, 'venues', { venue: long }, as);
  await trash('venues', first.id);
  const second = await made(app, 'venues', { venue: long }, as);
  await trash('venues', second.id);
  expect((await restore('venues', second.id)).body.slug).toBe(second.slug);
  expect((await restore('venues', first.id)).body.slug).toBe(`${'x'.repeat(198)}-2`);
});

test('organizers made in the trash keep the plain slug, as the reference does', async () => {
  const { status } = await post(app, 'organizers', { organizer: 'Autumn choir', status: 'trash' }, as);
  expect(status).toBe(201);
  expect(await made(app, 'organizers', { organizer: 'Autumn choir' }, as)).toMatchObject({ slug: 'autumn-choir-2' });
});

test('an event in the trash is gone for everybody, and trashing it again is refused', async () => {
  const tag = await made(app, 'tags', { name: 'Gone' });
  const { id } = await made(app, 'events', { title: 'Summer fair', tags: [tag.id] }, as);
  await trash('events', id);
  for (const caller of ['anonymous', 'editor', 'administrator'] as const) {
    const { status, body } = await app.rest('GET', `/events/${id}`, { as: caller });
    expect(status).toBe(403);
    expect(body.code).toBe('event-no-longer-available');
    expect((await app.rest('GET', `/events?tags=${tag.id}`, { as: caller })).body.total).toBe(0);
  }
  expect((await trash('events', id)).status).toBe(410);
});

test('an event that comes back from the trash names again what it named', async () => {
  const venue = await made(app, 'venues', { venue: 'Linked' }, as);
  const { id } = await made(app, 'events', { venue: venue.id, categories: ['Linked'], tags: ['Linked'] }, as);
  const total = async (kind: Plural) => (await app.rest('GET', `/${kind}?has_events=1&search=linked`)).body.total;
  const totals = async () => [await total('venues'), await total('categories'), await total('tags')];
  expect(await totals()).toEqual([1, 1, 1]);
  await trash('events', id);
  expect(await totals()).toEqual([0, 0, 0]);
  await restore('events', id);
  expect(await totals()).toEqual([1, 1, 1]);
});
