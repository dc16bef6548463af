import { afterEach, beforeEach, expect, test } from 'vitest';
import { KEPT_FOR, KEPT_UNITS, PRUNE_EVERY } from '../../src/data/changes/prune.ts';
import { CHANGES, type Entry, MOST_CHANGES } from '../../src/data/changes/record.ts';
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
  await eventually(async () => expect(idsOf(await told())).toEqual([1, 2, 3]));
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
  await eventually(async () => expect(idsOf(await told())).toEqual([1]));
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

test('a look finds what is behind a number that is open, once, and does not pass that number for readers', async () => {
  const { look } = reader.changes;
  const lookFor = async (expected: object, ...ids: number[]) => {
    const { entries, ...found } = await look();
    expect(entries.map((entry) => ('id' in entry ? entry.id : 0))).toEqual(ids);
    expect(found).toMatchObject({ isAll: true, ...expected });
    return found.revision;
  };
  await lookFor({ isFirst: true, whole: begin, hasGap: false });
  const open = [await killed(), await killed()] as const;
  await writer.make([1, 2]);
  const first = await lookFor({ isFirst: false, whole: begin, hasGap: true }, 1, 2);
  await killed();
  await writer.make([3]);
  const second = await lookFor({ whole: begin, hasGap: true }, 3);
  expect(await lookFor({ whole: begin, hasGap: true })).toBe(second);
  expect([begin, first, second, begin + 1]).toEqual(
    [...new Set([begin, first, second, begin + 1])].toSorted((a, b) => a - b),
  );
  // Each unit of two entries.
  const late = (unit: number) =>
    store.atomically(async () => {
      const [_id, at] = [unit * MOST_CHANGES, clock.now];
      await store.insert(CHANGES.name, { _id, at, kind: 'tag', id: 10 * unit });
      await store.insert(CHANGES.name, { _id: _id + 1, at, kind: 'tag', id: 10 * unit + 1 });
    });
  await late(open[1]);
  const third = await lookFor({ whole: begin, hasGap: true }, 20, 21);
  await late(open[0]);
  const fourth = await lookFor({ whole: 3001, hasGap: true }, 10, 11);
  expect([second < third, third < fourth, Math.floor(fourth)]).toEqual([true, true, 3001]);
  clock.now += 10_000;
  await eventually(() => lookFor({ whole: 5000, hasGap: false }, 0));
});

test('a unit of which a read sees the second entry and not the first is found by the next look, once and whole', async () => {
  let isLate = true;
  const find: Store['find'] = async (name, filter, options) => {
    const found = await store.find<Entry>(name, filter, options);
    return found.filter(({ _id }) => !isLate || _id !== 1000) as never;
  };
  const { changes } = processOn({ ...store, find }, clock);
  await changes.look();
  await writer.make([1, 2]);
  await writer.make([3]);
  expect(await changes.look()).toMatchObject({ entries: [{ id: 3 }], whole: begin, hasGap: true });
  expect(await changes.after(begin)).toMatchObject({ entries: [], hasMore: true });
  isLate = false;
  expect(await changes.look()).toMatchObject({ entries: [{ id: 1 }, { id: 2 }], whole: 2000, hasGap: false });
});

test('a look finds thousands of new entries, and one that fails leaves them to the next', async () => {
  let left = 3;
  const find: Store['find'] = (...asked) => {
    left -= 1;
    return left === 0 ? Promise.reject(new Error('away')) : store.find(...asked);
  };
  const { changes } = processOn({ ...store, find }, clock);
  left = 10;
  await changes.look();
  const many = upTo(2500).map((at) => ({ _id: 1000 * (at + 1), at: clock.now, void: true }));
  await store.put(CHANGES.name, many);
  left = 3;
  await expect(changes.look()).rejects.toThrow('away');
  const { entries, isAll } = await changes.look();
  expect([entries.map(({ _id }) => _id), isAll]).toEqual([many.map(({ _id }) => _id), true]);
});

test('of more open numbers than are remembered a look says that it has not found all, and goes on when they are filled', async () => {
  const { look } = reader.changes;
  await look();
  await store.lastId(CHANGES.name, 1001);
  await writer.make([1]);
  expect(await look()).toMatchObject({ entries: [], isAll: false, whole: begin });
  clock.now += 10_000;
  const found: unknown[] = [];
  await eventually(async () => {
    const { entries, isAll } = await look();
    found.push(...entries.filter((entry) => 'id' in entry));
    expect(isAll).toBe(true);
  });
  expect(found).toMatchObject([{ id: 1 }]);
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
