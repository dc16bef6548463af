import fc from 'fast-check';

const { FUZZ_SEED } = process.env;

// Both halves of CI then look at the same draws, and a run that failed can be had again.
if (FUZZ_SEED !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(FUZZ_SEED) });
