import type { Log } from '../../../src/process/log.ts';

/** A log, and the texts of its lines so far. */
export interface Heard {
  log: Log;
  lines: string[];
}

/** A log that keeps what it is told, from `info` upwards. */
export function createHeard(): Heard {
  const lines: string[] = [];
  const keep = (_: object | string, text?: string): void => void lines.push(text ?? String(_));
  const drop = (): void => {};
  return { lines, log: { trace: drop, debug: drop, info: keep, warn: keep, error: keep, fatal: keep } as Log };
}
