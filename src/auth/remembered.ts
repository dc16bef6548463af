import { createHmac, randomBytes } from 'node:crypto';
import { type ChosenSecret, matchesChosen, matchesGenerated, type StoredSecret } from './secrets.ts';

const FOR_MS = 5 * 60_000;
const AT_MOST = 10_000;

/** Comparing secrets, with a memory. */
export interface Remembered {
  /** Whether this is known to be the secret that was stored: generated, or seen to match. Costs next to nothing. */
  isKnown(secret: string, stored: StoredSecret): boolean;
  /** Whether the password was ever seen to match: whoever sends it is not guessing. Costs next to nothing. */
  wasKnown(secret: string, stored: StoredSecret): boolean;
  /** Whether this is the password that was chosen. Costs a scrypt, and is remembered when it is. */
  matches(secret: string, stored: ChosenSecret): Promise<boolean>;
}

/**
 * Takes a chosen password that matched a stored hash for right for 5 minutes of `clock` (milliseconds): scrypt is too slow
 * for every request. Nothing else is remembered, neither users nor failures, and what is remembered has a name only this
 * process can compute from both, so it is worth nothing once the stored hash has changed.
 */
export function createRemembered(clock: () => number): Remembered {
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

  return {
    isKnown: (secret, stored) =>
      stored.scheme === 'sha256'
        ? matchesGenerated(secret, stored)
        : (until.get(nameOf(secret, stored)) ?? 0) > clock(),
    wasKnown: (secret, stored) => until.has(nameOf(secret, stored)),
    async matches(secret, stored) {
      const now = clock();
      const matched = await matchesChosen(secret, stored);
      if (matched) remember(nameOf(secret, stored), now);
      return matched;
    },
  };
}
