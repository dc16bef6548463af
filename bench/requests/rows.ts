import {
  connectionRequest,
  eventRequest,
  feedRequest,
  listPageRequest,
  listRequest,
  monthPageRequest,
  oncePageRequest,
  seriesPageRequest,
  type Writes,
} from './asked.ts';
import type { HttpRequest } from './client.ts';
import type { World } from './world.ts';

/** The two servers that answer the same requests. */
export type ServerName = 'ours' | 'byHand';

/** What the requests of a row are built from. */
export interface Asking {
  world: World;
  writes: Writes;
  /** The ids of three categories with many events, if a row needs them. */
  busy: readonly number[];
}

/** A type of request whose CPU time is measured. */
export interface Row {
  says: string;
  server: ServerName;
  /** The n-th request. Each number is used once, so the request was never sent before. */
  request(n: number, asking: Asking): HttpRequest;
  /** Requests sent three times before each measurement, so that everything cacheable about the records is cached. */
  warm?(asking: Asking, requests: readonly HttpRequest[]): HttpRequest[];
  /** Which of its records were never read in their version: the event, or also everything that it links to. */
  cold?: 'event' | 'all';
  /** Whether it writes. Writes run one after another. */
  writes?: true;
  /** It sends one request where other rows send this many, because each takes long. */
  oneOf?: number;
}

const list: Pick<Row, 'request' | 'warm'> = {
  request: (n, { world }) => listRequest(world.warmWindow(n)),
  warm: ({ world }) => world.warmWindows.map((window) => listRequest(window)),
};

const event: Pick<Row, 'request' | 'warm'> = {
  request: (n, { world }) => eventRequest(world.warmEvent(n), n),
  warm: (_, requests) => [...requests],
};

const writing = { writes: true, oneOf: 4 } as const;

const create: Pick<Row, 'request' | 'writes' | 'oneOf'> = { request: (n, { writes }) => writes.create(n), ...writing };

const title: Pick<Row, 'request' | 'writes' | 'oneOf'> = { request: (n, { writes }) => writes.title(n), ...writing };

/** The rows by name, in the order of their turns. */
export const ROWS = {
  'list-by-hand': { says: 'list of 10 at a new address, by hand', server: 'byHand', ...list },
  list: { says: 'list of 10 at a new address, ours', server: 'ours', ...list },
  'list-cold': {
    says: 'list of 10 that nobody has read, ours',
    server: 'ours',
    request: (n, { world }) => listRequest(world.coldWindow(n)),
    cold: 'all',
  },
  'event-by-hand': { says: 'one event, another each time, at a new address, by hand', server: 'byHand', ...event },
  event: { says: 'one event, another each time, at a new address, ours', server: 'ours', ...event },
  'event-cold': {
    says: 'one event that nobody has read, ours',
    server: 'ours',
    request: (n, { world }) => eventRequest(world.coldEvent(n), n),
    warm: list.warm,
    cold: 'event',
  },
  connection: {
    says: 'GraphQL connection of 10 by a known text',
    server: 'ours',
    request: (n, { world }) => connectionRequest(world.warmWindow(n)),
    warm: ({ world }) => world.warmWindows.map(connectionRequest),
  },
  feed: {
    says: 'iCalendar of the first 1,000 events, at a new address',
    server: 'ours',
    request: feedRequest,
    warm: (_, [first]) => [first!],
    oneOf: 20,
  },
  'list-page': {
    says: 'the page of a list of events, at a new address',
    server: 'ours',
    request: (n, { world }) => listPageRequest(world.warmWindow(n), n),
    warm: list.warm,
  },
  'month-page': {
    says: 'the page of a month of events, at a new address',
    server: 'ours',
    request: (n, { world }) => monthPageRequest(world.warmWindow(n), n),
    warm: list.warm,
  },
  'once-page': {
    says: 'the page of the list with each series once, at a new address',
    server: 'ours',
    request: (n, { world }) => oncePageRequest(world.warmWindow(n), n),
    warm: list.warm,
  },
  'series-page': {
    says: 'the page of a series of 52 events, at a new address',
    server: 'ours',
    request: seriesPageRequest,
    warm: (_, [first]) => [first!],
  },
  'create-by-hand': { says: 'an event with venue, 2 organizers, 3 categories, by hand', server: 'byHand', ...create },
  create: { says: 'an event with venue, 2 organizers, 3 categories, ours', server: 'ours', ...create },
  'create-busy': {
    says: 'such an event in three categories of 2,000 events each, ours',
    server: 'ours',
    request: (n, { writes, busy }) => writes.createIn(busy, n),
    ...writing,
  },
  'title-by-hand': { says: 'another title of an event, by hand', server: 'byHand', ...title },
  title: { says: 'another title of an event, ours', server: 'ours', ...title },
} as const satisfies Record<string, Row>;

export type RowName = keyof typeof ROWS;

export const ROW_NAMES = Object.keys(ROWS) as RowName[];

/** CPU ratios between rows, with a maximum as the target where there is one. */
export const RATIOS: readonly { row: RowName; by: RowName; most?: number }[] = [
  { row: 'list', by: 'list-by-hand', most: 1.2 },
  { row: 'list-cold', by: 'list-by-hand' },
  { row: 'event', by: 'event-by-hand', most: 2.5 },
  { row: 'event-cold', by: 'event-by-hand', most: 2.5 },
  { row: 'connection', by: 'list' },
  { row: 'list-page', by: 'list' },
  { row: 'month-page', by: 'list' },
  { row: 'once-page', by: 'list-page' },
  { row: 'series-page', by: 'list-page' },
  { row: 'create', by: 'create-by-hand', most: 5 },
  { row: 'create-busy', by: 'create', most: 1.1 },
  { row: 'title', by: 'title-by-hand' },
];
