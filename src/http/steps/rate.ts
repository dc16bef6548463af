import type { Client } from '../../auth/sender.ts';
import type { DomainError } from '../../errors.ts';
import type { Viewer } from '../../rules/access.ts';
import type { Answer, Incoming } from '../exchange.ts';
import type { CountRequest } from '../rate.ts';

/** Counts the request: for its user, or for where a visitor comes from. @throws TOO_MANY_REQUESTS */
export const rateStep =
  (count: CountRequest) =>
  async ({ viewer, client }: { viewer: Viewer | undefined; client: Client }): Promise<object> => {
    await count(viewer ? `user ${viewer.id}` : client.network);
    return {};
  };

/** Says in headers what was exceeded, in the words of the standard that is being made (RateLimit header fields for HTTP). */
export function rateHeaders({ headers }: Answer, _: Incoming, error: DomainError | undefined): void {
  const { perMinute, retryAfter } = error?.facts ?? {};
  if (perMinute === undefined) return;
  headers['RateLimit-Policy'] = `"minute";q=${perMinute};w=60`;
  headers.RateLimit = `"minute";r=0;t=${retryAfter}`;
}
