import { AsyncLocalStorage } from 'node:async_hooks';

/** How long, in milliseconds, a request may take: and so a unit of writing, that only waits for what it needs. */
export const LONGEST_REQUEST = 10_000;

interface Running {
  signal: AbortSignal;
  /** How many units are open, one within the other. */
  units: number;
  /** Whether a unit was committed. From then on the request runs to its end: what it did is told. */
  committed: boolean;
}

const requests = new AsyncLocalStorage<Running | undefined>();

/** Runs a request that is given up, between two steps of its work, once the signal is aborted. Without one it never is. */
export const withDeadline = <T>(signal: AbortSignal | undefined, run: () => T): T =>
  requests.run(signal && { signal, units: 0, committed: false }, run);

/** Runs what others wait for as well, whatever becomes of this request. */
export const withoutDeadline = <T>(run: () => T): T => requests.run(undefined, run);

/** Called between two steps of the work. @throws what the signal was aborted with */
export function giveUpWhenLate(): void {
  const request = requests.getStore();
  if (request && !request.committed) request.signal.throwIfAborted();
}

/** Runs a unit of which all happens or nothing does. @throws what the signal was aborted with */
export async function committing<T>(
  atomically: (unit: () => Promise<T>) => Promise<T>,
  unit: () => Promise<T>,
): Promise<T> {
  const request = requests.getStore() ?? { units: 0, committed: false };
  giveUpWhenLate();
  request.units += 1;
  try {
    const done = await atomically(unit);
    request.committed ||= request.units === 1;
    return done;
  } finally {
    request.units -= 1;
  }
}
