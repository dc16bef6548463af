import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type Caller, FRIDAY, type TestApp } from '../../support/app.ts';
import { type DrawnCalendar, drawCalendar, type Known, PRIVATE_VENUE, VENUES } from '../../support/drawn-calendar.ts';
import {
  at,
  byStart,
  compare,
  filtersOf,
  idsOf,
  listed,
  QUERY,
  type Row,
  textOf,
} from '../../support/event-filters.ts';

let app: TestApp;
let calendar: DrawnCalendar;
let filters: Readonly<Record<string, Row>>;

// test/drawn/event-filters.test.ts draws calendars, values and combinations. Here are always the same ones.
const SEED = { calendar: 4, values: 2 };

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
  calendar = await drawCalendar(app, 18, SEED.calendar);
  filters = filtersOf(app, calendar);
});
afterAll(() => app.close());

/** Lists with series have a model of their own: `test/drawn/`. */
const OF_SERIES = ['seriesIn', 'seriesNotIn', 'inSeries', 'collapseSeries'];

test('every filter is in the model, but for those of series and the parent that nothing writes', async () => {
  const { body } = await app.graphql('{ __type(name: "EventWhere") { inputFields { name } } }');
  const names = body.data.__type.inputFields.map(({ name }: { name: string }) => name);
  expect(names.toSorted()).toEqual([...Object.keys(filters), ...OF_SERIES, 'parent', 'and', 'or', 'not'].toSorted());
});

test('each filter lets through what it says, by start, and its opposite all else', async () => {
  for (const [key, row] of Object.entries(filters)) {
    const seen = { through: 0, out: 0 };
    for (const value of fc.sample(row.values, { numRuns: 2, seed: SEED.values })) {
      const { through, out } = await compare(app, calendar, [key, row], value);
      seen.through += through;
      seen.out += out;
    }
    expect([key, seen.through > 0, seen.out > 0]).toEqual([key, true, key !== 'status']);
  }
});

test.each(['ASC', 'DESC'])(
  'by distance %s: the nearest venue that a visitor sees, then the start',
  async (direction) => {
    const near = { latitude: 40, longitude: 0, radiusKm: 20_000 };
    // Sevilla, Orléans, Vermont, Seoul.
    const fromNearToFar = [0, 2, 3, 1];
    const rank = (event: Known) => fromNearToFar.findIndex((venue) => at(venue)(event));
    const expected = calendar.listed.filter(at(0, 1, 2, 3)).sort((a, b) => rank(a) - rank(b) || byStart(a, b));
    const found = await listed(app, { where: { near }, orderBy: { field: 'DISTANCE', direction } });
    expect(found).toEqual(idsOf(direction === 'ASC' ? expected : expected.reverse()));
  },
);

test('an edge of a list by distance tells how far the nearest of its venues is, in another order nothing', async () => {
  const edges = async (order: string) => {
    const near = 'latitude: 40, longitude: 0';
    const { body } = await app.graphql(`{
      events(first: 100, where: { near: { ${near}, radiusKm: 20000 } }, orderBy: { field: ${order} }) {
        edges { distanceKm node { venues { distanceKm(${near}) } } }
      }
    }`);
    type Far = { distanceKm: number | null };
    return body.data.events.edges as (Far & { node: { venues: Far[] } })[];
  };
  const byDistance = await edges('DISTANCE');
  expect(byDistance.length).toBeGreaterThan(10);
  for (const { distanceKm, node } of byDistance) {
    const all = node.venues.map((venue) => venue.distanceKm ?? Number.POSITIVE_INFINITY);
    expect(distanceKm).toBe(Math.min(...all));
  }
  expect(byDistance[0]!.distanceKm!).toBeLessThan(byDistance.at(-1)!.distanceKm!);
  expect(new Set((await edges('START')).map(({ distanceKm }) => distanceKm))).toEqual(new Set([null]));
});

test.each([
  ['ASC', 'river'],
  ['DESC', 'night open'],
])('by relevance %s (%s): what has it in its title, then the start', async (direction, word) => {
  const has = (text: string) => word.split(' ').every((each) => text.includes(each));
  const rank = ({ title }: Known) => (has(title) ? 0 : 1);
  const expected = calendar.listed
    .filter((event) => has(textOf(event)))
    .sort((a, b) => rank(a) - rank(b) || byStart(a, b));
  expect(new Set(expected.map(rank)).size).toBe(2);
  const found = await listed(app, { where: { search: word }, orderBy: { field: 'RELEVANCE', direction } });
  expect(found).toEqual(idsOf(direction === 'ASC' ? expected : expected.reverse()));
});

const AT_ODDS = { extensions: { code: 'INVALID_FIELD', problems: [{ field: 'orderBy', code: 'at_odds' }] } };

test.each([
  ['DISTANCE', { search: 'river' }],
  ['RELEVANCE', { or: [{ search: 'river' }] }],
  ['DAY', {}],
])('a connection by %s without what that is worked out from is refused, naming orderBy', async (field, where) => {
  const { body } = await app.graphql(QUERY, { where, orderBy: { field } });
  expect(body.errors).toMatchObject([AT_ODDS]);
});

test('the events of one record are refused in such an order, naming orderBy', async () => {
  const args = 'where: { search: "river" }, orderBy: { field: RELEVANCE }';
  const { body } = await app.graphql(`{ venues { nodes { events(${args}) { nodes { id } } } } }`);
  expect(body.errors[0]).toMatchObject(AT_ODDS);
});

test.each([
  [{ price: { min: -1 } }, 'price'],
  [{ price: { min: 2, max: 1 } }, 'price'],
  [{ price: { currencyCode: 'euro' } }, 'price'],
  [{ near: { latitude: 91, longitude: 0, radiusKm: 1 } }, 'near'],
  [{ within: { south: 2, west: 0, north: 1, east: 0 } }, 'within'],
  [{ within: { south: 0, west: -181, north: 1, east: 0 } }, 'within'],
])('%o is refused, naming the filter', async (where, field) => {
  const { body } = await app.graphql(QUERY, { where, orderBy: { field: 'DISTANCE' } });
  expect(body.errors).toMatchObject([{ extensions: { code: 'INVALID_FIELD', problems: [{ field }] } }]);
});

describe('cities', () => {
  interface City {
    city: string;
    country: string | null;
    countryCode: string | null;
    eventCount: number;
  }

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

  test.each([
    ['before all of them', '2026-11-13T00:00:30Z'],
    ['among them', '2026-11-24T20:00:30Z'],
    ['among the last of them', '2026-12-04T07:00:30Z'],
    ['after all of them', '2026-12-20T00:00:30Z'],
  ])('a visitor is told every city with what has not ended there %s, the fullest first', async (_, now) => {
    app.clock.now = Date.parse(now);
    const told = await cities();
    expect(new Map(told.map(({ city, country, eventCount }) => [`${city}, ${country}`, eventCount]))).toEqual(
      known(app.clock.now),
    );
    const counts = told.map(({ eventCount }) => eventCount);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    for (const first of [0, 1, 2]) expect(await cities({ first })).toEqual(told.slice(0, first));
  });

  test.each([
    ['anonymous', '/graphql'],
    ['author', '/ko/graphql'],
    ['editor', '/graphql'],
  ] as const)('a city has as many events as the list that is filtered by it, for %s at %s', async (as, path) => {
    app.clock.now = Date.parse('2026-11-13T00:00:00Z');
    const query = `query ($city: String, $country: String) {
      events(where: { city: $city, country: $country, when: UPCOMING, status: [PUBLISH] }) { totalCount }
    }`;
    const told = await cities({ first: 100 }, { as, path });
    expect(told.length).toBeGreaterThan(3);
    for (const { city, country, eventCount } of told) {
      const { body } = await app.fetch(path, { method: 'POST', as, json: { query, variables: { city, country } } });
      expect([city, body.data.events.totalCount]).toEqual([city, eventCount]);
    }
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
    ['too many', { first: 101 }, 'first'],
    ['fewer than none', { first: -1 }, 'first'],
    ['an empty country', { country: '' }, 'country'],
    ['a country of 1,001 letters', { country: 'x'.repeat(1001) }, 'country'],
  ])('%s is refused, naming the argument', async (_, variables, field) => {
    const { body } = await app.graphql(ASK, variables);
    expect(body.data.cities).toBeNull();
    expect(body.errors).toMatchObject([{ extensions: { code: 'INVALID_FIELD', problems: [{ field }] } }]);
  });
});
