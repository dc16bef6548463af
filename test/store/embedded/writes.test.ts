import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statementsOf } from '../../../bench/statements/recorder.ts';
import { type Ran, STATEMENTS } from '../../../src/data/sqlite/sqlite.ts';
import { currentWork } from '../../../src/domain/event-loop.ts';
import { type Answered, buildApp, type TestApp } from '../../support/app.ts';
import { made, madeLinks, post, upTo } from '../../support/making.ts';

let app: TestApp;
let links: object;
let event: number;

beforeAll(async () => {
  app = await buildApp();
  links = await madeLinks(app);
  event = (await made(app, 'events', links)).id;
  await made(app, 'events', links);
});
afterAll(() => app.close());

/** What a statement does, and to which table. */
const nameOf = (sql: string): string => {
  const outer = sql.replace(/\([^()]*\)/g, '');
  const [verb] = outer.split(' ', 1);
  return [verb, /(?:FROM|INTO|UPDATE) "?([\w.]+)/.exec(outer)?.[1]].join(' ').trim();
};

interface Row {
  what: string;
  request(): Promise<Answered>;
  /** The statements of its unit. */
  unit: string[];
  /** How many run besides: who asks, what it names, what is shown of it, and one look at the log. */
  others: number;
}

const ROWS: Row[] = [
  {
    what: 'an event with a venue, two organizers and three categories',
    request: () => post(app, 'events', { ...links, title: 'Another' }),
    unit: [
      'BEGIN',
      'INSERT counters',
      'SELECT categories',
      'SELECT events',
      'INSERT events',
      'INSERT events.searched_texts',
      'INSERT counters',
      'INSERT changes',
      'INSERT events.searched',
      'COMMIT',
    ],
    others: 3,
  },
  {
    what: 'a changed title',
    request: () => app.rest('PUT', `/events/${event}`, { as: 'administrator', json: { title: 'Changed' } }),
    unit: [
      'BEGIN',
      'SELECT events',
      'UPDATE events',
      'INSERT events.searched_texts',
      'INSERT counters',
      'INSERT changes',
      'INSERT events.searched',
      'COMMIT',
    ],
    others: 3,
  },
];

test.each(ROWS)('the statements of a write are these and no others: $what', async ({ request, unit, others }) => {
  const statements = await statementsOf(async () => {
    expect((await request()).status).toBeLessThan(300);
  });
  const within = statements.filter((each) => each.within === 'unit').map(({ sql }) => nameOf(sql));
  expect(within).toEqual(unit);
  // Once a second, users are read again. A pragma reads no row, and a request that yields runs one more.
  const besides = statements.filter(
    (each) => each.within !== 'unit' && !/^(SELECT users|PRAGMA)/.test(nameOf(each.sql)),
  );
  expect(besides.length).toBeLessThanOrEqual(others);
});

test('of units that wait for each other each is the work of who asks for it', async () => {
  const begun: string[] = [];
  const heard = (message: unknown): void => {
    if ((message as Ran).sql === 'BEGIN IMMEDIATE') begun.push(currentWork().account);
  };
  subscribe(STATEMENTS, heard);
  const peers = upTo(5).map((each) => `203.0.113.${each}`);
  const created = peers.map((peer) =>
    app.rest('POST', '/tags', { as: 'administrator', json: { name: `Tag of ${peer}` }, sent: { peer } }),
  );
  expect((await Promise.all(created)).map(({ status }) => status)).toEqual(peers.map(() => 201));
  unsubscribe(STATEMENTS, heard);
  expect([...new Set(begun)].sort()).toEqual(peers);
});
