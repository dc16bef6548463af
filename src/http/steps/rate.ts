import type { Client } from '../../auth/sender.ts';
import type { DomainError } from '../../errors.ts';
import { NETWORKS_OF_SITE } from '../../limiter.ts';
import type { Viewer } from '../../rules/access.ts';
import type { Answer, Incoming } from '../exchange.ts';
import type { CountRequest } from '../rate.ts';

async function countVisitor(count: CountRequest, { network, site }: Client): Promise<void> {
  await count(`address ${network}`);
  // Only what its network may have uses up what the others of the site have.
  if (site !== undefined) await count(`site ${site}`, NETWORKS_OF_SITE);
}

/** Counts the request: for its user, or for where a visitor comes from. @throws TOO_MANY_REQUESTS */
export const rateStep =
  (count: CountRequest) =>
  async ({ viewer, client }: { viewer?: Viewer | undefined; client: Client }): Promise<object> => {
    await (viewer ? count(`user ${viewer.id}`) : countVisitor(count, client));
    return {};
  };

/** A step that finds out who asks; what it refuses counts for where it comes from. @throws TOO_MANY_REQUESTS as well */
export const countingRefused =
  <Known extends { client: Client }, Found>(identity: (known: Known) => Promise<Found>, count: CountRequest) =>
  async (known: Known): Promise<Found> => {
    try {
      return await identity(known);
    } catch (error) {
      await countVisitor(count, known.client);
      throw error;
    }
  };

/** Says in headers what was exceeded, in the words of the standard that is being made (RateLimit header fields for HTTP). */
export function rateHeaders({ headers }: Answer, _: Incoming, error: DomainError | undefined): void {
  const { perMinute, retryAfter } = error?.facts ?? {};
  if (perMinute === undefined) return;
  headers['RateLimit-Policy'] = `"minute";q=${perMinute};w=60`;
  headers.RateLimit = `"minute";r=0;t=${retryAfter}`;
}
