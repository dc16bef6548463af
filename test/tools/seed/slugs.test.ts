import { expect, test } from 'vitest';
import { createSlugs } from '../../../src/tools/seed/slugs.ts';

test('a slug that is taken or reserved gets the first free number', () => {
  const { take } = createSlugs(['feed']);
  expect(['hall', 'hall', 'hall-3', 'hall', 'feed'].map((slug) => take(slug, []))).toEqual([
    ...['hall', 'hall-2', 'hall-3', 'hall-4', 'feed-2'],
  ]);
});

test('the slugs of a record do not stand in its own way', () => {
  const { take } = createSlugs();
  take('hall', []);
  const english = take('hall', []);
  expect(take('hall', [english])).toBe('hall-2');
  expect(take('hall', [])).toBe('hall-3');
});

test('a slug in the trash is free for others, and keeps a number of its own there', () => {
  const { take, bury } = createSlugs();
  take('hall', []);
  expect(bury('hall')).toBe('hall__trashed');
  expect(take('hall', [])).toBe('hall');
  expect(bury('hall')).toBe('hall__trashed-2');
});
