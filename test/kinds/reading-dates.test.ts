import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, FRIDAY, type TestApp } from '../support/app.ts';
import { made, post } from '../support/making.ts';

const ZONE = 'America/New_York';
const LATER = '2099-01-01 00:00:00';
const as = 'administrator';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY, env: { SITE_TIMEZONE: ZONE } });
});
afterAll(() => app.close());

const idsOf = (records: { id: number }[]) => records.map(({ id }) => id);

const listed = async (startDate: string, endDate = LATER) => {
  const query = new URLSearchParams({ start_date: startDate, end_date: endDate });
  const { body } = await app.rest('GET', `/events?${query}`);
  return { ids: idsOf(body.events), start: new URL(body.rest_url).searchParams.get('start_date') };
};

const PAGE = `query ($from: DateOrDateTime, $before: DateOrDateTime) {
  eventPage(where: { startsOnOrAfter: $from, startsBefore: $before }) { items { id: databaseId } }
}`;

const CREATE = `mutation ($input: CreateEventInput!) {
  createEvent(input: $input) { event { startDate } userErrors { path } }
}`;
const createdByGraphql = async (startDate: string, more: object = {}) => {
  const input = { title: 'An event', startDate, endDate: LATER, ...more };
  return (await app.graphql(CREATE, { input }, { as })).body.data.createEvent;
};

describe('events and lists of both APIs read dates alike', () => {
  test('a text that is one', async () => {
    const [text, wall] = ['tomorrow 9am KST', '2026-11-20 19:00:00'];
    const { id, start_date } = await made(app, 'events', { start_date: text, end_date: LATER });
    expect(start_date).toBe(wall);
    expect(await createdByGraphql(text)).toEqual({ event: { startDate: wall }, userErrors: [] });
    const { ids, start } = await listed(text);
    expect([start, ids]).toEqual([wall, expect.arrayContaining([id])]);
    const { body } = await app.graphql(PAGE, { from: text, before: LATER });
    expect(idsOf(body.data.eventPage.items)).toEqual(ids);
    const after = await app.rest('GET', `/events?starts_after=${encodeURIComponent(text)}`);
    expect(after.body.events).toEqual([]);
  });

  test('numbers in JSON are the time stamps that their texts are', async () => {
    const { start_date } = await made(app, 'events', { start_date: 2031, end_date: 1935403200 });
    expect(start_date).toBe('1969-12-31 19:33:51');
  });

  test('a text that is none', async () => {
    const text = 'monday next month';
    const created = await post(app, 'events', { start_date: text, date: text });
    expect([created.status, Object.keys(created.body.data.params).sort()]).toEqual([400, ['date', 'start_date']]);
    const { status } = await app.rest('GET', `/events?start_date=${encodeURIComponent(text)}`);
    expect(status).toBe(400);
    const { event, userErrors } = await createdByGraphql(text, { date: text });
    const paths = userErrors.map(({ path }: { path: string[] }) => path.join('.'));
    expect([event, paths.sort()]).toEqual([null, ['input.date', 'input.startDate']]);
    const { body } = await app.graphql(PAGE, { from: text });
    expect(body.errors[0].extensions.problems).toMatchObject([{ field: 'startsOnOrAfter' }]);
  });
});

describe('a date with an offset is that moment, in the hour that comes twice as well', () => {
  const second = '2031-11-02T01:30:00-05:00';

  test('an event begins then', async () => {
    const event = await made(app, 'events', { start_date: second, end_date: '2031-11-02T01:45:00-05:00' });
    const utc = { utc_start_date: '2031-11-02 06:30:00', utc_end_date: '2031-11-02 06:45:00' };
    expect(event).toMatchObject({ start_date: '2031-11-02 01:30:00', end_date: '2031-11-02 01:45:00', ...utc });
    app.clock.now += 60_000;
    for (const json of [event, { title: 'Other' }])
      expect((await app.rest('PUT', `/events/${event.id}`, { as, json })).body).toMatchObject(utc);
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
});
