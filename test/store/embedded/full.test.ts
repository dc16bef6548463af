import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Collection, Store, Stored } from '../../../src/data/port.ts';
import { openEmbeddedStore } from '../../../src/data/sqlite.ts';
import { DomainError } from '../../../src/domain/errors.ts';
import { askRest, cursorOf } from '../../kinds/changes/asking.ts';
import { buildApp } from '../../support/app.ts';
import { keepLog } from '../../support/kept-log.ts';

// Every connection runs a script when it is opened: so they are known here.
const scripts = vi.spyOn(Database.prototype, 'exec');
afterAll(() => scripts.mockRestore());
const limit = (pages: number) =>
  [...new Set(scripts.mock.contexts as Database.Database[])]
    .filter(({ open }) => open)
    .map((database) => database.exec(`PRAGMA max_page_count=${pages}`));

const collections: Collection[] = [{ name: 'things', indexes: [] }];
const kept = keepLog();
let dir: string;
let store: Store;

const open = () => openEmbeddedStore({ dir, collections, log: kept.log });
beforeEach(async () => {
  scripts.mockClear();
  kept.lines.length = 0;
  dir = mkdtempSync(join(tmpdir(), 'calendar-full-'));
  store = await open();
});
afterEach(async () => {
  await store.close();
  rmSync(dir, { recursive: true });
});

/** The file may have no more pages than it has. */
const fill = () => limit(1);
const makeRoom = () => limit(1_000_000);

const large = (_id: number) => ({ _id, text: 'x'.repeat(50_000) }) as Stored;
const ids = async () => (await store.find('things', {}, { sort: [['_id', 1]] })).map(({ _id }) => _id);
const said = () => kept.lines.map(({ msg }) => msg).filter((msg) => /disk/.test(msg));

test('a full disk refuses a unit as a whole, reads go on, and writes too once there is room', async () => {
  await store.insert('things', { _id: 1 });
  fill();
  const unit = store.atomically(async () => {
    await store.delete('things', 1);
    await store.insert('things', large(2));
  });
  await expect(unit).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect(store.insert('things', large(3))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(await ids()).toEqual([1]);
  expect([store.isFull(), await store.ping()]).toEqual([true, true]);
  makeRoom();
  await store.insert('things', large(4));
  expect(store.isFull()).toBe(false);
  expect(await ids()).toEqual([1, 4]);
  expect(said()).toEqual([
    'the disk is full; writes are answered with 503 until there is room',
    'the disk has room again; writes go on',
  ]);
});

test('an id that was given in a unit for which there was no room is not given again', async () => {
  const given: number[] = [];
  fill();
  const unit = store.atomically(async () => {
    given.push(await store.nextId('ids'));
    await store.insert('things', large(1));
  });
  await expect(unit).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  makeRoom();
  expect(await store.nextId('ids')).toBe(given[0]! + 1);
});

test('changes are read while the disk has no room', async () => {
  const full = async () => {
    throw new DomainError('UNAVAILABLE', 'The server stops.');
  };
  const onlyRead = await buildApp({ wrap: (store) => ({ ...store, isFull: () => true, atomically: full }) });
  const { status, body } = await askRest(onlyRead, { after: await cursorOf(onlyRead) });
  expect([status, body.changes]).toEqual([200, []]);
  await onlyRead.close();
});
