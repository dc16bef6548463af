import { totalmem } from 'node:os';

const MEGABYTE = 2 ** 20;

/** The minimum of MEMORY per process, in megabytes. */
export const LEAST_MEMORY = 192;

/** Megabytes per process if neither MEMORY nor a container sets a limit. */
const USUAL = 512;

/** The heap's share of a worker's memory: buffers, SQLite and the program are outside the heap. */
const HEAP = 0.6;

/** The caches' share of the memory, on the heap or outside, and the most megabytes they can use. */
const [CACHES, MOST_CACHES] = [1 / 3, 256];

/** Each cache's share of the caches' memory. */
const SHARES = { records: 1 / 4, texts: 1 / 4, answers: 1 / 8, documents: 1 / 8, compiled: 1 / 8, written: 1 / 8 };

/** Bytes for each cache of a process. */
type Budget = Readonly<Record<keyof typeof SHARES, number>>;

/** How many processes a server has: the serving ones, plus the one that starts them if there are several. */
export const processesOf = (workers: number): number => (workers > 1 ? workers + 1 : 1);

/** Available bytes: the machine's memory, and the container's limit. */
interface Found {
  machine: number;
  limit: number;
}

/** Megabytes for this many processes together if nothing is set: in a container, its limit, however small. */
export function usualMemory(
  processes: number,
  { machine, limit }: Found = { machine: totalmem(), limit: process.constrainedMemory() },
): number {
  // Without a limit it is 0, or more than the machine has.
  const all = limit > 0 && limit < machine ? limit : Math.min(USUAL * processes * MEGABYTE, machine);
  return Math.floor(all / MEGABYTE);
}

/** The cache budget of a process with this many megabytes. */
export function budgetOf(megabytes: number): Budget {
  const all = Math.min(MOST_CACHES, megabytes * CACHES) * MEGABYTE;
  const entries = Object.entries(SHARES).map(([name, share]) => [name, Math.floor(all * share)]);
  return Object.freeze(Object.fromEntries(entries));
}

/**
 * Node options for a worker with this many megabytes: V8 collects garbage before it takes more. None if the heap is already set.
 * A process without workers keeps Node's default heap: it is already running, and Node respects the container's limit itself.
 */
export function heapOptions(megabytes: number): string[] {
  const set = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].some((text) => /max[-_]old[-_]space/.test(text));
  // With less, a worker dies while it starts.
  return set ? [] : [`--max-old-space-size=${Math.floor(Math.max(LEAST_MEMORY, megabytes) * HEAP)}`];
}
