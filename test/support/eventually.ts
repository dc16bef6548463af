import { vi } from 'vitest';

/** Calls `seen` until it stops throwing, which takes a while on a busy machine. */
export const eventually = <T>(seen: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(seen, { timeout: 300_000, interval: 20 });
