import { expect } from 'vitest';
import { type Changes, createChanges } from '../../src/data/changes/changes.ts';
import type { Change } from '../../src/data/changes/record.ts';
import type { LogChange } from '../../src/data/changes/units.ts';
import type { Store } from '../../src/data/port.ts';
import type { Readers } from '../../src/domain/access.ts';
import { eventually } from '../support/eventually.ts';
import { upTo } from '../support/making.ts';

/** A record that stands for any. */
export interface Thing {
  _id: number;
  version: number;
  /** By whom; without it by nobody. */
  seen?: Readers;
  trashed?: boolean;
}

/** One process: its log, and how it writes. */
export interface Process {
  changes: Changes;
  note: LogChange<Thing>;
  /** Makes things in one unit. */
  make(ids: readonly number[], atomically?: Store['atomically']): Promise<void>;
}

/** A process with this clock. Its things are tags, which no service looks at. */
export function processOn(store: Store, clock: { now: number }): Process {
  const changes = createChanges(store, () => clock.now);
  const note = changes.changeLogger<Thing>('tag', (before, after) => ({ before: before?.seen, after: after?.seen }));
  return {
    changes,
    note,
    make: (ids, atomically = store.atomically) =>
      changes.unit({ now: clock.now, atomically }, async () => {
        for (const _id of ids) {
          const thing: Thing & { slugs: string[] } = { _id, version: 1, seen: 'all', slugs: [`thing-${_id}`] };
          await store.insert('tags', thing);
          note(undefined, thing);
        }
      }),
  };
}

/** Everything that is told behind a revision, read page by page until there is nothing more. */
export async function toldAfter(changes: Changes, revision: number, limit?: number): Promise<Change[]> {
  const page = await changes.after(revision, limit);
  if (page === 'unknown') throw new Error('the log does not reach back so far');
  return page.last === revision ? [] : [...page.changes, ...(await toldAfter(changes, page.last, limit))];
}

export const idsOf = (told: readonly Change[]): number[] => told.map((change) => ('id' in change ? change.id : 0));

/** Ends the unit before it is committed, when all is written. */
export const undone =
  (store: Store): Store['atomically'] =>
  (work) =>
    store.atomically(async () => {
      await work();
      throw new Error('undone');
    });

/** Runs the unit twice, as a store does after a conflict; the first time is undone. */
export const repeated =
  (store: Store): Store['atomically'] =>
  async (work) => {
    await undone(store)(work).catch(() => undefined);
    return store.atomically(work);
  };

/** The ids of all things. */
export const storedIn = async (store: Store): Promise<number[]> =>
  (await store.find<Thing>('tags', {}, { sort: [['_id', 1]], only: [] })).map(({ _id }) => _id);

/** How a unit may end. */
const FATES = {
  kept: (on: Store): Store['atomically'] => on.atomically,
  undone,
  repeated,
  failed:
    (on: Store): Store['atomically'] =>
    (work) =>
      on.atomically(async () => {
        throw new Error(`not even begun ${work.name}`);
      }),
};

type Fate = keyof typeof FATES;
export const FATE_NAMES = Object.keys(FATES) as Fate[];

/** A unit that makes so many things, in one of two processes. */
export interface DoneUnit {
  size: number;
  fate: Fate;
  process: number;
}

interface Beside {
  store: Store;
  writer: Process;
  reader: Process;
  units: readonly DoneUnit[];
  /** How many changes are read at once. */
  limit: number;
}

const ascending = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);

/** Runs units beside each other: who reads the log meanwhile is told the same as who reads it later, in the same order. */
export async function expectToldOnce({ store, writer, reader, units, limit }: Beside): Promise<void> {
  const from = await reader.changes.last();
  const before = await storedIn(store);
  let next = Math.max(0, ...before);
  const polled: number[] = [];
  let at = from;
  let running = true;
  async function poll(): Promise<void> {
    const page = await reader.changes.after(at, limit);
    expect(page).not.toBe('unknown');
    const { changes, last } = page as Exclude<typeof page, 'unknown'>;
    polled.push(...changes.map(({ revision }) => revision));
    at = last;
  }
  const polling = (async () => {
    while (running) await poll();
  })();
  await Promise.all(
    units.map(async ({ size, fate, process }) => {
      const ids = upTo(size).map(() => ++next);
      await [writer, reader][process]!.make(ids, FATES[fate](store)).catch(() => undefined);
    }),
  );
  running = false;
  await polling;
  // Units that were undone fill their gaps when they have told so.
  await eventually(async () => {
    await poll();
    expect(await reader.changes.after(at)).toMatchObject({ entries: [], hasMore: false });
  });
  const all = await toldAfter(reader.changes, from);
  expect(polled).toEqual(all.map(({ revision }) => revision));
  expect(polled).toEqual([...new Set(ascending(polled))]);
  expect(ascending([...before, ...idsOf(all)])).toEqual(await storedIn(store));
}
