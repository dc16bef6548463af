import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cursorOf, readCursor } from '../../../src/domain/cursor.ts';
import { type Answered, buildApp, type Caller, type TestApp } from '../../support/app.ts';
import { made, type Plural, upTo } from '../../support/making.ts';
import { createWatch } from '../../support/watched-store.ts';

const watch = createWatch();
let app: TestApp;
const KINDS = ['events', 'venues', 'organizers', 'categories', 'tags'] as const;
const NAMED = { events: 'title', venues: 'venue', organizers: 'organizer', categories: 'name', tags: 'name' } as const;
const TYPE = {
  events: 'Event',
  venues: 'Venue',
  organizers: 'Organizer',
  categories: 'Category',
  tags: 'Tag',
} as const;

const venues: number[] = [];

/** What an order needs that is worked out of what is asked for. */
const WHERE: Readonly<Record<string, object>> = {
  DISTANCE: { near: { latitude: 0, longitude: 0, radiusKm: 1000 } },
  RELEVANCE: { search: 'some' },
};

beforeAll(async () => {
  app = await buildApp({ wrap: watch.wrap });
  for (const kind of KINDS.toReversed())
    for (const at of upTo(7)) {
      const { id } = await made(app, kind, {
        [NAMED[kind]]: `Some ${kind} ${at % 3} ${at}`,
        ...dates(at % 4),
        cost: '5',
        ...(kind === 'venues' && { geo_lat: at % 3, geo_lng: 0 }),
        ...(kind === 'events' && { venue: venues[at] }),
      });
      venues.push(...(kind === 'venues' ? [id] : []));
    }
});
afterAll(() => app.close());

const dates = (day: number) => ({
  start_date: `2026-12-0${day + 1} 10:00:00`,
  end_date: `2026-12-0${day + 1} 12:00:00`,
});

interface Part {
  first?: number;
  after?: string | null;
  last?: number;
  before?: string | null;
  where?: object;
  orderBy?: object;
}

const SHOWN =
  'totalCount nodes { databaseId } edges { cursor node { databaseId } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';

/** A part of a list, as it is answered. */
async function part(
  kind: Plural,
  { where, orderBy, ...slice }: Part,
  { as = 'anonymous' as Caller, shown = SHOWN } = {},
): Promise<Answered['body']> {
  const type = TYPE[kind];
  const query = `query ($first: Int, $after: String, $last: Int, $before: String, $where: ${type}Where, $orderBy: ${type}Order) {
    list: ${kind}(first: $first, after: $after, last: $last, before: $before, where: $where, orderBy: $orderBy) { ${shown} }
  }`;
  return (await app.graphql(query, { ...slice, where, orderBy }, { as })).body as Answered['body'];
}

const listed = async (kind: Plural, asked: Part, as: Caller = 'anonymous'): Promise<number[]> => {
  const body = await part(kind, { first: 100, ...asked }, { as });
  expect(body.errors).toBeUndefined();
  return body.data.list.nodes.map(({ databaseId }: { databaseId: number }) => databaseId);
};

/** Orders of terms that only pages have. */
const ONLY_OF_PAGES = ['DESCRIPTION', 'PARENT', 'LISTED'];

/** Every order of the connections of a kind, both ways. */
async function ordersOf(kind: Plural): Promise<{ field: string; direction: string }[]> {
  const { body } = await app.graphql(`{ __type(name: "${TYPE[kind]}OrderField") { enumValues { name } } }`);
  const fields = body.data.__type.enumValues.map(({ name }: { name: string }) => name);
  return fields
    .filter((field: string) => !ONLY_OF_PAGES.includes(field))
    .flatMap((field: string) => [
      { field, direction: 'ASC' },
      { field, direction: 'DESC' },
    ]);
}

test.each(ONLY_OF_PAGES)('a connection of terms refuses the order %s, which only pages have', async (field) => {
  const orderBy = { field, direction: 'ASC' };
  const { errors } = await part('categories', { first: 1, orderBy });
  expect(errors).toMatchObject([{ extensions: { problems: [{ field: 'orderBy', code: 'at_odds' }] } }]);
  const page = 'query ($orderBy: CategoryOrder) { categoryPage(orderBy: $orderBy) { total } }';
  expect((await app.graphql(page, { orderBy })).body.data).toEqual({ categoryPage: { total: 7 } });
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

describe.each(KINDS)('%s', (kind) => {
  test('parts of any size, forward and back, are the whole list in every order', async () => {
    for (const orderBy of [undefined, ...(await ordersOf(kind))]) {
      const asked = orderBy ? { orderBy, where: WHERE[orderBy.field] } : {};
      const whole = await listed(kind, asked);
      expect(whole).toHaveLength(7);
      for (const size of [1, 3, 7]) {
        for (const forward of [true, false]) {
          const found: number[] = [];
          let more = true;
          for (let cursor: string | null = null; more; ) {
            const slice: Part = forward ? { first: size, after: cursor } : { last: size, before: cursor };
            const { list } = (await part(kind, { ...slice, ...asked })).data;
            const ids = list.nodes.map(({ databaseId }: { databaseId: number }) => databaseId);
            found.splice(forward ? found.length : 0, 0, ...ids);
            expect(list.totalCount).toBe(7);
            expect(list.edges.map(({ node }: { node: { databaseId: number } }) => node.databaseId)).toEqual(ids);
            const { pageInfo } = list;
            expect(pageInfo).toMatchObject({ startCursor: list.edges[0].cursor, endCursor: list.edges.at(-1).cursor });
            expect(pageInfo[forward ? 'hasPreviousPage' : 'hasNextPage']).toBe(cursor !== null);
            more = pageInfo[forward ? 'hasNextPage' : 'hasPreviousPage'];
            cursor = forward ? pageInfo.endCursor : pageInfo.startCursor;
          }
          expect(found).toEqual(whole);
        }
      }
    }
  });

  test('a broken cursor, and one of another order, is an error that names the argument', async () => {
    const { list } = (await part(kind, { first: 1, orderBy: { field: 'CREATED', direction: 'ASC' } })).data;
    for (const cursor of ['', 'nonsense', list.edges[0].cursor, `${list.edges[0].cursor}=`])
      for (const field of ['after', 'before'] as const) {
        const { errors } = await part(kind, { [field]: cursor });
        expect(errors).toMatchObject([
          { extensions: { code: 'INVALID_FIELD', problems: [{ field, code: 'invalid_cursor' }] } },
        ]);
      }
  });

  test.each([
    [{ first: 101 }, 'first'],
    [{ last: 101 }, 'last'],
    [{ first: -1 }, 'first'],
    [{ first: 1, last: 1 }, 'last'],
  ])('%o is refused, naming %s', async (slice, field) => {
    const { errors } = await part(kind, slice);
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_FIELD', problems: [{ field }] } }]);
  });

  test('records are counted only when that is asked for, also beside no records', async () => {
    const counts = async (shown: string, first: number) => {
      app.clock.now += 5000;
      const { reads } = await watch.during(() => part(kind, { first, where: { notIn: ['999999'] } }, { shown }));
      return reads.filter((read) => read.startsWith('count')).length;
    };
    expect(await counts('nodes { databaseId }', 3)).toBe(0);
    expect(await counts('totalCount', 4)).toBe(1);
    const { list } = (await part(kind, { first: 0 })).data;
    expect(list).toMatchObject({ totalCount: 7, nodes: [], pageInfo: { hasNextPage: true, endCursor: null } });
  });

  test('a filter and its opposite are all together, and no record is in both', async () => {
    const all = await listed(kind, {});
    const some = await part(kind, { first: 3 }, { shown: 'nodes { id }' });
    const ids = some.data.list.nodes.map(({ id }: { id: string }) => id);
    const wheres = [
      { in: ids },
      { notIn: ids },
      { search: '1' },
      { or: [{ in: ids }, { search: '"2 5"' }] },
      { not: { search: '1' } },
    ];
    for (const where of wheres) {
      const [yes, no] = [await listed(kind, { where }), await listed(kind, { where: { not: where } })];
      expect(yes.length).toBeGreaterThan(0);
      expect(no.length).toBeGreaterThan(0);
      expect([...yes, ...no].sort((a, b) => a - b)).toEqual([...all].sort((a, b) => a - b));
    }
  });

  test('filters stand in each other five levels deep, and no deeper', async () => {
    const nested = (levels: number): object => (levels === 1 ? { search: 'some' } : { and: [nested(levels - 1)] });
    expect(await listed(kind, { where: nested(5) })).toHaveLength(7);
    expect((await part(kind, { where: nested(6) })).errors).toMatchObject([
      { extensions: { problems: [{ field: 'where', code: 'too_complex' }] } },
    ]);
  });
});

test.each([
  { field: 'START', direction: 'ASC', sides: [false, true] },
  { field: 'START', direction: 'DESC', sides: [true, false] },
  { field: 'DISTANCE', direction: 'ASC', sides: [false, true] },
  { field: 'DISTANCE', direction: 'DESC', sides: [true, false] },
])('a cursor whose event is gone knows what lies before and behind it: $field $direction', async (row) => {
  const { sides, ...orderBy } = row;
  const { id, venue } = await made(app, 'events', {
    venue: { venue: `Far ${sides} ${row.field}`, geo_lat: 60, geo_lng: 60 },
  });
  const list = { where: { near: { latitude: 60, longitude: 60, radiusKm: 10 }, venuesIn: [venue.id] }, orderBy };
  const { cursor } = (await part('events', list)).data.list.edges[0];
  await made(app, 'events', { venue: venue.id, start_date: '2027-05-05', end_date: '2027-05-05' });
  await app.rest('DELETE', `/events/${id}`, { as: 'administrator' });
  const after = await part('events', { ...list, after: cursor });
  const before = await part('events', { ...list, last: 1, before: cursor });
  const { hasPreviousPage } = after.data.list.pageInfo;
  const { hasNextPage } = before.data.list.pageInfo;
  expect([hasPreviousPage, hasNextPage]).toEqual(sides);
});
