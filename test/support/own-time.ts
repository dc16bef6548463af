import type { Time } from '../../src/data/time.ts';

/** A time that stands still until a test lets it pass. */
export interface OwnTime extends Time {
  /** Moves the clock, and ends the pauses that are over by then. */
  pass(milliseconds: number): void;
  /** Resolves once so many pauses go on at the same time. */
  paused(count?: number): Promise<void>;
}

interface Pause {
  until: number;
  end(): void;
}

export function ownTime(now = Date.parse('2026-11-20T11:30:00Z')): OwnTime {
  const pauses = new Set<Pause>();
  const watching = new Set<() => void>();
  return {
    clock: () => now,
    pause: (milliseconds, signal) =>
      new Promise<void>((resolve, reject) => {
        const one = { until: now + milliseconds, end: resolve };
        signal?.addEventListener('abort', () => {
          pauses.delete(one);
          reject(signal.reason);
        });
        pauses.add(one);
        for (const look of watching) look();
      }),
    pass(milliseconds) {
      now += milliseconds;
      for (const one of pauses)
        if (one.until <= now) {
          pauses.delete(one);
          one.end();
        }
    },
    paused: (count = 1) =>
      new Promise((resolve) => {
        function look(): void {
          if (pauses.size < count) return;
          watching.delete(look);
          resolve();
        }
        watching.add(look);
        look();
      }),
  };
}
