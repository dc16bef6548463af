import fc from 'fast-check';
import { beforeEach } from 'vitest';

const { FUZZ_SEED } = process.env;

/** Milliseconds of a test after which its properties stop, so that a slow machine tries less: a third of what a test may take. */
const DRAWING = 180_000;
// Tests may move this clock.
const now = performance.now.bind(performance);
let began = now();
beforeEach(() => {
  began = now();
});

fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  /** What the properties before have left, and time for a first draw. */
  get interruptAfterTimeLimit() {
    return Math.max(DRAWING - (now() - began), 10_000);
  },
  // A JSON reporter leaves out the cause of an error.
  includeErrorInReport: true,
  // With this, all parts of CI see the same draws, and a failed run can be repeated.
  ...(FUZZ_SEED !== undefined && { seed: Number(FUZZ_SEED) }),
});
