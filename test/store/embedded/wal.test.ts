import fs, { cpSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Collection, Store, Stored } from '../../../src/data/port.ts';
import { openEmbeddedStore } from '../../../src/data/sqlite.ts';
import { currentWork, openWork, resume } from '../../../src/domain/event-loop.ts';
import { eventually } from '../../support/eventually.ts';
import { keepLog } from '../../support/kept-log.ts';
import { upTo } from '../../support/making.ts';
import { type OwnTime, ownTime } from '../../support/own-time.ts';
import { quiet } from '../quiet.ts';

const collections: Collection[] = [{ name: 'things', indexes: [] }];
const MB = 1_000_000;

let dir: string;
let store: Store;
let time: OwnTime;

const open = (folder: string) => openEmbeddedStore({ dir: folder, collections, log: quiet, time });
const logOf = (folder: string) => join(folder, 'calendar.sqlite-wal');
const sizeOfLog = () => statSync(logOf(dir)).size;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'calendar-wal-'));
  time = ownTime();
  store = await open(dir);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await store.close();
  rmSync(dir, { recursive: true });
});

/** Two documents of a page or so, written together. */
const pair = (of: Store, n: number) =>
  of.atomically(async () => {
    for (const half of [0, 1]) await of.insert('things', { _id: 2 * n + half, text: `${n} `.repeat(1_000) } as Stored);
    return n;
  });

const idsIn = async (of: Store) =>
  (await of.find('things', {}, { sort: [['_id', 1]], only: [] })).map(({ _id }) => _id);

/** Ids of so many pairs. */
const pairs = (count: number) => Array.from({ length: 2 * count }, (_, at) => at);

/** Looks until the first pairs are there. */
const committed = (count: number) => eventually(async () => expect(await idsIn(store)).toEqual(pairs(count)));

/** From now on nothing reaches the disk until it is let go; `syncs` counts what was to. */
function holdDisk() {
  const held: (() => void)[] = [];
  const sync = fs.fdatasync;
  const syncs = vi
    .spyOn(fs, 'fdatasync')
    .mockImplementation(
      ((descriptor: number, done: fs.NoParamCallback) =>
        void held.push(() => sync(descriptor, done))) as typeof fs.fdatasync,
    );
  return {
    syncs,
    letGo() {
      syncs.mockImplementation(sync);
      for (const each of held.splice(0)) each();
    },
  };
}

test('a write is answered when it is on the disk, the next begins before, and those that wait share one sync', async () => {
  const disk = holdDisk();
  const answered: number[] = [];
  const writes = Array.from({ length: 20 }, async (_, n) => answered.push(await pair(store, n)));
  await committed(20);
  expect([answered, disk.syncs.mock.calls.length]).toEqual([[], 1]);
  disk.letGo();
  await Promise.all(writes);
  expect([answered, disk.syncs.mock.calls.length]).toEqual([Array.from({ length: 20 }, (_, n) => n), 2]);
});

test('who writes nothing is answered when what it may have seen is on the disk', async () => {
  const disk = holdDisk();
  const first = pair(store, 0);
  await committed(1);
  const order: string[] = [];
  const nothing = store.atomically(async () => (await idsIn(store)).length).then(() => order.push('nothing'));
  const both = [first.then(() => order.push('first')), nothing];
  await committed(1);
  expect(order).toEqual([]);
  disk.letGo();
  await Promise.all(both);
  expect(order).toHaveLength(2);
  await store.atomically(async () => undefined);
  expect(disk.syncs).toHaveBeenCalledTimes(1);
});

test('wherever a loss of power cuts the log, every answered write is there, and the rest up to some unit', async () => {
  const [answered, all] = [3, 9];
  for (let n = 0; n < answered; n += 1) await pair(store, n);
  const onDisk = sizeOfLog();
  const disk = holdDisk();
  const writes = Array.from({ length: all - answered }, (_, n) => pair(store, answered + n));
  await committed(all);
  const [end, saved] = [sizeOfLog(), join(dir, 'saved')];
  for (const name of ['calendar.sqlite', 'calendar.sqlite-wal']) cpSync(join(dir, name), join(saved, name));
  disk.letGo();
  await Promise.all(writes);
  const step = process.env.DRAWS === 'all' ? 412 : 6_180;
  const found = new Set<number>();
  for (let length = onDisk; length <= end + step; length += step) {
    const cut = join(dir, `cut-${length}`);
    cpSync(saved, cut, { recursive: true });
    truncateSync(logOf(cut), Math.min(length, end));
    const after = await open(cut);
    const ids = await idsIn(after);
    expect(ids).toEqual(pairs(Math.max(answered, ids.length / 2)));
    found.add(ids.length / 2);
    await after.close();
    rmSync(cut, { recursive: true });
  }
  expect([...found]).toEqual(Array.from({ length: all - answered + 1 }, (_, more) => answered + more));
});

test('a sync that fails ends the process, and the write is not answered', async () => {
  const kept = keepLog();
  const other = mkdtempSync(join(tmpdir(), 'calendar-wal-'));
  onTestFinished(() => rmSync(other, { recursive: true }));
  const failing = await openEmbeddedStore({ dir: other, collections, log: kept.log });
  const ended = new Error('ended');
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => {
    throw ended;
  });
  vi.spyOn(fs, 'fdatasync').mockImplementationOnce(((_: number, done: fs.NoParamCallback) =>
    done(new Error('EIO'))) as typeof fs.fdatasync);
  await expect(pair(failing, 0)).rejects.toBe(ended);
  expect(exit).toHaveBeenCalledWith(1);
  expect(kept.lines.map(({ msg }) => msg)).toContain('what was written did not reach the disk; the process ends');
  await failing.close().catch(() => undefined);
});

const write = (megabytes: number, n: number) =>
  store.insert('things', { _id: `${n}`, text: 'x'.repeat(megabytes * MB) } as Stored);

test('the log is emptied from time to time: it stays small however much is written', async () => {
  for (const n of upTo(3)) await write(5, n);
  expect(sizeOfLog()).toBeLessThan(12 * MB);
});

test('a unit that waited until the log was emptied is the work of its caller', async () => {
  const work = openWork('caller');
  const accounts: string[] = [];
  for (const n of upTo(3)) {
    resume(work);
    await store.atomically(async () => {
      accounts.push(currentWork().account);
      await write(5, n);
    });
  }
  expect(accounts).toEqual(['caller', 'caller', 'caller']);
});

test('while a reader of an old moment keeps the log at its bound, no unit begins, and readers go on', async () => {
  await pair(store, 0);
  const old = new Database(join(dir, 'calendar.sqlite'));
  old.exec('BEGIN');
  old.prepare('SELECT count(*) FROM things').get();
  // Below the bound, units go on.
  for (const n of upTo(3)) await write(5, n);
  const other = new Database(join(dir, 'calendar.sqlite'));
  other.exec(`PRAGMA wal_autocheckpoint=0; CREATE TABLE other AS SELECT zeroblob(${50 * MB})`);
  other.close();
  const refused = expect(pair(store, 1)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await time.paused();
  expect(await store.count('things', { _id: { $lt: 4 } })).toBe(2);
  time.pass(10_001);
  await refused;
  const late = pair(store, 1);
  await time.paused();
  old.exec('COMMIT');
  old.close();
  time.pass(50);
  expect(await late).toBe(1);
  expect(sizeOfLog()).toBeLessThan(1 * MB);
});
