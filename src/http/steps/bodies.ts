import { tooBusy } from '../../domain/errors.ts';
import type { Client } from '../auth/sender.ts';
import type { Incoming } from '../exchange.ts';

/** How many bodies may be in transit at once: from one network, and from all. */
const MOST = { network: 100, all: 500 } as const;

/**
 * Limits the bodies in transit. A network over its limit is refused. Over the total limit, the body that has been in transit
 * longest is aborted, because a client that really sends is fast.
 * @throws UNAVAILABLE from `body`
 */
export function bodiesStep(most: Readonly<Record<keyof typeof MOST, number>> = MOST) {
  /** In the order in which they started. */
  const waiting = new Map<AbortController, string>();

  return ({ body, client: { network } }: Incoming & { client: Client }): Pick<Incoming, 'body'> => ({
    async body(limit, take) {
      const ofNetwork = [...waiting.values()].filter((other) => other === network);
      if (ofNetwork.length >= most.network) throw tooBusy();
      const [longest] = waiting.keys();
      if (longest && waiting.size >= most.all) {
        waiting.delete(longest);
        longest.abort(tooBusy());
      }
      const giveUp = new AbortController();
      waiting.set(giveUp, network);
      try {
        return await body(limit, take, giveUp.signal);
      } finally {
        waiting.delete(giveUp);
      }
    },
  });
}
