import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toWall } from '../../src/domain/time.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { runsOf } from '../support/fuzz/seed.ts';
import { made, post } from '../support/making.ts';

let app: TestApp;

const ZONE = 'America/New_York';

beforeAll(async () => {
  app = await buildApp({ env: { SITE_TIMEZONE: ZONE } });
});
afterAll(() => app.close());

const as = 'administrator';
const LATER = '2099-01-01 00:00:00';

const listed = async (startDate: string, endDate = LATER) => {
  const query = new URLSearchParams({ start_date: startDate, end_date: endDate });
  const { body } = await app.rest('GET', `/events?${query}`);
  return {
    ids: body.events.map(({ id }: { id: number }) => id),
    start: new URL(body.rest_url).searchParams.get('start_date'),
  };
};

const PAGE = `query ($from: DateOrDateTime, $before: DateOrDateTime) {
  eventPage(where: { startsOnOrAfter: $from, startsBefore: $before }) { items { id: databaseId } }
}`;
const listedByGraphql = async (from: string, before = LATER) => {
  const { items } = (await app.graphql(PAGE, { from, before })).body.data.eventPage;
  return items.map(({ id }: { id: number }) => id);
};

const CREATE = `mutation ($input: CreateEventInput!) {
  createEvent(input: $input) { event { startDate } userErrors { path } }
}`;
const createdByGraphql = async (startDate: string, more: object = {}) => {
  const input = { title: 'An event', startDate, endDate: LATER, ...more };
  return (await app.graphql(CREATE, { input }, { as })).body.data.createEvent;
};

describe('one text is one date for events, for lists, and at both doors', () => {
  test.each([
    ['2031', '1969-12-31 19:33:51'],
    ['1935403200', '2031-05-01 08:00:00'],
    ['20310501', '2031-05-01 00:00:00'],
    ['20310501100000', '2031-05-01 10:00:00'],
    ['2031-W18-4', '2031-05-01 00:00:00'],
    ['2031-121', '2031-05-01 00:00:00'],
    ['+5 weekdays', '2026-11-27 06:30:00'],
    ['first monday of may 2031', '2031-05-05 00:00:00'],
    ['last monday of may 2031 7pm', '2031-05-26 19:00:00'],
    ['next friday', '2026-11-27 00:00:00'],
    ['tomorrow 9am', '2026-11-21 09:00:00'],
    ['tomorrow 9am KST', '2026-11-20 19:00:00'],
    ['2031-11-02T01:30:00-04:00', '2031-11-02 01:30:00'],
  ])('%s is %s', async (text, wall) => {
    const { start_date } = await made(app, 'events', { start_date: text, end_date: LATER });
    expect(start_date).toBe(wall);
    expect(await createdByGraphql(text)).toEqual({ event: { startDate: wall }, userErrors: [] });
    expect((await listed(text)).start).toBe(wall);
    expect(await listedByGraphql(text)).toEqual((await listed(text)).ids);
    const { body } = await app.rest('GET', `/events?starts_after=${encodeURIComponent(text)}`);
    expect(body.events.map((event: { start_date: string }) => event.start_date <= wall)).not.toContain(true);
  });

  test('numbers in JSON are the time stamps that their texts are', async () => {
    const { start_date } = await made(app, 'events', { start_date: 2031, end_date: 1935403200 });
    expect(start_date).toBe('1969-12-31 19:33:51');
  });

  test.each(['weekdays', '11:00 tomorrow', 'first day', 'monday next month', 'may', 'x'])(
    '%s is none',
    async (text) => {
      const created = await post(app, 'events', { start_date: text, date: text });
      expect([created.status, Object.keys(created.body.data.params).sort()]).toEqual([400, ['date', 'start_date']]);
      const { status } = await app.rest('GET', `/events?start_date=${encodeURIComponent(text)}`);
      expect(status).toBe(400);
      const { event, userErrors } = await createdByGraphql(text, { date: text });
      const paths = userErrors.map(({ path }: { path: string[] }) => path.join('.'));
      expect([event, paths.sort()]).toEqual([null, ['input.date', 'input.startDate']]);
      const { body } = await app.graphql(PAGE, { from: text });
      expect(body.errors[0].extensions.problems.map(({ field }: { field: string }) => field)).toEqual([
        'startsOnOrAfter',
      ]);
    },
  );
});

describe('a date with an offset is that moment, in the hour that comes twice as well', () => {
  const second = '2031-11-02T01:30:00-05:00';

  test('an event begins then', async () => {
    const event = await made(app, 'events', { start_date: second, end_date: '2031-11-02T01:45:00-05:00' });
    expect(event).toMatchObject({ start_date: '2031-11-02 01:30:00', utc_start_date: '2031-11-02 06:30:00' });
    expect(event).toMatchObject({ end_date: '2031-11-02 01:45:00', utc_end_date: '2031-11-02 06:45:00' });
    app.clock.now += 60_000;
    const sent = await app.rest('PUT', `/events/${event.id}`, { as, json: event });
    expect(sent.body).toMatchObject({ utc_start_date: '2031-11-02 06:30:00', utc_end_date: '2031-11-02 06:45:00' });
    const titled = await app.rest('PUT', `/events/${event.id}`, { as, json: { title: 'Other' } });
    expect(titled.body).toMatchObject({ utc_start_date: '2031-11-02 06:30:00', utc_end_date: '2031-11-02 06:45:00' });
    const moved = await app.rest('PUT', `/events/${event.id}`, { as, json: { timezone: 'UTC' } });
    expect(moved.body).toMatchObject({ start_date: '2031-11-02 01:30:00', utc_start_date: '2031-11-02 01:30:00' });
  });

  test('a list begins and ends then', async () => {
    const { id } = await made(app, 'events', { start_date: second, end_date: LATER });
    const first = '2031-11-02T01:30:00-04:00';
    expect((await listed(first)).ids).toContain(id);
    expect((await listed(second)).ids).toContain(id);
    expect((await listed('2031-11-02T01:30:01-05:00')).ids).not.toContain(id);
    expect((await listed(first, second)).ids).not.toContain(id);
  });

  test('of any moment', async () => {
    const near = fc.integer({ min: Date.UTC(2031, 10, 1, 12) / 1000, max: Date.UTC(2031, 10, 3) / 1000 });
    const any = fc.integer({ min: 0, max: Date.UTC(2090, 0, 1) / 1000 });
    const runs = runsOf(10, 40);
    await fc.assert(
      fc.asyncProperty(fc.oneof(near, any), async (seconds) => {
        const [from, next] = [seconds, seconds + 1].map((at) => new Date(at * 1000).toISOString()) as [string, string];
        const event = await made(app, 'events', { start_date: from, end_date: next });
        expect(event.utc_start_date).toBe(toWall(seconds * 1000, 'UTC'));
        expect(event.start_date).toBe(toWall(seconds * 1000, ZONE));
        expect((await listed(from, next)).ids).toContain(event.id);
        expect(await listedByGraphql(from, next)).toEqual((await listed(from, next)).ids);
        const sent = await app.rest('PUT', `/events/${event.id}`, { as, json: event });
        expect(sent.body.utc_start_date).toBe(event.utc_start_date);
        expect(sent.body.utc_end_date).toBe(event.utc_end_date);
      }),
      { numRuns: runs },
    );
  });
});
