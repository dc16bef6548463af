import fc from 'fast-check';
import type { GraphQLEnumType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../../../src/api/graphql/schema.ts';
import { cursorOf, readCursor } from '../../../src/domain/cursor.ts';
import { buildApp, type TestApp } from '../../support/app.ts';
import { made, PLURALS, type Plural, upTo } from '../../support/making.ts';
import {
  inOrder,
  madeHalls,
  ORDERED,
  type Placed,
  partOf,
  queryOf,
  type Slice,
  walk,
  whereOf,
} from '../../support/ordered-lists.ts';
import { createWatch } from '../../support/watched-store.ts';

const watch = createWatch();
let app: TestApp;

let halls: number[];
/** Seven of each kind. */
const records: Record<Plural, Placed[]> = { events: [], venues: [], organizers: [], categories: [], tags: [] };
const COUNT = 7;

beforeAll(async () => {
  app = await buildApp({ wrap: watch.wrap });
  halls = await madeHalls(app);
  const start = app.clock.now;
  for (const kind of PLURALS.toReversed())
    for (const serial of upTo(COUNT)) {
      // Neither the digits nor the times are in the order in which records are made.
      const digits = [(serial * 2) % 3, serial % 2, (serial * 5) % 3] as const;
      app.clock.now = start + ((serial * 3) % 5) * 60_000;
      const termsOf = (terms: Plural) => records[terms].filter(({ count }) => serial < count).map(({ id }) => id);
      const links = { categories: termsOf('categories'), tags: termsOf('tags') };
      const fields = ORDERED[kind].fields({ digits, serial }, halls);
      const { id } = await made(app, kind, { ...fields, ...(kind === 'events' && links) });
      const times = { publishedAt: app.clock.now, modifiedAt: app.clock.now };
      records[kind].push({ id, digits, serial, count: (serial * 4) % COUNT, ...times });
    }
});
afterAll(() => app.close());

/** Orders of terms that only pages have. */
const ONLY_OF_PAGES = ['DESCRIPTION', 'PARENT', 'LISTED'];

const ask = async (kind: Plural, slice: Slice) => (await app.graphql(queryOf(kind), slice)).body;

const refused = (field: string, code?: string) => [
  { extensions: { code: 'INVALID_FIELD', problems: [{ field, ...(code && { code }) }] } },
];

test.each(ONLY_OF_PAGES)('a connection of terms refuses the order %s, which only pages have', async (field) => {
  const orderBy = { field, direction: 'ASC' };
  expect((await ask('categories', { first: 1, orderBy })).errors).toMatchObject(refused('orderBy', 'at_odds'));
  const page = 'query ($orderBy: CategoryOrder) { categoryPage(orderBy: $orderBy) { total } }';
  expect((await app.graphql(page, { orderBy })).body.data).toEqual({ categoryPage: { total: COUNT } });
});

test('a cursor is read as the place it was made of, and by no other order', () => {
  const value = fc.oneof(fc.string(), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
  fc.assert(
    fc.property(fc.string(), fc.array(value, { maxLength: 2 }), fc.nat(), (order, values, id) => {
      const key = [...values.map((each) => (Object.is(each, -0) ? 0 : each)), id];
      const cursor = cursorOf(order, key);
      expect(readCursor(cursor, order, key.length)).toEqual(key);
      expect(readCursor(cursor, `${order}.`, key.length)).toBeUndefined();
      expect(readCursor(cursor, order, key.length + 1)).toBeUndefined();
    }),
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(readCursor(text, 'start 1', 2)).toBeUndefined();
    }),
  );
});

describe.each(PLURALS)('%s', (kind) => {
  const { type, orders } = ORDERED[kind];

  test('every order of the schema is in the model', () => {
    const values = (schema.getType(`${type}OrderField`) as GraphQLEnumType).getValues().map(({ name }) => name);
    expect(values.filter((name) => !ONLY_OF_PAGES.includes(name)).sort()).toEqual(Object.keys(orders).sort());
  });

  test.each(Object.keys(orders))('by %s, parts of any size are all records in their order', async (field) => {
    const at = Object.keys(orders).indexOf(field);
    // Each order is read both ways, each from one end, in parts of two sizes.
    for (const [turn, direction] of ['ASC', 'DESC'].entries()) {
      const list = { orderBy: { field, direction }, where: whereOf(kind, field, halls) };
      const size = [COUNT, 2, 3, 4][(at + turn) % 4]!;
      const found = await walk(app, kind, { size, forward: at % 2 === 0, ...list });
      expect([direction, found]).toEqual([direction, inOrder(records[kind], orders[field]!, direction)]);
    }
  });

  test('a part says how many there are, and whether there is more on either side', async () => {
    const list = { where: whereOf(kind, 'CREATED', halls), orderBy: { field: 'CREATED', direction: 'ASC' } };
    const ids = records[kind].map(({ id }) => id);
    const first = await partOf(app, kind, { first: 2, ...list });
    const [, cursor] = first.cursors;
    const slices: [Slice, number[], previous: boolean, next: boolean][] = [
      [{ first: 2 }, ids.slice(0, 2), false, true],
      [{ first: 2, after: cursor! }, ids.slice(2, 4), true, true],
      [{ first: 5, after: cursor! }, ids.slice(2), true, false],
      [{ last: 3 }, ids.slice(4), true, false],
      [{ last: 1, before: cursor! }, ids.slice(0, 1), false, true],
      [{ first: 0 }, [], false, true],
    ];
    for (const [slice, expected, hasPreviousPage, hasNextPage] of slices) {
      const { ids, pageInfo, totalCount } = await partOf(app, kind, { ...slice, ...list });
      expect([slice, ids, totalCount]).toEqual([slice, expected, COUNT]);
      expect([slice, pageInfo]).toMatchObject([slice, { hasPreviousPage, hasNextPage }]);
    }
  });

  test('a broken cursor, and one of another order, is an error that names the argument', async () => {
    const { cursors } = await partOf(app, kind, { first: 1, orderBy: { field: 'CREATED', direction: 'ASC' } });
    for (const slice of [{ after: cursors[0]! }, { before: `${cursors[0]}=` }, { after: '' }])
      expect((await ask(kind, slice)).errors).toMatchObject(refused(Object.keys(slice)[0]!, 'invalid_cursor'));
  });

  test('a filter and its opposite are all together, and no record is in both', async () => {
    const all = records[kind].map(({ id }) => id);
    const ids = all.slice(0, 3).map(String);
    const inside = { where: whereOf(kind, 'CREATED', halls) };
    for (const where of [{ notIn: ids }, { or: [{ in: ids }, { search: '"2-0004"' }] }]) {
      const of = async (filter: object) =>
        (await partOf(app, kind, { first: 100, where: { and: [filter, inside.where ?? {}] } })).ids;
      const [yes, no] = [await of(where), await of({ not: where })];
      expect([yes.length > 0, no.length > 0]).toEqual([true, true]);
      expect([...yes, ...no].sort((a, b) => a - b)).toEqual(all);
    }
  });
});

test.each([
  ['events', 'START', 'ASC'],
  ['venues', 'PUBLISHED', 'DESC'],
  ['organizers', 'PUBLISHED', 'DESC'],
  ['categories', 'NAME', 'ASC'],
  ['tags', 'NAME', 'ASC'],
] as const)('%s are by %s %s when nothing else is said, ten at once', async (kind, field, direction) => {
  const { ids } = await partOf(app, kind, { where: whereOf(kind, field, halls) });
  expect(ids).toEqual(inOrder(records[kind], ORDERED[kind].orders[field]!, direction));
});

test.each([
  ['events', { first: 101 }, 'first'],
  ['venues', { last: 101 }, 'last'],
  ['tags', { first: -1 }, 'first'],
  ['organizers', { first: 1, last: 1 }, 'last'],
] as const)('of %s %o is refused, naming %s', async (kind, slice, field) => {
  expect((await ask(kind, slice)).errors).toMatchObject(refused(field));
});

test.each(['events', 'venues', 'tags'] as const)('%s are counted only when that is asked for', async (kind) => {
  const counts = async (shown: string, first: number) => {
    app.clock.now += 5000;
    const query = `{ list: ${kind}(first: ${first}, where: { notIn: ["999999"] }) { ${shown} } }`;
    const { reads } = await watch.during(() => app.graphql(query));
    return reads.filter((read) => read.startsWith('count')).length;
  };
  expect(await counts('nodes { databaseId }', 3)).toBe(0);
  expect(await counts('totalCount', 4)).toBe(1);
});

test.each(['events', 'categories'] as const)('filters of %s stand in each other five deep, no deeper', async (kind) => {
  const nested = (levels: number): object => (levels === 1 ? { search: 'name' } : { and: [nested(levels - 1)] });
  expect((await partOf(app, kind, { where: nested(5) })).ids).toHaveLength(COUNT);
  expect((await ask(kind, { where: nested(6) })).errors).toMatchObject(refused('where', 'too_complex'));
});

test.each([
  { field: 'START', direction: 'ASC', sides: [false, true] },
  { field: 'DISTANCE', direction: 'DESC', sides: [true, false] },
])('a cursor whose event is gone knows what lies before and behind it: $field $direction', async (row) => {
  const { sides, ...orderBy } = row;
  const { id, venue } = await made(app, 'events', {
    venue: { venue: `Far ${row.field}`, geo_lat: 60, geo_lng: 60 },
  });
  const list = { where: { near: { latitude: 60, longitude: 60, radiusKm: 10 }, venuesIn: [venue.id] }, orderBy };
  const [cursor] = (await partOf(app, 'events', list)).cursors;
  await made(app, 'events', { venue: venue.id, start_date: '2027-05-05', end_date: '2027-05-05' });
  await app.rest('DELETE', `/events/${id}`, { as: 'administrator' });
  const after = await partOf(app, 'events', { ...list, after: cursor! });
  const before = await partOf(app, 'events', { ...list, last: 1, before: cursor! });
  expect([after.pageInfo.hasPreviousPage, before.pageInfo.hasNextPage]).toEqual(sides);
});
