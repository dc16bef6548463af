import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toWall } from '../../src/domain/time.ts';
import { buildApp } from '../support/app.ts';
import { runsOf } from '../support/fuzz/seed.ts';
import { made } from '../support/making.ts';

const ZONE = 'America/New_York';
const PAGE = `query ($from: DateOrDateTime, $before: DateOrDateTime) {
  eventPage(where: { startsOnOrAfter: $from, startsBefore: $before }) { items { id: databaseId } }
}`;

/** Any, and often one near the hour that clocks show twice. */
const moments = fc.oneof(
  fc.integer({ min: Date.UTC(2031, 10, 1, 12) / 1000, max: Date.UTC(2031, 10, 3) / 1000 }),
  fc.integer({ min: 0, max: Date.UTC(2090, 0, 1) / 1000 }),
);

test('an event begins at the moment that is sent with an offset, and both APIs list it then', async () => {
  const app = await buildApp({ env: { SITE_TIMEZONE: ZONE } });
  const ids = (records: { id: number }[]) => records.map(({ id }) => id);
  await fc.assert(
    fc.asyncProperty(moments, async (seconds) => {
      const [from, next] = [seconds, seconds + 1].map((at) => new Date(at * 1000).toISOString()) as [string, string];
      const event = await made(app, 'events', { start_date: from, end_date: next });
      expect(event.utc_start_date).toBe(toWall(seconds * 1000, 'UTC'));
      expect(event.start_date).toBe(toWall(seconds * 1000, ZONE));
      const rest = await app.rest('GET', `/events?${new URLSearchParams({ start_date: from, end_date: next })}`);
      expect(ids(rest.body.events)).toContain(event.id);
      const graphql = await app.graphql(PAGE, { from, before: next });
      expect(ids(graphql.body.data.eventPage.items)).toEqual(ids(rest.body.events));
      const sent = await app.rest('PUT', `/events/${event.id}`, { as: 'administrator', json: event });
      expect(sent.body.utc_start_date).toBe(event.utc_start_date);
      expect(sent.body.utc_end_date).toBe(event.utc_end_date);
    }),
    { numRuns: runsOf(10, 40) },
  );
  await app.close();
});
