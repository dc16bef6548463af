import fc from 'fast-check';
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

/** Mostly so few that what is asked for is often there. */
const letter = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('a', '"', '가', '각', '😀') },
  { weight: 1, arbitrary: fc.constantFrom('x', ' ', '*', '-', '%', '_', 'é', 'ᄀ', '😁', '0', '\\') },
);
const text = fc.array(letter, { maxLength: 12 }).map((letters) => letters.join(''));
const part = fc.array(letter, { minLength: 1, maxLength: 5 }).map((letters) => letters.join(''));

test('a search by n-grams finds what contains the text, of one letter or of many, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ en: text, ko: text }), { minLength: 1, maxLength: 8 }),
      part,
      async (texts, asked) => {
        await store.put(
          TEXTS.name,
          texts.map((search, at) => ({ _id: at + 1, search })),
        );
        const filter = { 'search.ko': { $contains: asked }, _id: { $gt: 0, $lte: texts.length } };
        const expected = texts.flatMap(({ ko }, at) => (ko.includes(asked) ? [at + 1] : []));
        const found = await store.find<Stored>(TEXTS.name, filter, { only: [] });
        expect(found.map(({ _id }) => _id).sort()).toEqual(expected.sort());
        expect(await store.count(TEXTS.name, filter)).toBe(expected.length);
      },
    ),
    { numRuns: 200 },
  );
});

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
    upTo(SOME).map((at) => ({ _id: 100 + at, search: { en: at % 100 === 0 ? 'xylo music' : 'music' } })),
  );
  const countOf = async (asked: string): Promise<[count: number, lookUps: number]> => {
    const filter = { 'search.en': { $contains: asked }, _id: { $gte: 100 } };
    let count = 0;
    const statements = await statementsOf(async () => {
      count = await store.count(TEXTS.name, filter);
    });
    return [count, statements.filter(({ sql }) => / CROSS JOIN .* MATCH /.test(sql)).length];
  };
  expect(await countOf('music')).toEqual([SOME, 0]);
  expect(await countOf('xylo')).toEqual([SOME / 100, expect.toSatisfy((lookUps: number) => lookUps > 0)]);
});
