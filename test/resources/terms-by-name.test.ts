import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../support/app.ts';
import { made, post } from '../support/making.ts';
import { contents } from '../support/stored.ts';

let app: TestApp;

beforeEach(async () => {
  app = await buildApp();
});
afterEach(() => app.close());

const namesOf = (terms: { name: string }[]) => terms.map(({ name }) => name);

test('terms that an event names by id, slug or name in any case are the ones that are there', async () => {
  const { id } = await made(app, 'categories', { name: 'Rock & Roll' });
  for (const sent of [id, String(id), 'rock-roll', 'ROCK-ROLL', 'Rock & Roll', 'rock & roll']) {
    const event = await made(app, 'events', { categories: [sent] });
    expect(event.categories).toMatchObject([{ id }]);
  }
  expect((await contents(app.store)).categories).toMatchObject([{ count: 6 }]);
});

test.each(['categories', 'tags'])(
  '%s that an event names anew are made once, however often it names them',
  async (kind) => {
    const event = await made(app, 'events', { [kind]: ['Music', 'Music', 'music', 'Jazz'] });
    expect(namesOf(event[kind])).toEqual(['Jazz', 'Music']);
  },
);

test.each(['categories', 'tags'] as const)(
  '%s whose slug follows from the name an event sends are reused',
  async (kind) => {
    const { id } = await made(app, kind, { name: 'Rock & Roll' });
    const { status, body } = await post(app, 'events', { [kind]: ['Rock Roll'] });
    expect(status).toBe(201);
    expect(body[kind]).toMatchObject([{ id }]);
  },
);

test('a name may stand below several parents, and an event means the oldest by it', async () => {
  const [one, two] = [await made(app, 'categories', { name: 'One' }), await made(app, 'categories', { name: 'Two' })];
  const first = await made(app, 'categories', { name: 'Jazz', parent: one.id });
  const second = await made(app, 'categories', { name: 'Jazz', parent: two.id });
  expect(second.slug).not.toBe(first.slug);
  expect((await made(app, 'events', { categories: ['Jazz'] })).categories).toMatchObject([{ id: first.id }]);
});

test.each(['categories', 'tags'] as const)(
  'names of %s that nothing is left of without tags are refused',
  async (kind) => {
    expect((await post(app, kind, { name: '<b></b>' })).status).toBe(400);
  },
);

test.each([
  { as: 'contributor', categories: 400, tags: 400 },
  { as: 'author', categories: 201, tags: 400 },
  { as: 'editor', categories: 201, tags: 201 },
] as const)('an event of the $as makes new terms only where the $as may', async ({ as, ...expected }) => {
  for (const kind of ['categories', 'tags'] as const) {
    const { status } = await post(app, 'events', { [kind]: [`New, ${as}`] }, as);
    expect(status).toBe(expected[kind]);
  }
  await made(app, 'tags', { name: 'Old' });
  expect(namesOf((await made(app, 'events', { tags: ['old'] }, as)).tags)).toEqual(['Old']);
});

test('a category that is removed is gone from events, and those below it move up', async () => {
  const top = await made(app, 'categories', { name: 'Top' });
  const middle = await made(app, 'categories', { name: 'Middle', parent: top.id });
  const below = await made(app, 'categories', { name: 'Below', parent: middle.id });
  const { id } = await made(app, 'events', { categories: [middle.id, below.id] });
  const removed = await app.rest('DELETE', `/categories/${middle.id}`, { as: 'author' });
  expect(removed).toMatchObject({ status: 200, body: { id: middle.id, name: 'Middle' } });
  expect((await app.rest('GET', `/events/${id}`)).body.categories).toMatchObject([{ id: below.id, parent: top.id }]);
  expect((await app.rest('DELETE', `/categories/${middle.id}`, { as: 'author' })).status).toBe(400);
  const [stored] = (await contents(app.store)).events;
  expect(stored!.categories).toEqual([below.id]);
});
