import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstRevision } from '../../../src/data/changes/record.ts';
import type { Store } from '../../../src/data/port.ts';
import { openDatabase } from '../../../src/kinds/database.ts';
import { newDatabase } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { upTo } from '../../support/making.ts';
import { idsOf, type Process, processOn, type Thing, toldAfter } from '../change-log-support.ts';
import { quiet } from '../quiet.ts';
import { readsOf } from './commands.ts';
import { createGate, type Gate } from './gate.ts';

const WRITERS = 50;
const UNITS = 4;

const uri = newDatabase();
let gate: Gate;
let stores: [Store, Store];

beforeAll(async () => {
  gate = await createGate(uri);
  await gate.accept();
  const open = (mongodbUri: string) => openDatabase({ mongodbUri, dataDir: '' }, quiet);
  // One after the other: the first one makes the collections.
  stores = [await open(uri), await open(gate.through(uri, 'serverSelectionTimeoutMS=500'))];
});
afterAll(async () => {
  await gate.cut();
  await Promise.all(stores.map((store) => store.close()));
});

test('a unit whose number a reader has passed meanwhile is written under another one', async () => {
  const [store, other] = stores;
  const clock = { now: Date.parse('2026-11-19T11:30:00Z') };
  const reader = processOn(other, clock);
  const begin = await reader.changes.last();
  const given: number[] = [];
  const meanwhile = [
    async () => {
      await reader.make([20_001]);
      clock.now += 10_000;
      await eventually(async () => expect(idsOf(await toldAfter(reader.changes, begin))).toEqual([20_001]));
    },
  ];
  async function nextId(space: string): Promise<number> {
    const number = await store.nextId(space);
    given.push(number);
    await meanwhile.pop()?.();
    return number;
  }
  await processOn({ ...store, nextId }, clock).make([20_002]);
  const [, late] = await toldAfter(reader.changes, begin);
  expect(given).toHaveLength(2);
  expect(late).toMatchObject({ id: 20_002, revision: firstRevision(given[1]!) });
});

test('the log is read from the primary, as a majority has it and in no transaction, whatever the URI prefers', async () => {
  const lagging = new URL(uri);
  lagging.searchParams.set('readPreference', 'secondaryPreferred');
  const store = await openDatabase({ mongodbUri: lagging.href, dataDir: '' }, quiet);
  const { changes } = processOn(store, { now: Date.parse('2026-11-19T11:30:00Z') });
  const database = lagging.pathname.slice(1);
  const reads = await readsOf(database, async () => {
    const { whole } = await changes.look();
    await changes.after(whole);
    await store.find('tags', {}, { limit: 1 });
    await store.atomically(() => changes.after(whole));
  });
  await store.close();
  const [joined, tags, ...log] = reads.toReversed();
  expect([...new Set(log)]).toEqual(['find changes primary majority']);
  expect(tags).toBe('find tags secondaryPreferred majority');
  expect(joined).toBe('+find changes primary undefined');
});

test('50 writers on two servers, one of which is cut off for good: every change that is there was told once, in order', async () => {
  const [store] = stores;
  const clock = { now: Date.parse('2026-11-20T11:30:00Z') };
  const [lasting, lost] = stores.map((each) => processOn(each, clock)) as [Process, Process];
  const { changes } = processOn(store, clock);
  const begin = await changes.last();
  const outcomes: PromiseSettledResult<void>[] = [];
  const writing = Promise.all(
    upTo(WRITERS).map(async (writer) => {
      const process = [lasting, lost][writer % 2]!;
      for (const unit of upTo(UNITS)) {
        const id = 2 * (writer * UNITS + unit) + 1;
        outcomes.push(...(await Promise.allSettled([process.make([id, id + 1])])));
      }
    }),
  );
  await gate.cutAfter(10_000);
  await writing;
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['fulfilled', 'rejected']));
  // Numbers that the lost server was given are waited for, and after them nothing is.
  await lasting.make([10_001]);
  clock.now += 10_000;
  await eventually(async () => expect((await toldAfter(changes, begin)).at(-1)).toMatchObject({ id: 10_001 }));
  const told = await toldAfter(changes, begin, 7);
  const revisions = told.map(({ revision }) => revision);
  expect(revisions).toEqual([...new Set(revisions)].toSorted((a, b) => a - b));
  const stored = await store.find<Thing>('tags', { _id: { $lte: 10_001 } }, { sort: [['_id', 1]], only: [] });
  expect(idsOf(told).toSorted((a, b) => a - b)).toEqual(stored.map(({ _id }) => _id));
});
