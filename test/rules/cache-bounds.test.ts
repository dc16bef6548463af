import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createResponseCache } from '../../src/cache/responses.ts';
import { createTouched } from '../../src/data/changes/touched.ts';
import { upTo } from '../support/making.ts';

const KILOBYTE = 1_000;

/** Answers of so many bytes, on a calendar that never changes. */
function keeping(bytes: number) {
  let made = 0;
  const { answer } = createResponseCache({
    touched: createTouched(),
    nextMoment: async () => Number.POSITIVE_INFINITY,
    clock: () => 0,
    bytes,
  });
  const ask = (key: string, length = 10 * KILOBYTE) =>
    answer({ key, revision: 1 }, async () => {
      made += 1;
      // What cannot be made smaller.
      const content = randomBytes(length);
      return { answer: { status: 200, headers: {}, content }, now: 0, freshness: { until: Number.POSITIVE_INFINITY } };
    });
  return {
    ask,
    /** Whether an answer is kept. */
    async isKept(key: string) {
      const before = made;
      await ask(key);
      return made === before;
    },
  };
}

test('what comes once does not push out what comes often', async () => {
  const { ask, isKept } = keeping(100 * KILOBYTE);
  for (const _ of upTo(2)) await ask('often');
  for (const number of upTo(1000)) await ask(`once ${number}`);
  expect(await isKept('often')).toBe(true);
});

test('no more is kept than fits, and what was asked for last stays', async () => {
  const { ask, isKept } = keeping(100 * KILOBYTE);
  for (const number of upTo(20)) for (const _ of upTo(2)) await ask(`number ${number}`);
  expect(await isKept('number 19')).toBe(true);
  expect(await isKept('number 0')).toBe(false);
});

test('compressed forms count', async () => {
  const { ask, isKept } = keeping(100 * KILOBYTE);
  const keys = upTo(8).map((number) => `number ${number}`);
  for (const key of keys) for (const _ of upTo(2)) await ask(key);
  const answers = [];
  for (const key of keys) answers.push(await ask(key));
  expect(await isKept('number 0')).toBe(true);
  for (const { compressed } of answers) await Promise.all([compressed!('br'), compressed!('gzip')]);
  expect(await isKept('number 1')).toBe(false);
});

test('what is very large is not kept', async () => {
  const { ask } = keeping(100 * KILOBYTE);
  const contents = [];
  for (const _ of upTo(3)) contents.push((await ask('large', 50 * KILOBYTE)).content);
  expect(new Set(contents).size).toBe(3);
});

test('whoever is answered may change the headers', async () => {
  const { ask } = keeping(100 * KILOBYTE);
  for (const _ of upTo(3)) (await ask('key')).headers.Mine = 'yes';
  expect((await ask('key')).headers).toEqual({});
});
