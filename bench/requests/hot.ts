import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../shared/measure.ts';
import { hotAddresses } from './asked.ts';
import type { HttpRequest } from './client.ts';
import type { Figure } from './figures.ts';
import type { Field } from './measure.ts';

/** Reads a second, as on a busy website: each URL ten times. */
const READS = 200;

const MOST = 1.2;

/** How often each is measured, and for how long. */
interface Span {
  rounds: number;
  seconds: number;
}

/**
 * The cost of a frequently requested URL, while nobody writes and while somebody writes once a second. The writes are also
 * measured alone, and their cost is subtracted.
 */
export async function measureHot(field: Field, { rounds, seconds }: Span): Promise<Figure[]> {
  const { client, cpuOf } = field.servers.ours;
  const hot = hotAddresses(field.world);
  const writes: Record<string, (() => HttpRequest) | undefined> = {
    quiet: undefined,
    'a title a second': () => field.writes.title(field.next()),
    'a create a second': () => field.writes.create(field.next()),
  };
  const reads = hot.flatMap((request) => Array.from({ length: (READS * seconds) / hot.length }, () => request));
  // The twenty URLs take turns.
  const spread = reads.map((_, at) => hot[at % hot.length]!);

  async function turn(write: (() => HttpRequest) | undefined): Promise<number> {
    const beside = write ? Array.from({ length: seconds }, write) : [];
    const own = beside.length ? await cpuOf(() => client.load(beside, 1)) : 0;
    const later = beside.length ? Array.from({ length: seconds }, write!) : [];
    const all = await cpuOf(() =>
      Promise.all([
        paced(spread, (request) => client.load([request], 1), READS),
        paced(later, (request) => client.load([request], 1), 1),
      ]),
    );
    return (all - own) / spread.length;
  }

  for (let time = 0; time < 5; time += 1) await client.load(spread);
  const turns: Record<string, number[]> = {};
  for (let round = 1; round <= rounds; round += 1) {
    for (const [name, write] of Object.entries(writes)) turns[name] = [...(turns[name] ?? []), await turn(write)];
    field.report('rounds of hot addresses', round, rounds);
  }
  const quiet = turns.quiet!;
  return Object.entries(turns).flatMap(([name, cpus]): Figure[] => {
    const cpu: Figure = { name: `hot read, ${name}`, value: median(cpus), unit: 'ms of CPU' };
    if (cpus === quiet) return [cpu];
    const ratio = median(cpus.map((each, round) => each / quiet[round]!));
    return [cpu, { name: `hot read, ${name} / quiet`, value: ratio, unit: '×', most: MOST }];
  });
}

/** Starts items at a fixed rate, even while earlier ones are still running. Waits for all. */
async function paced<T>(items: readonly T[], begin: (item: T) => Promise<unknown>, perSecond: number): Promise<void> {
  const began = performance.now();
  const running: Promise<unknown>[] = [];
  for (const [at, item] of items.entries()) {
    const due = began + ((at + 0.5) * 1000) / perSecond;
    if (due > performance.now()) await sleep(due - performance.now());
    running.push(begin(item));
  }
  await Promise.all(running);
}
