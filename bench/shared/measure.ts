/** CPU milliseconds between two readings. */
export const cpuMs = (before: NodeJS.CpuUsage, after: NodeJS.CpuUsage): number =>
  (after.user - before.user + after.system - before.system) / 1000;

/** CPU milliseconds that some work takes in this process. */
export async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  return cpuMs(before, process.cpuUsage());
}

/** The least of three measurements, since a busy neighbour can only add time. */
export async function leastCpuOf(work: () => unknown): Promise<number> {
  const times = [await cpuOf(work), await cpuOf(work), await cpuOf(work)];
  return Math.min(...times);
}

/** The quantile of numbers, 0.5 being the median. NaN without numbers. */
export const quantile = (numbers: readonly number[], part: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.min(Math.floor(numbers.length * part), numbers.length - 1)] ?? Number.NaN;

export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5);
