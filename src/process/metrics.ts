import type { Registry } from 'prom-client';
import { promClient } from '../domain/packages.ts';
import type { ImportRun } from '../kinds/imports.ts';
import { VERSION } from './version.ts';

/** Metrics for Prometheus. */
export interface Metrics {
  /**
   * An answered request. `row` has few fixed values: never an address, which anyone can make up. So has `operation`, which most
   * requests lack: never a name that a client chose.
   */
  request(labels: { row: string; method: string; status: number; operation?: string }, seconds: number): void;
  /** A cacheable request: its answer was cached (`hit`) or had to be made (`miss`). */
  cache(result: 'hit' | 'miss'): void;
  /** A request, or a field of one, that was refused with this error code. */
  refusal(code: string): void;
  /** A finished store verb; `collection` is empty for verbs without one. */
  verb(labels: { verb: string; collection: string; failed: 'true' | 'false' }, seconds: number): void;
  /** All metrics, including the process's own (event loop, memory, CPU), in Prometheus's text format. */
  text(): Promise<string>;
  /** The `Content-Type` of that text. */
  readonly type: string;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

interface MetricsOptions {
  /** How many requests are in progress. */
  inFlight(): number;
  /** How many streams are open. */
  streams(): number;
  /** The last runs of imports. */
  imports(): Promise<ImportRun[]>;
  /** Returns a function that prints a registry, together with those of other processes, if there are any. */
  addUp?: (register: Registry) => () => Promise<string>;
}

/** Creates metrics that start at zero, in a registry of their own. */
export function createMetrics({
  inFlight,
  streams,
  imports,
  addUp = (register) => () => register.metrics(),
}: MetricsOptions): Metrics {
  const { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } = promClient();
  const register = new Registry();
  // The process's own metrics: CPU, memory, heap, garbage collection, event loop.
  collectDefaultMetrics({ register });
  new Gauge({
    name: 'calendar_build_info',
    help: 'Always 1; the version is its label.',
    labelNames: ['version'],
    registers: [register],
    aggregator: 'first',
  }).set({ version: VERSION }, 1);
  new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests that are being answered, which MAX_IN_FLIGHT limits.',
    registers: [register],
    collect() {
      this.set(inFlight());
    },
  });
  new Gauge({
    name: 'http_streams_open',
    help: 'Streams of changes that are open, which MAX_SUBSCRIBERS limits.',
    registers: [register],
    collect() {
      this.set(streams());
    },
  });
  let reading: Promise<ImportRun[]> | undefined;
  /** The metrics of one scrape read them once. */
  const runsNow = () => {
    reading ??= imports().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  const aboutImports = (
    name: string,
    help: string,
    label: string,
    rowsOf: (run: ImportRun) => [string, number][],
  ): void =>
    void new Gauge({
      name: `import_last_run_${name}`,
      help,
      labelNames: ['source', label],
      registers: [register],
      // Each process reads the same from the store.
      aggregator: 'max',
      async collect() {
        const runs = await runsNow();
        this.reset();
        for (const run of runs)
          for (const [its, value] of rowsOf(run)) this.set({ source: run.report.source, [label]: its }, value);
      },
    });
  aboutImports(
    'timestamp_seconds',
    'When the last run of an import ended, by source, and how: done, failed, away or stopped.',
    'ended',
    ({ ended, at }) => [[ended, at / 1000]],
  );
  aboutImports(
    'records',
    'Records of the last run of an import that read its source, by source and outcome.',
    'outcome',
    ({ report }) => {
      const sums = new Map<string, number>();
      for (const its of Object.values(report.counts))
        for (const [outcome, records] of Object.entries(its)) sums.set(outcome, (sums.get(outcome) ?? 0) + records);
      return [...sums];
    },
  );
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by row of routes, method and status; those of listed documents of GraphQL by operation as well.',
    labelNames: ['row', 'method', 'status', 'operation'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  });
  const refusals = new Counter({
    name: 'refusals_total',
    help: 'Requests and fields of requests that were refused, by code.',
    labelNames: ['code'],
    registers: [register],
  });
  const cache = new Counter({
    name: 'answer_cache_requests_total',
    help: 'Requests that a cached answer would do for, by result: hit or miss.',
    labelNames: ['result'],
    registers: [register],
  });
  const verbs = new Histogram({
    name: 'store_verb_duration_seconds',
    help: 'Verbs of the store. A unit (atomically) is as long as all that is done in it.',
    labelNames: ['verb', 'collection', 'failed'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers: [register],
  });
  return {
    request: (labels, seconds) =>
      requests.observe({ ...labels, method: METHODS.has(labels.method) ? labels.method : 'other' }, seconds),
    cache: (result) => cache.inc({ result }),
    refusal: (code) => refusals.inc({ code }),
    verb: (labels, seconds) => verbs.observe(labels, seconds),
    text: addUp(register),
    type: register.contentType,
  };
}
