import { Presets, SingleBar } from 'cli-progress';
import type { Report } from './migrations/migration.ts';
import type { Log } from './store/port.ts';

/** Shows on a terminal, or line by line where there is none, how far a command is. */
export interface Progress {
  report: Report;
  /** Warnings and errors go below the bar, as lines on standard error. */
  log: Log;
  /** Ends the last bar, so that other lines may follow. */
  stop(): void;
}

/** A bar on standard error for each thing that is reported: standard output is for results. */
export function createProgress(): Progress {
  let bar: SingleBar | undefined;
  let current: string | undefined;

  function stop(): void {
    bar?.stop();
    bar = undefined;
    current = undefined;
  }

  function say(_fields: object, text: string): void {
    stop();
    process.stderr.write(`${text}\n`);
  }

  return {
    stop,
    log: { info() {}, warn: say, error: say },
    report(what, done, total) {
      if (what !== current) {
        stop();
        bar = new SingleBar(
          {
            format: '{what} {bar} {value} of {total}, {eta_formatted} left',
            hideCursor: true,
            gracefulExit: true,
            noTTYOutput: true,
          },
          Presets.shades_classic,
        );
        bar.start(total, 0, { what });
        current = what;
      }
      bar?.update(done);
    },
  };
}
