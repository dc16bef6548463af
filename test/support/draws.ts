import fc from 'fast-check';

const { FUZZ_SEED } = process.env;

/** Milliseconds after which a property stops, so that a slow machine tries it less often. */
const interruptAfterTimeLimit = 180_000;

fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  interruptAfterTimeLimit,
  // A JSON reporter leaves out the cause of an error.
  includeErrorInReport: true,
  // With this, all parts of CI see the same draws, and a failed run can be repeated.
  ...(FUZZ_SEED !== undefined && { seed: Number(FUZZ_SEED) }),
});
