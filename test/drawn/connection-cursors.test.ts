import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../support/app.ts';
import { fuzzSeed, runsOf } from '../support/fuzz/seed.ts';
import { made, PLURALS, type Plural } from '../support/making.ts';
import { inOrder, madeHalls, ORDERED, type Placed, walk, whereOf } from '../support/ordered-lists.ts';

let app: TestApp;
let halls: number[];
let serial = 0;
/** The records of each kind that are there. What a draw leaves is there for the next. */
const records: Record<Plural, Placed[]> = { events: [], venues: [], organizers: [], categories: [], tags: [] };

beforeAll(async () => {
  app = await buildApp();
  halls = await madeHalls(app);
  for (const kind of PLURALS) for (const at of [0, 1, 2, 0, 1]) await insert(kind, [at, at, at]);
});
afterAll(() => app.close());

type Digits = Placed['digits'];
const as = 'administrator';

async function insert(kind: Plural, digits: Digits): Promise<void> {
  serial += 1;
  app.clock.now += 1000;
  const { id } = await made(app, kind, ORDERED[kind].fields({ digits, serial }, halls));
  const now = app.clock.now;
  records[kind].push({ id, digits, serial, publishedAt: now, modifiedAt: now, count: 0 });
}

async function move(kind: Plural, at: number, digits: Digits): Promise<number> {
  serial += 1;
  app.clock.now += 1000;
  const old = records[kind][at]!;
  const json = ORDERED[kind].fields({ digits, serial }, halls);
  expect((await app.rest('PATCH', `/${kind}/${old.id}`, { as, json })).status).toBe(200);
  records[kind][at] = { ...old, digits, serial, modifiedAt: app.clock.now };
  return old.id;
}

async function remove(kind: Plural, at: number): Promise<number> {
  const [{ id }] = records[kind].splice(at, 1) as [Placed];
  expect((await app.rest('DELETE', `/${kind}/${id}`, { as })).status).toBe(200);
  return id;
}

const LISTS = PLURALS.flatMap((kind) => Object.keys(ORDERED[kind].orders).map((field) => ({ kind, field })));
const digit = fc.nat({ max: 2 });
const step = fc.record({
  does: fc.constantFrom('insert', 'move', 'remove', 'nothing'),
  which: fc.nat({ max: 40 }),
  digits: fc.tuple(digit, digit, digit),
});
const drawn = fc.record({
  list: fc.constantFrom(...LISTS),
  direction: fc.constantFrom('ASC', 'DESC'),
  size: fc.integer({ min: 1, max: 3 }),
  forward: fc.boolean(),
  steps: fc.array(step, { maxLength: 4 }),
});

const seed = fuzzSeed();

test(`what stays where it is comes once, whatever is done between two parts (FUZZ_SEED=${seed})`, async () => {
  const property = fc.asyncProperty(drawn, async ({ list: { kind, field }, direction, size, forward, steps }) => {
    const before = records[kind].map(({ id }) => id);
    const gone = new Set<number>();
    const does: Record<string, (which: number, digits: Digits) => Promise<unknown>> = {
      insert: (_, digits) => insert(kind, digits),
      move: async (which, digits) => gone.add(await move(kind, which % records[kind].length, digits)),
      remove: async (which) => gone.add(await remove(kind, which % records[kind].length)),
      nothing: async () => {},
    };
    const left = [...steps];
    const found = await walk(app, kind, {
      ...{ size, forward, orderBy: { field, direction }, where: whereOf(kind, field, halls) },
      async between() {
        const [next] = left.splice(0, 1);
        await does[next?.does ?? 'nothing']!(next?.which ?? 0, next?.digits ?? [0, 0, 0]);
      },
    });
    const stayed = (ids: number[]) => ids.filter((id) => before.includes(id) && !gone.has(id));
    expect(stayed(found)).toEqual(stayed(inOrder(records[kind], ORDERED[kind].orders[field]!, direction)));
    for (const at of [0, 1, 2]) for (const _ of records[kind].length < 5 ? [0] : []) await insert(kind, [at, at, at]);
    while (records[kind].length > 9) await remove(kind, 0);
  });
  await fc.assert(property, { numRuns: runsOf(20, 400), seed });
});
