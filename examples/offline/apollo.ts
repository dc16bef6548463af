import { setTimeout as sleep } from 'node:timers/promises';
import { type ApolloClient, ApolloLink, gql, Observable } from '@apollo/client';
import { print } from 'graphql';
import type { Client } from 'graphql-sse';
import { fromEvent, takeUntil } from 'rxjs';

/** Sends subscriptions as server-sent events. */
export const sseLink = (sse: Client) =>
  new ApolloLink(({ query, variables, operationName = '' }) => {
    const request = { query: print(query), variables, operationName };
    return new Observable<ApolloLink.Result>((sink) =>
      sse.subscribe(request, {
        next: (result) => sink.next(result as ApolloLink.Result),
        error: (error) => sink.error(error),
        complete: () => sink.complete(),
      }),
    );
  });

const CHANGED = gql`
  subscription Changed($after: String) {
    changed(after: $after, idleCursors: true) {
      cursor
      change { kind id gone record { __typename id title ... on Event { startsAt } ... on Venue { city } } }
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

/** Keeps the cache and what is on screen as the calendar is, until the signal is aborted. */
export async function keepCurrent(client: ApolloClient, signal: AbortSignal) {
  let cursor: string | undefined;
  let refetching: ReturnType<typeof setTimeout> | undefined;

  // biome-ignore lint/suspicious/noExplicitAny: what is told is applied, not typed
  function apply({ data, error }: any) {
    if (error) {
      if (error.errors?.[0]?.extensions.code === 'RESYNC') cursor = undefined;
      throw error;
    }
    const { change } = data.changed;
    // What was read before the first cursor may be older than it.
    if (!cursor) client.resetStore().catch(() => {});
    cursor = data.changed.cursor;
    if (!change) return;
    // Apollo has put the record into the cache. The lists that it is in now are for their filters to say: they are read
    // again, once for changes that come together.
    const __typename = TYPES[change.kind as keyof typeof TYPES];
    if (change.gone) client.cache.evict({ id: client.cache.identify({ __typename, id: change.id })! });
    clearTimeout(refetching);
    refetching = setTimeout(() => client.refetchQueries({ include: 'active' }).catch(() => {}), 200);
  }

  while (!signal.aborted) {
    const changed = client.subscribe({ query: CHANGED, variables: { after: cursor }, errorPolicy: 'all' });
    await changed
      .pipe(takeUntil(fromEvent(signal, 'abort')))
      .forEach(apply)
      .catch(() => {});
    await sleep(500 + 1000 * Math.random());
  }
}
