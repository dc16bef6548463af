import { randomUUID } from 'node:crypto';
import type { Registry } from 'prom-client';
import type { NewLimiter } from './limiter.ts';
import { promClient, rateLimiterCluster } from './packages.ts';

/** What a worker asks its primary for, or is answered. */
export type Message =
  /** Why it does not start, in one line. */
  | { refused: string }
  /** The metrics of all workers, by the order that asks for them. */
  | { metricsFor: string; text?: string };

/** What a worker shares with the others of its server. */
export interface Together {
  newLimiter: NewLimiter;
  /** Lets the primary read these numbers; gives what shows those of all workers. */
  addUp(register: Registry): () => Promise<string>;
}

/** Milliseconds that the primary has for the metrics of all: it waits for workers that are busy. */
const PATIENCE = 10_000;

/** Tells the primary something. */
export const tellPrimary = (message: Message): Promise<void> =>
  new Promise((resolve) => {
    process.send?.(message, undefined, undefined, () => resolve());
  });

/** Of a worker. The primary counts for all, and adds up what each has measured. */
export const together: Together = {
  newLimiter(name, limits) {
    const { RateLimiterCluster } = rateLimiterCluster();
    return new RateLimiterCluster({ keyPrefix: name, ...limits });
  },

  addUp(register) {
    const { AggregatorRegistry } = promClient();
    // Made for its effect: it answers the primary.
    new AggregatorRegistry();
    AggregatorRegistry.setRegistries([register]);
    return () =>
      new Promise((resolve, reject) => {
        const order = randomUUID();
        const tooLate = setTimeout(() => reject(new Error('the metrics of the other workers did not come')), PATIENCE);
        process.on('message', function take({ metricsFor, text }: { metricsFor?: string; text?: string }) {
          if (metricsFor !== order || text === undefined) return;
          clearTimeout(tooLate);
          process.off('message', take);
          resolve(text);
        });
        void tellPrimary({ metricsFor: order });
      });
  },
};
