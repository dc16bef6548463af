import { Client, fetchExchange } from '@urql/core';
import { type FragmentOf, initGraphQLTada, type ResultOf, readFragment, type VariablesOf } from 'gql.tada';
import type { introspection } from 'the-calendar';
import type { Given, Told } from './told.ts';

const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: {
    Date: string;
    DateOrDateTime: string;
    DateTime: string;
    Html: string;
    JSON: unknown;
    TimeZone: string;
    Upload: File;
    Url: string;
  };
}>();

const CARD = graphql(`
  fragment Card on Event {
    title
    startsAt
    url
    venues { name }
    prices { amount currencyCode }
  }
`);

const LIST = graphql(
  `
    query Programme($where: EventWhere, $after: String) {
      events(first: 10, after: $after, where: $where, orderBy: { field: START }) {
        nodes { id ...Card }
        pageInfo { endCursor hasNextPage }
        totalCount
      }
    }
  `,
  [CARD],
);

const PAGE = graphql(
  `
    query Page($id: ID!) {
      node(id: $id) {
        __typename
        id
        ... on Event { ...Card description startDay timezone }
        ... on Venue { name }
      }
    }
  `,
  [CARD],
);

const CREATE = graphql(
  `
    mutation Create($input: CreateEventInput!) {
      createEvent(input: $input) { event { id version ...Card } userErrors { path code message } }
    }
  `,
  [CARD],
);

const UPDATE = graphql(`
  mutation Update($input: UpdateEventInput!) {
    updateEvent(input: $input) { event { id version title } userErrors { path code message } }
  }
`);

/** The part of an app that draws one event. */
function card(of: FragmentOf<typeof CARD>): string {
  const { title, startsAt, venues, prices } = readFragment(CARD, of);
  const price = prices.map(({ amount, currencyCode }) => `${amount.toFixed(2)} ${currencyCode ?? ''}`.trim());
  return [title, startsAt.slice(0, 16), ...venues.map(({ name }) => name), ...price].join(', ');
}

/** An app with urql and the types that gql.tada finds for its documents. */
export async function run({ url, headers, day }: Given): Promise<Told> {
  const client = new Client({
    url: `${url}/graphql`,
    exchanges: [fetchExchange],
    fetchOptions: { headers },
    preferGetMethod: false,
  });

  const { data: created } = await client.mutation(CREATE, {
    input: {
      title: 'Open day',
      startsAt: `${day}T10:00:00Z`,
      endsAt: `${day}T17:00:00Z`,
      cost: '5',
      venues: { upsert: [{ name: 'Town Hall', city: 'Sevilla' }] },
      categories: { upsert: [{ name: 'Open doors' }] },
    },
  });
  const made = created?.createEvent?.event;
  if (!made) throw new Error(created?.createEvent?.userErrors.map(({ message }) => message).join());

  const { data: listed } = await client.query(LIST, { where: { onDate: day, when: 'ALL' } });
  const { data: page } = await client.query(PAGE, { id: made.id });
  const update = async (title: string, ifVersion: number) => {
    const input = { ref: { id: made.id }, title, ifVersion };
    return (await client.mutation(UPDATE, { input })).data?.updateEvent;
  };
  const changed = await update('Open house', made.version);
  const refused = await update('Open door', made.version);

  return {
    made: card(made),
    listed: listed?.events?.nodes.map((node) => card(node)) ?? [],
    total: listed?.events?.totalCount ?? 0,
    page: page?.node?.__typename === 'Event' ? `${page.node.startDay} ${page.node.timezone}` : undefined,
    changed: changed?.event?.title,
    refused: refused?.userErrors.map(({ path, code }) => `${path.join('.')} ${code}`) ?? [],
  };
}

const MISSPELT = graphql('{ events { nodes { titel } } }');

/** What must not compile. Nobody calls it. */
export const mistaken = (
  { events }: ResultOf<typeof LIST>,
  { node }: ResultOf<typeof PAGE>,
  of: FragmentOf<typeof CARD>,
  misspelt: ResultOf<typeof MISSPELT>,
) => [
  // @ts-expect-error a list that was refused is null
  events.nodes,
  // @ts-expect-error what a fragment asks for is seen by its part of the app alone
  events?.nodes[0]?.title,
  // @ts-expect-error the list may be empty
  events?.nodes[0].id,
  // @ts-expect-error nobody asked for it
  events?.edges,
  // @ts-expect-error there may be no such record
  node.id,
  // @ts-expect-error a moment is text
  readFragment(CARD, of).startsAt.getTime(),
  // @ts-expect-error no such variable
  { were: {} } satisfies VariablesOf<typeof LIST>,
  // @ts-expect-error no such value
  { where: { when: 'upcoming' } } satisfies VariablesOf<typeof LIST>,
  // @ts-expect-error a day or a moment goes in as text
  { where: { startsAfter: new Date() } } satisfies VariablesOf<typeof LIST>,
  // @ts-expect-error a moment goes in as text
  { input: { title: 'Open day', startsAt: new Date() } } satisfies VariablesOf<typeof CREATE>,
  // @ts-expect-error an event needs a title
  { input: { startsAt: '2027-03-06T10:00:00Z' } } satisfies VariablesOf<typeof CREATE>,
  // @ts-expect-error no such field
  { input: { ref: { slug: 'open-day' }, titel: 'Open house' } } satisfies VariablesOf<typeof UPDATE>,
  // @ts-expect-error a record has to be named
  { input: { ref: {} } } satisfies VariablesOf<typeof UPDATE>,
  // @ts-expect-error no such field: nothing is known of what it gives
  misspelt.events?.nodes[0]?.titel.length,
];
