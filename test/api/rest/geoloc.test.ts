import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';
import { sampled } from '../../support/sample.ts';

let app: TestApp;

const make = async (venue: object, title: string): Promise<void> => {
  const times = { start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 12:00:00' };
  const made = await app.rest('POST', '/events', { as: 'administrator', json: { title, ...times, venue } });
  expect(made.status).toBe(201);
};

const titles = async (query: string): Promise<string[]> => {
  const { body } = await app.rest('GET', `/events?${query}`);
  return body.events.map(({ title }: { title: string }) => title);
};

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
  await make({ venue: 'Plaza Mayor', geo_lat: 40.4155, geo_lng: -3.7074 }, 'Madrid');
  await make({ venue: 'Alcalá', geo_lat: '40.4819', geo_lng: '-3.3635' }, 'Alcalá');
  await make({ venue: 'East of the line', geo_lat: 0, geo_lng: -179.95 }, 'East');
  await make({ venue: 'West of the line', geo_lat: 0, geo_lng: 179.95 }, 'West');
  await make({ venue: 'Anywhere' }, 'Anywhere');
  await make({ venue: 'Half a place', geo_lat: 10 }, 'Half');
});
afterAll(() => app.close());

test('a venue shows its coordinates as text, and only both together', async () => {
  const { body } = await app.rest('GET', '/venues/by-slug/plaza-mayor');
  expect(body).toMatchObject({ geo_lat: '40.4155', geo_lng: '-3.7074' });
  expect(body.json_ld.geo).toEqual({ '@type': 'GeoCoordinates', latitude: 40.4155, longitude: -3.7074 });
  const half = await app.rest('GET', '/venues/by-slug/half-a-place');
  expect(half.body).not.toHaveProperty('geo_lat');
});

sampled(3).each([
  ['geoloc=true', ['Madrid', 'Alcalá', 'East', 'West']],
  ['geoloc=false', ['Anywhere', 'Half']],
  ['geoloc_lat=40.4168&geoloc_lng=-3.7038', ['Madrid']],
  ['geoloc_lat=40.4168&geoloc_lng=-3.7038&geoloc_radius=40', ['Madrid', 'Alcalá']],
  ['geoloc_lat=0&geoloc_lng=180', ['East', 'West']],
  ['geoloc_lat=0&geoloc_lng=-180', ['East', 'West']],
  ['geoloc_lat=90&geoloc_lng=0&geoloc_radius=20', []],
  ['geoloc=false&geoloc_lat=0&geoloc_lng=180', []],
])('%s keeps the events at those places, and counts them', async (query, expected) => {
  expect(await titles(query)).toEqual(expected);
  expect((await app.rest('GET', `/events?${query}`)).body.total).toBe(expected.length);
});

test.each([
  ['geoloc_lat=1', 'geoloc_lat'],
  ['geoloc_lng=1', 'geoloc_lng'],
  ['geoloc_lat=91&geoloc_lng=0', 'geoloc_lat'],
  ['geoloc_lat=x&geoloc_lng=0', 'geoloc_lat'],
  ['geoloc_lat=1e309&geoloc_lng=0', 'geoloc_lat'],
  ['geoloc=maybe', 'geoloc'],
])('%s is refused, naming the parameter', async (query, name) => {
  const { status, body } = await app.rest('GET', `/events?${query}`);
  expect(status).toBe(400);
  expect(Object.keys(body.data.params)).toEqual([name]);
});

test('both APIs find the same events near a place', async () => {
  const query =
    '{ eventPage(where: { near: { latitude: 40.4168, longitude: -3.7038, radiusKm: 40 } }) { items { title venues { geoLat geoLng } } } }';
  const { body } = await app.graphql(query);
  expect(body.data.eventPage.items).toEqual([
    { title: 'Madrid', venues: [{ geoLat: 40.4155, geoLng: -3.7074 }] },
    { title: 'Alcalá', venues: [{ geoLat: 40.4819, geoLng: -3.3635 }] },
  ]);
});
