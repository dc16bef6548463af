import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { made, type Plural, upTo } from './making.ts';

/** A record of a list, and all that says where it stands. */
export interface Placed {
  id: number;
  /** Three digits below 3, from which its fields are made: many records are alike in one or another. */
  digits: readonly [number, number, number];
  /** Makes names and slugs of terms differ. */
  serial: number;
  publishedAt: number;
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
  fields: (of) => ({ [name]: `Name ${own(of.digits[0], of)}` }),
  orders: {
    NAME: (record) => [own(record.digits[0], record)],
    PUBLISHED: ({ publishedAt }) => [publishedAt],
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
export const ORDERED: Readonly<Record<Plural, Ordered>> = {
  events: {
    type: 'Event',
    fields: ({ digits: [a, b, c], serial }, halls) => ({
      title: title({ digits: [a, b, c] }),
      description: `Sun ${serial}`,
      venue: [halls[a], halls[2]],
      start_date: `2026-12-0${c + 1} 10:00:00`,
      end_date: `2026-12-0${b + 4} 10:00:00`,
    }),
    orders: {
      START: (event) => [start(event)],
      END: ({ digits: [, b] }) => [b],
      TITLE: (event) => [title(event)],
      MODIFIED: ({ modifiedAt }) => [modifiedAt],
      CREATED: () => [],
      DISTANCE: (event) => [event.digits[0], start(event)],
      RELEVANCE: (event) => [event.digits[1] ? 0 : 1, start(event)],
    },
  },
  venues: post('Venue', 'venue'),
  organizers: post('Organizer', 'organizer'),
  categories: term('Category'),
  tags: term('Tag'),
};

const WHERE: Readonly<Record<string, object>> = {
  DISTANCE: { near: { latitude: 40, longitude: -3, radiusKm: 1000 } },
  RELEVANCE: { search: 'sun' },
};

/** What an order needs that is worked out of what is asked for. The halls of events are no venues of the list. */
export const whereOf = (kind: Plural, order: string, halls: readonly number[]): object | undefined =>
  kind === 'venues' ? { notIn: halls.map(String) } : WHERE[order];

/** The ids in an order, computed from what the records were made of. */
export function inOrder(records: readonly Placed[], keys: Keys, direction: string): number[] {
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
export async function madeHalls(app: TestApp): Promise<number[]> {
  const halls: number[] = [];
  for (const at of upTo(3))
    halls.push((await made(app, 'venues', { venue: `Hall ${at}`, geo_lat: 40 + at, geo_lng: -3 })).id);
  return halls;
}

export interface Slice {
  first?: number;
  after?: string | null;
  last?: number;
  before?: string | null;
  where?: object | undefined;
  orderBy?: object | undefined;
}

/** The one document for the parts of a list. */
export const queryOf = (kind: Plural): string => {
  const { type } = ORDERED[kind];
  return `query ($first: Int, $after: String, $last: Int, $before: String, $where: ${type}Where, $orderBy: ${type}Order) {
    list: ${kind}(first: $first, after: $after, last: $last, before: $before, where: $where, orderBy: $orderBy) {
      totalCount nodes { databaseId } edges { cursor node { databaseId } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }`;
};

/** A part of a list, whose members agree with each other. */
export async function partOf(app: TestApp, kind: Plural, slice: Slice) {
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
export async function walk(app: TestApp, kind: Plural, { size, forward, between, ...asked }: Walk): Promise<number[]> {
  const found: number[] = [];
  for (let cursor: string | null = null, more = true; more; ) {
    const slice: Slice = forward ? { first: size, after: cursor } : { last: size, before: cursor };
    const { ids, pageInfo } = await partOf(app, kind, { ...slice, ...asked });
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
