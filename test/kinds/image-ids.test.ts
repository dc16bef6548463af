import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildApp, type Caller, FRIDAY, type TestApp } from '../support/app.ts';
import { made, type Plural, post } from '../support/making.ts';
import { empty } from '../support/stored.ts';
import { createWatch } from '../support/watched-store.ts';

const KINDS = ['events', 'venues', 'organizers'] as const satisfies Plural[];
const SECRET = 'https://pictures.example.org/secret.png';

const watch = createWatch();
let app: TestApp;

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY, wrap: watch.wrap });
});
beforeEach(() => empty(app));
afterAll(() => app.close());

let turn = 0;

/** Names the image in a new record of one kind and the next: one rule decides for all. */
const named = async (image: number, as: Caller): Promise<'made' | 'refused'> => {
  turn += 1;
  const { status, body, text } = await post(app, KINDS[turn % 3]!, { image: String(image) }, as);
  expect(status === 201 || !text.includes(SECRET)).toBe(true);
  expect([201, 400]).toContain(status);
  return body.image ? 'made' : 'refused';
};

test.each(KINDS)('the id of an image that only hidden %s show is unknown to who may not see them', async (kind) => {
  const { id, image } = await made(app, kind, { image: SECRET, status: 'private' }, 'editor');
  expect(await named(image.id, 'author')).toBe('refused');
  expect(await named(image.id, 'contributor')).toBe('refused');
  expect(await named(99_999, 'author')).toBe('refused');

  await app.rest('PUT', `/${kind}/${id}`, { as: 'editor', json: { status: 'publish' } });
  expect(await named(image.id, 'contributor')).toBe('made');
});

test('who may see all records names the images of all', async () => {
  const { image } = await made(app, 'events', { image: SECRET, status: 'draft' }, 'author');
  expect(await named(image.id, 'editor')).toBe('made');
});

test('who brought an image in names it, whether a record shows it or none', async () => {
  const { id, image } = await made(app, 'events', { image: SECRET }, 'author');
  await app.rest('PUT', `/events/${id}`, { as: 'author', json: { image: '' } });
  expect(await named(image.id, 'contributor')).toBe('refused');
  expect(await named(image.id, 'author')).toBe('made');
});

test('an image of one’s own draft may be named by oneself', async () => {
  const { image } = await made(app, 'events', { image: SECRET, status: 'private' }, 'editor');
  await made(app, 'venues', { author: app.idOf('contributor'), status: 'draft', image: String(image.id) }, 'editor');
  expect(await named(image.id, 'contributor')).toBe('made');
  expect(await named(image.id, 'author')).toBe('refused');
});

test('an image of a scheduled event may be named once the event is public', async () => {
  const date = '2026-12-24 10:00:00';
  const { image } = await made(app, 'events', { image: SECRET, status: 'publish', date }, 'editor');
  expect(await named(image.id, 'author')).toBe('refused');
  app.clock.now = Date.parse('2026-12-25T00:00:00Z');
  expect(await named(image.id, 'author')).toBe('made');
});

test('naming an image costs no more queries the more records show it', async () => {
  const { image } = await made(app, 'events', { image: SECRET, status: 'private' }, 'editor');
  const asked = async () => {
    const { result, reads } = await watch.during(() => post(app, 'venues', { image: image.id }, 'contributor'));
    expect(result.status).toBe(400);
    return reads.length;
  };
  const few = await asked();
  for (let more = 0; more < 5; more++) await made(app, 'events', { image: image.id, status: 'private' }, 'editor');
  expect(await asked()).toBe(few);
});

test('describing an image writes the image alone, however many records show it, and all of them show it at once', async () => {
  const event = await made(app, 'events', { image: SECRET });
  const venues = [];
  for (let more = 0; more < 3; more++)
    venues.push(await made(app, 'venues', { venue: `Hall ${more}`, image: event.image.id }));
  const query = 'mutation ($input: UpdateImageInput!) { updateImage(input: $input) { image { alternativeText } } }';
  const input = { ref: { databaseId: event.image.id }, alternativeText: 'A stage' };
  const described = () => app.graphql(query, { input }, { as: 'editor' });
  const before = await app.store.find('venues', {});
  const { result, writes } = await watch.during(described);
  expect(result.body.data.updateImage.image).toEqual({ alternativeText: 'A stage' });
  expect(writes).toEqual(['update images', 'nextId changes', 'insert changes']);
  expect(await app.store.find('venues', {})).toEqual(before);
  const shown = await app.graphql('{ venues { nodes { image { alternativeText version } } } }');
  expect(shown.body.data.venues.nodes).toEqual(
    venues.map(() => ({ image: { alternativeText: 'A stage', version: 2 } })),
  );
});

test('of an image whose record is damaged nothing is said, and what shows it is shown', async () => {
  const { id, image } = await made(app, 'events', { image: SECRET });
  await app.store.update('images', image.id, { $set: { text: 'nonsense' } });
  const { body } = await app.graphql(`{ event(ref: { databaseId: ${id} }) { image { url alternativeText version } } }`);
  expect(body).toEqual({ data: { event: { image: { url: SECRET, alternativeText: '', version: 0 } } } });
});
