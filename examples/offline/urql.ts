import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, gql, subscriptionExchange } from '@urql/core';
import type { CacheExchangeOpts } from '@urql/exchange-graphcache';
import type { Client as SseClient } from 'graphql-sse';
import { toAsyncIterable } from 'wonka';

/** Sends subscriptions as server-sent events. The last of the exchanges. */
export const sseExchange = (sse: SseClient) =>
  subscriptionExchange({
    forwardSubscription: ({ query = '', variables, operationName }) => ({
      subscribe: ({ next, error, complete }) => ({
        unsubscribe: sse.subscribe(
          { query, variables, operationName },
          { next: (result) => next(result as never), error, complete },
        ),
      }),
    }),
  });

const CHANGED = gql`
  subscription Changed($after: String) {
    changed(after: $after, idleCursors: true) {
      cursor
      change { kind id gone record { id title ... on Event { startsAt } ... on Venue { city } } }
    }
  }
`;

/** The types of what changes, by kind. */
const TYPES = {
  EVENT: 'Event',
  SERIES: 'EventSeries',
  VENUE: 'Venue',
  ORGANIZER: 'Organizer',
  CATEGORY: 'Category',
  TAG: 'Tag',
};

/** For Graphcache: what a change does to its cache. Graphcache itself takes the record. */
export const updates: CacheExchangeOpts['updates'] = {
  Subscription: {
    // biome-ignore lint/suspicious/noExplicitAny: what is told is applied, not typed
    changed({ changed: { change } }: any, _, cache) {
      if (!change) return;
      const __typename = TYPES[change.kind as keyof typeof TYPES];
      if (change.gone) cache.invalidate({ __typename, id: change.id });
      // The lists that it is in now are for their filters to say: those on screen are read again.
      for (const { fieldName, arguments: args } of cache.inspectFields('Query'))
        cache.invalidate('Query', fieldName, args);
    },
  },
};

/** The cursor of now: take it before the first list is read. */
export const cursorOfNow = async (client: Client): Promise<string> =>
  (await client.query('{ changes { cursor } }', {}).toPromise()).data.changes.cursor;

/** Keeps the cache as the calendar is. Ends where everything has to be read anew: make another client then. */
export async function keepCurrent(client: Client, cursor: string, signal: AbortSignal) {
  for (let after = cursor; !signal.aborted; await sleep(500 + 1000 * Math.random())) {
    const results = toAsyncIterable(client.subscription(CHANGED, { after }));
    const stop = () => results.return?.();
    signal.addEventListener('abort', stop);
    for await (const { data, error } of results) {
      if (error?.graphQLErrors[0]?.extensions.code === 'RESYNC') return;
      if (error) break;
      after = data.changed.cursor;
    }
    signal.removeEventListener('abort', stop);
  }
}
