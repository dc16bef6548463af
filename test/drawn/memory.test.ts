import fc from 'fast-check';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { COLLECTIONS } from '../../src/kinds/collections.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { someGraphqlRequest } from '../support/fuzz/graphql-requests.ts';
import { someRestRequest } from '../support/fuzz/rest-requests.ts';
import { fuzzRuns, fuzzSeed } from '../support/fuzz/seed.ts';
import { listenForFaults, wrongInGraphql, wrongInRest } from '../support/fuzz/sound.ts';
import { furnish } from '../support/fuzz/world.ts';
import { collectGarbage } from '../support/garbage.ts';

const MEGABYTE = 2 ** 20;
const BLOCKS = 10;
/** How many are sent in all: 100,000 with GENERATED=100000. */
const REQUESTS = Number(process.env.GENERATED ?? fuzzRuns(6_000));

const seed = fuzzSeed();
const faults = listenForFaults();
let app: TestApp;

beforeEach(async () => {
  app = await buildApp({ log: faults.log });
});
afterEach(() => app.close());
afterAll(() => faults.stop());

/** How many answers had each status. */
const statuses: Record<number, number> = {};

const count = ({ status }: { status: number }): void => {
  statuses[status] = (statuses[status] ?? 0) + 1;
};

/** A block of requests of all callers to both APIs of a furnished calendar. */
async function ask(block: number): Promise<void> {
  const world = await furnish(app);
  const drawn = { seed: seed + block, numRuns: REQUESTS / BLOCKS / 2 };
  for (const sent of fc.sample(someRestRequest(world), drawn)) {
    const { path, ...asked } = sent;
    const answered = await app.fetch(path, asked);
    count(answered);
    expect([...wrongInRest(sent, answered), ...faults.taken()], JSON.stringify(sent)).toEqual([]);
  }
  for (const sent of fc.sample(someGraphqlRequest(world), drawn)) {
    const { query, variables, as } = sent;
    const answered = await app.graphql(query, variables, { as });
    count(answered);
    expect([...wrongInGraphql(answered), ...faults.taken()], JSON.stringify(sent)).toEqual([]);
  }
}

/** Bytes in use when nothing is stored. */
async function memory(): Promise<number> {
  for (const { name } of COLLECTIONS)
    for (const { _id } of await app.store.find<{ _id: number }>(name, {}, { only: [] }))
      await app.store.delete(name, _id);
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

test(`generated requests of all callers at both APIs leave no more than 50 MB behind (FUZZ_SEED=${seed})`, async ({
  annotate,
}) => {
  const after: number[] = [];
  for (let block = 0; block < BLOCKS; block++) {
    await ask(block);
    after.push(await memory());
  }
  const inMegabytes = after.map((bytes) => (bytes / MEGABYTE).toFixed(1));
  await annotate(`MB in use after each tenth of ${REQUESTS} requests: ${inMegabytes.join(', ')}`);
  await annotate(`Answers by status: ${JSON.stringify(statuses)}`);
  expect(after.at(-1)! - after[BLOCKS / 2 - 1]!).toBeLessThan(50 * MEGABYTE);
}, 7_200_000);
