import {
  createOperationDescriptor,
  Environment,
  fetchQuery,
  getSingularSelector,
  Network,
  type ReaderFragment,
  RecordSource,
  Store,
} from 'relay-runtime';
import type { Shown } from '../relay-shown.ts';
import card from './made/documents_card.graphql.ts';
import programme from './made/documents_programme.graphql.ts';
import cardQuery from './made/documentsCardQuery.graphql.ts';
import pageQuery from './made/documentsProgrammePageQuery.graphql.ts';
import venueQuery from './made/documentsVenueQuery.graphql.ts';

/** Starts the app: what it draws is read from the store of Relay, by the fragments that its parts name. */
export async function show(url: string, id: string): Promise<Shown> {
  const environment = new Environment({
    store: new Store(new RecordSource()),
    network: Network.create(async ({ text }, variables) => {
      const sent = { method: 'POST', headers: { 'Content-Type': 'application/json' } };
      const answer = await fetch(`${url}/graphql`, { ...sent, body: JSON.stringify({ query: text, variables }) });
      return answer.json();
    }),
  });
  const venue = createOperationDescriptor(venueQuery, { id });
  environment.retain(venue);
  await fetchQuery(environment, venueQuery, { id }).toPromise();

  // biome-ignore lint/suspicious/noExplicitAny: what a fragment shows is looked at, not typed
  const read = (fragment: ReaderFragment, of: any): any => environment.lookup(getSingularSelector(fragment, of)!).data;
  // biome-ignore lint/suspicious/noExplicitAny: likewise
  const shown = () => read(programme, (environment.lookup(venue.fragment).data as any).node.venue);

  return {
    titles: () => shown().events.edges.map(({ node }: { node: unknown }) => read(card, node).title),
    async more() {
      const { endCursor, hasNextPage } = shown().events.pageInfo;
      if (hasNextPage) await fetchQuery(environment, pageQuery, { id, count: 4, cursor: endCursor }).toPromise();
      return hasNextPage;
    },
    async refetch(event) {
      await fetchQuery(environment, cardQuery, { id: event }, { fetchPolicy: 'network-only' }).toPromise();
    },
  };
}
