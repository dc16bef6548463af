import fc from 'fast-check';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../support/app.ts';
import { someRestRequest } from '../support/fuzz/rest-requests.ts';
import { fuzzRuns, fuzzSeed } from '../support/fuzz/seed.ts';
import { listenForFaults, wrongInRest } from '../support/fuzz/sound.ts';
import { furnish, type World } from '../support/fuzz/world.ts';

const faults = listenForFaults();
let app: TestApp;
let world: World;

beforeEach(async () => {
  app = await buildApp({ log: faults.log });
  world = await furnish(app);
});
afterEach(() => app.close());
afterAll(() => faults.stop());

const seed = fuzzSeed();
/** In each part; more changes what is found less than another calendar, which each part has. */
const REQUESTS = 1200;

test.each([0, 1, 2, 3])(
  `REST answers anything without a fault, in JSON (FUZZ_SEED=${seed}, part %i)`,
  async (part) => {
    const ask = fc.asyncProperty(someRestRequest(world), async (sent) => {
      const { path, ...asked } = sent;
      const answered = await app.fetch(path, asked);
      expect([...wrongInRest(sent, answered), ...faults.taken()]).toEqual([]);
    });
    await fc.assert(ask, { seed: seed + part, numRuns: fuzzRuns(REQUESTS) });
  },
  180_000,
);
