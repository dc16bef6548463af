import { Writable } from 'node:stream';
import type { Logger } from 'pino';
import { type LogOptions, logTo, terminal } from '../../src/process/log.ts';

/** A line of the log as it was written. */
// biome-ignore lint/suspicious/noExplicitAny: lines are looked at, not typed
export type Line = any;

/** A log that keeps its lines; `text` is all of it. */
interface KeptLog {
  log: Logger;
  lines: Line[];
  /** The lines of requests. */
  requests(): Line[];
  text(): string;
}

/** Creates a log that keeps the lines of `level` and above. */
export function keepLog(level = 'debug', options?: LogOptions): KeptLog {
  const lines: Line[] = [];
  const log = logTo({ write: (line) => void lines.push(JSON.parse(line)) }, level, options);
  return {
    log,
    lines,
    requests: () => lines.filter(({ msg }) => /^request (completed|errored|aborted)$/.test(msg)),
    text: () => lines.map((line) => JSON.stringify(line)).join('\n'),
  };
}

/** Creates a log that writes as on a terminal, and keeps that text. */
export function keepTerminal(): { log: Logger; text(): string } {
  let text = '';
  const screen = new Writable({
    write(chunk, _, done) {
      text += chunk;
      done();
    },
  });
  return { log: logTo(terminal(screen), 'info'), text: () => text };
}
