import type { UserLookup } from '../data/users/users.ts';
import type { Viewer } from '../domain/access.ts';
import { DomainError } from '../domain/errors.ts';
import { message } from '../domain/message.ts';
import type { Running } from '../domain/request.ts';
import type { Client } from './auth/sender.ts';
import { NETWORKS_OF_SITE } from './limiter.ts';

/** How many streams one network may have at once. */
const MOST_OF_NETWORK = 8;

/** Milliseconds between two checks for changed users, and until a refused client may retry. */
const [LOOK_EVERY, AGAIN] = [1000, 15_000];

/** A client that opens a stream. */
export interface Subscriber {
  client: Client;
  viewer: Viewer | undefined;
  /** When the caller's access token ends. Milliseconds since the epoch. */
  until?: number;
  running: Running;
}

/** A place among the streams of a process. */
interface Subscription {
  /** Aborts when the stream must end: the client is `gone`, the server is `stopped`, or the user's `rights_changed`. */
  signal: AbortSignal;
  /** Frees the place. */
  end(): void;
}

/** The streams of a process. They are counted separately from requests. */
export interface Subscribers {
  /** @throws UNAVAILABLE when there are too many streams or the server stops; TOO_MANY_REQUESTS for too many of one network */
  enter(who: Subscriber): Promise<Subscription>;
  count(): number;
  /** Ends all of them. */
  stop(): void;
}

interface SubscribersDeps {
  most: number;
  users: Pick<UserLookup, 'byIds' | 'any'>;
  /** Milliseconds since the epoch. */
  clock(): number;
}

interface Place extends Pick<Subscriber, 'client' | 'viewer' | 'until'> {
  /** The user's state when the stream began, once it is known. */
  user?: string;
  abort(reason: 'gone' | 'stopped' | 'rights_changed'): void;
}

/** The state while there are no users, when the caller may be the administrator. */
const OPEN = 'open';

/** One per process. */
export function createSubscribers({ most, users, clock }: SubscribersDeps): Subscribers {
  const places = new Set<Place>();
  let isLooking = false;
  let stopped = false;

  function refuseTooMany({ network, site }: Client) {
    const count = (is: (client: Client) => boolean) => [...places].filter(({ client }) => is(client)).length;
    if (stopped || places.size >= most)
      throw new DomainError('UNAVAILABLE', 'There are too many streams at this moment. Please try again soon.');
    if (
      count((client) => client.network === network) >= MOST_OF_NETWORK ||
      (site !== undefined && count((client) => client.site === site) >= MOST_OF_NETWORK * NETWORKS_OF_SITE)
    ) {
      const said = message('An address may have {0} streams at once.', MOST_OF_NETWORK);
      throw new DomainError('TOO_MANY_REQUESTS', said, [], { retryAfter: AGAIN / 1000 });
    }
  }

  /** The state of these viewers' users. It changes with their role or their credentials. */
  async function usersOf(viewers: readonly Viewer[]): Promise<(viewer: Viewer) => string | undefined> {
    const found = new Map((await users.byIds(viewers.map(({ id }) => id))).map((user) => [user.id, user]));
    const isOpen = viewers.some(({ id }) => !found.has(id)) && !(await users.any());
    return ({ id, role }) => {
      const user = found.get(id);
      if (!user) return isOpen ? OPEN : undefined;
      return user.role === role && !user.origin?.shut ? JSON.stringify(user.secrets) : undefined;
    };
  }

  async function look() {
    // Whoever has another token goes on where this stream stopped.
    for (const { until, abort } of [...places]) if (until !== undefined && until <= clock()) abort('stopped');
    const named = [...places].filter(({ user }) => user !== undefined);
    if (named.length === 0) return;
    const userOf = await usersOf(named.map(({ viewer }) => viewer!));
    for (const { viewer, user, abort } of named) if (userOf(viewer!) !== user) abort('rights_changed');
  }

  /** Keeps checking while there are streams. */
  function lookLater() {
    if (isLooking || places.size === 0) return;
    isLooking = true;
    setTimeout(async () => {
      // While users cannot be read, assume no change.
      await look().catch(() => undefined);
      isLooking = false;
      lookLater();
    }, LOOK_EVERY).unref();
  }

  return {
    count: () => places.size,
    stop() {
      stopped = true;
      for (const { abort } of places) abort('stopped');
    },
    async enter({ client, viewer, until, running }) {
      refuseTooMany(client);
      const controller = new AbortController();
      const { signal } = controller;
      const place: Place = {
        client,
        viewer,
        ...(until !== undefined && { until }),
        abort: (reason) => controller.abort(reason),
      };
      const goes = () => place.abort('gone');
      function end() {
        places.delete(place);
        running.signal?.removeEventListener('abort', goes);
      }
      places.add(place);
      running.signal?.addEventListener('abort', goes);
      signal.addEventListener('abort', end, { once: true });
      if (running.signal?.aborted) goes();
      try {
        place.user = viewer && (await usersOf([viewer]))(viewer);
      } catch (error) {
        end();
        throw error;
      }
      if (viewer && place.user === undefined) place.abort('rights_changed');
      lookLater();
      return { signal, end };
    },
  };
}
