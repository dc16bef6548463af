import { createHmac, randomBytes } from 'node:crypto';
import { type ChosenSecret, matchesChosen, matchesGenerated, type StoredSecret } from '../../data/users/secrets.ts';

const FOR_MS = 5 * 60_000;
const AT_MOST = 10_000;

/** Compares secrets and remembers matches. */
interface Remembered {
  /** Whether the secret is generated and matches, or matched recently. Very cheap. */
  isKnown(secret: string, stored: StoredSecret): boolean;
  /** Whether the password ever matched: then its sender is not guessing. Very cheap. */
  wasKnown(secret: string, stored: StoredSecret): boolean;
  /** Whether this is the chosen password. Costs one scrypt, and remembers a match. */
  matches(secret: string, stored: ChosenSecret): Promise<boolean>;
}

/**
 * Accepts a chosen password for 5 minutes of `clock` (milliseconds) after it matched a stored hash, because scrypt is too slow
 * for every request. It remembers neither users nor failures. Each entry's key can be computed only by this process, from
 * password and stored hash, so it becomes useless when the hash changes.
 */
export function createRemembered(clock: () => number): Remembered {
  const key = randomBytes(32);
  const until = new Map<string, number>();

  const nameOf = (secret: string, stored: StoredSecret) =>
    createHmac('sha256', key)
      .update(`${JSON.stringify(stored)}\n${secret}`)
      .digest('base64');

  function remember(name: string, now: number) {
    // Delete and insert again: a Map keeps insertion order, so its first key is always the oldest.
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
