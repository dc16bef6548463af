import { randomInt } from 'node:crypto';

/** Where generated requests begin: another place in every run, or the one in FUZZ_SEED, to see a run again. */
export const fuzzSeed = (): number => Number(process.env.FUZZ_SEED ?? randomInt(2 ** 30));

/** How many of so many generated requests are sent: all with LONG=1, as `npm run test:long` does, else every twentieth. */
export const fuzzRuns = (all: number): number => (process.env.LONG ? all : Math.ceil(all / 20));
