import type { Viewer } from '../../domain/access.ts';
import type { DomainError } from '../../domain/errors.ts';
import { charge, ignoreWaits, othersWaitLong, resume, type Work } from '../../domain/event-loop.ts';
import type { Client } from '../auth/sender.ts';
import type { Answer, Incoming } from '../exchange.ts';
import { NETWORKS_OF_SITE } from '../limiter.ts';
import type { CountPoints } from '../rate.ts';

/** Whom a request is counted for. */
interface Caller {
  viewer?: Viewer;
  client: Client;
}

/** The counters of requests and of their work, each per minute. */
export interface Counts {
  requests: CountPoints;
  /** In milliseconds. */
  work: CountPoints;
}

/** Counts points for a user, or for a visitor's network and site. Returns the error if a limit is exceeded. */
async function countFor({ viewer, client: { network, site } }: Caller, count: CountPoints, points: number) {
  if (viewer) return count(`user ${viewer.id}`, points);
  const refused = await count(`address ${network}`, points);
  // Points that the network's limit refuses do not count against its site.
  return refused ?? (site === undefined ? undefined : count(`site ${site}`, points, NETWORKS_OF_SITE));
}

async function countRequest(caller: Caller, { requests }: Counts) {
  const refused = await countFor(caller, requests, 1);
  if (refused) throw refused;
}

/** Counts milliseconds of work; 0 only checks. If the caller is over the limit, nobody else is refused because it waits. */
async function countWork({ work, ...caller }: Caller & { work: Work }, { work: count }: Counts, milliseconds: number) {
  const refused = await countFor(caller, count, milliseconds);
  if (refused) ignoreWaits(work.account, Number(refused.facts.retryAfter) * 1_000);
  return refused;
}

/** Charges the work, including what is already done, to the caller and resumes it. */
function workFor(caller: Caller, work: Work, counts: Counts) {
  // Not a function literal in the assignment, for the same reason as in `loadStep`.
  const pay = (milliseconds: number): void => void countWork({ ...caller, work }, counts, milliseconds);
  work.pay = pay;
  charge(work, 0);
  resume(work);
}

/**
 * Counts the request and charges its work to its user, or to a visitor's network. A caller with too much work is refused only
 * while others wait long.
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

/** Wraps the step that identifies the caller: refusals count against the client's network. @throws TOO_MANY_REQUESTS as well */
export const countingRefused =
  <Context extends { client: Client }, Found>(identity: (context: Context) => Promise<Found>, counts: Counts) =>
  async (context: Context & { work: Work }) => {
    try {
      return await identity(context);
    } catch (error) {
      const visitor = { client: context.client };
      workFor(visitor, context.work, counts);
      await countRequest(visitor, counts);
      throw error;
    }
  };

/** Sets headers that name the exceeded limit, following the draft standard (RateLimit header fields for HTTP). */
export function rateHeaders({ headers }: Answer, _: Incoming, error: DomainError | undefined): void {
  const { perMinute, workPerMinute, retryAfter } = error?.facts ?? {};
  const [name, policy] =
    workPerMinute === undefined ? ['minute', `q=${perMinute}`] : ['work', `q=${workPerMinute};qu="milliseconds"`];
  if ((perMinute ?? workPerMinute) === undefined) return;
  headers['RateLimit-Policy'] = `"${name}";${policy};w=60`;
  headers.RateLimit = `"${name}";r=0;t=${retryAfter}`;
}
