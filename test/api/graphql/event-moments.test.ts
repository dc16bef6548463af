import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ env: { SITE_TIMEZONE: 'Europe/Madrid' } });
});
afterAll(() => app.close());

const SHOWN = 'databaseId startsAt endsAt startDate endDate timezone allDay';
const PAYLOAD = `event { ${SHOWN} } userErrors { path code message }`;

async function written(name: string, input: object) {
  const query = `mutation ($input: ${name}Input!) { it: ${name[0]!.toLowerCase()}${name.slice(1)}(input: $input) { ${PAYLOAD} } }`;
  const { body } = await app.graphql(query, { input }, { as: 'editor' });
  expect(body.errors).toBeUndefined();
  return body.data.it;
}

const create = (times: object) => written('CreateEvent', { title: 'Concert', ...times });

const EVENING = { startsAt: '2031-05-01T20:00:00+02:00', endsAt: '2031-05-01T22:00:00+02:00' };

/** Changes an event at those moments in New York: a new one unless it is named. */
async function update(times: object, id?: number) {
  const databaseId = id ?? (await create({ ...EVENING, timezone: 'America/New_York' })).event.databaseId;
  return written('UpdateEvent', { ref: { databaseId }, ...times });
}

describe('a moment is kept, and shown', () => {
  test('of a new event in the zone of the site, or in the one that is sent', async () => {
    expect((await create(EVENING)).event).toMatchObject({ ...EVENING, timezone: 'Europe/Madrid' });
    expect((await create({ ...EVENING, timezone: 'Asia/Seoul' })).event).toMatchObject({
      startsAt: '2031-05-02T03:00:00+09:00',
      endsAt: '2031-05-02T05:00:00+09:00',
      timezone: 'Asia/Seoul',
      startDate: '2031-05-02 03:00:00',
      endDate: '2031-05-02 05:00:00',
    });
  });

  test('in the zone that a query names, which must be one', async () => {
    const { event } = await create(EVENING);
    const shownIn = (zone: string) =>
      app.graphql(
        'query ($id: ID!, $zone: TimeZone) { event(ref: { databaseId: $id }) { startsAt(zone: $zone) endsAt(zone: $zone) } }',
        { id: event.databaseId, zone },
      );
    const inSeoul = { startsAt: '2031-05-02T03:00:00+09:00', endsAt: '2031-05-02T05:00:00+09:00' };
    expect((await shownIn('Asia/Seoul')).body.data.event).toEqual(inSeoul);
    expect((await shownIn('Nowhere')).body.errors[0].message).toContain('a time zone, as in Europe/Madrid');
  });

  test('of an event that is there in its own zone, or in the one that is sent', async () => {
    const moved = { startsAt: '2031-05-01T12:00:00Z', endsAt: '2031-05-01T13:00:00Z' };
    expect((await update(moved)).event).toMatchObject({
      startsAt: '2031-05-01T08:00:00-04:00',
      endsAt: '2031-05-01T09:00:00-04:00',
      timezone: 'America/New_York',
    });
    expect((await update({ ...moved, timezone: 'Asia/Seoul' })).event).toMatchObject({
      startsAt: '2031-05-01T21:00:00+09:00',
      endsAt: '2031-05-01T22:00:00+09:00',
      timezone: 'Asia/Seoul',
    });
  });

  test('and what is not sent keeps its wall clock in another zone', async () => {
    expect((await update({ startsAt: '2031-05-01T00:00:00Z', timezone: 'Asia/Seoul' })).event).toMatchObject({
      startsAt: '2031-05-01T09:00:00+09:00',
      endsAt: '2031-05-01T16:00:00+09:00',
    });
  });

  test('as whole days in the zone of the event', async () => {
    const { event } = await create({ ...EVENING, timezone: 'Asia/Seoul', allDay: true });
    expect(event).toMatchObject({ startsAt: '2031-05-02T00:00:00+09:00', endsAt: '2031-05-02T23:59:59+09:00' });
  });
});

test('a moment says the same as a date with that offset, of new events and of those that are there', async () => {
  const times = [
    ['1931-05-01T23:59:59Z', '1931-05-03T00:00:00Z', { timezone: 'Asia/Seoul' }],
    ['1999-12-31T22:00:00-05:30', '2000-01-01T00:00:00-05:30', { timezone: 'America/New_York', allDay: true }],
    ['2031-03-30T02:30:00+02:00', '2031-03-30T03:30:00+02:00', {}],
    ['2100-02-28T23:00:00Z', '2100-03-01T01:00:00Z', { timezone: 'UTC-3', allDay: false }],
  ] as const;
  const asMoments = times.map(([startsAt, endsAt, more]) => ({ startsAt, endsAt, ...more }));
  const asDates = times.map(([startDate, endDate, more]) => ({ startDate, endDate, ...more }));
  const batch = async (name: 'createEvents' | 'updateEvents', items: object[]) => {
    const type = name === 'createEvents' ? 'CreateEventsInput!' : 'UpdateEventsInput!';
    const query = `mutation ($input: ${type}) { it: ${name}(input: $input) { results { ${PAYLOAD} } } }`;
    const { body } = await app.graphql(query, { input: { items } }, { as: 'editor' });
    type Result = { event: { databaseId: number }; userErrors: object[] };
    expect(body.data.it.results.flatMap(({ userErrors }: Result) => userErrors)).toEqual([]);
    return body.data.it.results.map(({ event: { databaseId, ...shown } }: Result) => ({ databaseId, shown }));
  };
  type Done = { databaseId: number; shown: object };
  const shown = (results: Done[]) => results.map((each) => each.shown);
  const titled = (items: object[]) => items.map((item) => ({ title: 'X', ...item }));
  const some = await batch('createEvents', titled(asMoments));
  const others = await batch('createEvents', titled(asDates));
  expect(shown(some)).toEqual(shown(others));
  const again = (results: Done[], items: object[]) =>
    results.map(({ databaseId }, index) => ({ ref: { databaseId }, ...items.toReversed()[index] }));
  expect(shown(await batch('updateEvents', again(some, asMoments)))).toEqual(
    shown(await batch('updateEvents', again(others, asDates))),
  );
});

describe('what is refused', () => {
  let unchanged: number;
  beforeAll(async () => {
    unchanged = (await create(EVENING)).event.databaseId;
  });

  const errorsOf = async (payload: Promise<{ event: unknown; userErrors: { path: string[]; code: string }[] }>) => {
    const { event, userErrors } = await payload;
    return [event === null, ...userErrors.map(({ path, code }) => `${path.join('.')} ${code}`)];
  };
  const DATES = { startDate: '2031-05-01 20:00', endDate: '2031-05-01 22:00' };
  const BOTH = ['input.startDate AT_ODDS', 'input.endDate AT_ODDS', 'input.startsAt AT_ODDS', 'input.endsAt AT_ODDS'];

  test('a moment beside its date', async () => {
    expect(await errorsOf(create({ ...EVENING, ...DATES }))).toEqual([true, ...BOTH]);
    expect(await errorsOf(update({ ...EVENING, ...DATES }, unchanged))).toEqual([true, ...BOTH]);
  });

  test('a moment beside its date in one of several events, which is the only one not made', async () => {
    const { body } = await app.graphql(
      `mutation {
        createEvents(input: { items: [
          { title: "A", startsAt: "2031-05-01T20:00:00Z", endsAt: "2031-05-01T20:00:00Z" }
          { title: "B", startsAt: "2031-05-01T20:00:00Z", startDate: "2031-05-01", endDate: "2031-05-01" }
        ] }) { results { event { title } userErrors { path code } } }
      }`,
      {},
      { as: 'editor' },
    );
    expect(body.data.createEvents.results).toEqual([
      { event: { title: 'A' }, userErrors: [] },
      {
        event: null,
        userErrors: ['startDate', 'startsAt'].map((field) => ({
          path: ['input', 'items', '1', field],
          code: 'AT_ODDS',
        })),
      },
    ]);
  });

  test('a new event with neither, and a null in the place of both', async () => {
    const { startsAt } = EVENING;
    const moments = ['input.startsAt MISSING', 'input.endsAt MISSING'];
    expect(await errorsOf(create({}))).toEqual([true, 'input.startDate MISSING', 'input.endDate MISSING']);
    expect(await errorsOf(create({ startsAt: null, endsAt: null }))).toEqual([true, ...moments]);
    expect(await errorsOf(create({ startsAt }))).toEqual([true, 'input.endsAt MISSING']);
    expect(await errorsOf(create({ startDate: '2031-05-01' }))).toEqual([true, 'input.endDate MISSING']);
    expect(await errorsOf(update({ startsAt: null }, unchanged))).toEqual([true, 'input.startsAt EMPTY']);
  });

  test('an end before the start, by the name under which it was sent', async () => {
    const { startsAt, endsAt } = EVENING;
    expect(await errorsOf(create({ startsAt: endsAt, endsAt: startsAt }))).toEqual([
      true,
      'input.endsAt INVALID_ORDER',
    ]);
    expect(await errorsOf(update({ startsAt: '2031-06-01T00:00:00Z' }, unchanged))).toEqual([
      true,
      'input.startsAt INVALID_ORDER',
    ]);
    // In Madrid, the clock skips the hour that the start is in.
    const skipped = { startsAt: '2031-03-30T02:30:00Z', endsAt: '2031-03-30T03:00:00Z', timezone: 'UTC' };
    const { databaseId } = (await create(skipped)).event;
    expect(await errorsOf(update({ timezone: 'Europe/Madrid' }, databaseId))).toEqual([
      true,
      'input.timezone INVALID_ORDER',
    ]);
  });

  test('what lies before the year 1 or after the year 9999 in the zone of the event, and nothing nearer', async () => {
    const first = { startsAt: '0001-01-01T00:00:00Z', endsAt: '2031-05-01T00:00:00Z' };
    const last = { startsAt: '2031-05-01T00:00:00Z', endsAt: '9999-12-31T23:59:59Z' };
    expect(await errorsOf(create({ ...first, timezone: 'UTC' }))).toEqual([false]);
    expect(await errorsOf(create({ ...first, timezone: 'UTC-1' }))).toEqual([true, 'input.startsAt INVALID_DATE']);
    expect(await errorsOf(create({ ...last, timezone: 'UTC' }))).toEqual([false]);
    expect(await errorsOf(create({ ...last, timezone: 'UTC+1' }))).toEqual([true, 'input.endsAt INVALID_DATE']);
  });
});

test('a null beside the other form says nothing', async () => {
  expect((await create({ ...EVENING, startDate: null, endDate: null })).event).toMatchObject(EVENING);
  expect((await update({ startDate: '2031-05-01', startsAt: null })).event).toMatchObject({
    startDate: '2031-05-01 00:00:00',
  });
});
