import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setImmediate as turnOver } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statementsOf } from '../../../bench/statements/recorder.ts';
import type { Collection, Store, Stored } from '../../../src/data/port.ts';
import { tableOf } from '../../../src/data/sqlite/schema.ts';
import type { Query } from '../../../src/data/sqlite/select.ts';
import { createSlicedReads } from '../../../src/data/sqlite/sliced.ts';
import { countInSlices, isAnsweredByIndex, SLICE } from '../../../src/data/sqlite/slices.ts';
import { connect, type Ran, STATEMENTS } from '../../../src/data/sqlite/sqlite.ts';
import { openEmbeddedStore } from '../../../src/data/sqlite.ts';
import { openWork, resume } from '../../../src/domain/event-loop.ts';
import { upTo } from '../../support/making.ts';
import { quiet } from '../quiet.ts';

const THINGS = {
  name: 'things',
  indexes: [
    {
      name: 'by_at',
      fields: [
        ['kind', 1],
        ['at', 1],
        ['_id', 1],
      ],
    },
  ],
} as const satisfies Collection;

interface Thing extends Stored {
  _id: number;
  kind: string;
  at: number;
  word: string;
  text: string;
}

const COUNT = 8_000;
let store: Store;

/** Things in another order by time and by word than by id. */
const things: Thing[] = upTo(COUNT).map((_id) => ({
  _id,
  kind: 'a',
  at: (_id * 7919) % COUNT,
  word: `w${(_id * 104_729) % 1009}`,
  text: `${'x'.repeat(300)} ${_id % 3 === 0 ? 'three' : 'other'}`,
}));

beforeAll(async () => {
  store = await openEmbeddedStore({ dir: ':memory:', collections: [THINGS], log: quiet });
  await store.prepare();
  await store.put(THINGS.name, things);
});
afterAll(() => store.close());

const filter = { kind: 'a', text: { $contains: 'three' } };
const matching = things.filter(({ text }) => text.includes('three'));
const idsOf = (found: readonly Stored[]) => found.map(({ _id }) => _id);
const find = (options: object) => store.find<Thing>(THINGS.name, filter, { index: 'by_at', only: [], ...options });

/** What it gives, and how many turns the event loop took meanwhile. */
async function during<T>(work: () => Promise<T>): Promise<[T, number]> {
  let [turns, over] = [0, false];
  const done = work().finally(() => {
    over = true;
  });
  while (!over) {
    await turnOver();
    turns += 1;
  }
  return [await done, turns];
}

test.each([
  [
    'in the order of the index',
    [
      ['at', 1],
      ['_id', 1],
    ],
    (a: Thing, b: Thing) => a.at - b.at,
  ],
  [
    'in the falling order of the index',
    [
      ['at', -1],
      ['_id', -1],
    ],
    (a: Thing, b: Thing) => b.at - a.at,
  ],
  [
    'in an order that no index has',
    [
      ['word', 1],
      ['_id', 1],
    ],
    (a: Thing, b: Thing) => Number(a.word > b.word) - Number(a.word < b.word) || a._id - b._id,
  ],
] as const)(
  'what no index answers is found %s, page by page and whole, while the event loop goes on',
  async (_, sort, order) => {
    const expected = idsOf(matching.toSorted(order));
    expect(idsOf(await find({ sort, limit: 20 }))).toEqual(expected.slice(0, 20));
    expect(idsOf(await find({ sort, skip: 2000, limit: 20 }))).toEqual(expected.slice(2000, 2020));
    const [all, turns] = await during(() => find({ sort }));
    expect(idsOf(all)).toEqual(expected);
    expect(turns).toBeGreaterThan(3);
  },
);

test('what no index answers is counted while the event loop goes on', async () => {
  const [count, turns] = await during(() => store.count(THINGS.name, filter, { index: 'by_at' }));
  expect(count).toBe(matching.length);
  expect(turns).toBeGreaterThan(3);
});

test('long questions that are asked together begin in turns of the event loop of their own', async () => {
  let begun = 0;
  const heard = (message: unknown): void => {
    if ((message as Ran).sql === 'BEGIN') begun += 1;
  };
  subscribe(STATEMENTS, heard);
  const counts = Promise.all(upTo(20).map(() => store.count(THINGS.name, filter, { index: 'by_at' })));
  const inTurns: number[] = [];
  for (let before = 0; before < 20; before = begun) {
    await turnOver();
    inTurns.push(begun - before);
  }
  unsubscribe(STATEMENTS, heard);
  expect(await counts).toEqual(Array(20).fill(matching.length));
  expect(Math.max(...inTurns)).toBeLessThan(5);
});

test.each([1, -1] as const)(
  'what begins at one moment is cut by what the index has next, in the direction %i',
  async (way) => {
    const same = things.map((thing) => ({ ...thing, _id: thing._id + 10 * COUNT, kind: 'same', at: 7 }));
    const others = upTo(3).map((each) => ({ ...same[0]!, _id: 20 * COUNT + each, at: 5 + each }));
    const asked = { kind: 'same', text: { $contains: 'three' } };
    const all = [...same, ...others].filter(({ text }) => text.includes('three'));
    const sort = [
      ['at', way],
      ['_id', way],
    ] as const;
    const options = { index: 'by_at', only: [] as string[] };
    await store.put(THINGS.name, [...same, ...others]);
    const found = await store.find<Thing>(THINGS.name, asked, { ...options, sort });
    const page = await store.find<Thing>(THINGS.name, asked, { ...options, sort, skip: 1000, limit: 20 });
    let count = 0;
    const statements = await statementsOf(async () => {
      count = await store.count(THINGS.name, asked, { index: 'by_at' });
    });
    for (const { _id } of [...same, ...others]) await store.delete(THINGS.name, _id);
    const expected = idsOf(all.toSorted((a, b) => way * (a.at - b.at || a._id - b._id)));
    expect(idsOf(found)).toEqual(expected);
    expect(idsOf(page)).toEqual(expected.slice(1000, 1020));
    expect(count).toBe(all.length);
    // No slice has more than 4,096 rows.
    expect(statements.filter(({ sql }) => /^SELECT count.*"_id">=\?/.test(sql)).length).toBeGreaterThan(COUNT / 4_096);
  },
);

test('a long question is answered as of one moment, whatever is written meanwhile', async () => {
  const asked = find({
    sort: [
      ['at', 1],
      ['_id', 1],
    ],
  });
  const more = upTo(50).map((each) => ({ ...matching[0]!, _id: COUNT + each, at: COUNT - each }));
  await turnOver();
  // Alone, a put that takes long is written in parts.
  await store.atomically(() => store.put(THINGS.name, more));
  const found = await asked;
  for (const { _id } of more) await store.delete(THINGS.name, _id);
  // All that was written, or nothing of it: the question may have begun before or after.
  expect([matching.length, matching.length + more.length]).toContain(found.length);
});

test('of very many long questions those beyond a bound are refused at once, and a close gives up the others', async () => {
  const reader = connect(':memory:');
  const reads = createSlicedReads({ reader, connected: () => connect(':memory:'), spare: [], askOf: () => () => [] });
  function* endless(): Generator<void, never> {
    for (;;) yield;
  }
  const ends = upTo(4 + 500 + 3).map(() => reads.read(endless).catch(({ message }: Error) => message));
  expect(await Promise.all(ends.slice(-3))).toEqual(Array(3).fill(expect.stringContaining('Too many long questions')));
  await reads.close();
  expect(new Set(await Promise.all(ends.slice(0, -3)))).toEqual(new Set(['The server stops.']));
  reader.close();
});

test('a long question ends with what its request is given up with, unless that has written', async () => {
  const reader = connect(':memory:');
  const reads = createSlicedReads({ reader, connected: () => connect(':memory:'), spare: [], askOf: () => () => [] });
  const controller = new AbortController();
  const { signal } = controller;
  let slices = 0;
  function* asked(): Generator<void, string> {
    for (slices = 0; slices < 5; slices += 1) {
      if (slices === 3) controller.abort(new Error('The client has gone.'));
      const slice = performance.now() + SLICE;
      while (performance.now() < slice);
      yield;
    }
    return 'answered';
  }
  resume(openWork('a', { signal }));
  await expect(reads.read(asked)).rejects.toThrow('The client has gone.');
  expect(slices).toBe(3);
  resume(openWork('a', { signal, committed: true }));
  expect(await reads.read(asked)).toBe('answered');
  await reads.close();
  reader.close();
});

test('a partial index answers what it has, and each slice of more than that asks for what the index asks', () => {
  const table = tableOf({ name: 'due', indexes: [{ name: 'due', fields: [['at', 1]], only: { kind: 'b' } }] });
  const due = { kind: 'b', at: { $lte: 9 } };
  expect(isAnsweredByIndex({ table, filter: due, reading: { index: 'due' } })).toBe(true);
  expect(isAnsweredByIndex({ table, filter: { at: { $lte: 9 } }, reading: {} })).toBe(false);
  const asked: string[] = [];
  const ask = ({ sql }: Query) => {
    asked.push(sql);
    return [[0]];
  };
  const steps = countInSlices({ table, filter: { ...due, word: 'w' }, reading: { index: 'due' } }, ask);
  expect([...steps]).toHaveLength(1);
  expect(asked.filter((sql) => !sql.includes(`"kind"='b'`))).toEqual([]);
});

test('a slice has one range of what is cut, also where the question has ranges of it', () => {
  const table = tableOf(THINGS);
  const asked: string[] = [];
  const ask = ({ sql }: Query) => {
    asked.push(sql);
    return [[1]];
  };
  const question = { table, filter: { ...filter, at: { $gt: 0, $lte: 9 } }, reading: { index: 'by_at' } };
  expect([...countInSlices(question, ask)]).toHaveLength(1);
  expect(asked.map((sql) => sql.match(/t\."at">=?\?/g))).toEqual([
    ['t."at">?'],
    ['t."at">?'],
    ['t."at">=?'],
    ['t."at">=?'],
  ]);
});
