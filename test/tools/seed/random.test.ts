import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRandom } from '../../../src/tools/seed/random.ts';
import { upTo } from '../../support/making.ts';

const keys = fc.string({ unit: 'binary' });

test('the same key gives the same numbers, all from 0 and below the bound', () => {
  fc.assert(
    fc.property(keys, (key) => {
      const [one, other] = [createRandom(key), createRandom(key)];
      for (const _ of upTo(50)) {
        const number = one.below(1000);
        expect(number).toBe(other.below(1000));
        expect(number).toBeGreaterThanOrEqual(0);
        expect(number).toBeLessThan(1000);
      }
    }),
  );
});

test('different keys give different numbers', () => {
  fc.assert(
    fc.property(fc.uniqueArray(keys, { minLength: 2, maxLength: 20 }), (different) => {
      const firsts = different.map((key) => {
        const random = createRandom(key);
        return upTo(3)
          .map(() => random.below(2 ** 32))
          .join();
      });
      expect(new Set(firsts).size).toBe(different.length);
    }),
  );
});

test('whole numbers lie between their bounds', () => {
  fc.assert(
    fc.property(keys, fc.nat(1000), fc.integer({ min: 1, max: 1000 }), (key, least, count) => {
      const random = createRandom(key);
      expect(random.below(count)).toBeLessThan(count);
      expect(random.skewed(count)).toBeLessThan(count);
      expect(random.between(least, least)).toBe(least);
      expect(random.between(least, least + count) - least).toBeLessThanOrEqual(count);
    }),
  );
});

/** How often each of the numbers below `count` comes in 100,000 draws. */
function drawn(count: number, draw: () => number): number[] {
  const times = Array<number>(count).fill(0);
  for (const _ of upTo(100_000)) times[draw()]! += 1;
  return times;
}

test('every number comes equally often, whatever came before it', () => {
  const random = createRandom('1 events');
  const pairs = drawn(100, () => random.below(10) * 10 + random.below(10));
  expect(Math.min(...pairs)).toBeGreaterThan(850);
  expect(Math.max(...pairs)).toBeLessThan(1150);
});

test('skewed numbers are mostly small ones, and each comes', () => {
  const random = createRandom('1 venues');
  const times = drawn(100, () => random.skewed(100));
  expect(times[0]! / 100_000).toBeGreaterThan(0.2);
  expect(Math.min(...times)).toBeGreaterThan(200);
  expect(Math.max(...times.slice(50))).toBeLessThan(1000);
});
