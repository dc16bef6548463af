import { setImmediate as turnOver } from 'node:timers/promises';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import {
  currentWork,
  ignoreWaits,
  inNextTick,
  isFull,
  openWork,
  othersWaitLong,
  pause,
  resume,
  shared,
  turn,
} from '../../src/domain/event-loop.ts';
import { upTo } from '../support/making.ts';
import { forgetWaits } from '../support/waits.ts';

// Other files of this worker have waited by the real clock.
let now = performance.now();
const pass = (milliseconds: number): void => {
  now += milliseconds;
};

beforeEach(async () => {
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  await forgetWaits(pass);
});

afterAll(async () => {
  await forgetWaits(pass);
  vi.restoreAllMocks();
});

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
  const next = pause(work);
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

test('of two accounts that waited for long each sees the other', async () => {
  await turn(openWork('a'));
  const requests = ['b', 'c', 'c'].map((account) => turn(openWork(account)));
  pass(51);
  await Promise.all(requests);
  expect(seen()).toEqual(['a', 'b', 'c']);
});

test('nobody is refused for who has used too much, as long as that holds', async () => {
  await turn(openWork('a'));
  void turn(openWork('b'));
  ignoreWaits('b', 100);
  pass(99);
  expect(seen()).toEqual([]);
  pass(1);
  expect(seen()).toEqual(['a', 'c']);
});

test('nobody is refused for work that nobody asked for', async () => {
  await turn(openWork('a'));
  pass(6);
  await new Promise((resolve) => process.nextTick(resolve));
  const sweep = pause();
  expect(sweep).toBeInstanceOf(Promise);
  pass(51);
  expect(seen()).toEqual([]);
  await sweep;
  expect(seen()).toEqual([]);
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
    await pause(own);
  }
}

test('work begins in the order in which it came, and no more of it in a turn of the event loop than there is time for', async () => {
  const done: string[] = [];
  const shares: string[][] = [];
  const jobs = upTo(9).map((job) => inParts('a', [2], () => done.push(String(job))));
  for (let begun = 0; done.length < 9; begun = done.length) {
    await turnOver();
    shares.push(done.slice(begun));
  }
  await Promise.all(jobs);
  expect(shares.flat()).toEqual(upTo(9).map(String));
  // What begins at once, and in the turn that follows, is seen together.
  expect(shares.map(({ length }) => length)).toEqual([6, 3]);
});

test('work goes on at once until the share of a turn, 5 ms, is used up', () => {
  const work = openWork('a');
  expect(turn(work)).toBeUndefined();
  pass(4.9);
  expect(pause(work)).toBeUndefined();
  pass(0.1);
  expect(pause(work)).toBeInstanceOf(Promise);
});

test('an account that asks for little does not wait behind all that others ask for, nor behind long work', async () => {
  const done: string[] = [];
  const say = (what: string) => () => void done.push(what);
  const long = inParts('long', [6, 6, 6, 6, 6, 6], say('long'));
  const many = upTo(9).map(() => inParts('many', [6], say('many')));
  await Promise.all([long, ...many, ...upTo(2).map(() => inParts('few', [6], say('few')))]);
  expect(done.lastIndexOf('few')).toBeLessThanOrEqual(6);
});

test('long work of an account gives way to what it asks for meanwhile', async () => {
  const done: string[] = [];
  const say = (what: string) => () => void done.push(what);
  const long = inParts('a', [6, 6, 6], say('long'));
  await Promise.all([long, ...upTo(2).map(() => inParts('a', [6], say('new')))]);
  expect(done).toEqual(['long', 'new', 'new', 'long', 'long']);
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
