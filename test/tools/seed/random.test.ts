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
