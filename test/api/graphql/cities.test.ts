import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type Caller, type TestApp } from '../../support/app.ts';
import {
  type DrawnCalendar,
  drawCalendar,
  type Known,
  PRIVATE_VENUE,
  SEED,
  VENUES,
} from '../../support/drawn-calendar.ts';
import { made } from '../../support/making.ts';

interface City {
  city: string;
  country: string | null;
  countryCode: string | null;
  eventCount: number;
}

let app: TestApp;
let calendar: DrawnCalendar;

beforeAll(async () => {
  app = await buildApp();
  calendar = await drawCalendar(app, 50);
});
afterAll(() => app.close());

const ASK =
  'query ($first: Int, $country: String) { cities(first: $first, country: $country) { city country countryCode eventCount } }';

async function cities(
  variables: object = { first: 100 },
  { as = 'anonymous' as Caller, path = '/graphql' } = {},
): Promise<City[]> {
  const { body } = await app.fetch(path, { method: 'POST', as, json: { query: ASK, variables } });
  expect(body.errors).toBeUndefined();
  return body.data.cities;
}

const HOUR = 3_600_000;
/** Moments before, among and after the events. */
const moments = fc
  .integer({ min: -24, max: 26 * 24 })
  .map((hours) => Date.parse('2026-11-14T00:00:30Z') + hours * HOUR);

/** What a visitor finds in English: the venues are called so there, and two of them are in one city. */
function known(now: number): Map<string, number> {
  const counts = new Map<string, Set<Known>>();
  const minute = Math.floor(now / 60_000) * 60_000;
  for (const event of calendar.listed.filter(({ endsAt }) => endsAt > minute))
    for (const venue of event.venues.filter((at) => at !== PRIVATE_VENUE)) {
      const { city, country } = VENUES[venue]!;
      const key = `${city}, ${country}`;
      counts.set(key, (counts.get(key) ?? new Set()).add(event));
    }
  return new Map([...counts].map(([key, events]) => [key, events.size]));
}

test(`a visitor is told every city with what has not ended there, and no other (FUZZ_SEED=${SEED})`, async () => {
  await fc.assert(
    fc.asyncProperty(moments, async (now) => {
      app.clock.now = now;
      const told = await cities();
      expect(new Map(told.map(({ city, country, eventCount }) => [`${city}, ${country}`, eventCount]))).toEqual(
        known(now),
      );
      expect(told.map(({ eventCount }) => eventCount)).toEqual(
        told.map(({ eventCount }) => eventCount).sort((a, b) => b - a),
      );
    }),
    { numRuns: 25, seed: SEED },
  );
});

test('a city has as many events as the list that is filtered by it, for everybody and in every language', async () => {
  const count = `query ($city: String, $country: String) {
    events(where: { city: $city, country: $country, when: UPCOMING, status: [PUBLISH] }) { totalCount }
  }`;
  for (const now of ['2026-11-13T00:00:00Z', '2026-11-20T11:30:00Z'])
    for (const as of ['anonymous', 'subscriber', 'author', 'editor'] as const)
      for (const path of ['/graphql', '/ko/graphql']) {
        app.clock.now = Date.parse(now);
        const told = await cities({ first: 100 }, { as, path });
        expect(told.length).toBeGreaterThan(3);
        for (const { city, country, eventCount } of told) {
          const { body } = await app.fetch(path, {
            method: 'POST',
            as,
            json: { query: count, variables: { city, country } },
          });
          expect([as, path, city, body.data.events.totalCount]).toEqual([as, path, city, eventCount]);
        }
      }
});

test('a smaller number gives the first of them', async () => {
  app.clock.now = Date.parse('2026-11-13T00:00:00Z');
  const all = await cities();
  for (const first of [0, 1, 2, 3, 4]) expect(await cities({ first })).toEqual(all.slice(0, first));
});

test('a city is one however its name is written, and an event at two of its venues counts once', async () => {
  const two = await buildApp();
  const venues: number[] = [];
  for (const [city, country] of [
    ['Sevilla', 'España'],
    ['SEVILLA ', 'Spain'],
    ['Sevílla', 'ES'],
    ['Sevilla', ''],
  ])
    venues.push((await made(two, 'venues', { venue: `In ${city} of ${country}`, city, country })).id);
  const at = (...places: number[]) => made(two, 'events', { venue: places.map((place) => venues[place]) });
  await at(0);
  await at(0, 1);
  await at(1, 2);
  await at(3);
  const { body } = await two.graphql(ASK, {});
  expect(body.data.cities).toEqual([
    { city: 'Sevilla', country: null, countryCode: null, eventCount: 4 },
    { city: 'Sevilla', country: 'España', countryCode: 'ES', eventCount: 3 },
  ]);
  const { body: found } = await two.graphql('{ events(where: { city: "sevílla" }) { totalCount } }');
  expect(found.data.events.totalCount).toBe(4);
  await two.close();
});

test('a city with a name in the language of the request is given once, whatever some of its venues call it', async () => {
  const two = await buildApp();
  const venue = async (language: string, city: string) => {
    const json = { venue: city, city };
    const { body } = await two.rest('POST', `/venues?multilang_language=${language}`, { as: 'editor', json });
    await made(two, 'events', { venue: body.id });
    return body.id;
  };
  const seoul = await venue('en', 'Seoul');
  await two.rest('PATCH', `/venues/${seoul}?multilang_language=ko`, { as: 'editor', json: { city: '서울' } });
  await venue('ko', '서울');
  await venue('ko', '부산');
  const named = async (path: string) => {
    const { body } = await two.fetch(path, { method: 'POST', json: { query: ASK } });
    return body.data.cities.map(({ city, eventCount }: City) => `${city} ${eventCount}`).sort();
  };
  expect(await named('/graphql')).toEqual(['Seoul 1', '부산 1']);
  expect(await named('/ko/graphql')).toEqual(['부산 1', '서울 2']);
  await two.close();
});

test('Korean names are taken as they are, under the name of the language', async () => {
  app.clock.now = Date.parse('2026-11-13T00:00:00Z');
  const country = { country: '대한민국', first: 100 };
  const [korean] = await cities(country, { path: '/ko/graphql' });
  const [english] = await cities(country);
  expect([korean?.city, english?.city]).toEqual(['서울', 'Seoul']);
  expect(korean?.eventCount).toBe(english?.eventCount);
});

test.each([
  [{ first: 101 }, 'first'],
  [{ first: -1 }, 'first'],
  [{ country: '' }, 'country'],
  [{ country: 'x'.repeat(1001) }, 'country'],
])('%o is refused, naming the argument', async (variables, field) => {
  const { body } = await app.graphql(ASK, variables);
  expect(body.data.cities).toBeNull();
  expect(body.errors).toMatchObject([{ extensions: { code: 'INVALID_FIELD', problems: [{ field }] } }]);
});
