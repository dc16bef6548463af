import { expect, test } from 'vitest';
import type { Item } from '../../src/import/item.ts';
import { parentsFirst } from '../../src/import/parents-first.ts';

const category = (ref: number | string, parent: number | string | null): Item => ({
  kind: 'category',
  ref: String(ref),
  parent: parent === null ? null : String(parent),
  said: [{ language: 'en', values: {} }],
});
const sorted = (...items: Item[]): string =>
  parentsFirst(items)
    .map(({ ref }) => ref)
    .join(' ');

test.each([
  ['a child before its parent', [category('b', 'a'), category('a', null)], 'a b'],
  ['siblings in their order', [category('b', 'a'), category('c', 'a'), category('a', null)], 'a b c'],
  ['a parent that is not there', [category('b', 'x'), category('a', null)], 'b a'],
  ['a cycle', [category('a', 'b'), category('b', 'a'), category('c', 'b')], 'b a c'],
  ['a category that is its own parent', [category('a', 'a'), category('b', null)], 'a b'],
])('%s', (_, items, order) => {
  expect(sorted(...items)).toBe(order);
});

test('a chain of 100,000 categories is sorted in one go', () => {
  const chain = Array.from({ length: 100_000 }, (_, at) => category(at, at + 1));
  expect(parentsFirst(chain).map(({ ref }) => Number(ref))).toEqual(chain.map((_, at) => 99_999 - at));
});
