import { expect, it } from 'vitest';
import { createRemembered } from '../../src/http/auth/remembered.ts';
import { frozenClock, hashCheaply } from '../http/auth/support.ts';

it('at most 10,000 matches are remembered, the oldest is forgotten first', async () => {
  const remembered = createRemembered(frozenClock().now);
  // One hash for all of them, which differ in what is kept beside it.
  const hash = await hashCheaply('password');
  const stored = Array.from({ length: 10_001 }, (_, index) => ({ ...hash, index }));
  for (const one of stored) await remembered.matches('password', one);

  expect(remembered.isKnown('password', stored[10_000]!)).toBe(true);
  expect(remembered.isKnown('password', stored[1]!)).toBe(true);
  expect(remembered.isKnown('password', stored[0]!)).toBe(false);
});
