import { randomUUID } from 'node:crypto';
import type { Registry } from 'prom-client';
import { rateLimiterCluster } from '../domain/packages.ts';
import type { NewLimiter } from '../http/limiter.ts';

/** A message between a worker and its primary. */
export type Message =
  /** Why the worker does not start, in one line. */
  | { refused: string }
  /** A worker's request for the metrics of all, or the answer with the same id. */
  | { metricsFor: string; text?: string }
  /** The primary's request for the metrics of one worker, or the answer with the same id. */
  | { metricsOf: string; metrics?: object };

/** What the workers of a server share. */
export interface Together {
  newLimiter: NewLimiter;
  /** Lets the primary read this registry. Returns a function that prints the metrics of all workers. */
  addUp(register: Registry): () => Promise<string>;
}

/** Milliseconds to wait for the primary to collect the metrics. It waits for busy workers, but not as long. */
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
    const waiting = new Map<string, (text: string) => void>();
    process.on('message', async (message: Message) => {
      if ('metricsOf' in message) await tellPrimary({ ...message, metrics: await register.getMetricsAsJSON() });
      if ('metricsFor' in message) waiting.get(message.metricsFor)?.(message.text ?? '');
    });
    return () => {
      const order = randomUUID();
      return new Promise<string>((resolve, reject) => {
        const tooLate = setTimeout(() => {
          waiting.delete(order);
          reject(new Error('the metrics of the workers did not come'));
        }, PATIENCE);
        waiting.set(order, (text) => {
          clearTimeout(tooLate);
          waiting.delete(order);
          resolve(text);
        });
        void tellPrimary({ metricsFor: order });
      });
    };
  },
};
