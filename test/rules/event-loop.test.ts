import { setImmediate as turnOver } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openWork, turn, waiting } from '../../src/domain/event-loop.ts';
import { upTo } from '../support/making.ts';

/** Keeps the event loop busy. */
function work(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

/** Lets turns of the event loop go by until nothing waits any more. */
async function idle(): Promise<void> {
  await turnOver();
  while (waiting() > 0) await turnOver();
}

test('work begins in the order in which it came, and no more of it in a turn of the event loop than there is time for', async () => {
  await idle();
  const begun: number[] = [];
  const shares: number[][] = [];
  const jobs = upTo(12).map(async (job) => {
    await turn(openWork('a'));
    // As a request that waits for what is there already.
    for (const _ of upTo(20)) await undefined;
    work(2);
    begun.push(job);
  });
  for (let done = 0; done < 12; done = begun.length) {
    await turnOver();
    shares.push(begun.slice(done));
  }
  await Promise.all(jobs);
  expect(begun).toEqual(upTo(12));
  expect(Math.max(...shares.map(({ length }) => length))).toBeLessThanOrEqual(3);
});

test('how many wait for their turn is known', async () => {
  await idle();
  await turn(openWork('a'));
  const second = turn(openWork('a'));
  expect(waiting()).toBe(1);
  await second;
  expect(waiting()).toBe(0);
});

test('while work waits the event loop turns several times between two shares', async () => {
  await idle();
  const begun = upTo(3).map(async () => {
    await turn(openWork('a'));
    work(6);
  });
  let turns = 0;
  let over = false;
  const all = Promise.all(begun).then(() => {
    over = true;
  });
  while (!over) {
    await turnOver();
    turns += 1;
  }
  await all;
  // The first begins at once, the second and third in shares of their own.
  expect(turns).toBeGreaterThanOrEqual(2 * 4);
});

test('an account that asks for little does not wait behind all that others ask for', async () => {
  await idle();
  const begun: string[] = [];
  const ask = async (account: string): Promise<void> => {
    await turn(openWork(account));
    work(6);
    begun.push(account);
  };
  await Promise.all([...upTo(10).map(() => ask('many')), ask('few'), ask('few')]);
  expect(begun.lastIndexOf('few')).toBeLessThanOrEqual(5);
});
