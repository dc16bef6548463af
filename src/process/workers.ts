import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { promClient, rateLimiterCluster } from '../domain/packages.ts';
import type { Log } from './log.ts';
import type { Message } from './worker.ts';

/** Milliseconds after which a worker's death has nothing to do with its start. */
const LASTING = 10_000;

/** If a worker dies this many times in a row without listening, the server does not start. */
const MOST_DEATHS = 5;

/** Milliseconds before a worker that died right away is replaced: doubled each time, up to the longest. */
const [SHORTEST, LONGEST] = [100, 30_000];

interface WorkersOptions {
  count: number;
  /** Additional environment variables for a worker that starts now. */
  env(): Promise<NodeJS.ProcessEnv>;
  log: Log;
}

/** Callbacks for the first start of a worker. */
interface Start {
  listens(port: number): void;
  refuses(error: Error): void;
}

/** The workers of a server, managed by its primary process. */
interface Workers {
  /**
   * Starts the workers and returns their port. Replaces workers that die meanwhile.
   * @throws Error with the line of the first that refuses to start, or when one dies again and again
   */
  start(): Promise<number>;
  /** Stops all workers and waits for them. None is replaced any more. */
  stop(): Promise<void>;
}

/** Milliseconds to wait for the metrics of a worker. One that starts, or is very busy, is left out. */
const FOR_METRICS = 2_000;

/** The metrics of a worker; undefined if it does not answer in time. */
const metricsOf = (worker: Worker, order: string): Promise<object | undefined> =>
  new Promise((resolve) => {
    const end = (metrics?: object) => {
      clearTimeout(tooLate);
      worker.off('message', take);
      resolve(metrics);
    };
    const take = (message: Message) => {
      if ('metricsOf' in message && message.metricsOf === order) end(message.metrics);
    };
    const tooLate = setTimeout(end, FOR_METRICS);
    worker.on('message', take);
    worker.send({ metricsOf: order });
  });

/** Runs `count` processes of this program and replaces those that die. */
export function createWorkers({ count, env, log }: WorkersOptions): Workers {
  const { RateLimiterClusterMaster } = rateLimiterCluster();
  // Counts for all workers.
  new RateLimiterClusterMaster();
  const waiting = new Set<NodeJS.Timeout>();
  let stopping = false;

  /** Sends a worker the metrics of all that answer, added up. */
  async function sendMetrics(worker: Worker, order: string) {
    try {
      const workers = Object.values(cluster.workers ?? {}).flatMap((each) => (each?.isConnected() ? [each] : []));
      const answers = await Promise.all(workers.map((each) => metricsOf(each, order)));
      const all = promClient().AggregatorRegistry.aggregate(answers.filter((metrics) => metrics !== undefined));
      worker.send({ metricsFor: order, text: await all.metrics() });
    } catch (error) {
      log.warn({ err: error }, 'the metrics of the workers cannot be added up');
    }
  }

  /** Runs a worker and replaces it when it dies. `deaths` is how many died right away before it. */
  async function run(start?: Start, deaths = 0) {
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
    function died(code: number | null, signal: string | null) {
      if (stopping) return;
      const lasted = !starting && performance.now() - began > LASTING;
      const inRow = lasted ? 0 : deaths + 1;
      const why = refused ?? (inRow < MOST_DEATHS ? undefined : `workers die while they start (${signal ?? code})`);
      if (starting && why !== undefined) starting.refuses(new Error(why));
      else replace({ worker: worker.id, code, signal, reason: refused }, starting, inRow);
    }
    worker.once('exit', async (code, signal) => {
      // Its last message may not have been read yet.
      if (worker.isConnected()) await once(worker, 'disconnect');
      died(code, signal);
    });
    worker.on('error', (error) => {
      // The worker may be gone before it gets its answer.
      log.debug({ worker: worker.id, err: error }, 'a worker is not reached');
      // A worker that could not be forked emits no exit.
      if (worker.process.pid === undefined) died(null, error.message);
    });
  }

  function replace(died: object, start: Start | undefined, deaths: number) {
    const delay = deaths === 0 ? 0 : Math.min(LONGEST, SHORTEST * 2 ** (deaths - 1));
    log.error({ ...died, delay }, 'a worker died and is replaced');
    const timer = setTimeout(() => {
      waiting.delete(timer);
      void run(start, deaths);
    }, delay);
    waiting.add(timer);
  }

  /** Runs a worker and returns the port once it, or its replacement, listens. */
  const started = (): Promise<number> => new Promise((listens, refuses) => void run({ listens, refuses }));

  return {
    async start() {
      // What prevents one from starting prevents all, so try one first and report it once.
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
