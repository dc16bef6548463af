import { afterAll, beforeAll, expect, test } from 'vitest';
import { statementsOf } from '../../../bench/statements/recorder.ts';
import type { Answered } from '../../support/app.ts';
import { buildApp, type TestApp } from '../../support/app.ts';
import { made, type Plural, post } from '../../support/making.ts';

let app: TestApp;
let links: object;
let event: number;

beforeAll(async () => {
  app = await buildApp();
  const idOf = async (kind: Plural, fields: object): Promise<number> => (await made(app, kind, fields)).id;
  links = {
    categories: [
      await idOf('categories', { name: 'One' }),
      await idOf('categories', { name: 'Two' }),
      await idOf('categories', { name: 'Three' }),
    ],
    venue: await idOf('venues', { venue: 'Hall' }),
    organizer: [await idOf('organizers', { organizer: 'Club' }), await idOf('organizers', { organizer: 'Choir' })],
  };
  event = await idOf('events', links);
  await idOf('events', links);
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
  /** How many run besides: who asks, what it names, what is shown of it, and looks at the log. */
  others: number;
}

const ROWS: Row[] = [
  {
    what: 'an event with a venue, two organizers and three categories',
    request: () => post(app, 'events', { ...links, title: 'Another' }),
    unit: [
      ...['BEGIN', 'SELECT counters', 'INSERT counters', 'SELECT categories', 'SELECT events', 'SELECT events'],
      ...['INSERT events', 'INSERT events.searched_texts', 'INSERT events.searched'],
      ...['SELECT categories', 'UPDATE categories', 'SELECT venues', 'UPDATE venues'],
      ...['SELECT organizers', 'UPDATE organizers', 'UPDATE event_days'],
      ...['SELECT counters', 'INSERT counters', 'INSERT changes', 'COMMIT'],
    ],
    others: 12,
  },
  {
    what: 'a changed title',
    request: () => app.rest('PUT', `/events/${event}`, { as: 'administrator', json: { title: 'Changed' } }),
    unit: [
      ...['BEGIN', 'SELECT events', 'SELECT events', 'UPDATE events'],
      ...['INSERT events.searched_texts', 'INSERT events.searched'],
      ...['SELECT counters', 'INSERT counters', 'INSERT changes', 'COMMIT'],
    ],
    others: 8,
  },
];

test.each(ROWS)('the statements of a write are these and no others: $what', async ({ request, unit, others }) => {
  const statements = await statementsOf(async () => {
    expect((await request()).status).toBeLessThan(300);
  });
  const within = statements.filter((each) => each.within === 'unit').map(({ sql }) => nameOf(sql));
  expect(within).toEqual(unit);
  expect(statements.length - within.length).toBe(others);
});
