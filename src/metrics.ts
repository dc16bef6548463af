import type { Registry } from 'prom-client';
import { promClient } from './packages.ts';

/** What is counted for Prometheus. */
export interface Metrics {
  /** A request that was answered. `row` is one of a fixed few: no address, which anybody can make up. */
  request(labels: { row: string; method: string; status: number }, seconds: number): void;
  /** A request, or a field of one, that was refused with this code of an error. */
  refusal(code: string): void;
  /** A verb of the store that has ended; `collection` is empty for those that name none. */
  verb(labels: { verb: string; collection: string; failed: 'true' | 'false' }, seconds: number): void;
  /** All of it, and how the process is (event loop, memory, CPU), in the text form that Prometheus reads. */
  text(): Promise<string>;
  /** The `Content-Type` of that text. */
  readonly type: string;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Counts from zero. Each has a registry of its own; `addUp` gives what shows it, with those of others where there are some. */
export function createMetrics(addUp = (register: Registry) => () => register.metrics()): Metrics {
  const { Counter, collectDefaultMetrics, Histogram, Registry } = promClient();
  const register = new Registry();
  collectDefaultMetrics({ register });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by row of routes, method and status.',
    labelNames: ['row', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  });
  const refusals = new Counter({
    name: 'refusals_total',
    help: 'Requests and fields of requests that were refused, by code.',
    labelNames: ['code'],
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
    request: ({ row, method, status }, seconds) =>
      requests.observe({ row, method: METHODS.has(method) ? method : 'other', status }, seconds),
    refusal: (code) => refusals.inc({ code }),
    verb: (labels, seconds) => verbs.observe(labels, seconds),
    text: addUp(register),
    type: register.contentType,
  };
}
