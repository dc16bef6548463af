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
   * which happen now and then for all requests. No turn of the event loop is over meanwhile, however slow the machine is: what a
   * page asks for at once would be asked in two parts.
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

  const watched = (store: Store, verb: (typeof READING | typeof WRITING)[number], seen: (line: string) => void) => ({
    [verb]: async (...args: unknown[]) => {
      seen(`${verb} ${args[0]}`);
      return (store[verb] as (...args: unknown[]) => Promise<unknown>)(...args);
    },
  });

  return {
    wrap: (store) => ({
      ...store,
      ...Object.assign({}, ...READING.map((verb) => watched(store, verb, (line) => reads.push(line)))),
      ...Object.assign(
        {},
        ...WRITING.map((verb) =>
          watched(store, verb, (line) => {
            writes.push(line);
            if (writes.length === failAt) throw new Error('the disk is on fire');
          }),
        ),
      ),
    }),
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
