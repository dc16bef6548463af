import { setImmediate as turnOver } from 'node:timers/promises';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import {
  currentDelay,
  currentWork,
  inNextTick,
  isFull,
  markWriting,
  openWork,
  othersWaitLong,
  rest,
  resume,
  shared,
  turn,
  waiting,
} from '../../src/domain/event-loop.ts';
import { upTo } from '../support/making.ts';

let now = 0;
const pass = (milliseconds: number): void => {
  now += milliseconds;
};

beforeEach(async () => {
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  // What was before is over, and forgotten.
  do await turnOver();
  while (waiting() > 0);
  pass(10_000);
  await turnOver();
});

afterAll(() => void vi.restoreAllMocks());

test('work is charged with the time until its next wait, and is paid for once it is known by whom', async () => {
  const work = openWork('a');
  await turn(work);
  pass(3);
  await undefined;
  pass(4);
  await turnOver();
  pass(100);
  expect(work.spent).toBe(7);

  const paid: number[] = [];
  work.pay = (milliseconds) => paid.push(milliseconds);
  for (const milliseconds of [2, 5]) {
    resume(work);
    pass(milliseconds);
    await turnOver();
    pass(100);
  }
  expect([paid, work.spent]).toEqual([[9, 5], 0]);
});

test('parts of work that was begun are charged, and the wait between them is not', async () => {
  const work = openWork('a');
  await turn(work);
  pass(6);
  const next = rest(work);
  await new Promise((resolve) => process.nextTick(resolve));
  pass(50);
  await next;
  pass(3);
  await turnOver();
  expect(work.spent).toBe(9);
});

test('what work asks for together is charged to it, and nobody else begins before', async () => {
  const [one, other] = [openWork('a'), openWork('b')];
  await turn(one);
  inNextTick(() => pass(5));
  await turn(other);
  pass(1);
  await turnOver();
  expect([one.spent, other.spent]).toEqual([5, 1]);
});

test.each([
  [1_999, ['a', 'b'], [true, true]],
  [2_000, ['a', 'b'], [false, true]],
  [2_000, ['a', 'a'], [true, true]],
])(
  'of requests that have waited %i ms for their turn, of %j, each may begin: %j',
  async (milliseconds, accounts, may) => {
    await turn(openWork('somebody'));
    const turns = accounts.map((account) => turn(openWork(account)));
    pass(milliseconds);
    expect(await Promise.all(turns)).toEqual(may);
  },
);

/** Who sees that others wait for long. */
const seen = (): string[] => ['a', 'b', 'c'].filter(othersWaitLong);

test('that an account waits for more than 50 ms is seen by others, and for a second more', async () => {
  await turn(openWork('a'));
  const request = turn(openWork('b'));
  pass(50);
  expect(seen()).toEqual([]);
  pass(1);
  expect(seen()).toEqual(['a', 'c']);
  await request;
  pass(999);
  expect(seen()).toEqual(['a', 'c']);
  pass(1);
  expect(seen()).toEqual([]);
});

test('that an account has waited for 50 ms is nothing to others', async () => {
  await turn(openWork('a'));
  const request = turn(openWork('b'));
  pass(50);
  await request;
  expect(seen()).toEqual([]);
});

test('of two accounts that waited for long each sees the other', async () => {
  await turn(openWork('a'));
  const requests = ['b', 'c', 'c'].map((account) => turn(openWork(account)));
  pass(51);
  await Promise.all(requests);
  expect(seen()).toEqual(['a', 'b', 'c']);
});

test('nobody is refused for work that nobody asked for', async () => {
  await turn(openWork('a'));
  pass(6);
  await new Promise((resolve) => process.nextTick(resolve));
  const sweep = rest();
  expect(sweep).toBeInstanceOf(Promise);
  pass(51);
  expect(seen()).toEqual([]);
  await sweep;
  expect(seen()).toEqual([]);
});

test('what is read now may have waited since the work of this turn of the event loop began', async () => {
  const turned = turnOver();
  expect(currentDelay()).toBe(0);
  await turn(openWork('a'));
  pass(3_000);
  expect(currentDelay()).toBe(3_000);
  await turned;
  await turnOver();
  expect(currentDelay()).toBe(0);
});

test('of many requests that wait each account has its part, and none uses up that of the others', async () => {
  const seen: boolean[] = [];
  const ask = (account: string): unknown => {
    seen.push(isFull(account, 4));
    return turn(openWork(account));
  };
  // The first begins at once, and four wait.
  const asked = ['a', 'a', 'a', 'a', 'a'].map(ask);
  expect([...seen, isFull('a', 4)]).toEqual([false, false, false, false, false, true]);
  asked.push(ask('b'), ask('b'), ask('c'), ask('d'));
  expect([...seen.slice(5), isFull('b', 4), isFull('e', 4)]).toEqual([false, false, false, false, true, true]);
  await Promise.all(asked);
  expect(isFull('a', 4)).toBe(false);
});

/** A request that works in parts, and says at the end of each that it has. */
async function inParts(account: string, parts: readonly number[], done: () => void): Promise<void> {
  const own = openWork(account);
  await turn(own);
  for (const milliseconds of parts) {
    pass(milliseconds);
    done();
    await rest(own);
  }
}

test('short work that has begun is done before new requests of its account begin', async () => {
  const done: string[] = [];
  const say = (what: string) => () => void done.push(what);
  await Promise.all([inParts('a', [6, 6, 6], say('begun')), ...upTo(3).map(() => inParts('a', [6], say('new')))]);
  expect(done).toEqual(['begun', 'begun', 'begun', 'new', 'new', 'new']);
});

/** The share of the time that some work had until the last of the other work was done. Each part took equally long. */
function shareOf(some: string, other: string, done: readonly string[]): number {
  const until = done.slice(0, done.lastIndexOf(other) + 1);
  return until.filter((what) => what === some).length / until.length;
}

test('long work gets a quarter of the time beside new requests of its account', async () => {
  const done: string[] = [];
  const say = (what: string) => () => void done.push(what);
  const long = inParts('a', [60, ...upTo(40).map(() => 6)], say('long'));
  await Promise.all([long, ...upTo(100).map(() => inParts('a', [6], say('new')))]);
  expect(shareOf('long', 'new', done)).toBeCloseTo(0.25, 1.5);
});

test.each([1, 2, 8])('%i writes of an account get a quarter of the time beside its reads', async (many) => {
  const done: string[] = [];
  const writes = upTo(many).map(() =>
    inParts(
      'a',
      upTo(40).map(() => 6),
      () => {
        markWriting();
        done.push('write');
      },
    ),
  );
  await Promise.all([...writes, ...upTo(100).map(() => inParts('a', [6], () => void done.push('read')))]);
  expect(shareOf('write', 'read', done)).toBeCloseTo(0.25, 1.5);
});

test('reads do not make up for the time that writes of their account had alone', async () => {
  const done: string[] = [];
  const reads: Promise<void>[] = [];
  await inParts(
    'a',
    upTo(60).map(() => 6),
    () => {
      markWriting();
      done.push('write');
      if (done.length === 30) reads.push(...upTo(8).map(() => inParts('a', [6], () => void done.push('read'))));
    },
  );
  await Promise.all(reads);
  const [first, last] = [done.indexOf('read'), done.lastIndexOf('read')];
  expect([first, last - first]).toEqual([30, 9]);
});

test('an account that was held up once waits only for so long as others work for 20 ms each', async () => {
  const done: string[] = [];
  const say = (what: string) => () => void done.push(what);
  const held = [inParts('held', [200], say('held')), inParts('held', [6], say('held'))];
  await Promise.all([...held, ...upTo(20).map(() => inParts('other', [6], say('other')))]);
  expect(done.lastIndexOf('held')).toBeLessThanOrEqual(6);
});

test('what waits for one thing together goes on one after the other, each as its own work', async () => {
  const thing = turnOver();
  const seen: string[] = [];
  const jobs = ['a', 'b', 'c'].map(async (account) => {
    await turn(openWork(account));
    await shared(thing);
    for (const _ of upTo(20)) await undefined;
    seen.push(currentWork().account);
  });
  await Promise.all(jobs);
  expect(seen.sort()).toEqual(['a', 'b', 'c']);
});
