import { expect, test } from 'vitest';
import type { Store } from '../../../src/data/port.ts';
import { buildApp, FRIDAY } from '../../support/app.ts';

const ROLLED_BACK = new Error('this run is rolled back');

test('a unit that is run again counts the occurrences of a request once', async () => {
  let runs = 0;
  /** Runs each unit twice, as a store does after a conflict. The first run is rolled back. */
  const twice =
    (store: Store): Store['atomically'] =>
    async (unit) => {
      const undone = store.atomically(async () => {
        await unit();
        runs += 1;
        throw ROLLED_BACK;
      });
      await expect(undone).rejects.toBe(ROLLED_BACK);
      return store.atomically(unit);
    };
  const app = await buildApp({ now: FRIDAY, wrap: (store) => ({ ...store, atomically: twice(store) }) });
  const times = { start_date: '2027-03-02 10:00:00', end_date: '2027-03-02 12:00:00' };
  const json = { title: 'Yoga', ...times, recurrence: { rule: 'FREQ=DAILY;COUNT=600' } };
  const { status, body } = await app.rest('POST', '/events', { as: 'editor', json });
  expect(status).toBe(201);
  expect(runs).toBeGreaterThan(0);
  expect(await app.store.count('events', { series: body.series.id })).toBe(600);
  await app.close();
});
