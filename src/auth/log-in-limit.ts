import type { RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '../errors.ts';
import { type Limiter, limiterInMemory, NETWORKS_OF_SITE } from '../limiter.ts';
import type { Client } from './sender.ts';
import { foldName, LONGEST_NAME } from './users.ts';

/** Takes an attempt off the count again, since it was none of guessing. */
export type Forgive = () => Promise<void>;

/**
 * Counts an attempt to log in as failed, before it is looked at: many at once are many.
 * @throws DomainError TOO_MANY_REQUESTS when enough have failed
 */
export type CountAttempt = (client: Client, name: string | undefined) => Promise<Forgive>;

const MINUTE = 60;

/** How many times more may fail for all names from one place than for one of them. */
const NAMES = 10;

/** At most so many failures a minute for a name from one place, more for all names, and more for all of a site; 0 counts nothing. */
export function createLogInLimit(failures: number, newLimiter = limiterInMemory): CountAttempt {
  if (failures === 0) return async () => async () => {};
  const pairs = newLimiter('log-ins', { points: failures, duration: MINUTE });
  const networks = newLimiter('log-ins of networks', { points: failures * NAMES, duration: MINUTE });
  const sites = newLimiter('log-ins of sites', { points: failures * NAMES * NETWORKS_OF_SITE, duration: MINUTE });

  return async ({ network, site }, name = '') => {
    const pair = `${network} ${foldName(name).slice(0, LONGEST_NAME)}`;
    const wider: [Limiter, key: string][] = [[networks, network]];
    if (site !== undefined) wider.push([sites, site]);
    for (const [limiter, key] of wider) {
      const before = await limiter.get(key);
      if (before?.remainingPoints === 0) throw tooMany(before);
    }
    // The pair first: one who goes on guessing one name does not use up what others from there have.
    const all: typeof wider = [[pairs, pair], ...wider];
    for (const [limiter, key] of all) await limiter.consume(key).catch(refuse);
    return async () => {
      for (const [limiter, key] of all) await limiter.reward(key);
    };
  };
}

function refuse(full: RateLimiterRes): never {
  throw tooMany(full);
}

const tooMany = ({ msBeforeNext }: RateLimiterRes): DomainError =>
  new DomainError('TOO_MANY_REQUESTS', 'Too many attempts to log in have failed. Please try again later.', [], {
    retryAfter: Math.ceil(msBeforeNext / 1000),
  });
