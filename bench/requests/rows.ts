import { readdirSync, readFileSync } from 'node:fs';
import type { Asked, Client } from './client.ts';
import type { ServerName } from './told.ts';
import type { Window, World } from './world.ts';

/** What is measured. */
export interface Row {
  says: string;
  server: ServerName;
  /** The n-th request; numbers come once, so that what is made of them was never asked before. */
  request(n: number, world: World): Asked;
  /** What is done before each measurement, and not measured: of the requests that come then, some are changed. */
  before?(requests: Asked[], surroundings: Surroundings): Promise<Asked[] | undefined>;
  /** Whether the records that it shows were never read in their version. */
  cold?: true;
}

interface Surroundings {
  world: World;
  client: Client;
}

const REST = '/wp-json/calendar/events/v1/events';

/** The paths of constants. */
export const CONSTANT = { list: '/list', event: '/event', graphql: '/graphql' } as const;

export const listAsked = ({ start, end }: Window): Asked => ({
  path: `${REST}?${new URLSearchParams({ start_date: start, end_date: end })}`,
});

export const eventAsked = (id: number, n: number): Asked => ({ path: `${REST}/${id}?_=${n}` });

export const graphqlAsked = (query: string, { start, end }: Window): Asked => ({
  path: '/graphql',
  body: JSON.stringify({ query, variables: { filter: { startDate: start, endDate: end }, page: 1, perPage: 10 } }),
});

const DEFAULT_LIST: Asked = { path: REST };

const constant = (path: string): Pick<Row, 'request'> => ({ request: () => ({ path }) });

const warmList: Pick<Row, 'request' | 'before'> = {
  request: (n, world) => listAsked(world.warmWindow(n)),
  before: warmed,
};

const coldList: Pick<Row, 'request' | 'cold'> = {
  request: (n, world) => listAsked(world.coldWindow(n)),
  cold: true,
};

/** Has the server show each record that lists show, a few times at new addresses: it may keep what comes again. */
function warmed(_: readonly Asked[], { client, world }: Surroundings): Promise<undefined> {
  return againAndAgain(client, world.warmWindows.map(listAsked));
}

async function againAndAgain(client: Client, requests: readonly Asked[]): Promise<undefined> {
  for (const time of [1, 2, 3]) await client.load(requests.map(({ path }) => ({ path: `${path}&time=${time}` })));
}

/** What examples are asked with that find nothing without it, or nothing of interest. */
const ASKED_WITH: Record<string, (n: number, world: World) => Omit<Asked, 'path' | 'body'> & { variables?: object }> = {
  'event-page': (n, world) => ({ variables: { event: { databaseId: world.warmEvent(n) } } }),
  'my-drafts': (_, { authorization }) => ({ headers: { authorization } }),
};

const EXAMPLES = new URL('../../schema/examples/', import.meta.url);

/** The examples that ask, each as it is. */
const examples = Object.fromEntries(
  readdirSync(EXAMPLES)
    .sort()
    .map((file) => [file.slice(3, -'.graphql'.length), readFileSync(new URL(file, EXAMPLES), 'utf8')] as const)
    .filter(([, query]) => /^query /m.test(query))
    .map(([name, query]): [ExampleName, Row] => [
      `example-${name}`,
      {
        says: query.slice(2, query.indexOf('.')),
        server: 'ours',
        request(n, world) {
          const { variables, ...asked } = ASKED_WITH[name]?.(n, world) ?? {};
          return { ...asked, path: '/graphql', body: JSON.stringify({ query, variables }) };
        },
      },
    ]),
) as Record<ExampleName, Row>;

type ExampleName = `example-${string}`;

const OWN = {
  'bare-list': { says: 'list of 10, a constant text on node:http', server: 'bare', ...constant(CONSTANT.list) },
  'logged-list': {
    says: 'the same text behind our log and limits',
    server: 'logged',
    ...constant(CONSTANT.list),
  },
  'by-hand': { says: 'list of 10 written by hand, new URL, records warm', server: 'byHand', ...warmList },
  'by-hand-cold': { says: 'the same, records cold', server: 'byHand', ...coldList },
  'rest-list': { says: 'our list of 10, new URL, records warm', server: 'ours', ...warmList },
  'rest-list-cold': { says: 'the same, records cold', server: 'ours', ...coldList },
  'rest-again': {
    says: 'our default list, the same URL again',
    server: 'ours',
    request: () => DEFAULT_LIST,
    async before(_, { client }) {
      await client.ask(DEFAULT_LIST);
      return undefined;
    },
  },
  'rest-not-modified': {
    says: 'the same with If-None-Match',
    server: 'ours',
    request: () => DEFAULT_LIST,
    async before(requests, { client }) {
      const { etag = '"none"' } = await client.ask(DEFAULT_LIST);
      return requests.map((asked) => ({ ...asked, headers: { 'If-None-Match': etag } }));
    },
  },
  'bare-event': { says: 'one event, a constant text on node:http', server: 'bare', ...constant(CONSTANT.event) },
  'rest-event': {
    says: 'one event of ours, new URL, records warm',
    server: 'ours',
    request: (n, world) => eventAsked(world.warmEvent(n), n),
    before: (requests, { client }) => againAndAgain(client, requests),
  },
  'bare-graphql': {
    says: 'POST of a query, a constant text on node:http',
    server: 'bare',
    request: (n, world) => ({ ...graphqlAsked(world.document(), world.warmWindow(n)), path: CONSTANT.graphql }),
  },
  'graphql-known': {
    says: 'list of 10 by a known document, new variables',
    server: 'ours',
    request: (n, world) => graphqlAsked(world.document(), world.warmWindow(n)),
    before: warmed,
  },
  'graphql-new': {
    says: 'the same by a new document each time',
    server: 'ours',
    request: (n, world) => graphqlAsked(world.document(n), world.warmWindow(n)),
    before: warmed,
  },
} as const satisfies Record<string, Row>;

export type RowName = keyof typeof OWN | ExampleName;

/** By name, in the order in which they take turns. */
export const ROWS: Readonly<Record<RowName, Row>> = { ...OWN, ...examples };

export const ROW_NAMES = Object.keys(ROWS) as RowName[];

/** What is compared: CPU of one row by that of another, and at the most how much that is to be, where that is said. */
export const RATIOS: readonly { row: RowName; by: RowName; most?: number }[] = [
  { row: 'by-hand', by: 'bare-list' },
  { row: 'rest-list', by: 'by-hand', most: 1.3 },
  { row: 'rest-list', by: 'bare-list', most: 3 },
  { row: 'rest-list-cold', by: 'by-hand-cold', most: 2 },
  { row: 'rest-list-cold', by: 'by-hand' },
  { row: 'rest-again', by: 'logged-list', most: 1.25 },
  { row: 'rest-not-modified', by: 'logged-list', most: 1 },
  { row: 'rest-event', by: 'bare-event', most: 3 },
  { row: 'graphql-known', by: 'bare-graphql', most: 7 },
  { row: 'graphql-new', by: 'bare-graphql' },
  ...(Object.keys(examples) as ExampleName[]).map((row) => ({ row, by: 'rest-list' as const })),
];
