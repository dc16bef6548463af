import fc from 'fast-check';
import type { GraphQLEnumType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../../../src/api/graphql/schema.ts';
import { cursorOf, readCursor } from '../../../src/domain/cursor.ts';
import { capitalized } from '../../../src/domain/text.ts';
import { byList } from '../../../src/kinds/event-links.ts';
import { buildApp, type TestApp } from '../../support/app.ts';
import { byPlural, made, PLURALS, type Plural, upTo } from '../../support/making.ts';
import { sampled } from '../../support/sample.ts';
import { createWatch } from '../../support/watched-store.ts';

const watch = createWatch();
let app: TestApp;

let halls: number[];
let serial = 100;

/** A record of a list, and all that says where it stands. */
interface Placed {
  id: number;
  /** Three digits below 3, from which its fields are made: many records are alike in one or another. */
  digits: readonly [number, number, number];
  /** Makes names and slugs of terms differ. */
  serial: number;
  modifiedAt: number;
  /** How many events have the term. */
  count: number;
}

type Keys = (record: Placed) => readonly (number | string)[];

interface Ordered {
  type: string;
  /** What a record is made of that has these digits. */
  fields(of: Pick<Placed, 'digits' | 'serial'>, halls: readonly number[]): object;
  /** What each order compares, before the id. */
  orders: Readonly<Record<string, Keys>>;
}

const title = ({ digits: [a, b] }: Pick<Placed, 'digits'>) => `Name ${a}${b ? ' sun' : ''}`;
const start = ({ digits: [, , c] }: Placed) => c;

/** Two records of one name would be one. */
const own = (digit: number, { serial }: Pick<Placed, 'serial'>) => `${digit}-${String(serial).padStart(4, '0')}`;

const post = (type: string, name: string): Ordered => ({
  type,
  fields: (of) => ({ [name]: `Name ${own(of.digits[0], of)}`, date: `2026-10-0${of.digits[2] + 1} 10:00:00` }),
  orders: {
    NAME: (record) => [own(record.digits[0], record)],
    PUBLISHED: ({ digits: [, , c] }) => [c],
    MODIFIED: ({ modifiedAt }) => [modifiedAt],
    CREATED: () => [],
  },
});

const term = (type: string): Ordered => ({
  type,
  fields: (of) => ({ name: `Name ${own(of.digits[0], of)}`, slug: `s${own(of.digits[1], of)}` }),
  orders: {
    NAME: (record) => [own(record.digits[0], record)],
    SLUG: (record) => [own(record.digits[1], record)],
    COUNT: ({ count }) => [count],
    CREATED: () => [],
  },
});

/** Every order of the connections of each kind. */
const ORDERED: Readonly<Record<Plural, Ordered>> = {
  events: {
    type: 'Event',
    fields: ({ digits: [a, b, c], serial }, halls) => ({
      title: title({ digits: [a, b, c] }),
      description: `Sun ${serial}`,
      venue: [halls[a], halls[2]],
      start_date: `2026-12-0${c + 1} 10:00:00`,
      end_date: `2026-12-0${b + 4} 10:00:00`,
      date: `2026-10-0${b + 1} 10:00:00`,
    }),
    orders: {
      START: (event) => [start(event)],
      END: ({ digits: [, b] }) => [b],
      TITLE: (event) => [title(event)],
      MODIFIED: ({ modifiedAt }) => [modifiedAt],
      PUBLISHED: ({ digits: [, b] }) => [b],
      CREATED: () => [],
      DISTANCE: (event) => [event.digits[0], start(event)],
      RELEVANCE: (event) => [event.digits[1] ? 0 : 1, start(event)],
    },
  },
  ...byList(({ name, fields }) => post(capitalized(name), fields.name!.wire)),
  categories: term('Category'),
  tags: term('Tag'),
};

const WHERE: Readonly<Record<string, object>> = {
  DISTANCE: { near: { latitude: 40, longitude: -3, radiusKm: 1000 } },
  RELEVANCE: { search: 'sun' },
};

/** What an order needs that is worked out of what is asked for. The halls of events are no venues of the list. */
const whereOf = (kind: Plural, order: string): object | undefined =>
  kind === 'venues' ? { notIn: halls.map(String) } : WHERE[order];

/** The ids in an order, computed from what the records were made of. */
function inOrder(records: readonly Placed[], keys: Keys, direction: string): number[] {
  const sign = direction === 'ASC' ? 1 : -1;
  const compare = (a: Placed, b: Placed): number => {
    const [these, those] = [
      [...keys(a), a.id],
      [...keys(b), b.id],
    ];
    const at = these.findIndex((each, index) => each !== those[index]);
    return sign * (these[at]! < those[at]! ? -1 : 1);
  };
  return records.toSorted((a, b) => (a === b ? 0 : compare(a, b))).map(({ id }) => id);
}

/** The venues of events: the first is the nearest to the place that is asked for, and all are at the last. */
async function madeHalls(): Promise<number[]> {
  const halls: number[] = [];
  for (const at of upTo(3))
    halls.push((await made(app, 'venues', { venue: `Hall ${at}`, geo_lat: 40 + at, geo_lng: -3 })).id);
  return halls;
}

interface Slice {
  first?: number;
  after?: string | null;
  last?: number;
  before?: string | null;
  where?: object | undefined;
  orderBy?: object | undefined;
}

/** The one document for the parts of a list. */
const queryOf = (kind: Plural): string => {
  const { type } = ORDERED[kind];
  return `query ($first: Int, $after: String, $last: Int, $before: String, $where: ${type}Where, $orderBy: ${type}Order) {
    list: ${kind}(first: $first, after: $after, last: $last, before: $before, where: $where, orderBy: $orderBy) {
      totalCount nodes { databaseId } edges { cursor node { databaseId } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }`;
};

/** A part of a list, whose members agree with each other. */
async function partOf(kind: Plural, slice: Slice) {
  const { body } = await app.graphql(queryOf(kind), slice);
  expect(body.errors).toBeUndefined();
  const { nodes, edges, pageInfo, totalCount } = body.data.list;
  const ids: number[] = nodes.map(({ databaseId }: { databaseId: number }) => databaseId);
  expect(edges.map(({ node }: { node: { databaseId: number } }) => node.databaseId)).toEqual(ids);
  const cursors: string[] = edges.map(({ cursor }: { cursor: string }) => cursor);
  expect(pageInfo).toMatchObject({ startCursor: cursors[0] ?? null, endCursor: cursors.at(-1) ?? null });
  return { ids, cursors, pageInfo, totalCount: totalCount as number };
}

interface Walk extends Pick<Slice, 'where' | 'orderBy'> {
  size: number;
  forward: boolean;
  /** What is done after each part. */
  between?(): Promise<unknown>;
}

/** The ids that are met from one end of a list to the other, in the order of the list. */
async function walk(kind: Plural, { size, forward, between, ...asked }: Walk): Promise<number[]> {
  const found: number[] = [];
  for (let cursor: string | null = null, more = true; more; ) {
    const slice: Slice = forward ? { first: size, after: cursor } : { last: size, before: cursor };
    const { ids, pageInfo } = await partOf(kind, { ...slice, ...asked });
    found.splice(forward ? found.length : 0, 0, ...ids);
    // A cursor that goes back would never come to an end.
    expect(found.length).toBeLessThan(50);
    const { hasNextPage, hasPreviousPage, startCursor, endCursor } = pageInfo;
    more = forward ? hasNextPage : hasPreviousPage;
    cursor = (forward ? endCursor : startCursor) ?? cursor;
    await between?.();
  }
  return found;
}

/** Seven of each kind. */
const records = byPlural((): Placed[] => []);
const COUNT = 7;

beforeAll(async () => {
  app = await buildApp({ wrap: watch.wrap });
  halls = await madeHalls();
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
      records[kind].push({ id, digits, serial, count: (serial * 4) % COUNT, modifiedAt: app.clock.now });
    }
});
afterAll(() => app.close());

/** Orders that only pages have. */
const ONLY_OF_PAGES = ['DESCRIPTION', 'PARENT', 'LISTED', 'DAY'];

const ask = async (kind: Plural, slice: Slice) => (await app.graphql(queryOf(kind), slice)).body;

const refused = (field: string, code?: string) => [
  { extensions: { code: 'INVALID_FIELD', problems: [{ field, ...(code && { code }) }] } },
];

test.each(ONLY_OF_PAGES)('a connection refuses the order %s, which only pages have', async (field) => {
  const [kind, type, page] =
    field === 'DAY'
      ? (['events', 'EventOrder', 'eventPage'] as const)
      : (['categories', 'CategoryOrder', 'categoryPage'] as const);
  const orderBy = { field, direction: 'ASC' };
  expect((await ask(kind, { first: 1, orderBy })).errors).toMatchObject(refused('orderBy', 'at_odds'));
  const query = `query ($orderBy: ${type}) { ${page}(orderBy: $orderBy) { total } }`;
  expect((await app.graphql(query, { orderBy })).body.data).toEqual({ [page]: { total: COUNT } });
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

  sampled(8).each(Object.keys(orders))('by %s, parts of any size are all records in their order', async (field) => {
    const at = Object.keys(orders).indexOf(field);
    // Each order is read both ways, each from one end, in parts of two sizes.
    for (const [turn, direction] of ['ASC', 'DESC'].entries()) {
      const list = { orderBy: { field, direction }, where: whereOf(kind, field) };
      const size = [COUNT, 2, 3, 4][(at + turn) % 4]!;
      const found = await walk(kind, { size, forward: at % 2 === 0, ...list });
      expect([direction, found]).toEqual([direction, inOrder(records[kind], orders[field]!, direction)]);
    }
  });

  test('a broken cursor, and one of another order, is an error that names the argument', async () => {
    const { cursors } = await partOf(kind, { first: 1, orderBy: { field: 'CREATED', direction: 'ASC' } });
    for (const slice of [{ after: cursors[0]! }, { before: `${cursors[0]}=` }, { after: '' }])
      expect((await ask(kind, slice)).errors).toMatchObject(refused(Object.keys(slice)[0]!, 'invalid_cursor'));
  });
});

test.each(['events', 'tags'] as const)(
  'a part of %s says how many there are, and whether there is more',
  async (kind) => {
    const list = { where: whereOf(kind, 'CREATED'), orderBy: { field: 'CREATED', direction: 'ASC' } };
    const ids = records[kind].map(({ id }) => id);
    const first = await partOf(kind, { first: 2, ...list });
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
      const { ids, pageInfo, totalCount } = await partOf(kind, { ...slice, ...list });
      expect([slice, ids, totalCount]).toEqual([slice, expected, COUNT]);
      expect([slice, pageInfo]).toMatchObject([slice, { hasPreviousPage, hasNextPage }]);
    }
  },
);

test.each(['venues', 'tags'] as const)(
  'a filter of %s and its opposite are all, and no record is in both',
  async (kind) => {
    const all = records[kind].map(({ id }) => id);
    const ids = all.slice(0, 3).map(String);
    const inside = { where: whereOf(kind, 'CREATED') };
    for (const where of [{ notIn: ids }, { or: [{ in: ids }, { search: '"2-0004"' }] }]) {
      const of = async (filter: object) =>
        (await partOf(kind, { first: 100, where: { and: [filter, inside.where ?? {}] } })).ids;
      const [yes, no] = [await of(where), await of({ not: where })];
      expect([yes.length > 0, no.length > 0]).toEqual([true, true]);
      expect([...yes, ...no].sort((a, b) => a - b)).toEqual(all);
    }
  },
);

test.each([
  ['events', 'DISTANCE', 'DESC', true],
  ['organizers', 'NAME', 'ASC', false],
] as const)('of %s by %s %s, what stays comes once, whatever is done between two parts', async (...row) => {
  const [kind, field, direction, forward] = row;
  const besides: Placed[] = [];
  const fieldsOf = (digits: Placed['digits']) => {
    serial += 1;
    return ORDERED[kind].fields({ digits, serial }, halls);
  };
  const make = async (...digits: Placed['digits']) => {
    const { id } = await made(app, kind, fieldsOf(digits));
    besides.push({ id, digits, serial, modifiedAt: 0, count: 0 });
  };
  const remove = ({ id }: Placed) => app.rest('DELETE', `/${kind}/${id}`, { as: 'administrator' });
  for (const at of [0, 1, 2] as const) await make(at, at, at);
  const does = [
    () => make(0, 0, 0),
    () => make(2, 2, 2),
    () => remove(besides[0]!),
    () => app.rest('PATCH', `/${kind}/${besides[1]!.id}`, { as: 'administrator', json: fieldsOf([2, 0, 2]) }),
    () => make(1, 1, 1),
  ];
  const list = { orderBy: { field, direction }, where: whereOf(kind, field) };
  const found = await walk(kind, { size: 2, forward, ...list, between: async () => does.shift()?.() });
  const stayed = [...records[kind], besides[2]!];
  const ids = new Set(stayed.map(({ id }) => id));
  expect(found.filter((id) => ids.has(id))).toEqual(inOrder(stayed, ORDERED[kind].orders[field]!, direction));
  for (const each of besides) await remove(each);
});

test.each([
  ['events', 'START', 'ASC'],
  ['venues', 'PUBLISHED', 'DESC'],
  ['organizers', 'PUBLISHED', 'DESC'],
  ['categories', 'NAME', 'ASC'],
  ['tags', 'NAME', 'ASC'],
] as const)('%s are by %s %s when nothing else is said, ten at once', async (kind, field, direction) => {
  const { ids } = await partOf(kind, { where: whereOf(kind, field) });
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
  expect((await partOf(kind, { where: nested(5) })).ids).toHaveLength(COUNT);
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
  const [cursor] = (await partOf('events', list)).cursors;
  await made(app, 'events', { venue: venue.id, start_date: '2027-05-05', end_date: '2027-05-05' });
  await app.rest('DELETE', `/events/${id}`, { as: 'administrator' });
  const after = await partOf('events', { ...list, after: cursor! });
  const before = await partOf('events', { ...list, last: 1, before: cursor! });
  expect([after.pageInfo.hasPreviousPage, before.pageInfo.hasNextPage]).toEqual(sides);
});
