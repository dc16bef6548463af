import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Role } from '../../../src/domain/access.ts';
import { buildApp, type Caller, type TestApp } from '../../support/app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

const ME = '/wp-json/wp/v2/users/me';

const POSTS = ['posts', 'tribe_events', 'tribe_venues', 'tribe_organizers'];
const ownOf = (posts: string) => [`edit_${posts}`, `delete_${posts}`];
const publishedOf = (posts: string) => [`publish_${posts}`, `edit_published_${posts}`, `delete_published_${posts}`];
const othersOf = (posts: string) => [
  `edit_others_${posts}`,
  `delete_others_${posts}`,
  `read_private_${posts}`,
  `edit_private_${posts}`,
  `delete_private_${posts}`,
];

const CONTRIBUTORS = ['read', ...POSTS.flatMap(ownOf)];
const AUTHORS = [...CONTRIBUTORS, ...POSTS.flatMap(publishedOf), 'upload_files'];
const EDITORS = [...AUTHORS, ...POSTS.flatMap(othersOf), 'manage_categories'];

/** All that each role may do, each asked for at another address. */
const ROLES: readonly (readonly [role: Role, capabilities: readonly string[], path: string])[] = [
  ['administrator', [...EDITORS, 'administrator'], ME],
  ['editor', [...EDITORS, 'editor'], `${ME}/?context=edit`],
  ['author', [...AUTHORS, 'author'], '/?rest_route=/wp/v2/users/me'],
  ['contributor', [...CONTRIBUTORS, 'contributor'], '/ko/wp-json/WP/v2/Users/me'],
  ['subscriber', ['read', 'subscriber'], ME],
];

test.each(ROLES)('the %s is shown with all that the role may do, and nothing else', async (as, names, path) => {
  const capabilities = Object.fromEntries(names.map((name) => [name, true]));
  const { status, headers, body } = await app.fetch(path, { as });
  expect([status, headers.get('allow')]).toEqual([200, 'GET']);
  expect(headers.get('cache-control')).toContain('private');
  expect(body).toEqual({ id: app.idOf(as), name: as, slug: as, roles: [as], capabilities });
  const query = '{ viewer { user { databaseId name slug role capabilities } } }';
  const { user } = (await app.graphql(query, {}, { as })).body.data.viewer;
  expect(user).toEqual({ databaseId: app.idOf(as), name: as, slug: as, role: as.toUpperCase(), capabilities });
});

test('_fields picks of it', async () => {
  expect((await app.fetch(`${ME}?_fields=id,roles`, { as: 'author' })).body).toEqual({
    id: app.idOf('author'),
    roles: ['author'],
  });
});

test('a visitor is not logged in, and wrong credentials are wrong', async () => {
  const visitor = await app.fetch(ME);
  expect([visitor.status, visitor.body]).toEqual([401, expect.objectContaining({ code: 'rest_not_logged_in' })]);
  const wrong = await app.fetch(ME, { headers: { Authorization: 'Bearer wrong' } });
  expect([wrong.status, wrong.body.code]).toEqual([401, 'incorrect_password']);
  const parameter = await app.fetch(`${ME}?multilang_language=xx`, { as: 'editor' });
  expect([parameter.status, parameter.body.code]).toEqual([400, 'rest_invalid_param']);
});

test('there is no other route of the host beside it, and no other method', async () => {
  for (const path of ['/wp-json/wp/v2', '/wp-json/wp/v2/users', '/wp-json/wp/v2/users/1', '/wp-json/users/me'])
    expect((await app.fetch(path, { as: 'administrator' })).body.code).toBe('rest_no_route');
  expect((await app.fetch(ME, { method: 'DELETE', as: 'administrator' })).body.code).toBe('rest_no_route');
  expect((await app.rest('GET', '/users/me', { as: 'administrator' })).body.code).toBe('rest_no_route');
});

test('OPTIONS describes it as the root of REST does', async () => {
  const { body } = await app.fetch(ME, { method: 'OPTIONS' });
  expect(body).toMatchObject({ namespace: 'wp/v2', methods: ['GET'] });
  expect((await app.fetch('/wp-json/')).body.routes['/wp/v2/users/me']).toEqual(body);
});

test('two users of one role each see themselves', async () => {
  const two = await buildApp({ users: ['editor'], another: 'editor' });
  const idOf = async (as: Caller) => (await two.fetch(ME, { as })).body.id;
  expect([await idOf('editor'), await idOf('another'), await idOf('editor')]).toEqual([
    two.idOf('editor'),
    two.idOf('another'),
    two.idOf('editor'),
  ]);
  await two.close();
});

test('on a calendar without users a program on its machine is the administrator', async () => {
  const open = await buildApp({ users: [], env: { NODE_ENV: 'development' } });
  expect((await open.fetch(ME)).body).toMatchObject({ id: 1, name: '', roles: ['administrator'] });
  await open.close();
});
