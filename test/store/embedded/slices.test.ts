import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turnOver } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { statementsOf } from '../../../bench/statements/recorder.ts';
import type { Collection, Store, Stored } from '../../../src/data/port.ts';
import { tableOf } from '../../../src/data/sqlite/schema.ts';
import type { Query } from '../../../src/data/sqlite/select.ts';
import { createSlicedReads } from '../../../src/data/sqlite/sliced.ts';
import { type Ask, countInSlices, isAnsweredByIndex, SLICE } from '../../../src/data/sqlite/slices.ts';
import { type Connection, connect, type Ran, STATEMENTS } from '../../../src/data/sqlite/sqlite.ts';
import { openEmbeddedStore } from '../../../src/data/sqlite.ts';
import { openWork, resume } from '../../../src/domain/event-loop.ts';
import { LONGEST_REQUEST } from '../../../src/domain/request.ts';
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

const COUNT = 5_500;
/** More than a slice may have. */
const SAME = 4_200;
let store: Store;

const thing = (_id: number, more: object): Thing => ({
  _id,
  kind: 'a',
  at: 7,
  word: `w${(_id * 104_729) % 1009}`,
  text: _id % 3 === 0 ? 'three' : 'other',
  ...more,
});
/** Things in another order by time and by word than by id. */
const things = upTo(COUNT).map((_id) => thing(_id, { at: (_id * 7919) % COUNT }));
/** Very many that begin at one moment, and some around it. */
const alike = [
  ...upTo(SAME).map((at) => thing(COUNT + at, { kind: 'same' })),
  ...upTo(3).map((at) => thing(2 * COUNT + at, { kind: 'same', at: 5 + at, text: 'three' })),
];

beforeAll(async () => {
  store = await openEmbeddedStore({ dir: ':memory:', collections: [THINGS], log: quiet });
  await store.prepare();
  await store.put(THINGS.name, [...things, ...alike]);
});
afterAll(() => store.close());

/** How often something has begun to read as of one moment. */
let begun: number;

/** Each statement takes a whole slice here, however fast it is. */
function heard(message: unknown): void {
  vi.advanceTimersByTime(SLICE);
  if ((message as Ran).sql === 'BEGIN') begun += 1;
}
beforeEach(async () => {
  // By then nothing is left of the share of the event loop that began by another clock.
  for (const _ of upTo(3)) await turnOver();
  vi.useFakeTimers({ toFake: ['performance'] });
  begun = 0;
  subscribe(STATEMENTS, heard);
});
afterEach(() => {
  unsubscribe(STATEMENTS, heard);
  vi.useRealTimers();
});

const filter = { kind: 'a', text: { $contains: 'three' } };
const matching = things.filter(({ text }) => text === 'three');
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
    expect(idsOf(await find({ sort, skip: 1500, limit: 20 }))).toEqual(expected.slice(1500, 1520));
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
  const counts = Promise.all(upTo(10).map(() => store.count(THINGS.name, filter, { index: 'by_at' })));
  const inTurns: number[] = [];
  for (let before = 0; before < 10; before = begun) {
    await turnOver();
    inTurns.push(begun - before);
  }
  expect(await counts).toEqual(Array(10).fill(matching.length));
  // One that begins, and one that goes on in slices.
  expect(Math.max(...inTurns)).toBeLessThanOrEqual(2);
});

test.each([1, -1] as const)(
  'what begins at one moment is cut by what the index has next, in the direction %i',
  async (way) => {
    const asked = { kind: 'same', text: { $contains: 'three' } };
    const all = alike.filter(({ text }) => text === 'three');
    const sort = [
      ['at', way],
      ['_id', way],
    ] as const;
    const options = { index: 'by_at', only: [] as string[] };
    const found = await store.find<Thing>(THINGS.name, asked, { ...options, sort });
    const page = await store.find<Thing>(THINGS.name, asked, { ...options, sort, skip: 1000, limit: 20 });
    let count = 0;
    const statements = await statementsOf(async () => {
      count = await store.count(THINGS.name, asked, { index: 'by_at' });
    });
    const expected = idsOf(all.toSorted((a, b) => way * (a.at - b.at || a._id - b._id)));
    expect(idsOf(found)).toEqual(expected);
    expect(idsOf(page)).toEqual(expected.slice(1000, 1020));
    expect(count).toBe(all.length);
    // No slice has more than 4,096 rows.
    expect(statements.filter(({ sql }) => /^SELECT count.*"_id">=\?/.test(sql)).length).toBeGreaterThan(SAME / 4_096);
  },
);

/** Reads in slices of a file or of nothing. */
function readsOf(file: string) {
  const reader = connect(file);
  const askOf =
    (connection: Connection): Ask =>
    ({ sql, values }) =>
      connection.rows(sql, values);
  const reads = createSlicedReads({ reader, connected: () => connect(file), spare: [], askOf });
  onTestFinished(async () => {
    await reads.close();
    reader.close();
  });
  return reads;
}

test('a long question is answered as of one moment, whatever is written meanwhile', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'slices-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const writer = connect(join(dir, 'data'));
  onTestFinished(() => writer.close());
  writer.exec('PRAGMA journal_mode=WAL; CREATE TABLE things (at)');
  function* counted(ask: Ask): Generator<void, unknown[]> {
    const counts = [];
    for (const at of upTo(3)) {
      counts.push(ask({ sql: 'SELECT count(*) FROM things', values: [] })[0]![0]);
      yield;
      writer.run('INSERT INTO things VALUES (?)', [at]);
    }
    return counts;
  }
  // It began anew where it had a slice of more than one: what the first slice had written is there.
  expect(await readsOf(join(dir, 'data')).read(counted)).toEqual([0, 0, 0]);
  expect(writer.rows('SELECT count(*) FROM things')).toEqual([[3]]);
});

test('of very many long questions those beyond a bound are refused at once, and a close gives up the others', async () => {
  const reads = readsOf(':memory:');
  function* endless(): Generator<void, never> {
    for (;;) {
      vi.advanceTimersByTime(SLICE);
      yield;
    }
  }
  const ends = upTo(4 + 500 + 3).map(() => reads.read(endless).catch(({ message }: Error) => message));
  expect(await Promise.all(ends.slice(-3))).toEqual(Array(3).fill(expect.stringContaining('Too many requests')));
  await reads.close();
  expect(new Set(await Promise.all(ends.slice(0, -3)))).toEqual(new Set(['The server stops.']));
});

test('a long question that takes longer than a request may is given up', async () => {
  function* endless(): Generator<void, never> {
    for (;;) {
      vi.advanceTimersByTime(LONGEST_REQUEST / 10);
      yield;
    }
  }
  await expect(readsOf(':memory:').read(endless)).rejects.toThrow(
    'The request took longer than 10 seconds and was given up.',
  );
});

test('a long question ends with what its request is given up with, unless that has written', async () => {
  const reads = readsOf(':memory:');
  const controller = new AbortController();
  const { signal } = controller;
  let slices = 0;
  function* asked(): Generator<void, string> {
    for (slices = 0; slices < 5; slices += 1) {
      if (slices === 3) controller.abort(new Error('The client has gone.'));
      vi.advanceTimersByTime(SLICE);
      yield;
    }
    return 'answered';
  }
  resume(openWork('a', { signal }));
  await expect(reads.read(asked)).rejects.toThrow('The client has gone.');
  expect(slices).toBe(3);
  resume(openWork('a', { signal, committed: true }));
  expect(await reads.read(asked)).toBe('answered');
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
