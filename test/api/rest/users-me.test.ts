import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROLES, type Role } from '../../../src/domain/access.ts';
import { buildApp, type Caller, type TestApp } from '../../support/app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

const ME = '/wp-json/wp/v2/users/me';

/** Some capabilities, and the roles that have them. */
const CAPABILITIES: readonly (readonly [capability: string, roles: readonly Role[]])[] = [
  ['read', ROLES],
  ['edit_posts', ['administrator', 'editor', 'author', 'contributor']],
  ['edit_tribe_events', ['administrator', 'editor', 'author', 'contributor']],
  ['publish_tribe_venues', ['administrator', 'editor', 'author']],
  ['upload_files', ['administrator', 'editor', 'author']],
  ['edit_others_tribe_organizers', ['administrator', 'editor']],
  ['manage_categories', ['administrator', 'editor']],
  ['administrator', ['administrator']],
  ['manage_options', []],
];

describe.each(ROLES)('of %s', (as) => {
  test.each([ME, `${ME}/?context=edit`, '/?rest_route=/wp/v2/users/me', '/ko/wp-json/WP/v2/Users/me'])(
    '%s is the user, and what they may do',
    async (path) => {
      const { status, headers, body } = await app.fetch(path, { as });
      expect([status, headers.get('allow'), headers.get('cache-control')]).toEqual([
        200,
        'GET',
        expect.stringContaining('private'),
      ]);
      expect(body).toEqual({ id: app.idOf(as), name: as, slug: as, roles: [as], capabilities: expect.any(Object) });
      const may = CAPABILITIES.map(([capability]) => [capability, body.capabilities[capability] ?? false]);
      expect(may).toEqual(CAPABILITIES.map(([capability, roles]) => [capability, roles.includes(as)]));
    },
  );

  test('GraphQL says the same', async () => {
    const query = '{ viewer { user { databaseId name slug role capabilities } } }';
    const { user } = (await app.graphql(query, {}, { as })).body.data.viewer;
    const { id, roles, ...rest } = (await app.fetch(ME, { as })).body;
    expect(user).toEqual({ databaseId: id, role: roles[0].toUpperCase(), ...rest });
  });
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
  const wrong = await app.fetch(ME, { headers: { Authorization: `Basic ${btoa('editor:wrong')}` } });
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
