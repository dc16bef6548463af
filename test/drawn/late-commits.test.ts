import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LOOK_EVERY } from '../../src/cache/revision.ts';
import { LONGEST_REQUEST } from '../../src/domain/request.ts';
import { runsOf } from '../support/fuzz/seed.ts';
import { type Drawn, simulate } from './late-commits.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** Milliseconds after which no answer may be without a write: a look waits for the one before it, and each has a few reads of 8 ms. */
const PROMISED = LOOK_EVERY + 60;

async function expectRight(drawn: Drawn, seconds: number): Promise<void> {
  const { run, counts, written, told } = simulate(drawn);
  await run(seconds, PROMISED);
  expect(counts).toMatchObject({ off: 0, stale: 0, backwards: 0 });
  expect(counts.held).toBeGreaterThan(100);
  expect(written()).toBeGreaterThan(drawn.rate / 2);
  for (const process of told()) expect(process.told).toEqual(process.log);
}

test('whatever three processes write beside each other, their caches stay on, and no answer is older than promised', async () => {
  const drawn = fc.record({
    seed: fc.integer(),
    rate: fc.constantFrom(50, 200, 500),
    commit: fc.integer({ min: 5, max: 200 }),
    killed: fc.nat({ max: 3 }),
  });
  const property = fc.asyncProperty(drawn, (one) => expectRight(one, 1));
  await fc.assert(property, { numRuns: runsOf(3, 60) });
});

test('until the number of a process that was killed is filled, caches stay on, and no answer is older than promised', () =>
  expectRight({ seed: 1, rate: 50, commit: 50, killed: 2 }, 2 + LONGEST_REQUEST / 1000));
