import {
  commitMutation,
  createOperationDescriptor,
  Environment,
  fetchQuery,
  getSingularSelector,
  type MutationConfig,
  type MutationParameters,
  Network,
  type ReaderFragment,
  RecordSource,
  Store,
} from 'relay-runtime';
import type { Shown } from '../relay-shown.ts';
import card from './made/documents_card.graphql.ts';
import programme from './made/documents_programme.graphql.ts';
import addMutation from './made/documentsAddMutation.graphql.ts';
import cardQuery from './made/documentsCardQuery.graphql.ts';
import pageQuery from './made/documentsProgrammePageQuery.graphql.ts';
import removeMutation from './made/documentsRemoveMutation.graphql.ts';
import renameMutation from './made/documentsRenameMutation.graphql.ts';
import venueQuery from './made/documentsVenueQuery.graphql.ts';

/** What every mutation answers. */
interface Answer {
  userErrors: { path: string[]; code: string }[];
}

/** Starts the app: what it draws is read from the store of Relay, by the fragments that its parts name. */
export async function show(url: string, id: string, headers: Record<string, string> = {}): Promise<Shown> {
  const environment = new Environment({
    store: new Store(new RecordSource()),
    network: Network.create(async ({ text }, variables) => {
      const sent = { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers } };
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

  const cards = () => shown().events.edges.map(({ node }: { node: unknown }) => read(card, node));

  const write = (config: MutationConfig<MutationParameters>): Promise<string[]> =>
    new Promise((resolve, reject) => {
      commitMutation(environment, {
        ...config,
        onCompleted(answer) {
          const [{ userErrors }] = Object.values(answer as Record<string, Answer>) as [Answer];
          resolve(userErrors.map(({ path, code }) => `${path.join('.')} ${code}`));
        },
        onError: reject,
      });
    });

  return {
    titles: () => cards().map(({ title }: { title: string }) => title),
    ids: () => cards().map(({ id: event }: { id: string }) => event),
    title(event) {
      const page = createOperationDescriptor(cardQuery, { id: event });
      // biome-ignore lint/suspicious/noExplicitAny: likewise
      return read(card, (environment.lookup(page.fragment).data as any).node).title;
    },
    async more() {
      const { endCursor, hasNextPage } = shown().events.pageInfo;
      if (hasNextPage) await fetchQuery(environment, pageQuery, { id, count: 4, cursor: endCursor }).toPromise();
      return hasNextPage;
    },
    async refetch(event) {
      await fetchQuery(environment, cardQuery, { id: event }, { fetchPolicy: 'network-only' }).toPromise();
    },
    rename: (event, title) =>
      write({
        mutation: renameMutation,
        variables: { input: { ref: { id: event }, title } },
        optimisticUpdater: (store) => store.get(event)?.setValue(title, 'title'),
      }),
    add: (input) => write({ mutation: addMutation, variables: { input, connections: [shown().events.__id] } }),
    remove: (event) =>
      write({
        mutation: removeMutation,
        variables: { input: { ref: { id: event } }, connections: [shown().events.__id] },
      }),
  };
}
