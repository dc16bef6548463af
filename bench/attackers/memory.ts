import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Megabytes: first, peak and last, and the growth per minute over the second half. */
type Resident = [first: string, most: string, last: string, growth: string];

/** Samples the memory (RSS) of a process every second. */
export function watchMemory(pid: number): { stop(): Promise<Resident> } {
  const began = performance.now();
  const seen: { minute: number; megabytes: number }[] = [];
  const look = async (): Promise<void> => {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
    seen.push({ minute: (performance.now() - began) / 60_000, megabytes: Number(stdout) / 1024 });
  };
  let looking = look();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, 1_000);
  return {
    async stop() {
      clearInterval(timer);
      await looking;
      const all = seen.map(({ megabytes }) => megabytes);
      const growth = slope(seen.slice(Math.floor(seen.length / 2)));
      return [all[0]!.toFixed(0), Math.max(...all).toFixed(0), all.at(-1)!.toFixed(0), growth.toFixed(1)];
    },
  };
}

/** By least squares. */
function slope(points: readonly { minute: number; megabytes: number }[]): number {
  const mean = (numbers: number[]): number => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const [x, y] = [mean(points.map(({ minute }) => minute)), mean(points.map(({ megabytes }) => megabytes))];
  const over = points.reduce((sum, { minute, megabytes }) => sum + (minute - x) * (megabytes - y), 0);
  return over / points.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0);
}
