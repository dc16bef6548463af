import { vi } from 'vitest';
import type { Store } from '../../src/data/port.ts';

const READING = ['find', 'count', 'byIds', 'distinct', 'tally'] as const;
const WRITING = ['insert', 'update', 'updateMany', 'delete', 'nextId'] as const;

/** Sees every call to the store, and can make a write fail. */
export interface Watch {
  /** For `buildApp`. */
  wrap(store: Store): Store;
  /**
   * Runs `work`. Returns its result and the calls meanwhile, each as `verb collection`. Leaves out reads of the log of changes,
   * which happen now and then for all requests. The number of calls does not depend on the machine: meanwhile no turn of the event
   * loop is over, and no read is answered before all that run with it are. Else a page would ask in parts for what it asks at once.
   */
  during<T>(work: () => Promise<T>): Promise<{ result: T; reads: string[]; writes: string[] }>;
  /** Runs `work`. Its write of this number, from 1, throws a plain error instead of writing. */
  failing<T>(number: number, work: () => Promise<T>): Promise<T>;
}

/** Creates the watch of one app. */
export function createWatch(): Watch {
  let reads: string[] = [];
  let writes: string[] = [];
  let failAt = Number.POSITIVE_INFINITY;

  let running = 0;
  const answered: (() => void)[] = [];

  /** The answer to a read, once no other runs any more. */
  async function together<T>(answer: Promise<T>): Promise<T> {
    running += 1;
    const all = new Promise<void>((end) => answered.push(end));
    try {
      return await answer;
    } finally {
      running -= 1;
      if (running === 0) for (const end of answered.splice(0)) end();
      await all;
    }
  }

  type Call = (...args: unknown[]) => Promise<unknown>;
  const calls =
    (verbs: readonly (keyof Store)[], watched: (line: string, call: () => Promise<unknown>) => Promise<unknown>) =>
    (store: Store) =>
      Object.fromEntries(
        verbs.map((verb) => [
          verb,
          async (...args: unknown[]) => watched(`${verb} ${args[0]}`, () => (store[verb] as Call)(...args)),
        ]),
      );
  const reading = calls(READING, (line, read) => {
    reads.push(line);
    return together(read());
  });
  const writing = calls(WRITING, (line, write) => {
    writes.push(line);
    if (writes.length === failAt) throw new Error('the disk is on fire');
    return write();
  });

  return {
    wrap: (store) => ({ ...store, ...reading(store), ...writing(store) }),
    async during(work) {
      reads = [];
      writes = [];
      const frozen = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
      try {
        const result = await work();
        return { result, reads: reads.filter((read) => read !== 'find changes'), writes };
      } finally {
        frozen.mockRestore();
      }
    },
    async failing(number, work) {
      writes = [];
      failAt = number;
      try {
        return await work();
      } finally {
        failAt = Number.POSITIVE_INFINITY;
      }
    },
  };
}
