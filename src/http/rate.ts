import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import { DomainError } from '../errors.ts';
import { limiterInMemory, type NewLimiter } from '../limiter.ts';

/** How much was counted for a key, until when (milliseconds). */
export interface Count {
  key: string;
  value: number;
  expiresAt: number;
}

/** Tells other processes what this one has counted, and gives the sums of what they have. `now` is in milliseconds. */
export type ExchangeCounts = (own: readonly Count[], now: number) => Promise<Count[]>;

/**
 * Counts points for a key that is so many times as large as others and may have as many more; 0 only looks.
 * Gives what refuses it when it has more than it may have.
 */
export type CountPoints = (key: string, points: number, size?: number) => Promise<DomainError | undefined>;

export interface RateOptions {
  /** What is counted: an error names it. */
  of: 'requests' | 'milliseconds of work';
  /** 0: as many as come. */
  perMinute: number;
  /** Counts for this process and all that share it, where nothing is exchanged. */
  newLimiter?: NewLimiter | undefined;
  /** Left out: there are no other processes. */
  exchange?: ExchangeCounts | undefined;
  /** Told of faults of ours. That the others cannot be reached is none. */
  report(error: unknown): void;
}

const MINUTE = 60;

/** Milliseconds from one exchange with other processes to the next, at least. */
const PACE = 1_000;

/** The part of the limit that a key uses up before other processes are told of it: most never do. */
const WORTH_TELLING = 0.1;

/**
 * At most so many points a minute for a key. Counts are kept here and exchanged with other processes
 * (if there may be any) while requests come, at most once a second: together they may let a little more pass.
 */
export function createRate({
  of,
  perMinute,
  newLimiter = limiterInMemory,
  exchange,
  report,
}: RateOptions): CountPoints {
  if (perMinute === 0) return async () => undefined;
  // What counts knows whole numbers only: it counts thousandths of milliseconds.
  const unit = of === 'requests' ? 1 : 1_000;
  const limits = { points: perMinute * unit, duration: MINUTE };
  const [own, others] = [new RateLimiterMemory(limits), new RateLimiterMemory(limits)];
  const counted = exchange ? own : newLimiter(of, limits);
  let exchanging = false;
  let last = 0;

  async function meetOthers(exchange: ExchangeCounts): Promise<void> {
    if (exchanging || Date.now() < last + PACE) return;
    exchanging = true;
    last = Date.now();
    try {
      const { storage, dumpedAt } = own.dump();
      const worthTelling = (storage as Count[]).filter(({ value }) => value >= limits.points * WORTH_TELLING);
      for (const { key, value, expiresAt } of await exchange(worthTelling, dumpedAt)) {
        await others.set(key, value, (expiresAt - dumpedAt) / 1000);
      }
    } catch (error) {
      // Others that cannot be reached are told later; what is counted here still counts.
      if (!(error instanceof DomainError)) report(error);
    }
    exchanging = false;
  }

  return async (whose, points, size = 1) => {
    // Processes exchange all that they count in one place.
    const key = `${of} ${whose}`;
    const mineNow = points === 0 ? counted.get(key) : counted.penalty(key, Math.round(points * unit));
    const [mine, theirs] = await Promise.all([mineNow, others.get(key)]);
    // Who has used too much work is asked only while somebody waits: until then others need not know.
    if (exchange && (of === 'requests' || points === 0)) void meetOthers(exchange);
    const allowed = perMinute * size;
    const sum = (mine?.consumedPoints ?? 0) + (theirs?.consumedPoints ?? 0);
    if (sum <= allowed * unit) return undefined;
    const retryAfter = Math.ceil(Math.max(mine?.msBeforeNext ?? 0, theirs?.msBeforeNext ?? 0) / 1000);
    const message = `More than ${allowed} ${of} in a minute. Please try again later.`;
    const facts = of === 'requests' ? { perMinute: allowed } : { workPerMinute: allowed };
    return new DomainError('TOO_MANY_REQUESTS', message, [], { retryAfter, ...facts });
  };
}
