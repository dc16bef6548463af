import { type Changes, createChanges } from '../../src/data/changes/changes.ts';
import type { Change } from '../../src/data/changes/record.ts';
import type { Note } from '../../src/data/changes/units.ts';
import type { Store } from '../../src/data/port.ts';
import type { Readers } from '../../src/domain/access.ts';

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
  note: Note<Thing>;
  /** Makes things in one unit. */
  make(ids: readonly number[], atomically?: Store['atomically']): Promise<void>;
}

/** A process with this clock. Its things are tags, which no service looks at. */
export function processOn(store: Store, clock: { now: number }): Process {
  const changes = createChanges(store, () => clock.now);
  const note = changes.noting<Thing>('tag', (before, after) => ({ before: before?.seen, after: after?.seen }));
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
