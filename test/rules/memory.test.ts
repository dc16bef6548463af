import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/process/config.ts';
import { budgetOf, LEAST_MEMORY, processesOf, usualMemory } from '../../src/process/memory.ts';

const MEGABYTE = 2 ** 20;

const workers = fc.integer({ min: 1, max: 64 });

test('caches have whole numbers of bytes, which add up to a third of what their process has, and to 256 MB at the most', () => {
  const more = fc.integer({ min: 0, max: 99_999 });
  fc.assert(
    fc.property(workers, more, (workers, more) => {
      const given = LEAST_MEMORY * processesOf(workers) + more;
      const { memory } = readConfig({ WORKERS: String(workers), MEMORY: String(given) });
      expect(memory * processesOf(workers)).toBeLessThanOrEqual(given);
      const caches = Object.values(budgetOf(memory));
      expect(caches.filter((bytes) => !Number.isSafeInteger(bytes) || bytes < MEGABYTE)).toEqual([]);
      const all = caches.reduce((sum, bytes) => sum + bytes, 0);
      expect(all).toBeLessThanOrEqual(Math.min(memory / 3, 256) * MEGABYTE);
    }),
  );
});

test.each([
  ['what the container has', { machine: 8192, limit: 1024 }, 3, 1024],
  ['however little that is', { machine: 8192, limit: 100.5 }, 3, 100],
  ['512 for each process without a container', { machine: 8192, limit: 0 }, 3, 1536],
  ['the same where the limit is beyond what there is', { machine: 8192, limit: 2 ** 44 }, 1, 512],
  ['no more than the machine has', { machine: 1000, limit: 0 }, 3, 1000],
])('without MEMORY the processes have %s', (_, { machine, limit }, processes, megabytes) => {
  expect(usualMemory(processes, { machine: machine * MEGABYTE, limit: limit * MEGABYTE })).toBe(megabytes);
});

test('MEMORY that is too little for so many processes is refused with the least', () => {
  const refused = 'MEMORY is "575"; it must be a whole number from 576 to 999999999';
  expect(() => readConfig({ WORKERS: '2', MEMORY: '575' })).toThrow(refused);
  expect(readConfig({ WORKERS: '2', MEMORY: '576' }).memory).toBe(LEAST_MEMORY);
});
