import { expect, test } from 'vitest';
import { becomesPublic, STATUSES } from '../../src/domain/status.ts';

/** Hand-typed: the changes that make a record public, now or when its date comes. */
const PUBLIC = [
  'future to publish',
  'draft to publish',
  'pending to publish',
  'private to publish',
  'trash to publish',
  'draft to future',
  'pending to future',
  'private to future',
  'trash to future',
];

const CHANGES = STATUSES.flatMap((before) => STATUSES.map((after) => ({ before, after })));

test.each(CHANGES)('whether $before to $after makes public is as the table says', ({ before, after }) => {
  expect(becomesPublic(before, after)).toBe(PUBLIC.includes(`${before} to ${after}`));
});
