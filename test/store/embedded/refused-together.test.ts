import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { LOOK_EVERY } from '../../../src/cache/revision.ts';
import type { Store } from '../../../src/data/port.ts';
import { DomainError } from '../../../src/domain/errors.ts';
import { buildApp, type TestApp } from '../../support/app.ts';
import { made, upTo } from '../../support/making.ts';

const READS = ['find', 'byIds', 'count', 'tally', 'distinct'] as const;

/** What waits for the store to time out, and the verbs for which it is away. */
const waiting: (() => void)[] = [];
let away: readonly string[] = [];
let app: TestApp;

/** A store that cannot tell whether somebody has written, as MongoDB, and can be away. */
const withAway = (store: Store): Store => ({
  ...store,
  dataVersion: () => undefined,
  ...Object.fromEntries(
    READS.map((verb) => [
      verb,
      async (...asked: unknown[]) => {
        if (away.includes(verb)) {
          await new Promise<void>((end) => waiting.push(end));
          throw new DomainError('UNAVAILABLE', 'The data cannot be reached at the moment. Please try again soon.');
        }
        return (store[verb] as (...asked: unknown[]) => Promise<unknown>)(...asked);
      },
    ]),
  ),
});

beforeAll(async () => {
  app = await buildApp({ wrap: withAway });
  for (const number of upTo(3))
    await made(app, 'events', { venue: [{ venue: `Hall ${number}` }], categories: [`Kind ${number}`] });
});
afterAll(() => app.close());

/** Long enough for the embedded store to answer: whatever is not answered then waits. */
const quiet = async (): Promise<void> => {
  for (const _ of upTo(20)) await nextTurn();
};

/** The statuses of so many requests, and how often the store times out until the last of them is answered. */
async function timeouts(count: number, ask: () => Promise<{ status: number }>) {
  const statuses: number[] = [];
  for (const _ of upTo(count)) {
    void ask().then(({ status }) => statuses.push(status));
    await quiet();
  }
  let times = 0;
  for (; statuses.length < count; times += 1) {
    for (const end of waiting.splice(0)) end();
    await quiet();
  }
  return { times, statuses };
}

test.each([
  ['any data', '/venues', READS],
  ['any data', '/events?categories=kind-1', READS],
  ['numbers of events', '/categories', ['tally']],
])('without %s, the last of 40 who ask for %s waits for two time-outs more than one alone', async (_, path, verbs) => {
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  const ask = () => {
    now += LOOK_EVERY;
    return app.rest('GET', path);
  };
  await app.tellAll();
  away = verbs;
  const one = await timeouts(1, ask);
  const many = await timeouts(40, ask);
  away = [];
  clock.mockRestore();
  expect(new Set([...one.statuses, ...many.statuses])).toEqual(new Set([503]));
  // What ran when they came says nothing of now: they ask once more.
  expect(many.times).toBeLessThanOrEqual(one.times + 2);
  expect((await app.rest('GET', path)).status).toBe(200);
});
