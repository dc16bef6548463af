import { connectionAsked, eventAsked, listAsked, type Writes } from './asked.ts';
import type { Asked } from './client.ts';
import type { World } from './world.ts';

/** The two calendars that answer the same requests. */
export type ServerName = 'ours' | 'byHand';

/** What the requests of a row are made of. */
export interface Asking {
  world: World;
  writes: Writes;
}

/** A request of which the CPU is measured. */
export interface Row {
  says: string;
  server: ServerName;
  /** The n-th request; numbers come once, so that what is made of them was never asked before. */
  request(n: number, asking: Asking): Asked;
  /** What is asked three times before each measurement, so that what may be kept of these records is. */
  warm?(asking: Asking, requests: readonly Asked[]): Asked[];
  /** Which records that it shows were never read in their version: the event, or also all that it links to. */
  cold?: 'event' | 'all';
  /** Whether it writes: then one after the other. */
  writes?: true;
}

const list: Pick<Row, 'request' | 'warm'> = {
  request: (n, { world }) => listAsked(world.warmWindow(n)),
  warm: ({ world }) => world.warmWindows.map((window) => listAsked(window)),
};

const event: Pick<Row, 'request' | 'warm'> = {
  request: (n, { world }) => eventAsked(world.warmEvent(n), n),
  warm: (_, requests) => [...requests],
};

const create: Pick<Row, 'request' | 'writes'> = { request: (n, { writes }) => writes.create(n), writes: true };

const title: Pick<Row, 'request' | 'writes'> = { request: (n, { writes }) => writes.title(n), writes: true };

/** By name, in the order in which they take turns. */
export const ROWS = {
  'list-by-hand': { says: 'list of 10 at a new address, by hand', server: 'byHand', ...list },
  list: { says: 'the same of ours', server: 'ours', ...list },
  'list-cold': {
    says: 'the same, of records that nobody has read',
    server: 'ours',
    request: (n, { world }) => listAsked(world.coldWindow(n)),
    cold: 'all',
  },
  'event-by-hand': { says: 'one event, another each time, at a new address, by hand', server: 'byHand', ...event },
  event: { says: 'the same of ours', server: 'ours', ...event },
  'event-cold': {
    says: 'the same, of an event that nobody has read',
    server: 'ours',
    request: (n, { world }) => eventAsked(world.coldEvent(n), n),
    warm: list.warm,
    cold: 'event',
  },
  connection: {
    says: 'GraphQL connection of 10 by a known text',
    server: 'ours',
    request: (n, { world }) => connectionAsked(world.warmWindow(n)),
    warm: ({ world }) => world.warmWindows.map(connectionAsked),
  },
  'create-by-hand': { says: 'an event with venue, 2 organizers, 3 categories, by hand', server: 'byHand', ...create },
  create: { says: 'the same of ours', server: 'ours', ...create },
  'title-by-hand': { says: 'another title of an event, by hand', server: 'byHand', ...title },
  title: { says: 'the same of ours', server: 'ours', ...title },
} as const satisfies Record<string, Row>;

export type RowName = keyof typeof ROWS;

export const ROW_NAMES = Object.keys(ROWS) as RowName[];

/** What is compared: CPU of one row by that of another, and at the most how much that is to be, where that is said. */
export const RATIOS: readonly { row: RowName; by: RowName; most?: number }[] = [
  { row: 'list', by: 'list-by-hand', most: 1.2 },
  { row: 'list-cold', by: 'list-by-hand' },
  { row: 'event', by: 'event-by-hand', most: 2.5 },
  { row: 'event-cold', by: 'event-by-hand', most: 2.5 },
  { row: 'connection', by: 'list' },
  { row: 'create', by: 'create-by-hand', most: 5 },
  { row: 'title', by: 'title-by-hand' },
];
