import { beforeEach, expect, test } from 'vitest';
import { createTransactionQueue, type TransactionQueue } from '../../../src/data/mongodb/transaction-queue.ts';
import { eventually } from '../../support/eventually.ts';

let queue: TransactionQueue;
let begun: number[];
let ends: (() => void)[];

beforeEach(() => {
  queue = createTransactionQueue(2);
  begun = [];
  ends = [];
});

/** Work that goes on until its end is called. */
const start = (number: number): Promise<number> =>
  queue.run(async () => {
    begun.push(number);
    await new Promise<void>((end) => ends.push(end));
    return number;
  });

test('so many pieces of work run at once, the others in the order they came', async () => {
  const all = [1, 2, 3, 4].map(start);
  expect(begun).toEqual([1, 2]);
  ends[1]!();
  expect(await all[1]).toBe(2);
  expect(begun).toEqual([1, 2, 3]);
  ends[0]!();
  await all[0];
  expect(begun).toEqual([1, 2, 3, 4]);
});

test('work that fails makes room as well', async () => {
  const failing = [1, 2].map(() => queue.run(() => Promise.reject(new Error('no'))));
  await Promise.allSettled(failing);
  void [5, 6].map(start);
  expect(begun).toEqual([5, 6]);
});

test('who waits can be dismissed, who works and who comes later goes on', async () => {
  const all = [1, 2, 3, 4].map(start);
  const gone = new Error('gone');
  queue.dismiss(gone);
  await expect(all[2]).rejects.toBe(gone);
  await expect(all[3]).rejects.toBe(gone);
  const later = start(5);
  ends[0]!();
  await all[0];
  expect(begun).toEqual([1, 2, 5]);
  ends[1]!();
  ends[2]!();
  expect(await Promise.all([all[1], later])).toEqual([2, 5]);
});

test('after a conflict fewer run at once, and after successes as many as before', async () => {
  queue.narrow();
  void [1, 2, 3].map(start);
  expect(begun).toEqual([1]);
  queue.widen();
  await eventually(() => expect(begun).toEqual([1, 2]));
  queue.narrow();
  queue.narrow();
  ends[0]!();
  ends[1]!();
  await eventually(() => expect(begun).toEqual([1, 2, 3]));
  expect(ends).toHaveLength(3);
});

test('who comes first goes ahead of all that wait', () => {
  void [1, 2, 3].map(start);
  void queue.run(async () => void begun.push(4), true);
  ends[0]!();
  return eventually(() => expect(begun).toEqual([1, 2, 4, 3]));
});
