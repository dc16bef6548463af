import type { DomainError } from '../errors.ts';
import type { Answer, Incoming } from './exchange.ts';

/** Seconds after which to ask again when the data could not be reached. */
const SECONDS = 5;

/** Says when to ask again, on every answer that says "not now". */
export function retryAfter({ status, headers }: Answer, _: Incoming, error: DomainError | undefined): void {
  const seconds = error?.facts.retryAfter ?? (status === 503 ? SECONDS : undefined);
  if (seconds !== undefined) headers['Retry-After'] ??= String(seconds);
}
