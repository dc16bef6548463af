import type { Store } from '../../../src/data/port.ts';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';

// A second process for killed-series.test.ts: `series-child.ts DIR SCENE WRITES`. It ends itself before one of its writes.
const [, , dir = '', scene = '', writes = ''] = process.argv;

const DAY = 86_400_000;
let left = Number.POSITIVE_INFINITY;

const WRITES = ['insert', 'put', 'update', 'updateMany', 'delete'] as const;

/** A store that kills this process in place of a write, once so many were done. */
const deadly = (store: Store): Store => ({
  ...store,
  ...Object.fromEntries(
    WRITES.map((verb) => [
      verb,
      (...given: never[]) => {
        left -= 1;
        if (left < 0) process.kill(process.pid, 'SIGKILL');
        return (store[verb] as (...given: never[]) => unknown)(...given);
      },
    ]),
  ),
});

const times = { timezone: 'UTC', start_date: '2026-11-20 10:00:00', end_date: '2026-11-20 12:00:00' };
const recurrence = { rule: 'FREQ=WEEKLY;INTERVAL=4' };

/** Makes a series, and then writes its third occurrence while the process may be killed. */
const writing = (write: (app: TestApp, id: number, series: number) => Promise<{ text: string }>) => async () => {
  const app = await buildApp({ env: { DATA_DIR: dir }, now: FRIDAY, wrap: deadly });
  const json = { title: 'Old', ...times, recurrence, status: 'publish' };
  const { body } = await app.rest('POST', '/events', { as: 'administrator', json });
  const { body: listed } = await app.rest('GET', `/events?series=${body.series.id}`);
  left = Number(writes);
  await write(app, listed.events[1].id, body.series.id);
  await app.close();
};

const withScope = (scope: string) =>
  writing((app, id) => {
    const json = { title: 'New', start_date: '2027-01-15 11:00:00', end_date: '2027-01-15 12:00:00', scope };
    return app.rest('PATCH', `/events/${id}`, { as: 'administrator', json });
  });

const SCENES: Record<string, () => Promise<void>> = {
  all: withScope('all'),
  following: withScope('following'),
  updateSeries: writing((app, _, databaseId) => {
    const query =
      'mutation ($input: UpdateSeriesInput!) { updateSeries(input: $input) { userErrors { code message } } }';
    const input = { ref: { databaseId }, title: 'New', rule: 'FREQ=WEEKLY;INTERVAL=6' };
    return app.graphql(query, { input }, { as: 'administrator' });
  }),
  /** Makes series, of which the last is made while the process may be killed. */
  async creation() {
    const app = await buildApp({ env: { DATA_DIR: dir }, now: FRIDAY, wrap: deadly });
    const create = (title: string) =>
      app.rest('POST', '/events', { as: 'administrator', json: { title, ...times, recurrence } });
    for (const title of ['One', 'Two']) await create(title);
    left = Number(writes);
    await create('Three');
    await app.close();
  },
  /** Makes what comes into the horizon 200 days later. A later kill is later by more than the lease of the one before. */
  async job() {
    const app = await buildApp({ env: { DATA_DIR: dir }, now: FRIDAY, wrap: deadly, users: [] });
    app.clock.now += 200 * DAY + Number(writes) * 100_000;
    left = Number(writes);
    await app.extendSeries();
    await app.close();
  },
};

await SCENES[scene]!();
process.stdout.write('done');
