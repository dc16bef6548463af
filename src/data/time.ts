import { setTimeout as sleep } from 'node:timers/promises';

/** A clock and a way to wait, in milliseconds. */
export interface Time {
  clock(): number;
  /** Rejects when the signal aborts. */
  pause(milliseconds: number, signal?: AbortSignal): Promise<unknown>;
}

const pause: Time['pause'] = (milliseconds, signal) => sleep(milliseconds, undefined, { signal });

/** The time of day, which several processes share. */
export const DAYTIME: Time = { clock: Date.now, pause };

/** Time since the start, which nobody sets back: for limits of this process. */
export const UPTIME: Time = { clock: () => performance.now(), pause };
