import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { statementsOf } from '../../../bench/statements/recorder.ts';
import type { Collection, Store, Stored } from '../../../src/data/port.ts';
import { connect } from '../../../src/data/sqlite/sqlite.ts';
import { DATA_FILE, openEmbeddedStore } from '../../../src/data/sqlite.ts';
import { upTo } from '../../support/making.ts';
import { quiet } from '../quiet.ts';

const TEXTS = { name: 'texts', indexes: [], searched: 'search' } as const satisfies Collection;

let store: Store;
beforeAll(async () => {
  store = await openEmbeddedStore({ dir: ':memory:', collections: [TEXTS], log: quiet });
  await store.prepare();
});
afterAll(() => store.close());

const TEXTS_OF_ALL = ['', 'a', '"a', 'a가각', '가각', '각가', '😀😁', 'x *-%_\\', 'éa가각a'];

test.each(['a', '"', '가각', '😁', '%_', '가각a', '*-', 'z'])(
  'a search for %j finds the texts that contain it',
  async (asked) => {
    const texts = TEXTS_OF_ALL.map((ko, _id) => ({ _id, search: { en: 'a가각z', ko } }));
    await store.put(TEXTS.name, texts);
    const filter = { 'search.ko': { $contains: asked }, _id: { $lt: 100 } };
    const expected = texts.filter(({ search }) => search.ko.includes(asked)).map(({ _id }) => _id);
    const found = await store.find<Stored>(TEXTS.name, filter, { only: [] });
    expect(found.map(({ _id }) => _id).sort()).toEqual(expected);
    expect(await store.count(TEXTS.name, filter)).toBe(expected.length);
  },
);

test('a unit finds the texts that it has written and none that it has removed, and leaves none when it is undone', async () => {
  const found = async (asked: string): Promise<unknown[]> => {
    const filter = { 'search.ko': { $contains: asked }, _id: { $gte: 100, $lt: 200 } };
    return (await store.find<Stored>(TEXTS.name, filter, { sort: [['_id', 1]], only: [] })).map(({ _id }) => _id);
  };
  const asked = ['재즈', '바흐'];
  const both = () => Promise.all(asked.map(found));
  const unit = async () => {
    await store.put(
      TEXTS.name,
      [100, 101, 102].map((_id) => ({ _id, search: { ko: '재즈 바' } })),
    );
    await store.delete(TEXTS.name, 100);
    await store.update(TEXTS.name, 101, { $set: { search: { ko: '바흐' } } });
    expect(await both()).toEqual([[102], [101]]);
    await store.insert<Stored>(TEXTS.name, { _id: 103, search: { ko: '재즈와 바흐' } } as Stored);
    await store.deleteRange(TEXTS.name, 102, 103);
  };
  const undone = async () => {
    await unit();
    throw new Error('undone');
  };
  await expect(store.atomically(undone)).rejects.toThrow('undone');
  expect(await both()).toEqual([[], []]);
  await store.atomically(unit);
  expect(await both()).toEqual([[103], [101, 103]]);
  await store.deleteRange(TEXTS.name, 100, 200);
  expect(await both()).toEqual([[], []]);
});

/** How many texts in Korean contain one, the statements that say so, and whether they read the texts themselves. */
async function countedOf(asked: string, from: number) {
  const filter = { 'search.ko': { $contains: asked }, _id: { $gte: from } };
  let count = 0;
  const statements = await statementsOf(async () => {
    count = await store.count(TEXTS.name, filter);
  });
  const last = statements.at(-1)!.sql;
  return { count, readsTexts: last.includes('searched_texts'), looksUp: / CROSS JOIN .* MATCH /.test(last) };
}

test('up to three letters are counted without a look at the texts, in the language of the search alone', async () => {
  const texts = [
    { en: '재즈 바', ko: '재즈 바', es: '재즈 바' },
    { en: 'jazz', ko: '재즈 바', es: 'jazz' },
    { en: '재즈 바', ko: 'jazz', es: '재즈 바' },
    { en: '재즈 바', es: '재즈 바' },
    { ko: '재즈 바' },
  ];
  await store.put(
    TEXTS.name,
    texts.map((search, at) => ({ _id: 200 + at, search })),
  );
  for (const asked of ['재', '재즈', '즈 바'])
    expect(await countedOf(asked, 200)).toEqual({ count: 3, readsTexts: false, looksUp: true });
  expect(await countedOf('재즈 바', 200)).toEqual({ count: 3, readsTexts: true, looksUp: true });
});

test('what very many texts have is not looked up one by one', async () => {
  const SOME = 10_100;
  await store.put(
    TEXTS.name,
    upTo(SOME).map((at) => ({ _id: 1_000 + at, search: { en: 'many', ko: at % 100 === 0 ? '모두 x' : '모두 많은' } })),
  );
  expect(await countedOf('모두', 1_000)).toEqual({ count: SOME, readsTexts: false, looksUp: false });
  expect(await countedOf('모두 많', 1_000)).toEqual({ count: SOME - SOME / 100, readsTexts: true, looksUp: true });
  expect(await countedOf('x', 1_000)).toEqual({ count: SOME / 100, readsTexts: false, looksUp: true });
});

test('an index of texts in another form is made anew at the next start, also where a column goes at the same time', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'search-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const opened = async (collection: Collection): Promise<Store> => {
    const made = await openEmbeddedStore({ dir, collections: [collection], log: quiet });
    await made.prepare();
    return made;
  };
  const before = await opened({ ...TEXTS, indexes: [{ name: 'at', fields: [['at', 1]] }] });
  await before.put(TEXTS.name, [{ _id: 1, at: 5, search: { ko: '재즈 바' } } as Stored]);
  await before.close();
  const file = connect(join(dir, DATA_FILE));
  const options = `tokenize='ascii', detail=none, content='', contentless_delete=1`;
  file.exec(`DROP TABLE "texts.searched"; CREATE VIRTUAL TABLE "texts.searched" USING fts5(text, ${options})`);
  file.close();
  const after = await opened(TEXTS);
  onTestFinished(() => after.close());
  expect(await after.count(TEXTS.name, { 'search.ko': { $contains: '재즈' } })).toBe(1);
  await after.delete(TEXTS.name, 1);
  expect(await after.count(TEXTS.name, { 'search.ko': { $contains: '재즈' } })).toBe(0);
});
