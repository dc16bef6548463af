import { expect, test } from 'vitest';
import { sharingIn } from '../../src/domain/sharing.ts';

const CALLERS = Array.from({ length: 100 }, (_, number) => number);

/** A hundred callers of one key at once, of whose runs so many fail; what each got, and how many runs there were. */
async function callers(failing: number) {
  let runs = 0;
  const share = sharingIn<string, string>(new Map());
  async function make(): Promise<string> {
    runs += 1;
    const run = runs;
    await null;
    if (run <= failing) throw new Error(`run ${run}`);
    return `run ${run}`;
  }
  const got = await Promise.allSettled(CALLERS.map(async () => share('key', make)));
  return { runs, got: got.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason))) };
}

test.each<[failing: number, runs: number, first: string[], rest: string]>([
  [0, 1, [], 'run 1'],
  [1, 2, ['Error: run 1'], 'run 2'],
  [2, 3, ['Error: run 1', 'Error: run 2'], 'run 3'],
  [9, 3, ['Error: run 1', 'Error: run 2'], 'Error: run 3'],
])('when %i runs fail, a hundred callers take %i runs', async (failing, runs, first, rest) => {
  expect(await callers(failing)).toEqual({ runs, got: [...first, ...CALLERS.slice(first.length).map(() => rest)] });
});

test('a key whose runs have failed is tried again for the next caller', async () => {
  const share = sharingIn<string, string>(new Map());
  await expect(share('key', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await share('key', async () => 'yes')).toBe('yes');
  expect(share('key', async () => 'again')).toBe('yes');
});
