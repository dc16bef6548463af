import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Log } from './log.ts';
import { promClient, rateLimiterCluster } from './packages.ts';
import type { Message } from './worker.ts';

/** Milliseconds after which a worker did not die of how it started. */
const LASTING = 10_000;

/** Milliseconds before a worker that died at once is replaced: twice as many each time, up to the longest. */
const [SHORTEST, LONGEST] = [100, 30_000];

interface WorkersOptions {
  count: number;
  /** Whether what they count is shown. */
  metrics: boolean;
  /** What a worker that starts now has in its environment besides. */
  env(): Promise<NodeJS.ProcessEnv>;
  log: Log;
}

/** The workers of a server, as its primary process knows them. */
export interface Workers {
  /** Starts them and gives the port that they listen at. @throws Error with the line of the first that does not start */
  start(): Promise<number>;
  /** Asks all of them to stop, and waits until they have. None is replaced any more. */
  stop(): Promise<void>;
}

/** Runs so many processes of this program, and replaces those that die. */
export function createWorkers({ count, metrics, env, log }: WorkersOptions): Workers {
  const { RateLimiterClusterMaster } = rateLimiterCluster();
  // It counts for all of them.
  new RateLimiterClusterMaster();
  const all = metrics ? new (promClient().AggregatorRegistry)() : undefined;
  const waiting = new Set<NodeJS.Timeout>();
  let keeping = false;

  async function sendMetrics(worker: Worker, order: string): Promise<void> {
    try {
      worker.send({ metricsFor: order, text: await all?.clusterMetrics() });
    } catch (error) {
      log.warn({ err: error }, 'the metrics of the workers cannot be added up');
    }
  }

  /** A new worker, after so many that died at once. @throws Error with what it says when it ends before it listens */
  async function listening(deaths = 0): Promise<AddressInfo> {
    const worker = cluster.fork(await env());
    const began = performance.now();
    let reason = 'it ended before it listened';
    worker.on('message', (message: Message) => {
      if ('refused' in message) reason = message.refused;
      if ('metricsFor' in message) void sendMetrics(worker, message.metricsFor);
    });
    // It may be gone before it gets what it has asked for.
    worker.on('error', (error) => log.debug({ worker: worker.id, err: error }, 'a worker is not reached'));
    return new Promise((resolve, reject) => {
      worker.once('listening', resolve);
      worker.once('exit', (code, signal) => {
        const lasted = performance.now() - began > LASTING;
        if (keeping) replace({ worker: worker.id, code, signal }, lasted ? 0 : deaths + 1);
        reject(new Error(reason));
      });
    });
  }

  function replace(died: object, deaths: number): void {
    const delay = deaths === 0 ? 0 : Math.min(LONGEST, SHORTEST * 2 ** (deaths - 1));
    log.error({ ...died, delay }, 'a worker died and is replaced');
    const timer = setTimeout(() => {
      waiting.delete(timer);
      listening(deaths).catch(({ message }: Error) => log.error({ reason: message }, 'a worker does not start'));
    }, delay);
    waiting.add(timer);
  }

  return {
    async start() {
      // What keeps one from starting keeps all, and is said once.
      const { port } = await listening();
      const others = Array.from({ length: count - 1 }, () => listening());
      keeping = true;
      await Promise.all(others);
      return port;
    },
    async stop() {
      keeping = false;
      for (const timer of waiting) clearTimeout(timer);
      const workers = Object.values(cluster.workers ?? {}).flatMap((worker) =>
        worker?.isDead() === false ? [worker] : [],
      );
      const ended = workers.map((worker) => once(worker, 'exit'));
      for (const worker of workers) worker.process.kill('SIGTERM');
      await Promise.all(ended);
    },
  };
}
