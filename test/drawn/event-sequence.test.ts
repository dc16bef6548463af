import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventRecord } from '../../src/kinds/event/record.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { runsOf } from '../support/fuzz/seed.ts';
import { made } from '../support/making.ts';

let app: TestApp;
let venues: number[];

beforeAll(async () => {
  app = await buildApp();
  venues = [(await made(app, 'venues')).id, (await made(app, 'venues', { venue: 'Other' })).id];
});
afterAll(() => app.close());

const stored = async (id: number): Promise<EventRecord> => (await app.store.byIds<EventRecord>('events', [id]))[0]!;

/** What changes an event for those who have it in their calendar. */
const SIGNIFICANT = {
  start_date: fc.constantFrom('2026-12-01 10:00:00', '2026-12-01 11:00:00'),
  end_date: fc.constantFrom('2026-12-01 12:00:00', '2026-12-02 12:00:00'),
  timezone: fc.constantFrom('UTC', 'Europe/Madrid'),
  all_day: fc.boolean(),
  event_status: fc.constantFrom('', 'scheduled', 'canceled', 'postponed'),
  venue: fc.constantFrom<readonly number[]>([], [0], [1], [1, 0], [0, 1]),
  virtual_url: fc.constantFrom('', 'https://a.example/one', 'https://a.example/two'),
  is_virtual: fc.boolean(),
};
const OTHER = {
  title: fc.constantFrom('One', 'Two'),
  description: fc.constantFrom('', 'More'),
  cost: fc.constantFrom('', '10'),
  status: fc.constantFrom('publish', 'draft', 'trash', 'private'),
  sticky: fc.boolean(),
  event_status_reason: fc.constantFrom('', 'Rain'),
};

/** What of an event counts. */
const seen = ({ eventStatus = 'scheduled', venues, isVirtual, onlineUrl, ...event }: EventRecord) => {
  const { startsAt, endsAt, timezone, allDay } = event;
  const online = [onlineUrl, Boolean(onlineUrl ?? isVirtual)];
  return JSON.stringify([startsAt, endsAt, timezone, allDay, eventStatus, venues.toSorted(), online]);
};

test('the sequence of an event rises by one with each write that changes time, place or status, and with no other', async () => {
  let rises = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ ...SIGNIFICANT, ...OTHER }, { requiredKeys: [] }), { minLength: 1, maxLength: 8 }),
      async (writes) => {
        const { id } = await made(app, 'events', { venue: [venues[0]] });
        const { uid } = await stored(id);
        for (const { venue, ...fields } of writes) {
          const before = await stored(id);
          const json = { ...fields, ...(venue && { venue: venue.map((at) => venues[at]) }) };
          await app.rest('PATCH', `/events/${id}`, { as: 'administrator', json });
          const after = await stored(id);
          const changed = Number(seen(before) !== seen(after));
          rises += changed;
          expect([after.uid, after.sequence], JSON.stringify(json)).toEqual([uid, before.sequence + changed]);
        }
      },
    ),
    { numRuns: runsOf(40, 1000) },
  );
  expect(rises).toBeGreaterThan(20);
});
