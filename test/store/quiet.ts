import type { Log } from '../../src/data/port.ts';

/** A log that says nothing. */
export const quiet: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
