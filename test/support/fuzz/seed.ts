import { randomInt } from 'node:crypto';

/** The seed of generated requests: a new one in every run, or FUZZ_SEED to repeat a run. */
export const fuzzSeed = (): number => Number(process.env.FUZZ_SEED ?? randomInt(2 ** 30));

/** The share of all draws: all with DRAWS=all, as in `npm run test:long`; a quarter with DRAWS=quarter, as in `.ci/run`. */
const SHARE = { all: 1, quarter: 1 / 4 }[process.env.DRAWS ?? ''];

/** How many of all generated requests to send. Without DRAWS, one in twenty. */
export const fuzzRuns = (all: number): number => Math.ceil(all * (SHARE ?? 1 / 20));

/** How often to try a property: a `few` times, and with DRAWS up to `all`. */
export const runsOf = (few: number, all: number): number => Math.max(few, Math.ceil(all * (SHARE ?? 0)));
