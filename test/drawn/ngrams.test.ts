import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Collection, Store, Stored } from '../../src/data/port.ts';
import { openEmbeddedStore } from '../../src/data/sqlite.ts';
import { quiet } from '../store/quiet.ts';
import { runsOf } from '../support/fuzz/seed.ts';

const TEXTS = { name: 'texts', indexes: [], searched: 'search' } as const satisfies Collection;

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
    { numRuns: runsOf(200, 800) },
  );
});
