import { scryptSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { createRemembered } from '../../../src/http/auth/remembered.ts';
import { frozenClock } from './support.ts';

// As cheap as scrypt can be: the test is about how many are remembered.
const cost = { N: 2, r: 1, p: 1 };
const cheap = (password: string, salt: string) =>
  ({
    scheme: 'scrypt',
    salt,
    hash: scryptSync(password, Buffer.from(salt, 'hex'), 32, cost).toString('hex'),
    ...cost,
  }) as const;

it('at most 10,000 matches are remembered, the oldest is forgotten first', async () => {
  const remembered = createRemembered(frozenClock().now);
  const stored = Array.from({ length: 10_001 }, (_, index) => cheap('password', index.toString(16).padStart(8, '0')));
  for (const one of stored) await remembered.matches('password', one);

  expect(remembered.isKnown('password', stored[10_000]!)).toBe(true);
  expect(remembered.isKnown('password', stored[1]!)).toBe(true);
  expect(remembered.isKnown('password', stored[0]!)).toBe(false);
});
