import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Log } from './log.ts';
import { promClient, rateLimiterCluster } from './packages.ts';
import type { Message } from './worker.ts';

/** Milliseconds after which a worker did not die of how it started. */
const LASTING = 10_000;

/** A worker that has died so often in a row without ever listening keeps the server from starting. */
const MOST_DEATHS = 5;

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

/** Who waits for a worker to listen for the first time. */
interface Start {
  listens(port: number): void;
  refuses(error: Error): void;
}

/** The workers of a server, as its primary process knows them. */
export interface Workers {
  /**
   * Starts them and gives the port that they listen at. One that dies meanwhile is replaced.
   * @throws Error with the line of the first that refuses to start, or when one dies again and again
   */
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
  let stopping = false;

  async function sendMetrics(worker: Worker, order: string): Promise<void> {
    try {
      worker.send({ metricsFor: order, text: await all?.clusterMetrics() });
    } catch (error) {
      log.warn({ err: error }, 'the metrics of the workers cannot be added up');
    }
  }

  /** Runs a worker, and another in its place when it dies. `deaths` is how many before it died at once. */
  async function run(start?: Start, deaths = 0): Promise<void> {
    const added = await env();
    if (stopping) return;
    const worker = cluster.fork(added);
    const began = performance.now();
    let starting = start;
    let refused: string | undefined;
    worker.on('message', (message: Message) => {
      if ('refused' in message) refused = message.refused;
      if ('metricsFor' in message) void sendMetrics(worker, message.metricsFor);
    });
    worker.once('listening', ({ port }) => {
      starting?.listens(port);
      starting = undefined;
    });
    function died(code: number | null, signal: string | null): void {
      if (stopping) return;
      const lasted = !starting && performance.now() - began > LASTING;
      const inRow = lasted ? 0 : deaths + 1;
      const why = refused ?? (inRow < MOST_DEATHS ? undefined : `workers die while they start (${signal ?? code})`);
      if (starting && why !== undefined) starting.refuses(new Error(why));
      else replace({ worker: worker.id, code, signal, reason: refused }, starting, inRow);
    }
    worker.once('exit', async (code, signal) => {
      // What it has said last may not be read yet.
      if (worker.isConnected()) await once(worker, 'disconnect');
      died(code, signal);
    });
    worker.on('error', (error) => {
      // It may be gone before it gets what it has asked for.
      log.debug({ worker: worker.id, err: error }, 'a worker is not reached');
      // One that could not be made at all does not end either.
      if (worker.process.pid === undefined) died(null, error.message);
    });
  }

  function replace(died: object, start: Start | undefined, deaths: number): void {
    const delay = deaths === 0 ? 0 : Math.min(LONGEST, SHORTEST * 2 ** (deaths - 1));
    log.error({ ...died, delay }, 'a worker died and is replaced');
    const timer = setTimeout(() => {
      waiting.delete(timer);
      void run(start, deaths);
    }, delay);
    waiting.add(timer);
  }

  /** Runs a worker, and gives the port once it or one in its place listens. */
  const started = (): Promise<number> => new Promise((listens, refuses) => void run({ listens, refuses }));

  return {
    async start() {
      // What keeps one from starting keeps all, and is said once.
      const port = await started();
      await Promise.all(Array.from({ length: count - 1 }, started));
      return port;
    },
    async stop() {
      stopping = true;
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
