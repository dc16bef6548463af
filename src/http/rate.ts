import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import { DomainError } from '../domain/errors.ts';
import { message } from '../domain/message.ts';
import { limiterInMemory, type NewLimiter } from './limiter.ts';

/** The points counted for a key, and when they expire (milliseconds). */
export interface Count {
  key: string;
  value: number;
  expiresAt: number;
}

/** Sends this process's counts to others, and returns the sums of theirs. `now` is in milliseconds. */
export type ExchangeCounts = (own: readonly Count[], now: number) => Promise<Count[]>;

/**
 * Counts points for a key and returns the error if that exceeds its limit. `size` multiplies the limit for larger keys. With 0
 * points it only checks.
 */
export type CountPoints = (key: string, points: number, size?: number) => Promise<DomainError | undefined>;

export interface RateOptions {
  /** What is counted, as named in the error. */
  of: 'requests' | 'milliseconds of work';
  /** 0: unlimited. */
  perMinute: number;
  /** Counts for this process and all that share the limiter, if there is no exchange. */
  newLimiter?: NewLimiter;
  /** Absent if there are no other processes. */
  exchange?: ExchangeCounts;
  /** Called for internal errors. Unreachable processes are not one. */
  report(error: unknown): void;
}

const MINUTE = 60;

/** The least milliseconds between two exchanges with other processes. */
const PACE = 1_000;

/** The share of the limit above which a key is reported to other processes: most keys never reach it. */
const WORTH_TELLING = 0.1;

/**
 * Limits the points per key and minute. Counts are kept here and exchanged with other processes (if there are any) while requests
 * arrive, at most once a second, so together they may let slightly more pass.
 */
export function createRate({
  of,
  perMinute,
  newLimiter = limiterInMemory,
  exchange,
  report,
}: RateOptions): CountPoints {
  if (perMinute === 0) return async () => undefined;
  // The limiter counts only whole numbers, so count thousandths of milliseconds.
  const unit = of === 'requests' ? 1 : 1_000;
  const limits = { points: perMinute * unit, duration: MINUTE };
  const [own, others] = [new RateLimiterMemory(limits), new RateLimiterMemory(limits)];
  const counted = exchange ? own : newLimiter(of, limits);
  let exchanging = false;
  let last = Number.NEGATIVE_INFINITY;

  async function meetOthers(exchange: ExchangeCounts) {
    if (exchanging || performance.now() < last + PACE) return;
    exchanging = true;
    last = performance.now();
    try {
      const { storage, dumpedAt } = own.dump();
      const worthTelling = (storage as Count[]).filter(({ value }) => value >= limits.points * WORTH_TELLING);
      for (const { key, value, expiresAt } of await exchange(worthTelling, dumpedAt)) {
        await others.set(key, value, Math.min(MINUTE, (expiresAt - dumpedAt) / 1000));
      }
    } catch (error) {
      // Unreachable processes learn the counts later; counting here continues.
      if (!(error instanceof DomainError)) report(error);
    }
    exchanging = false;
  }

  return async (whose, points, size = 1) => {
    // Processes exchange all kinds of counts in one place.
    const key = `${of} ${whose}`;
    const mineNow = points === 0 ? counted.get(key) : counted.penalty(key, Math.round(points * unit));
    const [mine, theirs] = await Promise.all([mineNow, others.get(key)]);
    // Whether somebody used too much work matters only while others wait; until then, other processes need not know.
    if (exchange && (of === 'requests' || points === 0)) void meetOthers(exchange);
    const allowed = perMinute * size;
    const sum = (mine?.consumedPoints ?? 0) + (theirs?.consumedPoints ?? 0);
    if (sum <= allowed * unit) return undefined;
    const left = Math.max(mine?.msBeforeNext ?? 0, theirs?.msBeforeNext ?? 0);
    // The limiter counts by the clock, which may have been set back.
    const retryAfter = Math.min(MINUTE, Math.ceil(left / 1000));
    const said = message('More than {0} {1} in a minute. Please try again later.', allowed, { word: of });
    const facts = of === 'requests' ? { perMinute: allowed } : { workPerMinute: allowed };
    return new DomainError('TOO_MANY_REQUESTS', said, [], { retryAfter, ...facts });
  };
}
