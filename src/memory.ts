import { totalmem } from 'node:os';

const MEGABYTE = 2 ** 20;

/** Megabytes that MEMORY gives a process at least. */
export const LEAST_MEMORY = 192;

/** Megabytes of a process where neither MEMORY nor a container says how much there is. */
const USUAL = 512;

/** The part of the memory of a worker that its heap may have: buffers, SQLite and the program lie outside. */
const HEAP = 0.6;

/** The part that caches may have, on the heap or outside, and the most that they have use for, in megabytes. */
const [CACHES, MOST_CACHES] = [1 / 3, 256];

/** What each cache may have of what all have. */
const SHARES = { records: 1 / 4, texts: 1 / 4, answers: 1 / 8, documents: 1 / 8, compiled: 1 / 8, written: 1 / 8 };

/** Bytes for each cache of a process. */
export type Budget = Readonly<Record<keyof typeof SHARES, number>>;

/** How many processes a server is: those that serve, and the one that starts them. */
export const processesOf = (workers: number): number => (workers > 1 ? workers + 1 : 1);

/** Bytes that there are: of the machine, and the limit of the container. */
interface Found {
  machine: number;
  limit: number;
}

/**
 * Megabytes that so many processes may take together when nothing is set: what the container has, if it is in one, however
 * little that is.
 */
export function usualMemory(
  processes: number,
  { machine, limit }: Found = { machine: totalmem(), limit: process.constrainedMemory() },
): number {
  // Without a limit it is 0, or a number beyond what there is.
  const all = limit > 0 && limit < machine ? limit : Math.min(USUAL * processes * MEGABYTE, machine);
  return Math.floor(all / MEGABYTE);
}

/** The budget of the caches of a process that may take so many megabytes. */
export function budgetOf(megabytes: number): Budget {
  const all = Math.min(MOST_CACHES, megabytes * CACHES) * MEGABYTE;
  const entries = Object.entries(SHARES).map(([name, share]) => [name, Math.floor(all * share)]);
  return Object.freeze(Object.fromEntries(entries));
}

/**
 * Options of Node for a worker that may take so many megabytes: V8 collects garbage before it takes more. None where somebody
 * has set the heap. A process that is alone has the heap that Node chooses: it cannot be told any more, and Node looks at the
 * limit of the container itself.
 */
export function heapOptions(megabytes: number): string[] {
  const set = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].some((text) => /max[-_]old[-_]space/.test(text));
  // With less a worker dies of it while it starts.
  return set ? [] : [`--max-old-space-size=${Math.floor(Math.max(LEAST_MEMORY, megabytes) * HEAP)}`];
}
