import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../support/app.ts';
import { type DrawnCalendar, drawCalendar, type Known } from '../../support/drawn-calendar.ts';
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
const SEED = { calendar: 3, values: 2 };

beforeAll(async () => {
  app = await buildApp();
  calendar = await drawCalendar(app, 30, SEED.calendar);
  filters = filtersOf(app, calendar);
});
afterAll(() => app.close());

test('every filter is in the model, but for the parent that nothing writes', async () => {
  const { body } = await app.graphql('{ __type(name: "EventWhere") { inputFields { name } } }');
  const names = body.data.__type.inputFields.map(({ name }: { name: string }) => name);
  expect(names.toSorted()).toEqual([...Object.keys(filters), 'parent', 'and', 'or', 'not'].toSorted());
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

test('a list and its opposite are both told apart by filters that stand in each other', async () => {
  const [free, featured, multiday] = [
    ({ price }: Known) => price.free === true,
    (event: Known) => event.featured,
    ({ days: [first, last] }: Known) => first !== last,
  ];
  const where = { isFree: false, or: [{ featured: true }, { not: { multiday: true } }, { and: [{ isFree: true }] }] };
  const holds = (event: Known) => !free(event) && (featured(event) || !multiday(event) || free(event));
  const expected = calendar.listed.filter(holds).sort(byStart);
  expect(expected.length).toBeGreaterThan(3);
  expect(await listed(app, { where })).toEqual(idsOf(expected));
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
])('an order by %s without what it is worked out from is refused, naming orderBy', async (field, where) => {
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
])('%o is refused, naming the filter', async (where, field) => {
  const { body } = await app.graphql(QUERY, { where, orderBy: { field: 'DISTANCE' } });
  expect(body.errors).toMatchObject([{ extensions: { code: 'INVALID_FIELD', problems: [{ field }] } }]);
});
