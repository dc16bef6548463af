import { cpus, loadavg } from 'node:os';
import { median, quantile } from '../shared/measure.ts';
import type { StoreKind } from '../shared/options.ts';
import type { Turns } from './measure.ts';
import { RATIOS, ROWS, type RowName } from './rows.ts';

/** What a row came to. */
interface RowResult {
  row: RowName;
  says: string;
  /** Milliseconds of CPU of the server for a request: the median of the rounds. */
  cpuMs: number;
  /** The median of the rounds; the client is what limits the fastest. */
  requestsPerSecond: number;
  /** Milliseconds until an answer was there, over all requests. */
  p50Ms: number;
  p99Ms: number;
  /** Of the last body. */
  bytes: number;
  statuses: Record<number, number>;
}

interface RatioResult {
  row: RowName;
  by: RowName;
  /** The median of the ratios of each round. */
  ratio: number;
  /** What it is to be at the most. */
  most?: number;
}

/** All that came of a run, and on what. */
export interface Results {
  store: StoreKind;
  events: number;
  rounds: number;
  requests: number;
  at: string;
  node: string;
  processors: string;
  /** Processes that wanted to run, on the average of a minute: before and after. */
  load: [before: number, after: number];
  rows: RowResult[];
  ratios: RatioResult[];
}

/** What is known of a run besides what was measured. */
type Run = Pick<Results, 'store' | 'events' | 'rounds' | 'requests'> & { loadBefore: number };

/** How many processes want to run, on the average of the last minute. */
export const loadNow = (): number => loadavg()[0]!;

const rounded = (number: number, digits: number): number => Number(number.toFixed(digits));

export function resultsOf(turns: Turns, { loadBefore, ...run }: Run): Results {
  const measured = Object.keys(turns) as RowName[];
  return {
    ...run,
    at: new Date().toISOString(),
    node: process.version,
    processors: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
    load: [rounded(loadBefore, 1), rounded(loadNow(), 1)],
    rows: measured.map((row) => {
      const its = turns[row]!;
      const latencies = its.flatMap((turn) => turn.latencies);
      const statuses: Record<number, number> = {};
      for (const turn of its)
        for (const [status, count] of Object.entries(turn.statuses))
          statuses[Number(status)] = (statuses[Number(status)] ?? 0) + count;
      return {
        row,
        says: ROWS[row]!.says,
        cpuMs: rounded(median(its.map(({ cpu }) => cpu)), 4),
        requestsPerSecond: Math.round(median(its.map((turn) => turn.latencies.length / turn.seconds))),
        p50Ms: rounded(median(latencies), 2),
        p99Ms: rounded(quantile(latencies, 0.99), 2),
        bytes: its.at(-1)!.bytes,
        statuses,
      };
    }),
    ratios: RATIOS.flatMap(({ row, by, ...goal }) => {
      const [its, others] = [turns[row], turns[by]];
      if (!its || !others) return [];
      return [{ row, by, ratio: rounded(median(its.map(({ cpu }, round) => cpu / others[round]!.cpu)), 2), ...goal }];
    }),
  };
}

/** The same for people. */
export function tableOf({ rows, ratios, ...run }: Results): string {
  const [before, after] = run.load;
  return [
    `${run.events} events, ${run.store}; medians of ${run.rounds} rounds of ${run.requests} requests`,
    `Node ${run.node}, ${run.processors}, load ${before} before and ${after} after`,
    '',
    aligned([
      ['row', 'CPU ms', 'req/s', 'p50 ms', 'p99 ms', 'bytes', 'status', ''],
      ...rows.map(({ row, says, cpuMs, requestsPerSecond, p50Ms, p99Ms, bytes, statuses }) => [
        ...[row, cpuMs.toFixed(3), String(requestsPerSecond), p50Ms.toFixed(1), p99Ms.toFixed(1), String(bytes)],
        Object.keys(statuses).join('/'),
        says,
      ]),
    ]),
    '',
    aligned([
      ['CPU of', 'by that of', 'ratio', 'at most'],
      ...ratios.map(({ row, by, ratio, most }) => [row, by, ratio.toFixed(2), most === undefined ? '' : String(most)]),
    ]),
  ].join('\n');
}

function aligned(lines: readonly (readonly string[])[]): string {
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
