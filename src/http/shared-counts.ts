import { randomUUID } from 'node:crypto';
import type { Collection, Store, Stored } from '../data/port.ts';
import type { NewLimiter } from './limiter.ts';
import type { Count, ExchangeCounts } from './rate.ts';

/** The counts of each process, one document per process. */
export const REQUEST_COUNTS = { name: 'request_counts', indexes: [] } as const satisfies Collection;

interface Reported extends Stored {
  /** When, in milliseconds. */
  at: number;
  counts: Count[];
}

/** After this many silent milliseconds, a process has no counts that still matter. */
const OVER = 120_000;

/** The most keys that a process reports: those with the highest counts. */
const MOST = 1_000;

/**
 * Exchanges counts through the store, with one read each time, and one write if there are or were counts to report. The store
 * must know the collection `REQUEST_COUNTS`.
 */
export function createSharedCounts(store: Store): ExchangeCounts {
  const process = randomUUID();
  let hasReported = false;
  return async (own, now) => {
    const counts = [...own].sort((a, b) => b.value - a.value).slice(0, MOST);
    if (hasReported || counts.length > 0)
      await store.put<Reported>(REQUEST_COUNTS.name, [{ _id: process, at: now, counts }]);
    hasReported = counts.length > 0;
    const others = await store.find<Reported>(REQUEST_COUNTS.name, { _id: { $ne: process } });
    for (const { _id } of others.filter(({ at }) => Math.abs(now - at) > OVER))
      await store.delete(REQUEST_COUNTS.name, _id);
    return summed(
      others.flatMap((other) => other.counts),
      now,
    );
  };
}

function summed(counts: readonly Count[], now: number) {
  const sums = new Map<string, Count>();
  for (const { key, value, expiresAt } of counts.filter(({ expiresAt }) => expiresAt > now)) {
    const { value: before = 0, expiresAt: until = 0 } = sums.get(key) ?? {};
    sums.set(key, { key, value: before + value, expiresAt: Math.max(until, expiresAt) });
  }
  return [...sums.values()];
}

/**
 * Exchanges counts through the limiter that all workers of a server share. Returns others' counts only for the keys that this
 * process reports.
 */
export function createCountsOfWorkers(newLimiter: NewLimiter, name: string): ExchangeCounts {
  // This limiter refuses nobody; it only counts.
  const all = newLimiter(name, { points: Number.MAX_SAFE_INTEGER, duration: 60 });
  let reported = new Map<string, Count>();
  return async (own, now) => {
    const before = reported;
    reported = new Map(own.map((count) => [count.key, count]));
    return Promise.all(
      own.map(async ({ key, value, expiresAt }) => {
        const last = before.get(key);
        const added = value - (last?.expiresAt === expiresAt ? last.value : 0);
        const { consumedPoints, msBeforeNext } = await all.penalty(key, added);
        return { key, value: Math.max(0, consumedPoints - value), expiresAt: now + msBeforeNext };
      }),
    );
  };
}
