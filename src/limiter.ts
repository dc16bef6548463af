import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';

/** Counts points of keys for so many seconds. */
export type Limiter = Pick<RateLimiterMemory, 'consume' | 'penalty' | 'reward' | 'get'>;

/** Makes one. Processes that count together tell theirs apart by name. */
export type NewLimiter = (name: string, limits: { points: number; duration: number }) => Limiter;

/** How many times as much as of one network limits let through of all networks of a site. */
export const NETWORKS_OF_SITE = 16;

/** Counts in this process. */
export const limiterInMemory: NewLimiter = (_name, limits) => new RateLimiterMemory(limits);
