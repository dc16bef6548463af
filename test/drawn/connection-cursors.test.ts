import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../support/app.ts';
import { fuzzSeed, runsOf } from '../support/fuzz/seed.ts';
import { made, type Plural, post, upTo } from '../support/making.ts';

let app: TestApp;

/** Some of them as far from the place that is asked for as others. */
const halls: number[] = [];

beforeAll(async () => {
  app = await buildApp();
  for (const at of upTo(5)) {
    const { id } = await made(app, 'venues', { venue: `Hall ${at}`, geo_lat: 40 + (at % 3), geo_lng: -3 });
    halls.push(id);
  }
});
afterAll(() => app.close());

const KINDS = {
  events: {
    type: 'Event',
    name: 'title',
    orders: ['START', 'END', 'TITLE', 'MODIFIED', 'CREATED', 'DISTANCE', 'RELEVANCE'],
  },
  venues: { type: 'Venue', name: 'venue', orders: ['NAME', 'PUBLISHED', 'MODIFIED', 'CREATED'] },
  organizers: { type: 'Organizer', name: 'organizer', orders: ['NAME', 'PUBLISHED', 'MODIFIED', 'CREATED'] },
  categories: { type: 'Category', name: 'name', orders: ['NAME', 'SLUG', 'COUNT', 'CREATED'] },
  tags: { type: 'Tag', name: 'name', orders: ['NAME', 'SLUG', 'COUNT', 'CREATED'] },
} as const;

const LISTS = Object.entries(KINDS).flatMap(([kind, { orders }]) =>
  orders.flatMap((field) =>
    (['ASC', 'DESC'] as const).map((direction) => ({ kind: kind as Plural, field, direction })),
  ),
);

/** What an order needs that is worked out of what is asked for. */
const WHERE: Readonly<Record<string, object>> = {
  DISTANCE: { near: { latitude: 40, longitude: -3, radiusKm: 1000 } },
  RELEVANCE: { search: 'sun' },
};

/** What makes a record stand elsewhere in every order. */
const fieldsOf = (kind: Plural, at: number) => ({
  [KINDS[kind].name]: `Name ${at % 5}${kind === 'events' ? (at % 2 ? ' sun' : '') : ` ${at}`}`,
  ...(kind === 'events' && {
    description: 'Sun',
    venue: [halls[at % 5], halls[(at * 3) % 5]],
    start_date: `2026-12-0${(at % 5) + 1} 10:00:00`,
    end_date: `2026-12-0${(at % 5) + 2} 10:00:00`,
  }),
});

interface Step {
  does: 'insert' | 'move' | 'remove';
  which: number;
  to: number;
}

const step = fc.record({
  does: fc.constantFrom<Step['does']>('insert', 'move', 'remove'),
  which: fc.nat({ max: 20 }),
  to: fc.nat({ max: 40 }),
});

/** What is read between two steps: one part, forward or back. */
const walk = fc.record({
  size: fc.integer({ min: 1, max: 3 }),
  forward: fc.boolean(),
  steps: fc.array(step, { maxLength: 8 }),
});

test.each(LISTS)(
  '$kind by $field $direction: what stays where it is comes once, whatever is done between two parts',
  async ({ kind, field, direction }) => {
    const { type } = KINDS[kind];
    const query = `query ($first: Int, $after: String, $last: Int, $before: String, $where: ${type}Where, $orderBy: ${type}Order) {
    list: ${kind}(first: $first, after: $after, last: $last, before: $before, where: $where, orderBy: $orderBy) {
      nodes { databaseId } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }`;
    const part = async (slice: object) => {
      const { body } = await app.graphql(query, { ...slice, where: WHERE[field], orderBy: { field, direction } });
      expect(body.errors).toBeUndefined();
      const { nodes, pageInfo } = body.data.list;
      return { ids: nodes.map((node: { databaseId: number }) => node.databaseId) as number[], pageInfo };
    };
    const remove = async (id: number) => {
      const { status } = await app.rest('DELETE', `/${kind}/${id}`, { as: 'administrator' });
      expect(status).toBe(200);
    };
    let made = 0;
    const insert = async (at: number): Promise<number> => {
      app.clock.now += 1000;
      made += 1;
      const { body } = await post(app, kind, fieldsOf(kind, at + 100 * made));
      return body.id;
    };

    await fc.assert(
      fc.asyncProperty(walk, async ({ size, forward, steps }) => {
        for (const id of (await part({ first: 100 })).ids) await remove(id);
        const there: number[] = [];
        for (const at of upTo(6)) there.push(await insert(at * 3));
        const stayed = new Set(there);
        const does: Record<Step['does'], (step: Step) => Promise<unknown>> = {
          insert: async ({ to }) => there.push(await insert(to)),
          async move({ which, to }) {
            const id = there[which % there.length]!;
            stayed.delete(id);
            app.clock.now += 1000;
            made += 1;
            await app.rest('PATCH', `/${kind}/${id}`, {
              as: 'administrator',
              json: fieldsOf(kind, to + 1000 * made),
            });
          },
          async remove({ which }) {
            const [id] = there.splice(which % there.length, 1) as [number];
            stayed.delete(id);
            await remove(id);
          },
        };
        const seen: number[] = [];
        const left = [...steps];
        let more = true;
        for (let cursor: string | null = null; more; ) {
          const { ids, pageInfo } = await part(
            forward ? { first: size, after: cursor } : { last: size, before: cursor },
          );
          seen.push(...(forward ? ids : ids.toReversed()));
          more = pageInfo[forward ? 'hasNextPage' : 'hasPreviousPage'];
          cursor = (forward ? pageInfo.endCursor : pageInfo.startCursor) ?? cursor;
          for (const next of left.splice(0, 1).filter(() => there.length > 1)) await does[next.does](next);
        }
        const whole = (await part({ first: 100 })).ids;
        const those = (ids: readonly number[]) => ids.filter((id) => stayed.has(id));
        expect(those(seen)).toEqual(forward ? those(whole) : those(whole).toReversed());
      }),
      { numRuns: runsOf(3, 14), seed: fuzzSeed() },
    );
  },
);
