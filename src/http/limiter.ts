import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';

/** Counts points per key over a number of seconds. */
export type Limiter = Pick<RateLimiterMemory, 'consume' | 'penalty' | 'reward' | 'get'>;

/** Creates a limiter. Processes that count together distinguish theirs by name. */
export type NewLimiter = (name: string, limits: { points: number; duration: number }) => Limiter;

/** How many times the allowance of one network a whole site has. */
export const NETWORKS_OF_SITE = 16;

/** Counts in this process. */
export const limiterInMemory: NewLimiter = (_name, limits) => new RateLimiterMemory(limits);
