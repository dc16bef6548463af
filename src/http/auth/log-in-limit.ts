import type { RateLimiterRes } from 'rate-limiter-flexible';
import { foldName, LONGEST_NAME } from '../../data/users/users.ts';
import { DomainError } from '../../domain/errors.ts';
import { type Limiter, limiterInMemory, NETWORKS_OF_SITE } from '../limiter.ts';
import type { Client } from './sender.ts';

/** Removes a correct attempt from the count. */
type Forgive = () => Promise<void>;

/**
 * Counts a log-in attempt as failed before it is checked, so that simultaneous attempts all count.
 * @throws DomainError TOO_MANY_REQUESTS when too many have failed
 */
export type CountAttempt = (client: Client, name: string | undefined) => Promise<Forgive>;

const MINUTE = 60;

/** How many times as many failures one place may have for all names as for one. */
const NAMES = 10;

/**
 * Allows `failures` per minute for a name from one place, more for all names, and still more for a whole site; 0 sets no limit.
 */
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
    // Count the pair first: someone who keeps guessing one name must not use up the allowance of others in that place.
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

const tooMany = ({ msBeforeNext }: RateLimiterRes) =>
  new DomainError('TOO_MANY_REQUESTS', 'Too many attempts to log in have failed. Please try again later.', [], {
    retryAfter: Math.ceil(msBeforeNext / 1000),
  });
