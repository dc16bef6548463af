import { randomUUID } from 'node:crypto';
import type { Registry } from 'prom-client';
import { promClient, rateLimiterCluster } from '../domain/packages.ts';
import type { NewLimiter } from '../http/limiter.ts';

/** A message between a worker and its primary. */
export type Message =
  /** Why the worker does not start, in one line. */
  | { refused: string }
  /** A request for the metrics of all workers, or the answer with the same id. */
  | { metricsFor: string; text?: string };

/** What the workers of a server share. */
export interface Together {
  newLimiter: NewLimiter;
  /** Lets the primary read this registry. Returns a function that prints the metrics of all workers. */
  addUp(register: Registry): () => Promise<string>;
}

/** Milliseconds to wait for the primary to collect the metrics, which includes waiting for busy workers. */
const PATIENCE = 10_000;

/** Sends a message to the primary. */
export const tellPrimary = (message: Message): Promise<void> =>
  new Promise((resolve) => {
    process.send?.(message, undefined, undefined, () => resolve());
  });

/** The shared parts, in a worker. The primary counts for all workers and adds up their metrics. */
export const together: Together = {
  newLimiter(name, limits) {
    const { RateLimiterCluster } = rateLimiterCluster();
    return new RateLimiterCluster({ keyPrefix: name, ...limits });
  },

  addUp(register) {
    const { AggregatorRegistry } = promClient();
    // Created for its side effect: it answers the primary.
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
