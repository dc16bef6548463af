import { DomainError } from '../../errors.ts';
import { turn } from '../../event-loop.ts';
import type { Incoming } from '../exchange.ts';

/** Milliseconds that a request may wait to begin. What would wait longer is refused, so that the rest is answered soon. */
const LONGEST_WAIT = 1_000;

/**
 * Lets a request begin when the process has time for it: first, and again when its body is there. While there is too much to
 * do it is refused at once. @throws UNAVAILABLE
 */
export function loadStep(mostInFlight: number) {
  const begin = (load: Incoming['load']): Promise<void> | undefined => {
    const { inFlight, waited } = load();
    if (inFlight <= mostInFlight && waited <= LONGEST_WAIT) return turn();
    throw new DomainError('UNAVAILABLE', 'Too many requests are being answered at this moment. Please try again soon.');
  };
  return ({ load, body }: Incoming): Found | Promise<Found> => {
    const found: Found = {
      async body(...how) {
        const bytes = await body(...how);
        await begin(load);
        return bytes;
      },
    };
    return begin(load)?.then(() => found) ?? found;
  };
}

type Found = Pick<Incoming, 'body'>;
