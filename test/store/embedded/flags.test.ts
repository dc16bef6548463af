import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Collection, Filter, Stored } from '../../../src/data/port.ts';
import { openEmbeddedStore } from '../../../src/data/sqlite.ts';
import { quiet } from '../quiet.ts';

const index = { name: 'by_count', fields: [['count', 1]] } as const;
const PLAIN: Collection = { name: 'things', indexes: [index], numbers: ['count'] };
const COUNTED: Collection = { ...PLAIN, counts: ['count'] };

test('whether a count is above 0 is found by its flag after every way to write it, and of documents that were there before', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'flags-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const open = (collection: Collection) => openEmbeddedStore({ dir, collections: [collection], log: quiet });
  const before = await open(PLAIN);
  const texts = [0, 2, '3', true, -1].map((count, at) => ({ _id: at + 1, count }) as Stored);
  await before.put('things', texts);
  await before.close();
  const store = await open(COUNTED);
  onTestFinished(() => store.close());
  await store.prepare();
  const ids = async (filter: Filter): Promise<unknown[]> =>
    (await store.find('things', filter, { index: 'by_count', only: [] })).map(({ _id }) => _id).sort();
  const both = async () => [await ids({ count: 0 }), await ids({ count: { $gt: 0 } })];
  expect(await both()).toEqual([[1], [2]]);
  await store.add('things', new Map([[1, { count: 1 }]]));
  await store.update('things', 2, { $inc: { count: -2 } });
  expect(await both()).toEqual([[2], [1]]);
  await store.update('things', 1, { $set: { count: 'none' } });
  await store.put('things', [{ _id: 2, count: 4 } as Stored]);
  await store.insert('things', { _id: 6, count: 0 } as Stored);
  expect(await both()).toEqual([[6], [2]]);
  expect(await store.count('things', { $or: [{ count: 0 }, { count: { $gt: 0 } }] })).toBe(2);
});
