import type { Store } from '../../src/store/port.ts';

const READING = ['find', 'count', 'byIds', 'distinct'] as const;
const WRITING = ['insert', 'update', 'updateMany', 'add', 'delete', 'nextId'] as const;

/** Sees every verb that goes through the port, and can make a writing one fail. */
export interface Watch {
  /** For `buildApp`. */
  wrap(store: Store): Store;
  /**
   * Runs `work`; returns its result and the verbs that ran meanwhile, each as `verb collection`; without looks at the log of
   * changes, which is looked at now and then for all requests.
   */
  during<T>(work: () => Promise<T>): Promise<{ result: T; reads: string[]; writes: string[] }>;
  /** Runs `work` while its writing verb of this number, from 1, throws a plain error instead of writing. */
  failing<T>(number: number, work: () => Promise<T>): Promise<T>;
}

/** One per app. */
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
      const result = await work();
      return { result, reads: reads.filter((read) => read !== 'find changes'), writes };
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
