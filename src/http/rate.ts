import { RateLimiterMemory } from 'rate-limiter-flexible';
import { DomainError } from '../errors.ts';

/** How much was counted for a key, until when (milliseconds). */
export interface Count {
  key: string;
  value: number;
  expiresAt: number;
}

/** Tells other processes what this one has counted, and gives the sums of what they have. `now` is in milliseconds. */
export type ExchangeCounts = (own: readonly Count[], now: number) => Promise<Count[]>;

/** Counts a request. @throws DomainError TOO_MANY_REQUESTS when it is one too many */
export type CountRequest = (key: string) => Promise<void>;

const MINUTE = 60;

/** The part of the limit that a key uses up before other processes are told of it: most never do. */
const WORTH_TELLING = 0.1;

/**
 * At most so many requests a minute for a key; 0 counts nothing. Counts are kept here and exchanged with other processes
 * (if there may be any) while requests come, at most once a second: together they may let a little more pass.
 */
export function createRate(perMinute: number, exchange?: ExchangeCounts): CountRequest {
  if (perMinute === 0) return async () => {};
  const limits = { points: perMinute, duration: MINUTE };
  const [own, others] = [new RateLimiterMemory(limits), new RateLimiterMemory(limits)];
  const pace = new RateLimiterMemory({ points: 1, duration: 1 });
  let exchanging = false;

  async function meetOthers(exchange: ExchangeCounts): Promise<void> {
    if (exchanging) return;
    exchanging = true;
    try {
      await pace.consume('exchange');
      const { storage, dumpedAt } = own.dump();
      const worthTelling = (storage as Count[]).filter(({ value }) => value >= perMinute * WORTH_TELLING);
      for (const { key, value, expiresAt } of await exchange(worthTelling, dumpedAt)) {
        await others.set(key, value, (expiresAt - dumpedAt) / 1000);
      }
    } catch {
      // Too soon, or the others cannot be reached: what is counted here still counts.
    }
    exchanging = false;
  }

  return async (key) => {
    if (exchange) void meetOthers(exchange);
    const [mine, theirs] = await Promise.all([own.penalty(key), others.get(key)]);
    if (mine.consumedPoints + (theirs?.consumedPoints ?? 0) <= perMinute) return;
    const retryAfter = Math.ceil(Math.max(mine.msBeforeNext, theirs?.msBeforeNext ?? 0) / 1000);
    const message = `More than ${perMinute} requests in a minute. Please try again later.`;
    throw new DomainError('TOO_MANY_REQUESTS', message, [], { retryAfter, perMinute });
  };
}
