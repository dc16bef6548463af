import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeUsers } from '../../../src/data/users/store-users.ts';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';
import { made } from '../../support/making.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
});
afterAll(() => app.close());

test('everybody sees the display name of an author, and nobody else the name that they sign in with', async () => {
  const { id } = await made(app, 'events', { author: app.idOf('author') });
  const query = `{ event(ref: { databaseId: ${id} }) { author { name displayName } } }`;
  const shown = async () => {
    // A server may know users for a second; another one does not know any yet.
    const { body } = await app.secondServer()('/graphql', { method: 'POST', json: { query } });
    return body.data.event.author;
  };
  const [name] = app.credentials('author').split(':') as [string];
  const users = storeUsers(app.store);
  expect(await shown()).toEqual({ name: null, displayName: null });
  await users.setDisplayName(name, '  Ana García ');
  expect(await shown()).toEqual({ name: null, displayName: 'Ana García' });
  await users.setDisplayName(name, '');
  expect(await shown()).toEqual({ name: null, displayName: null });
  await expect(users.setDisplayName(name, 'a\nb')).rejects.toThrow('one line');
});

test('the time of creation stays, and is null for what was created before it was stored', async () => {
  const { id } = await made(app, 'events', {
    venue: { venue: 'Hall' },
    categories: ['Music'],
    image: 'https://a.example/1.png',
  });
  const query = `{ event(ref: { databaseId: ${id} }) {
    createdAt modifiedAt venues { createdAt } categories { createdAt } image { createdAt }
  } }`;
  const at = new Date(app.clock.now).toISOString();
  const { body: before } = await app.graphql(query);
  const { createdAt } = before.data.event;
  expect(Date.parse(createdAt)).toBe(Math.floor(Date.parse(at) / 1000) * 1000);
  app.clock.now += 3_600_000;
  await app.rest('PATCH', `/events/${id}`, { as: 'editor', json: { title: 'Later' } });
  const { body: after } = await app.graphql(query);
  const same = { createdAt };
  expect(after.data.event).toMatchObject({ ...same, venues: [same], categories: [same], image: same });
  expect(after.data.event.modifiedAt).not.toBe(createdAt);
  await app.store.update('events', id, { $unset: { createdAt: true }, $set: { version: 9 } });
  await app.tellAll();
  expect((await app.graphql(query)).body.data.event.createdAt).toBeNull();
});

test('descriptionText is the text of a description, with its paragraphs, lists and links', async () => {
  const description = '<p>One &amp; <b>two</b></p><ul><li>three</li></ul><p><a href="https://a.example/">more</a></p>';
  const { id } = await made(app, 'events', { title: 'A & B', description });
  const { body } = await app.graphql(`{ event(ref: { databaseId: ${id} }) { title descriptionText } }`);
  expect(body.data.event).toEqual({
    title: 'A & B',
    descriptionText: expect.stringMatching(/^One & two\n+- three\n+more .*https:\/\/a\.example\/.*$/),
  });
});
