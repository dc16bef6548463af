import type { Client } from '../../auth/sender.ts';
import type { DomainError } from '../../errors.ts';
import { charge, ignoreWaits, othersWaitLong, resume, type Work } from '../../event-loop.ts';
import { NETWORKS_OF_SITE } from '../../limiter.ts';
import type { Viewer } from '../../rules/access.ts';
import type { Answer, Incoming } from '../exchange.ts';
import type { CountPoints } from '../rate.ts';

/** What a request counts for. */
interface Caller {
  viewer?: Viewer | undefined;
  client: Client;
}

/** What counts requests, and the work that they have cost: each for a minute. */
export interface Counts {
  requests: CountPoints;
  /** In milliseconds. */
  work: CountPoints;
}

/** Counts points for a user, or for where a visitor comes from. Gives what refuses that. */
async function countFor(
  { viewer, client: { network, site } }: Caller,
  count: CountPoints,
  points: number,
): Promise<DomainError | undefined> {
  if (viewer) return count(`user ${viewer.id}`, points);
  const refused = await count(`address ${network}`, points);
  // Only what its network may have uses up what the others of the site have.
  return refused ?? (site === undefined ? undefined : count(`site ${site}`, points, NETWORKS_OF_SITE));
}

async function countRequest(caller: Caller, { requests }: Counts): Promise<void> {
  const refused = await countFor(caller, requests, 1);
  if (refused) throw refused;
}

/** Counts milliseconds of work, or none. Where that is refused, nobody else is refused because this caller waits. */
async function countWork(
  { work, ...caller }: Caller & { work: Work },
  { work: count }: Counts,
  milliseconds: number,
): Promise<DomainError | undefined> {
  const refused = await countFor(caller, count, milliseconds);
  if (refused) ignoreWaits(work.account, Number(refused.facts.retryAfter) * 1_000);
  return refused;
}

/** Goes on with work that the caller pays for, with what was done already. */
function workFor(caller: Caller, work: Work, counts: Counts): void {
  work.pay = (milliseconds) => void countWork({ ...caller, work }, counts, milliseconds);
  charge(work, 0);
  resume(work);
}

/**
 * Counts the request: for its user, or for where a visitor comes from, who pays for its work as well. Whoever has used too
 * much of that is refused only while others wait for long.
 * @throws TOO_MANY_REQUESTS
 */
export const rateStep =
  (counts: Counts) =>
  async ({ viewer, client, work }: Caller & { work: Work }): Promise<object> => {
    const caller = { viewer, client };
    workFor(caller, work, counts);
    await countRequest(caller, counts);
    if (!othersWaitLong(work.account)) return {};
    const refused = await countWork({ ...caller, work }, counts, 0);
    if (refused) throw refused;
    return {};
  };

/** A step that finds out who asks; what it refuses counts for where it comes from. @throws TOO_MANY_REQUESTS as well */
export const countingRefused =
  <Known extends { client: Client }, Found>(identity: (known: Known) => Promise<Found>, counts: Counts) =>
  async (known: Known & { work: Work }): Promise<Found> => {
    try {
      return await identity(known);
    } catch (error) {
      const visitor = { client: known.client };
      workFor(visitor, known.work, counts);
      await countRequest(visitor, counts);
      throw error;
    }
  };

/** Says in headers what was exceeded, in the words of the standard that is being made (RateLimit header fields for HTTP). */
export function rateHeaders({ headers }: Answer, _: Incoming, error: DomainError | undefined): void {
  const { perMinute, workPerMinute, retryAfter } = error?.facts ?? {};
  const [name, policy] =
    workPerMinute === undefined ? ['minute', `q=${perMinute}`] : ['work', `q=${workPerMinute};qu="milliseconds"`];
  if ((perMinute ?? workPerMinute) === undefined) return;
  headers['RateLimit-Policy'] = `"${name}";${policy};w=60`;
  headers.RateLimit = `"${name}";r=0;t=${retryAfter}`;
}
