import { afterEach, beforeEach, expect, test } from 'vitest';
import { KEPT_FOR, KEPT_UNITS, PRUNE_EVERY } from '../../src/data/changes/prune.ts';
import { CHANGES, MOST_CHANGES } from '../../src/data/changes/record.ts';
import type { Store } from '../../src/data/port.ts';
import { SETTINGS } from '../../src/data/settings.ts';
import { eventually } from '../support/eventually.ts';
import { upTo } from '../support/making.ts';
import {
  type DoneUnit,
  expectToldOnce,
  idsOf,
  type Process,
  processOn,
  repeated,
  storedIn,
  toldAfter,
  undone,
} from './change-log-support.ts';
import { type EmptyStore, openEmpty } from './opened.ts';

let opened: EmptyStore;
let clock: { now: number };
let store: Store;
let writer: Process;
let reader: Process;
let begin: number;

beforeEach(async () => {
  opened = await openEmpty(['tags', SETTINGS.name, CHANGES.name]);
  ({ store } = opened);
  clock = { now: Date.parse('2026-11-20T11:30:00Z') };
  writer = processOn(store, clock);
  reader = processOn(store, clock);
  begin = await reader.changes.last();
});
afterEach(() => opened.close());

const told = (from = begin, limit?: number) => toldAfter(reader.changes, from, limit);
const stored = () => storedIn(store);

/** A number that is given to a process which is killed then. */
const killed = () => store.nextId(CHANGES.name);

test('of units beside each other each change that was committed is told once, in order, to all readers alike', async () => {
  const units: DoneUnit[] = [
    { size: 2, fate: 'kept', process: 0 },
    { size: 1, fate: 'undone', process: 1 },
    { size: 3, fate: 'repeated', process: 1 },
    { size: 0, fate: 'kept', process: 0 },
    { size: 1, fate: 'failed', process: 0 },
    { size: 1, fate: 'kept', process: 1 },
  ];
  await expectToldOnce({ store, writer, reader, units, limit: 2 });
});

test('a change says what was done, and who could find the record before and can after it', async () => {
  const was = { _id: 7, seen: 'all', slugs: ['seven'], version: 3 } as const;
  await store.insert('tags', was);
  await writer.changes.unit({ now: clock.now, atomically: store.atomically }, async () => {
    writer.note(was, { ...was, seen: 5 });
    writer.note(undefined, { _id: 8, version: 1, seen: 'all' });
    writer.note({ _id: 9, version: 1, seen: 2 }, undefined);
    writer.note({ _id: 10, version: 1, seen: 0 }, { _id: 10, version: 2, trashed: true });
    writer.note({ _id: 11, version: 4, trashed: true }, { _id: 11, version: 5, seen: 0 });
  });
  const at = clock.now;
  expect(await told()).toEqual([
    { revision: 1000, kind: 'tag', id: 7, version: 4, at, done: 'updated', before: 'all', after: 5 },
    { revision: 1001, kind: 'tag', id: 8, version: 1, at, done: 'created', after: 'all' },
    { revision: 1002, kind: 'tag', id: 9, version: 1, at, done: 'deleted', before: 2 },
    { revision: 1003, kind: 'tag', id: 10, version: 2, at, done: 'trashed', before: 0 },
    { revision: 1004, kind: 'tag', id: 11, version: 5, at, done: 'restored', after: 0 },
  ]);
});

test('a record that a unit writes twice is told once: as it was before the first time and is after the last', async () => {
  const draft = { _id: 7, version: 1, seen: 3 } as const;
  const shown = { _id: 8, version: 4, seen: 'all' } as const;
  await writer.changes.unit({ now: clock.now, atomically: store.atomically }, async () => {
    writer.note(undefined, draft);
    writer.note(draft, { ...draft, seen: 'all' });
    writer.note(shown, { _id: 8, version: 5, trashed: true });
    writer.note({ _id: 8, version: 5, trashed: true }, { ...shown, version: 6 });
  });
  const [one, other] = await told();
  expect(one).toEqual({ revision: 1000, kind: 'tag', id: 7, version: 2, at: clock.now, done: 'created', after: 'all' });
  expect(other).toMatchObject({ id: 8, version: 6, done: 'updated', before: 'all', after: 'all' });
});

test('a unit that changes nothing takes no revision', async () => {
  await writer.make([]);
  expect(await reader.changes.after(begin)).toMatchObject({ entries: [], hasMore: false });
  expect(await store.lastId(CHANGES.name)).toBe(0);
});

test('nothing is noted outside of a unit, nor when it is over', async () => {
  expect(() => writer.note(undefined, { _id: 1, version: 1 })).toThrow('outside of a unit');
  let later: () => void = () => undefined;
  await writer.changes.unit({ now: clock.now, atomically: store.atomically }, async () => {
    later = () => writer.note(undefined, { _id: 1, version: 1 });
  });
  expect(() => later()).toThrow('outside of a unit');
});

test('a unit of very many changes says that everything may have changed', async () => {
  const many = (count: number) =>
    writer.changes.unit({ now: clock.now, atomically: store.atomically }, async () => {
      for (const _id of upTo(count)) writer.note(undefined, { _id, version: 1 });
    });
  await many(MOST_CHANGES);
  const one = await told();
  expect(new Set(idsOf(one)).size).toBe(MOST_CHANGES);
  await many(MOST_CHANGES + 1);
  expect(await told(one.at(-1)!.revision)).toEqual([{ revision: 2000, kind: 'all', at: clock.now }]);
});

test('what is put in bulk is told with it, and not when it is undone', async () => {
  await writer.changes.put('tags', [{ _id: 1, slugs: ['one'] }]);
  expect(await told()).toMatchObject([{ kind: 'all' }]);
  const slugTwice = writer.changes.put('tags', [{ _id: 2, slugs: ['one'] }]);
  await expect(slugTwice).rejects.toThrow();
  expect([await stored(), (await told()).length]).toEqual([[1], 1]);
});

test('the number of a process that was killed is waited for as long as a request may take, and not longer', async () => {
  await writer.make([1]);
  await killed();
  await killed();
  await writer.make([2]);
  expect(idsOf(await told())).toEqual([1]);
  clock.now += 9_999;
  await writer.make([3]);
  expect(idsOf(await told())).toEqual([1]);
  clock.now += 1;
  expect(idsOf(await told())).toEqual([1, 2, 3]);
});

test('a unit that is undone leaves nothing to wait for', async () => {
  await expect(writer.make([1], undone(store))).rejects.toThrow('undone');
  await writer.make([2], repeated(store));
  await eventually(async () => expect(idsOf(await told())).toEqual([2]));
});

test('a unit that comes after readers have passed its number is told under another one, or undone', async () => {
  const late = await killed();
  await writer.make([1]);
  clock.now += 10_000;
  expect(idsOf(await told())).toEqual([1]);
  const { last } = (await reader.changes.after(begin)) as { last: number };
  const numbers = [late];
  const slow = processOn({ ...store, nextId: async (space) => numbers.pop() ?? store.nextId(space) }, clock);
  await slow.make([2]).catch(() => undefined);
  await eventually(async () => expect([1, ...idsOf(await told(last))]).toEqual(await stored()));
});

test('a reader begins before a number that is open, so that it misses nothing', async () => {
  await writer.make([1]);
  const open = await killed();
  await writer.make([2]);
  const started = processOn(store, clock).changes;
  const last = await started.last();
  expect(idsOf(await toldAfter(started, last))).toEqual([]);
  await store.insert(CHANGES.name, { _id: open * MOST_CHANGES, at: clock.now, kind: 'all' });
  expect(await toldAfter(started, last)).toMatchObject([{ kind: 'all' }, { id: 2 }]);
});

test('a reader that begins on a log of long ago begins at its end', async () => {
  for (const id of upTo(5)) await writer.make([id + 1]);
  clock.now += 3_600_000;
  const started = processOn(store, clock).changes;
  expect(await toldAfter(started, await started.last())).toEqual([]);
});

test('a reader begins near the end of a log that a fast clock has written to, once there are later entries', async () => {
  const { now } = clock;
  clock.now = now + 3_650 * 86_400_000;
  for (const id of upTo(5)) await writer.make([id]);
  clock.now = now;
  await writer.make([99]);
  clock.now += 60_000;
  const limits: unknown[] = [];
  const find: Store['find'] = (name, filter, options) => {
    limits.push(options?.limit);
    return store.find(name, filter, { ...options, limit: Math.min(3, options!.limit!) });
  };
  await processOn({ ...store, find }, clock).changes.last();
  expect(limits).toEqual([1_000]);
});

test('what is older than a week goes, and a reader from before is told so, by whichever process it went', async () => {
  for (const unit of upTo(3))
    await writer.changes.unit({ now: clock.now, atomically: store.atomically }, async () => {
      for (const at of upTo(900)) writer.note(undefined, { _id: 900 * unit + at, version: 1 });
    });
  const away = await reader.changes.last();
  clock.now += KEPT_FOR + 1;
  for (const id of upTo(PRUNE_EVERY)) await writer.make([id + 3]);
  await eventually(async () => expect(await reader.changes.after(begin)).toBe('unknown'));
  expect(await reader.changes.whyUnknown(begin)).toBe('expired');
  // What the log begins with is old: no unit from before can be open.
  expect(await reader.changes.after(away)).not.toBe('unknown');
  const begun = await reader.changes.last();
  expect(await told(begun)).toEqual([]);
  await writer.make([999]);
  expect(idsOf(await told(begun))).toEqual([999]);
});

test('what lies so many units back goes as well, when no unit from before can be open', async () => {
  for (const id of upTo(3)) await writer.make([id]);
  await store.lastId(CHANGES.name, KEPT_UNITS + PRUNE_EVERY - 1);
  await writer.make([3]);
  expect(await reader.changes.after(begin)).not.toBe('unknown');
  clock.now += 60_000;
  await store.lastId(CHANGES.name, KEPT_UNITS + 2 * PRUNE_EVERY - 1);
  await writer.make([4]);
  await eventually(async () => expect(await reader.changes.after(begin)).toBe('unknown'));
});

test('a revision that was never given is unknown, and of another log', async () => {
  await writer.make([1]);
  expect(await reader.changes.after(123_456)).toBe('unknown');
  expect(await reader.changes.whyUnknown(123_456)).toBe('other_log');
});

test('a place says when it was written, and so does where a page begins', async () => {
  await writer.make([1]);
  clock.now += 30_000;
  await writer.make([2]);
  const { revision, at } = await reader.changes.position();
  expect(at).toBe(clock.now);
  expect(await reader.changes.after(revision)).toMatchObject({ from: { _id: revision, at } });
});
