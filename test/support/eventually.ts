import { vi } from 'vitest';

/** Asks until what is to come about has; on a busy machine that takes its time. */
export const eventually = <T>(seen: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(seen, { timeout: 60_000, interval: 20 });
