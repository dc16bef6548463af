import { Presets, SingleBar } from 'cli-progress';
import { type Report, saidEvery } from './migrations/migration.ts';
import type { Log } from './store/port.ts';

/** Shows on standard error how far a program is: standard output is for results. */
export interface Progress {
  /** A bar for each thing on a terminal; elsewhere a line now and then. */
  report: Report;
  /** Warnings and errors are lines. */
  log: Log;
}

/** Does the work with a progress, which is ended before what the work gives or throws is shown. */
export async function withProgress<T>(work: (progress: Progress) => Promise<T>): Promise<T> {
  const { report, stop } = process.stderr.isTTY ? bars() : { report: saidEvery(2_000, line), stop() {} };
  const say = (_fields: object, text: string): void => {
    stop();
    process.stderr.write(`${text}\n`);
  };
  try {
    return await work({ report, log: { info() {}, warn: say, error: say } });
  } finally {
    stop();
  }
}

const line: Report = (what, done, total) => void process.stderr.write(`${what}: ${done} of ${total}\n`);

function bars(): { report: Report; stop(): void } {
  let bar: SingleBar | undefined;
  let current: string | undefined;

  function stop(): void {
    bar?.stop();
    bar = undefined;
    current = undefined;
  }

  function report(what: string, done: number, total: number): void {
    if (what !== current) {
      stop();
      bar = new SingleBar(
        { format: '{what} {bar} {value} of {total}, {eta_formatted} left', hideCursor: true, gracefulExit: false },
        Presets.shades_classic,
      );
      bar.start(total, 0, { what });
      current = what;
    }
    bar?.update(done);
  }

  // By itself the bar would give the terminal back and keep the signal from ending the process.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      stop();
      process.kill(process.pid, signal);
    });
  }
  return { report, stop };
}
