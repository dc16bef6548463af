import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turnOver } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { statementsOf } from '../../../bench/statements/recorder.ts';
import type { Collection, Store, Stored } from '../../../src/data/port.ts';
import { isAnsweredByIndex } from '../../../src/data/sqlite/by-index.ts';
import { createLongReads } from '../../../src/data/sqlite/long-reads.ts';
import { tableOf } from '../../../src/data/sqlite/schema.ts';
import { connect, connectOffLoop } from '../../../src/data/sqlite/sqlite.ts';
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

const filter = { kind: 'a', text: { $contains: 'three' } };
const matching = things.filter(({ text }) => text === 'three');
const idsOf = (found: readonly Stored[]) => found.map(({ _id }) => _id);
const find = (options: object) => store.find<Thing>(THINGS.name, filter, { index: 'by_at', ...options });

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
] as const)('what no index answers is found %s, page by page and whole', async (_, sort, order) => {
  const expected = matching.toSorted(order);
  expect(await find({ sort, limit: 20 })).toEqual(expected.slice(0, 20));
  expect(await find({ sort, skip: 1500, limit: 20 })).toEqual(expected.slice(1500, 1520));
  expect(await find({ sort })).toEqual(expected);
  expect(idsOf(await find({ sort, only: [] }))).toEqual(idsOf(expected));
});

test('what begins at one moment is found page by page in both directions, and counted', async () => {
  const asked = { kind: 'same', text: { $contains: 'three' } };
  const all = alike.filter(({ text }) => text === 'three');
  for (const way of [1, -1] as const) {
    const sort = [
      ['at', way],
      ['_id', way],
    ] as const;
    const found = await store.find<Thing>(THINGS.name, asked, { index: 'by_at', sort, skip: 1000, limit: 20 });
    expect(found).toEqual(all.toSorted((a, b) => way * (a.at - b.at || a._id - b._id)).slice(1000, 1020));
  }
  expect(await store.count(THINGS.name, asked, { index: 'by_at' })).toBe(all.length);
});

test('what no index answers runs in a thread, is the work of who asks, and is one statement', async () => {
  const caller = openWork('a');
  const statements = await statementsOf(async () => {
    resume(caller);
    expect(await store.count(THINGS.name, filter, { index: 'by_at' })).toBe(matching.length);
  });
  expect(statements).toMatchObject([{ within: 'thread', account: 'a' }]);
  expect(caller.spent).toBeGreaterThanOrEqual(statements[0]!.ms);
});

test('what an index answers is asked for on the event loop', async () => {
  const statements = await statementsOf(() => store.count(THINGS.name, { kind: 'a' }, { index: 'by_at' }));
  expect(statements).toMatchObject([{ within: 'itself' }]);
});

test('a partial index answers only what it has, and no index answers a page that is very far down', () => {
  const table = tableOf({ name: 'due', indexes: [{ name: 'due', fields: [['at', 1]], only: { kind: 'b' } }] });
  const due = { kind: 'b', at: { $lte: 9 } };
  const reading = { index: 'due', limit: 10 };
  expect(isAnsweredByIndex({ table, filter: due, reading: { ...reading, skip: 9_999 } })).toBe(true);
  expect(isAnsweredByIndex({ table, filter: due, reading: { ...reading, skip: 10_000 } })).toBe(false);
  expect(isAnsweredByIndex({ table, filter: { at: { $lte: 9 } }, reading: {} })).toBe(false);
});

/** Counts for ever. */
const ENDLESS = {
  sql: 'WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM n) SELECT count(*) FROM n',
  values: [],
};
const QUICK = { sql: 'SELECT 1', values: [] };

/** Long reads of a file of their own. */
function reads() {
  const dir = mkdtempSync(join(tmpdir(), 'long-'));
  const file = join(dir, 'data');
  connect(file).close();
  const long = createLongReads(async () => connectOffLoop(file), []);
  onTestFinished(async () => {
    await long.close();
    rmSync(dir, { recursive: true });
  });
  return {
    close: long.close,
    /** Asks as the work of an account. Returns the rows, or the message of the error. */
    ask(account: string, { asked = ENDLESS, signal, committed }: Asking = {}): Promise<unknown> {
      resume(openWork(account, { signal, ...(committed && { committed }) }));
      return long.read((ask) => ask(asked)).catch(({ message }: Error) => message);
    },
  };
}

interface Asking {
  asked?: typeof ENDLESS;
  signal?: AbortSignal;
  committed?: true;
}

test('while two networks ask for ever, the event loop goes on, and a third one is answered when one of them has left', async () => {
  const { ask } = reads();
  const leaving = new AbortController();
  const first = ask('a', { signal: leaving.signal });
  const second = ask('b');
  const waits = ask('c', { asked: QUICK });
  for (const _ of upTo(100)) await turnOver();
  leaving.abort(new Error('The client has gone.'));
  expect(await first).toBe('The client has gone.');
  expect(await waits).toEqual([[1]]);
  await expect(Promise.race([second, turnOver('runs')])).resolves.toBe('runs');
});

test('one network has one thread, however much it asks for', async () => {
  const { ask } = reads();
  const leaving = new AbortController();
  const all = upTo(5).map(() => ask('a', { signal: leaving.signal }));
  expect(await ask('b', { asked: QUICK })).toEqual([[1]]);
  leaving.abort(new Error('The client has gone.'));
  expect(new Set(await Promise.all(all))).toEqual(new Set(['The client has gone.']));
});

test('of those that wait, the network comes next that has used the threads least', async () => {
  const { ask } = reads();
  const leaving = new AbortController();
  const order: string[] = [];
  void ask('b');
  const asks = ['a', 'a', 'a', 'c'].map((account, at) =>
    ask(account, at === 0 ? { signal: leaving.signal } : { asked: QUICK }).then(() => order.push(account)),
  );
  await turnOver();
  leaving.abort(new Error('The client has gone.'));
  await Promise.all(asks);
  expect(order).toEqual(['a', 'c', 'a', 'a']);
});

test('what has been written is read to the end, though its client has left', async () => {
  const left = AbortSignal.abort(new Error('The client has gone.'));
  const { ask } = reads();
  expect(await ask('a', { asked: QUICK, signal: left })).toBe('The client has gone.');
  expect(await ask('a', { asked: QUICK, signal: left, committed: true })).toEqual([[1]]);
});

test('of very many long questions those beyond a bound are refused at once, and a close gives up the others', async () => {
  const { ask, close } = reads();
  const ends = upTo(2 + 500 + 3).map((each) => ask(String(each)));
  expect(await Promise.all(ends.slice(-3))).toEqual(Array(3).fill(expect.stringContaining('Too many requests')));
  await close();
  expect(new Set(await Promise.all(ends.slice(0, -3)))).toEqual(new Set(['The server stops.']));
});
