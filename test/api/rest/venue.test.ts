import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../support/app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

test('a venue that was created can be read by id and by slug', async () => {
  const created = await app.rest('POST', '/venues', {
    as: 'administrator',
    json: { venue: 'Grand Hall', city: 'New York', state: 'NY' },
  });
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({
    venue: 'Grand Hall',
    slug: 'grand-hall',
    city: 'New York',
    stateprovince: 'NY',
    author: '1',
  });
  const byId = await app.rest('GET', `/venues/${created.body.id}`);
  const bySlug = await app.rest('GET', '/venues/by-slug/GRAND-HALL');
  expect(byId.body).toEqual(bySlug.body);
});

test('a venue without a name is refused', async () => {
  const refused = await app.rest('POST', '/venues', { as: 'administrator', json: { city: 'Nowhere' } });
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({ code: 'rest_missing_callback_param', data: { status: 400, params: ['venue'] } });
});

test('bad input is refused before a missing login', async () => {
  const refused = await app.rest('POST', '/venues', { json: {} });
  expect(refused.status).toBe(400);
  const stranger = await app.rest('POST', '/venues', { json: { venue: 'Mine' } });
  expect(stranger.status).toBe(401);
  expect(stranger.body.code).toBe('rest_forbidden');
});
