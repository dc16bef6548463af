import type { Answer } from './exchange.ts';

/** Seconds after which to ask again when the data could not be reached. */
const SECONDS = '5';

/** Says when to ask again, on every answer that says "not now". */
export function retryAfter({ status, headers }: Answer): void {
  if (status === 503) headers['Retry-After'] ??= SECONDS;
}
