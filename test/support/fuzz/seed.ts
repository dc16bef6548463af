import { randomInt } from 'node:crypto';

/** Where generated requests begin: another place in every run, or the one in FUZZ_SEED, to see a run again. */
export const fuzzSeed = (): number => Number(process.env.FUZZ_SEED ?? randomInt(2 ** 30));
