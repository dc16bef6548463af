import { createHmac, randomBytes } from 'node:crypto';
import { matches, type StoredSecret } from './secrets.ts';

const FOR_MS = 5 * 60_000;
const AT_MOST = 10_000;

/**
 * `matches`, which remembers for 5 minutes of `clock` (milliseconds) that a chosen password matched a stored hash:
 * scrypt is too slow for every request. Nothing else is remembered, neither users nor failures, and what is remembered
 * has a name only this process can compute from both, so it is worth nothing once the stored hash has changed.
 */
export function rememberingMatches(clock: () => number): typeof matches {
  const key = randomBytes(32);
  const until = new Map<string, number>();

  const nameOf = (secret: string, stored: StoredSecret) =>
    createHmac('sha256', key)
      .update(`${JSON.stringify(stored)}\n${secret}`)
      .digest('base64');

  function remember(name: string, now: number): void {
    // Out and in again: a Map keeps the order of insertion, so the first key is always the oldest.
    until.delete(name);
    const [oldest] = until.keys();
    if (until.size >= AT_MOST && oldest !== undefined) until.delete(oldest);
    until.set(name, now + FOR_MS);
  }

  return async (secret, stored) => {
    if (stored.scheme === 'sha256') return matches(secret, stored);
    const name = nameOf(secret, stored);
    const now = clock();
    if ((until.get(name) ?? 0) > now) return true;
    const matched = await matches(secret, stored);
    if (matched) remember(name, now);
    return matched;
  };
}
