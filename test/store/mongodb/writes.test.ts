import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answered } from '../../support/app.ts';
import { buildApp, type TestApp } from '../../support/app.ts';
import { made, madeLinks, post } from '../../support/making.ts';
import { commandsOf } from './commands.ts';

let app: TestApp;
let links: object;
let event: number;

beforeAll(async () => {
  app = await buildApp();
  links = await madeLinks(app);
  event = (await made(app, 'events', links)).id;
});
afterAll(() => app.close());

interface Row {
  what: string;
  request(): Promise<Answered>;
  /** The commands of its own transaction. */
  unit: string[];
  /** How many are sent besides: who asks, what it names, its ids, and what is shown of it. */
  others: number;
}

const change = (json: object) => app.rest('PUT', `/events/${event}`, { as: 'administrator', json });

const ROWS: Row[] = [
  {
    what: 'an event with a venue, two organizers and three categories',
    request: () => post(app, 'events', { ...links, title: 'Another' }),
    unit: ['find categories', 'find events', 'insert events', 'insert changes', 'commitTransaction'],
    others: 3,
  },
  {
    what: 'a changed title',
    request: () => change({ title: 'Changed' }),
    unit: ['find events', 'findAndModify events', 'insert changes', 'commitTransaction'],
    others: 3,
  },
  {
    what: 'another day',
    request: () => change({ start_date: '2026-12-02 10:00:00', end_date: '2026-12-02 12:00:00' }),
    unit: ['find events', 'findAndModify events', 'insert changes', 'commitTransaction'],
    others: 3,
  },
];

/** The transactions that write among commands, each without the mark of one. */
const transactionsOf = (commands: readonly string[]): string[][] =>
  commands
    .filter((command) => command.startsWith('+'))
    .map((command) => command.slice(1))
    .join()
    .split(/(?<=commitTransaction),/)
    .map((transaction) => transaction.split(','))
    .filter((transaction) => transaction.length > 2);

// Looks at the log of changes come at the most twice a second, for all requests.
test.each(ROWS)('the commands of a write are these and no others: $what', async ({ request, unit, others }) => {
  const sent = await commandsOf(new URL(app.uri!).pathname.slice(1), async () => {
    expect((await request()).status).toBeLessThan(300);
  });
  expect(transactionsOf(sent)).toEqual([unit]);
  expect(sent.filter((command) => !command.startsWith('+') && command !== 'find changes')).toHaveLength(others);
});
