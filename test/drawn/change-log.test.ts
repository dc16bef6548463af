import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectToldOnce, FATE_NAMES, type Process, processOn } from '../store/change-log-support.ts';
import { type EmptyStore, openEmpty } from '../store/opened.ts';
import { runsOf } from '../support/fuzz/seed.ts';

let opened: EmptyStore;
let writer: Process;
let reader: Process;

beforeAll(async () => {
  opened = await openEmpty();
  const clock = { now: Date.parse('2026-11-20T11:30:00Z') };
  writer = processOn(opened.store, clock);
  reader = processOn(opened.store, clock);
});
afterAll(() => opened.close());

test('whatever units run beside each other, each change that was committed is told once, in order, to all readers alike', async () => {
  const unit = fc.record({
    size: fc.nat({ max: 3 }),
    fate: fc.constantFrom(...FATE_NAMES),
    process: fc.nat({ max: 1 }),
  });
  const property = fc.asyncProperty(fc.array(unit, { maxLength: 12 }), fc.integer({ min: 1, max: 5 }), (units, limit) =>
    expectToldOnce({ store: opened.store, writer, reader, units, limit }),
  );
  await fc.assert(property, { numRuns: runsOf(25, 100) });
  expect(await reader.changes.last()).toBeGreaterThan(0);
});
