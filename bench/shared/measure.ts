/** Milliseconds of CPU between two looks at what a process has used. */
export const cpuMs = (before: NodeJS.CpuUsage, after: NodeJS.CpuUsage): number =>
  (after.user - before.user + after.system - before.system) / 1000;

/** Milliseconds of CPU that a piece of work takes in this process. */
export async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  return cpuMs(before, process.cpuUsage());
}

/** The same, the least of three: a busy neighbour only adds. */
export async function leastCpuOf(work: () => unknown): Promise<number> {
  const times = [await cpuOf(work), await cpuOf(work), await cpuOf(work)];
  return Math.min(...times);
}

/** The number that a part of the others lies below: 0.5 is the median. NaN of none. */
export const quantile = (numbers: readonly number[], part: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.min(Math.floor(numbers.length * part), numbers.length - 1)] ?? Number.NaN;

export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5);
