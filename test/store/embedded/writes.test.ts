import { afterAll, beforeAll, expect, test } from 'vitest';
import { statementsOf } from '../../../bench/statements/recorder.ts';
import type { Answered } from '../../support/app.ts';
import { buildApp, type TestApp } from '../../support/app.ts';
import { made, madeLinks, post } from '../../support/making.ts';

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
      ...['BEGIN', 'INSERT counters', 'SELECT categories', 'SELECT events'],
      ...['INSERT events', 'INSERT events.searched_texts', 'INSERT events.searched'],
      ...['SELECT categories', 'UPDATE categories', 'UPDATE venues', 'UPDATE organizers', 'UPDATE event_days'],
      ...['INSERT counters', 'INSERT changes', 'COMMIT'],
    ],
    others: 3,
  },
  {
    what: 'a changed title',
    request: () => app.rest('PUT', `/events/${event}`, { as: 'administrator', json: { title: 'Changed' } }),
    unit: [
      ...['BEGIN', 'SELECT events', 'UPDATE events'],
      ...['INSERT events.searched_texts', 'INSERT events.searched'],
      ...['INSERT counters', 'INSERT changes', 'COMMIT'],
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
