import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type ClientRequest, get } from 'node:http';
import { setImmediate as turnOver } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { SLICE } from '../../../src/data/sqlite/slices.ts';
import { type Connection, type Ran, STATEMENTS } from '../../../src/data/sqlite/sqlite.ts';
import type { EventRecord } from '../../../src/kinds/event/record.ts';
import { upTo } from '../../support/making.ts';
import { type ServedApp, serveApp } from '../../support/served-app.ts';

let served: ServedApp;

beforeAll(async () => {
  served = await serveApp();
  const json = { title: 'Jazz', start_date: '2027-01-01', end_date: '2027-01-02', description: 'Jazz. '.repeat(20) };
  const { body } = await served.app.rest('POST', '/events', { as: 'administrator', json });
  const [event] = await served.app.store.byIds<EventRecord>('events', [body.id]);
  const others = upTo(1500).map((each) => ({
    ...event!,
    _id: body.id + each,
    slugs: [`jazz-${each}`],
    uid: `jazz-${each}`,
    startsAt: event!.startsAt + each,
  }));
  await served.app.store.put('events', others);
});
afterAll(() => served.close());

/** Each statement takes so many slices here, however fast it is: a question has many slices, and a turn for each. */
const passes = () => void vi.advanceTimersByTime(4 * SLICE);
beforeEach(async () => {
  // By then nothing is left of the share of the event loop that began by another clock.
  for (const _ of upTo(3)) await turnOver();
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  subscribe(STATEMENTS, passes);
});
afterEach(() => {
  unsubscribe(STATEMENTS, passes);
  vi.useRealTimers();
});

/** Asks for what no index knows: in each event some words are looked for that it does not have. */
function ask(prefix: string): ClientRequest {
  const search = upTo(10).map((word) => `-${prefix}${word}`);
  const where = { and: Array(4).fill({ search: search.join(' ') }) };
  const query = 'query ($where: EventWhere) { events(where: $where) { totalCount } }';
  const asked = get(`${served.url}/graphql?${new URLSearchParams({ query, variables: JSON.stringify({ where }) })}`);
  return asked.on('response', (answer) => answer.resume()).on('error', () => {});
}

/** How many statements a long question takes until it is let go of. Its request is handed to `begun` when the second slice begins. */
const statementsOf = (asked: ClientRequest, begun: (asked: ClientRequest) => void): Promise<number> =>
  new Promise((resolve, reject) => {
    asked.once('response', () => reject(new Error('It was answered within a slice.')));
    const connections = new Set<Connection>();
    let statements = 0;
    function heard(message: unknown): void {
      const { connection, sql } = message as Ran;
      if (sql === 'BEGIN') connections.add(connection);
      if (connections.size < 2) return;
      statements += 1;
      if (statements === 1) begun(asked);
      if (sql !== 'COMMIT') return;
      unsubscribe(STATEMENTS, heard);
      resolve(statements);
    }
    subscribe(STATEMENTS, heard);
  });

test('a long question ends between two slices when its client has closed the connection', async () => {
  const whole = await statementsOf(ask('whole'), () => {});
  const begun = await statementsOf(ask('left'), (asked) => asked.destroy());
  expect(begun).toBeLessThan(whole / 2);
});
