import type { Log } from '../data/port.ts';
import { DomainError } from '../domain/errors.ts';

/** Milliseconds between two runs. */
const EVERY = 1000;

/** Work in the background of a server. */
export interface Background {
  /** Starts no more work and waits for running work. */
  stop(): Promise<void>;
}

interface BackgroundWork {
  /** `signal` aborts when the work should stop before its next part. */
  work(signal: AbortSignal): Promise<unknown>;
  /** The log text for a failure. */
  failed: string;
  log: Pick<Log, 'error'>;
}

/** Runs the work every second. If the database is unreachable, the next run tries again; unexpected errors are logged. */
export function startBackground({ work, failed, log }: BackgroundWork): Background {
  const stopped = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  async function run() {
    try {
      await work(stopped.signal);
    } catch (error) {
      if (!(error instanceof DomainError) && !stopped.signal.aborted) log.error({ err: error }, failed);
    }
    if (!stopped.signal.aborted) runLater();
  }
  function runLater() {
    timer = setTimeout(() => {
      running = run();
    }, EVERY).unref();
  }

  runLater();
  return {
    async stop() {
      stopped.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
