import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';
import { made } from '../../support/making.ts';

// test/api/graphql/event-filters.test.ts compares the cities of a drawn calendar with its lists.
let app: TestApp;

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
});
afterAll(() => app.close());

interface City {
  city: string;
  eventCount: number;
}

/** The cities that are told at an address, but for those of another test. */
async function told(which: (city: string) => boolean, path = '/graphql'): Promise<City[]> {
  const query = '{ cities(first: 100) { city country countryCode eventCount } }';
  const { body } = await app.fetch(path, { method: 'POST', json: { query } });
  return body.data.cities.filter(({ city }: City) => which(city));
}

test('a city is one however its name is written, and an event at two of its venues counts once', async () => {
  const venues: number[] = [];
  for (const [city, country] of [
    ['Sevilla', 'España'],
    ['SEVILLA ', 'Spain'],
    ['Sevílla', 'ES'],
    ['Sevilla', ''],
  ])
    venues.push((await made(app, 'venues', { venue: `In ${city} of ${country}`, city, country })).id);
  const at = (...places: number[]) => made(app, 'events', { venue: places.map((place) => venues[place]) });
  await at(0);
  await at(0, 1);
  await at(1, 2);
  await at(3);
  expect(await told((city) => city.startsWith('Sevilla'))).toEqual([
    { city: 'Sevilla', country: null, countryCode: null, eventCount: 4 },
    { city: 'Sevilla', country: 'España', countryCode: 'ES', eventCount: 3 },
  ]);
  const { body: found } = await app.graphql('{ events(where: { city: "sevílla" }) { totalCount } }');
  expect(found.data.events.totalCount).toBe(4);
});

test('a city with a name in the language of the request is given once, whatever some of its venues call it', async () => {
  const venue = async (language: string, city: string) => {
    const json = { venue: city, city };
    const { body } = await app.rest('POST', `/venues?multilang_language=${language}`, { as: 'editor', json });
    await made(app, 'events', { venue: body.id });
    return body.id;
  };
  const seoul = await venue('en', 'Seoul');
  await app.rest('PATCH', `/venues/${seoul}?multilang_language=ko`, { as: 'editor', json: { city: '서울' } });
  await venue('ko', '서울');
  await venue('ko', '부산');
  const named = async (path: string) => {
    const cities = await told((city) => !city.startsWith('Sevilla'), path);
    return cities.map(({ city, eventCount }) => `${city} ${eventCount}`).sort();
  };
  expect(await named('/graphql')).toEqual(['Seoul 1', '부산 1']);
  expect(await named('/ko/graphql')).toEqual(['부산 1', '서울 2']);
});
