import { afterAll, beforeAll, expect, test } from 'vitest';
import { statementsOf } from '../../../bench/statements/recorder.ts';
import type { Collection, Store, Stored } from '../../../src/data/port.ts';
import { tableOf } from '../../../src/data/sqlite/schema.ts';
import { ngramsOf, ngramsQueryOf } from '../../../src/data/sqlite/search.ts';
import { openEmbeddedStore } from '../../../src/data/sqlite.ts';
import { upTo } from '../../support/making.ts';
import { quiet } from '../quiet.ts';

const TEXTS = { name: 'texts', indexes: [], searched: 'search' } as const satisfies Collection;
const table = tableOf(TEXTS);

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

test('one, two and more letters all have n-grams, and a text that is not there has another one', () => {
  const all = new Set(ngramsOf({ search: { en: 'a 재즈 bar' } }, table.searched!).split(' '));
  const found = ['a', '재', '재즈', 'bar', 'z', '즈재', 'barb'].filter((asked) =>
    ngramsQueryOf({ 'search.en': { $contains: asked } }, table)!
      .split(' ')
      .every((ngram) => all.has(ngram)),
  );
  expect(found).toEqual(['a', '재', '재즈', 'bar']);
});

test('what very many texts have is counted without their n-grams, of which each look-up would read all', async () => {
  const SOME = 10_100;
  await store.put(
    TEXTS.name,
    upTo(SOME).map((at) => ({ _id: 100 + at, search: { en: at % 100 === 0 ? 'a x' : 'a' } })),
  );
  const countOf = async (asked: string): Promise<[count: number, lookUps: number]> => {
    const filter = { 'search.en': { $contains: asked }, _id: { $gte: 100 } };
    let count = 0;
    const statements = await statementsOf(async () => {
      count = await store.count(TEXTS.name, filter);
    });
    return [count, statements.filter(({ sql }) => / CROSS JOIN .* MATCH /.test(sql)).length];
  };
  expect(await countOf('a')).toEqual([SOME, 0]);
  expect(await countOf('x')).toEqual([SOME / 100, expect.toSatisfy((lookUps: number) => lookUps > 0)]);
});
