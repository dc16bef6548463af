import { Presets, SingleBar } from 'cli-progress';
import { type Report, saidEvery } from '../data/migrations/migration.ts';
import type { Log } from '../data/port.ts';
import { printable } from '../domain/text.ts';

/** Shows a program's progress on standard error; standard output is for results. */
export interface Progress {
  /** A bar for each step on a terminal; otherwise an occasional line. */
  report: Report;
  /** Prints warnings and errors as lines. */
  log: Log;
}

/** Runs the work with a progress display, unless it is quiet, which ends before the result or error is shown. */
export async function withProgress<T>(work: (progress: Progress) => Promise<T>, isQuiet = false): Promise<T> {
  const { report, stop } = isQuiet
    ? { report() {}, stop() {} }
    : process.stderr.isTTY
      ? bars()
      : { report: saidEvery(2_000, lines()), stop() {} };
  const say = (_fields: object, text: string) => {
    stop();
    process.stderr.write(`${printable(text)}\n`);
  };
  try {
    return await work({ report, log: { info() {}, warn: say, error: say } });
  } finally {
    stop();
  }
}

/** When a step began, and how far it was then: a run may start in the middle. */
interface Begun {
  what: string;
  at: number;
  from: number;
}

/** The pace and the remaining time, as text; empty until they can be estimated. */
function paceOf({ at, from }: Begun, done: number, total: number) {
  const seconds = (performance.now() - at) / 1000;
  const rate = (done - from) / seconds;
  if (seconds < 1 || rate <= 0) return '';
  const left = Math.ceil((total - done) / rate);
  return `, ${rate < 10 ? rate.toFixed(1) : Math.round(rate).toLocaleString('en')} a second, ${left} s left`;
}

/** Prints a line per report. */
function lines(): Report {
  let begun: Begun | undefined;
  return (what, done, total) => {
    if (begun?.what !== what) begun = { what, at: performance.now(), from: done };
    process.stderr.write(`${what}: ${done} of ${total}${paceOf(begun, done, total)}\n`);
  };
}

function bars(): { report: Report; stop(): void } {
  let bar: SingleBar | undefined;
  let begun: Begun | undefined;

  function stop() {
    bar?.stop();
    bar = undefined;
    begun = undefined;
  }

  function report(what: string, done: number, total: number) {
    if (what !== begun?.what) {
      stop();
      bar = new SingleBar(
        { format: '{what} {bar} {value} of {total}{pace}', hideCursor: true, gracefulExit: false },
        Presets.shades_classic,
      );
      begun = { what, at: performance.now(), from: done };
      bar.start(total, 0, { what, pace: '' });
    }
    // The total may turn out to be larger.
    bar?.setTotal(total);
    bar?.update(done, { pace: paceOf(begun, done, total) });
  }

  // The bar's own handler would restore the terminal but keep the signal from ending the process.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      stop();
      // A program that handles the signal ends by itself.
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    });
  }
  return { report, stop };
}
