import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
});
afterAll(() => app.close());

const MEMBERS = 'databaseId slug uid startsAt endsAt originalStartsAt isException';

const CREATE = `mutation ($input: CreateEventInput!) { createEvent(input: $input) {
  event { ${MEMBERS} series {
    databaseId slug uid rule ruleText rdates exdates timezone startsAt endsAt until isInfinite occurrenceCount
    nextEvent { databaseId } events(first: 100) { totalCount nodes { ${MEMBERS} } }
  } }
  userErrors { code path message }
} }`;

const CHOIR = {
  title: 'Choir',
  timezone: 'Europe/Madrid',
  startDate: '2027-03-02 19:00:00',
  endDate: '2027-03-02 21:00:00',
  status: 'PUBLISH',
};

async function created(input: object) {
  const { body } = await app.graphql(CREATE, { input: { ...CHOIR, ...input } }, { as: 'editor' });
  return body.data.createEvent;
}

test('each date of a rule is an event with an id, a slug and a UID of its own, at the same time by the clock', async () => {
  const { event, userErrors } = await created({
    uid: 'choir@a.example',
    recurrence: { rule: 'FREQ=WEEKLY;COUNT=5', exdates: ['2027-03-16'], rdates: ['2027-03-19T20:00:00'] },
  });
  expect(userErrors).toEqual([]);
  const { series, ...first } = event;
  const { events, nextEvent, databaseId, ...rest } = series;
  expect(rest).toEqual({
    slug: 'choir',
    uid: 'choir@a.example',
    rule: 'FREQ=WEEKLY;COUNT=5',
    ruleText: 'Every Tuesday, 5 times',
    rdates: ['2027-03-19T20:00:00+01:00'],
    exdates: ['2027-03-16'],
    timezone: 'Europe/Madrid',
    startsAt: '2027-03-02T19:00:00+01:00',
    endsAt: '2027-03-02T21:00:00+01:00',
    until: null,
    isInfinite: false,
    occurrenceCount: 5,
  });
  expect([nextEvent.databaseId, events.nodes[0]]).toEqual([first.databaseId, first]);
  expect(events.nodes.map(({ slug, uid, startsAt, endsAt }: typeof first) => [slug, uid, startsAt, endsAt])).toEqual([
    ['choir-2027-03-02', '20270302T180000Z-choir@a.example', '2027-03-02T19:00:00+01:00', '2027-03-02T21:00:00+01:00'],
    ['choir-2027-03-09', '20270309T180000Z-choir@a.example', '2027-03-09T19:00:00+01:00', '2027-03-09T21:00:00+01:00'],
    ['choir-2027-03-19', '20270319T190000Z-choir@a.example', '2027-03-19T20:00:00+01:00', '2027-03-19T22:00:00+01:00'],
    ['choir-2027-03-23', '20270323T180000Z-choir@a.example', '2027-03-23T19:00:00+01:00', '2027-03-23T21:00:00+01:00'],
    ['choir-2027-03-30', '20270330T170000Z-choir@a.example', '2027-03-30T19:00:00+02:00', '2027-03-30T21:00:00+02:00'],
  ]);
});

test.each([
  [{ rule: 'FREQ=WEEKLY;BYMONTH=13' }, 'rule', 'BYMONTH is 1 to 12.'],
  [{ rule: 'FREQ=HOURLY' }, 'rule', 'FREQ is DAILY, WEEKLY, MONTHLY or YEARLY.'],
  [{ rule: 'FREQ=WEEKLY;BYDAY=WE' }, 'rule', 'BYDAY gives its first date on 2027-03-03, not on the first start.'],
  [{ rule: 'FREQ=WEEKLY;COUNT=1', exdates: ['2027-03-02'] }, 'exdates', 'Leaves no date.'],
  [{ exdates: ['2027-03-02'] }, 'rule', 'Must be a rule, more dates, or both.'],
  [{ rule: 'FREQ=WEEKLY', rdates: ['never'] }, 'rdates', 'Must be a date and time, such as 2026-12-24 10:00.'],
])('of the recurrence %j, both APIs refuse the %s', async (recurrence, field, message) => {
  const { userErrors } = await created({ recurrence });
  expect(userErrors).toEqual([
    { code: expect.any(String), path: ['input', 'recurrence', field], message: expect.stringContaining(message) },
  ]);
  const { status, body } = await app.rest('POST', '/events', {
    as: 'editor',
    json: {
      title: 'Choir',
      timezone: 'Europe/Madrid',
      start_date: CHOIR.startDate,
      end_date: CHOIR.endDate,
      recurrence,
    },
  });
  expect([status, body.data.params]).toEqual([400, { recurrence: `${field}: ${message}` }]);
});

test('the first start that is not left out is there from the beginning, however far ahead', async () => {
  const { event } = await created({ recurrence: { rule: 'FREQ=YEARLY;INTERVAL=3', exdates: ['2027-03-02'] } });
  expect(event.startsAt).toBe('2030-03-02T19:00:00+01:00');
  expect(event.series.occurrenceCount).toBe(1);
});

test('a deleted occurrence is an exception until it is restored, and a deleted series comes back without it', async () => {
  const { event } = await created({ recurrence: { rule: 'FREQ=WEEKLY;COUNT=3' } });
  const { databaseId, events } = event.series;
  const second = events.nodes[1];
  const shown = async () => {
    const query = `{ series(ref: { databaseId: ${databaseId} }) { exdates occurrenceCount status } }`;
    return (await app.graphql(query, {}, { as: 'editor' })).body.data.series;
  };
  const write = async (mutation: string, id: number) => {
    const query = `mutation { ${mutation}(input: { ref: { databaseId: ${id} } }) { userErrors { message } } }`;
    const { body } = await app.graphql(query, {}, { as: 'editor' });
    expect(body.data[mutation].userErrors).toEqual([]);
  };
  await write('deleteEvent', second.databaseId);
  const without = { exdates: [second.startsAt], occurrenceCount: 2, status: 'PUBLISH' };
  expect(await shown()).toEqual(without);
  await write('deleteSeries', databaseId);
  expect(await shown()).toMatchObject({ occurrenceCount: 0, status: 'TRASH' });
  await write('restoreSeries', databaseId);
  expect(await shown()).toEqual(without);
  await write('restoreEvent', second.databaseId);
  expect(await shown()).toEqual({ ...without, exdates: [], occurrenceCount: 3 });
});

test('a body of REST names the series of an occurrence, and sending it back changes nothing', async () => {
  const { event } = await created({ recurrence: { rule: 'FREQ=DAILY;COUNT=4' } });
  const { databaseId: id, uid, rule } = event.series;
  const { body } = await app.rest('GET', `/events?series=${id}`);
  expect(body.events.map(({ series }: { series: object }) => series)).toEqual(
    ['02', '03', '04', '05'].map((day) => ({
      id,
      uid,
      rule,
      version: 1,
      url: 'http://127.0.0.1:4000/series/choir-4/',
      original_start_date: `2027-03-${day} 19:00:00`,
    })),
  );
  const [, second] = body.events;
  const { modified: _, modified_utc: __, ...same } = second;
  const sent = await app.rest('PATCH', `/events/${second.id}`, { as: 'editor', json: second });
  expect(sent.body).toMatchObject(same);
  const { body: after } = await app.graphql(`{ event(ref: { databaseId: ${second.id} }) { isException } }`);
  expect(after.data.event.isException).toBe(false);
});
