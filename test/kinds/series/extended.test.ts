import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventRecord } from '../../../src/kinds/event/record.ts';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';

const DAY = 86_400_000;

let app: TestApp;

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
});
afterAll(() => app.close());

const CREATE = `mutation ($input: CreateEventInput!) { createEvent(input: $input) {
  event { series { databaseId occurrenceCount } }
  userErrors { message }
} }`;

async function created(input: object) {
  const times = { timezone: 'UTC', startDate: '2026-11-20 10:00:00', endDate: '2026-11-20 12:00:00' };
  const { body } = await app.graphql(CREATE, { input: { title: 'Choir', ...times, ...input } }, { as: 'editor' });
  expect(body.data.createEvent.userErrors).toEqual([]);
  return body.data.createEvent.event.series;
}

/** The UIDs of the occurrences of a series, by the days of their starts. */
async function uidsOf(series: number): Promise<Record<string, string>> {
  const events = await app.store.find<EventRecord>('events', { series });
  return Object.fromEntries(
    events.map(({ originalStartsAt, uid }) => [new Date(originalStartsAt!).toISOString(), uid]),
  );
}

test('an occurrence whose UID another event has gets one of its own, when its series is made and when its time comes', async () => {
  await created({ uid: '20270120T100000Z-choir@a.example' });
  await created({ uid: '20281220T100000Z-choir@a.example' });
  const { databaseId, occurrenceCount } = await created({
    ...{ uid: 'choir@a.example', recurrence: { rule: 'FREQ=MONTHLY' } },
  });
  expect(occurrenceCount).toBe(25);
  app.clock.now += 70 * DAY;
  await app.extendSeries();
  const uids = await uidsOf(databaseId);
  expect(Object.keys(uids)).toHaveLength(27);
  expect(uids).toMatchObject({
    '2026-12-20T10:00:00.000Z': '20261220T100000Z-choir@a.example',
    '2027-01-20T10:00:00.000Z': expect.stringMatching(/^20270120T100000Z-choir@a.example-\d+$/),
    '2028-12-20T10:00:00.000Z': expect.stringMatching(/^20281220T100000Z-choir@a.example-\d+$/),
    '2029-01-20T10:00:00.000Z': '20290120T100000Z-choir@a.example',
  });
});

test('once a server has made what comes into the horizon on one day, another makes that of the next at midnight', async () => {
  app.clock.now = Date.parse('2027-02-28T23:59:40Z');
  const times = { startDate: '2027-03-20 10:00:00', endDate: '2027-03-20 12:00:00' };
  const { databaseId, occurrenceCount } = await created({ ...times, recurrence: { rule: 'FREQ=DAILY' } });
  await app.extendSeries('another');
  app.clock.now += 30_000;
  await app.extendSeries('another');
  expect(Object.keys(await uidsOf(databaseId))).toHaveLength(occurrenceCount + 1);
});
