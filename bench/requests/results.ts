import { cpus, loadavg } from 'node:os';
import { median, quantile } from '../shared/measure.ts';
import type { StoreKind } from '../shared/options.ts';
import type { Figure } from './figures.ts';
import type { Turns } from './measure.ts';
import { RATIOS, ROWS, type RowName } from './rows.ts';

/** The result of a row. */
interface RowResult {
  row: RowName;
  says: string;
  /** CPU milliseconds of the server per request: the median of the rounds. */
  cpuMs: number;
  /** The median of the rounds. The client limits the fastest rows. */
  requestsPerSecond: number;
  /** Milliseconds until the response, over all requests. */
  p50Ms: number;
  p99Ms: number;
  /** Size of the last body. */
  bytes: number;
}

/** The results of a run, and its environment. */
interface Results {
  store: StoreKind;
  events: number;
  rounds: number;
  requests: number;
  at: string;
  node: string;
  processors: string;
  /** The load average of a minute, before and after. */
  load: [before: number, after: number];
  rows: RowResult[];
  figures: Figure[];
}

/** The conditions of a run. */
type Run = Pick<Results, 'store' | 'events' | 'rounds' | 'requests'> & { loadBefore: number };

/** The load average of the last minute. */
export const loadNow = (): number => loadavg()[0]!;

const rounded = (number: number, digits: number): number => Number(number.toFixed(digits));

/** Computes the results. The figures begin with the ratios of rows, each the median over the rounds. */
export function resultsOf(turns: Turns, others: readonly Figure[], { loadBefore, ...run }: Run): Results {
  const ratios = RATIOS.flatMap(({ row, by, ...aim }): Figure[] => {
    const [its, those] = [turns[row], turns[by]];
    if (!its || !those) return [];
    const value = median(its.map(({ cpu }, round) => cpu / those[round]!.cpu));
    return [{ name: `${row} / ${by}`, value, unit: '×', ...aim }];
  });
  return {
    ...run,
    at: new Date().toISOString(),
    node: process.version,
    processors: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
    load: [rounded(loadBefore, 1), rounded(loadNow(), 1)],
    rows: (Object.keys(turns) as RowName[]).map((row) => {
      const its = turns[row]!;
      const latencies = its.flatMap((turn) => turn.latencies);
      return {
        row,
        says: ROWS[row].says,
        cpuMs: rounded(median(its.map(({ cpu }) => cpu)), 4),
        requestsPerSecond: Math.round(median(its.map((turn) => turn.latencies.length / turn.seconds))),
        p50Ms: rounded(median(latencies), 2),
        p99Ms: rounded(quantile(latencies, 0.99), 2),
        bytes: its.at(-1)!.bytes,
      };
    }),
    figures: [...ratios, ...others].map((figure) => ({ ...figure, value: rounded(figure.value, 3) })),
  };
}

/** Formats the results for people. */
export function tableOf({ rows, figures, ...run }: Results): string {
  const [before, after] = run.load;
  return [
    `${run.events} events, ${run.store}; medians of ${run.rounds} rounds of ${run.requests} requests`,
    `Node ${run.node}, ${run.processors}, load ${before} before and ${after} after`,
    '',
    aligned([
      ['row', 'CPU ms', 'req/s', 'p50 ms', 'p99 ms', 'bytes', ''],
      ...rows.map(({ row, says, cpuMs, requestsPerSecond, p50Ms, p99Ms, bytes }) => [
        ...[row, cpuMs.toFixed(3), String(requestsPerSecond), p50Ms.toFixed(1), p99Ms.toFixed(1), String(bytes), says],
      ]),
    ]),
    '',
    aligned([
      ['figure', 'is', '', 'at most', ''],
      ...figures.map(({ name, value, unit, most }) => [
        ...[name, value.toFixed(value < 10 ? 2 : 0), unit],
        ...(most === undefined ? ['', ''] : [String(most), value > most ? 'missed' : 'held']),
      ]),
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
